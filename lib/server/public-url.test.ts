import { describe, expect, test } from "vitest";
import { lanAddresses, publicAddress } from "./public-url";

const ipv4 = (address: string, internal = false) => [{ address, family: "IPv4", internal }];

describe("lanAddresses (LAN-02)", () => {
  test("the WiFi comes before cables, containers and VPNs; an address of no network comes last", () => {
    expect(
      lanAddresses({
        lo: ipv4("127.0.0.1", true),
        eth1: ipv4("169.254.3.3"),
        tailscale0: ipv4("100.64.0.9"),
        docker0: ipv4("172.17.0.1"),
        eth0: ipv4("10.0.0.4"),
        wlan0: ipv4("192.168.1.5"),
      }),
    ).toEqual(["192.168.1.5", "10.0.0.4", "172.17.0.1", "100.64.0.9", "169.254.3.3"]);
  });

  test("IPv6 and loopback are left out", () => {
    expect(
      lanAddresses({
        lo: ipv4("127.0.0.1", true),
        wlan0: [{ address: "fe80::1", family: "IPv6", internal: false }],
        none: undefined,
      }),
    ).toEqual([]);
  });
});

describe("publicAddress", () => {
  const asked = (requestHost: string | undefined, o: { publicUrl?: string; addresses?: string[] } = {}) =>
    publicAddress({
      publicUrl: o.publicUrl,
      requestHost,
      port: 3000,
      addresses: o.addresses ?? ["192.168.1.5"],
    });

  test("NET-07: PUBLIC_URL overrules whatever Host header was sent", () => {
    for (const host of ["evil.example", "localhost:3000", undefined])
      expect(asked(host, { publicUrl: "https://quiz.example/" })).toEqual({
        origin: "https://quiz.example",
        unreachable: false,
      });
  });

  test("NET-07: a Host header that is none is not put into a link", () => {
    for (const host of ["evil.example/path", "a b", "x@evil.example", '"><script>'])
      expect(asked(host)).toEqual({ origin: "http://192.168.1.5:3000", unreachable: false });
  });

  test("the address the host uses now is the one phones get", () => {
    expect(asked("10.1.2.3:3000").origin).toBe("http://10.1.2.3:3000");
    expect(asked("laptop.local").origin).toBe("http://laptop.local");
  });

  test.each(["localhost:3000", "127.0.0.1:3000", "[::1]:3000", undefined])(
    "LAN-02: a host on %s gives phones the network address",
    (host) => {
      expect(asked(host)).toEqual({ origin: "http://192.168.1.5:3000", unreachable: false });
    },
  );

  test("LAN-02: without any network it says that phones cannot come", () => {
    expect(asked("localhost:3000", { addresses: [] })).toEqual({
      origin: "http://localhost:3000",
      unreachable: true,
    });
  });
});

import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { clientIp, ipKey, isThisMachine, parseTrustedProxies } from "./client-ip";

const from = (peer: string, forwardedFor: string, trusted: string) =>
  clientIp({ peer, forwardedFor, trustedProxies: parseTrustedProxies(trusted) });

describe("NET-02: who writes X-Forwarded-For is not believed", () => {
  test("without trusted proxies the header counts for nothing", () => {
    expect(from("203.0.113.7", "1.2.3.4", "")).toBe("203.0.113.7");
    expect(from("127.0.0.1", "1.2.3.4", "")).toBe("127.0.0.1");
  });

  test("nor from a peer that is no proxy of ours", () => {
    expect(from("203.0.113.7", "1.2.3.4", "loopback")).toBe("203.0.113.7");
  });
});

describe("NET-05: behind proxies the rightmost hop that is not one of them", () => {
  test("what a client wrote to the left of it is ignored", () => {
    expect(from("127.0.0.1", "6.6.6.6, 203.0.113.7", "loopback")).toBe("203.0.113.7");
    expect(from("127.0.0.1", "6.6.6.6, 203.0.113.7, 10.0.0.2", "loopback, private")).toBe("203.0.113.7");
    expect(from("127.0.0.1", "6.6.6.6, 203.0.113.7, 10.0.0.2", "loopback")).toBe("10.0.0.2");
    expect(from("::ffff:127.0.0.1", "203.0.113.7", "loopback")).toBe("203.0.113.7");
  });

  test("ports and brackets are cut off; rubbish ends the chain", () => {
    expect(from("127.0.0.1", "203.0.113.7:51234", "loopback")).toBe("203.0.113.7");
    expect(from("127.0.0.1", "[2001:db8::7]:443", "loopback")).toBe("2001:db8::7");
    expect(from("127.0.0.1", "203.0.113.7, unknown", "loopback")).toBe("127.0.0.1");
    expect(from("127.0.0.1", "", "loopback")).toBe("127.0.0.1");
  });

  test("a thousand hops are not walked", () => {
    const header = Array.from({ length: 1000 }, () => "127.0.0.1").join(",");
    expect(from("127.0.0.1", `203.0.113.7,${header}`, "loopback")).toBe("127.0.0.1");
  });

  test("a list that is none is refused in a sentence", () => {
    for (const list of ["traefik", "10.0.0.0/33", "10.0.0.0/x"])
      expect(() => parseTrustedProxies(list)).toThrow(/^TRUSTED_PROXIES: /);
  });
});

describe("NET-03: the key of an address", () => {
  test("one IPv6 household is one key, the next one another", () => {
    expect(ipKey("2001:db8:1:2::1")).toBe(ipKey("2001:db8:1:2:ffff:eeee:dddd:cccc"));
    expect(ipKey("2001:db8:1:2::1")).not.toBe(ipKey("2001:db8:1:3::1"));
    expect(ipKey("2001:DB8:1:2::1")).toBe("2001:db8:1:2::/64");
    expect(ipKey("fe80::1%wlan0")).toBe(ipKey("fe80::2"));
  });

  test("long, short and capital spellings of one household are one key", () => {
    const keys = [
      "2001:db8:1:2::1",
      "2001:db8:1:2::ffff",
      "2001:0DB8:1:2:0:0:0:1",
      "[2001:db8:1:2::1]:123",
    ].map((address) =>
      ipKey(clientIp({ peer: address, forwardedFor: "", trustedProxies: parseTrustedProxies("") })),
    );
    expect(new Set(keys).size).toBe(1);
  });

  test("every spelling of an IPv4 address is one key", () => {
    for (const spelling of ["203.0.113.7", "::ffff:203.0.113.7", "::ffff:cb00:7107", "203.0.113.7:80"])
      expect(ipKey(spelling)).toBe("203.0.113.7");
  });

  test("what is no address shares one key", () => {
    expect(ipKey("unknown")).toBe(ipKey(""));
  });
});

describe("at this computer", () => {
  const from = (peer: string, headers: Record<string, string>) =>
    isThisMachine({ socket: { remoteAddress: peer }, headers } as unknown as IncomingMessage);
  test.each([
    ["127.0.0.1", { host: "localhost:3000" }, true],
    ["::1", { host: "[::1]:3000" }, true],
    ["::ffff:127.0.0.1", { host: "127.0.0.1:3000" }, true],
    ["127.0.0.1", { host: "192.168.1.5" }, true],
    ["203.0.113.9", { host: "localhost:3000" }, false],
    ["127.0.0.1", { host: "localhost:3000", "x-forwarded-for": "203.0.113.9" }, false],
    ["127.0.0.1", { host: "localhost:3000", forwarded: "for=203.0.113.9" }, false],
    // a page of somebody else's whose name was made to lead here
    ["127.0.0.1", { host: "rebind.example:3000" }, false],
    ["127.0.0.1", { host: "localhost.example" }, false],
    ["127.0.0.1", { host: "127.0.0.1.example:3000" }, false],
    ["127.0.0.1", {}, false],
  ])("%s with %j: %s", (peer, headers, is) => {
    expect(from(peer, headers as Record<string, string>)).toBe(is);
  });
});

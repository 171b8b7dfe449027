import { describe, expect, test } from "vitest";
import { clientIp, ipKey, parseTrustedProxies } from "./client-ip";

const nobody = parseTrustedProxies("");
const from = (peer: string, forwardedFor: string, trusted: string) =>
  clientIp({ peer, forwardedFor, trustedProxies: parseTrustedProxies(trusted) });

describe("the client's address", () => {
  test("NET-02 without trusted proxies a forged header changes nothing", () => {
    for (let i = 0; i < 200; i++)
      expect(
        clientIp({ peer: "203.0.113.9", forwardedFor: `10.9.8.${i}, 6.6.6.${i}`, trustedProxies: nobody }),
      ).toBe("203.0.113.9");
  });

  test("NET-02 a peer that is not trusted cannot speak for others, though proxies are set", () => {
    expect(from("203.0.113.9", "6.6.6.6", "10.0.0.0/8")).toBe("203.0.113.9");
  });

  test("NET-05 the rightmost hop that is not a trusted proxy counts, never the leftmost", () => {
    const header = "6.6.6.6, 203.0.113.7, 10.0.0.2";
    expect(from("10.0.0.1", header, "10.0.0.1")).toBe("10.0.0.2");
    expect(from("10.0.0.1", header, "10.0.0.1, 10.0.0.2")).toBe("203.0.113.7");
    expect(from("::ffff:10.0.0.1", header, "private")).toBe("203.0.113.7");
    expect(from("127.0.0.1", "6.6.6.6, 203.0.113.7", "loopback")).toBe("203.0.113.7");
    expect(from("::1", "203.0.113.7", "loopback")).toBe("203.0.113.7");
  });

  test("NET-05 a thousand entries, garbage and nothing at all do not crash and give no choice of address", () => {
    expect(from("10.0.0.1", Array(1000).fill("6.6.6.6").join(","), "private")).toBe("6.6.6.6");
    expect(from("10.0.0.1", Array(1000).fill("10.0.0.3").join(","), "private")).toBe("10.0.0.3");
    for (const garbage of ["", ",,,", "unknown", "<script>", "999.1.1.1", "6.6.6.6, x", "\0"])
      expect(from("10.0.0.1", garbage, "private")).toBe("10.0.0.1");
    expect(from("nonsense", "6.6.6.6", "private")).toBe("0.0.0.0");
  });

  test("NET-03 ports, brackets and zones are no part of an address", () => {
    expect(from("10.0.0.1", "203.0.113.7:4711", "private")).toBe("203.0.113.7");
    expect(from("10.0.0.1", "[2001:db8::7]:4711", "private")).toBe("2001:db8::7");
    expect(from("fe80::1%eth0", "", "")).toBe("fe80::1");
  });
});

describe("the key of an address", () => {
  test("NET-03 a phone that changes its address within its /64 keeps its key, in every spelling", () => {
    const key = "2001:db8:1:2::/64";
    for (const spelling of [
      "2001:db8:1:2::1",
      "2001:db8:1:2::ffff",
      "2001:0DB8:1:2:0:0:0:1",
      "[2001:db8:1:2::1]:123",
      "2001:db8:1:2::1%eth0",
    ])
      expect(ipKey(spelling)).toBe(key);
    expect(ipKey("2001:db8:1:3::1")).not.toBe(key);
  });

  test("NET-03 IPv4-mapped addresses are IPv4, in every spelling", () => {
    for (const spelling of [
      "192.0.2.1",
      "::ffff:192.0.2.1",
      "::FFFF:192.0.2.1",
      "::ffff:c000:201",
      "192.0.2.1:80",
    ])
      expect(ipKey(spelling)).toBe("192.0.2.1");
  });

  test("NET-03 the prefix can be wider", () => {
    expect(ipKey("2001:db8:1:2ff::1", 56)).toBe(ipKey("2001:db8:1:200::1", 56));
    expect(ipKey("2001:db8:1:2ff::1", 56)).not.toBe(ipKey("2001:db8:1:300::1", 56));
    expect(ipKey("2001:db8:1:2::1", 48)).toBe(ipKey("2001:db8:1:ffff::1", 48));
  });

  test("what is no address shares one key", () => {
    for (const text of ["", "unknown", "1.2.3", "::g"]) expect(ipKey(text)).toBe("invalid");
  });

  test("a key is a key of itself, so that it may be keyed twice", () => {
    expect(ipKey(ipKey("192.0.2.1"))).toBe("192.0.2.1");
  });
});

describe("trusted proxies", () => {
  test("addresses, networks and the words loopback and private can be listed together", () => {
    const trusted = parseTrustedProxies(" 203.0.113.0/24, 2001:db8::/32 ,loopback,private,198.51.100.7");
    for (const address of ["203.0.113.200", "127.0.0.9", "192.168.7.7", "172.31.0.1", "198.51.100.7"])
      expect(trusted.check(address, "ipv4")).toBe(true);
    for (const address of ["2001:db8:ffff::1", "::1", "fd00::1", "fe80::1"])
      expect(trusted.check(address, "ipv6")).toBe(true);
    for (const address of ["198.51.100.8", "172.32.0.1", "8.8.8.8"])
      expect(trusted.check(address, "ipv4")).toBe(false);
  });

  test.each([
    "10.0.0.0/",
    "10.0.0.0/33",
    "::1/129",
    "10.0.0.0/8/8",
    "10.0.0/8",
    "proxy.example",
    "10.0.0.0/-1",
  ])("%s is refused with a sentence, and never taken as trusting everybody", (list) =>
    expect(() => parseTrustedProxies(list)).toThrow(/TRUSTED_PROXIES/),
  );
});

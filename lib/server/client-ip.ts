/**
 * Whose request is it: the socket's peer, unless that is a trusted proxy, then the rightmost hop that is not one; never
 * the leftmost entry, which anybody can write. IPv6 counts by its /64, IPv4-mapped as IPv4.
 */
import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";

const groups: Record<string, string[]> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fe80::/10"],
};

/** Comma-separated addresses and networks, and the words `loopback` and `private`. Throws a plain sentence. */
export function parseTrustedProxies(list: string): BlockList {
  const trusted = new BlockList();
  const entries = list
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean)
    .flatMap((entry) => groups[entry] ?? [entry]);
  for (const entry of entries) {
    const [address = "", bits, ...more] = entry.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (!isIP(address))
      throw new Error(`TRUSTED_PROXIES: "${entry}" is no address, network, loopback or private`);
    const longest = family === "ipv6" ? 128 : 32;
    const prefix = bits === undefined ? longest : Number(bits);
    if (bits === "" || more.length > 0 || !Number.isInteger(prefix) || prefix < 0 || prefix > longest)
      throw new Error(`TRUSTED_PROXIES: "${entry}" is no network`);
    trusted.addSubnet(address, prefix, family);
  }
  return trusted;
}

/** One spelling: without port, brackets or zone; IPv4-mapped as IPv4. Null for anything that is no address. */
function plainAddress(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, "$1")
    .replace(/%.*$/, "");
  const withoutPort = /^\d+\.\d+\.\d+\.\d+:\d+$/.test(bare) ? bare.replace(/:\d+$/, "") : bare;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutPort);
  const address = mapped?.[1] ?? withoutPort;
  return isIP(address) ? address : null;
}

/** A header longer than this is an attack, not a chain of proxies. */
const maxHops = 32;

export function clientIp(o: { peer: string; forwardedFor: string; trustedProxies: BlockList }): string {
  const trusts = (address: string) => o.trustedProxies.check(address, isIPv6(address) ? "ipv6" : "ipv4");
  let client = plainAddress(o.peer) ?? "0.0.0.0";
  // a room without a proxy: whom to trust need not be asked for each of its requests
  if (o.forwardedFor === "") return client;
  const hops = o.forwardedFor.split(",").slice(-maxHops).reverse();
  for (const hop of hops) {
    if (!trusts(client)) return client;
    const address = plainAddress(hop);
    if (!address) return client;
    client = address;
  }
  return client;
}

/** The key of an address's bucket. */
export function ipKey(address: string, prefix = 64): string {
  const plain = plainAddress(address);
  if (!plain) return "invalid";
  if (isIPv4(plain)) return plain;
  const words = expand(plain);
  if (words.slice(0, 5).every((word) => word === 0) && words[5] === 0xffff)
    return [words[6]! >> 8, words[6]! & 255, words[7]! >> 8, words[7]! & 255].join(".");
  const kept = words.map((word, index) => {
    const bits = Math.min(16, Math.max(0, prefix - index * 16));
    return word & (0xffff << (16 - bits)) & 0xffff;
  });
  return `${kept
    .slice(0, Math.ceil(prefix / 16))
    .map((word) => word.toString(16))
    .join(":")}::/${prefix}`;
}

/** The eight 16-bit words of an IPv6 address. */
function expand(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const text = dotted
    ? `${dotted[1]}${((Number(dotted[2]) << 8) | Number(dotted[3])).toString(16)}:${((Number(dotted[4]) << 8) | Number(dotted[5])).toString(16)}`
    : address;
  const [head = "", tail] = text.split("::");
  const before = head ? head.split(":") : [];
  const after = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(zeros).fill("0"), ...after].map((word) =>
    Number.parseInt(word || "0", 16),
  );
}

/** "localhost" or an address, with or without a port: no name that somebody else's server may answer for. */
const ownName = /^(localhost|\d+\.\d+\.\d+\.\d+|\[[\da-f:.]+\])(:\d+)?$/i;

/**
 * The request was made on the computer this process runs on, by no proxy for somebody else, and by no page of somebody
 * else's whose name was made to lead here (DNS rebinding): that page's requests carry its name as `Host`.
 */
export function isThisMachine(incoming: IncomingMessage): boolean {
  const { headers } = incoming;
  if (headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined) return false;
  if (!ownName.test(headers.host ?? "")) return false;
  const peer = plainAddress(incoming.socket.remoteAddress ?? "") ?? "";
  if (/^127\.|^::1$/.test(peer)) return true;
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => plainAddress(address) === peer),
  );
}

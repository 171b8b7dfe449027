/**
 * Which address phones should open. PUBLIC_URL overrules all; else the address the host uses now, so that a laptop
 * that changed networks shows a QR that works; else, for a host on localhost, the private address phones most likely
 * reach. Pure but for reading the machine's interfaces in `lanAddresses`.
 */
import { networkInterfaces } from "node:os";

/** Adapters that phones on the WiFi cannot reach: containers, virtual machines, VPNs. */
const virtualAdapter =
  /^(docker|br-|veth|virbr|vmnet|vboxnet|utun|tun|tap|wg|zt|tailscale|ham|lo)|vEthernet|VirtualBox|VMware|WSL/i;
const wireless = /^(wl|wlan|en0|Wi-?Fi)/i;

type Interfaces = Record<
  string,
  { address: string; family: string | number; internal: boolean }[] | undefined
>;

/** IPv4 addresses of this machine, the one phones most likely reach first. */
export function lanAddresses(interfaces: Interfaces = networkInterfaces()): string[] {
  const found: { address: string; score: number }[] = [];
  for (const [name, list] of Object.entries(interfaces)) {
    for (const entry of list ?? []) {
      if (entry.internal || (entry.family !== "IPv4" && entry.family !== 4)) continue;
      let score = 0;
      if (virtualAdapter.test(name)) score -= 100;
      if (wireless.test(name)) score += 20;
      // venue WiFi is 192.168 far more often than 10, and 172.16–31 is usually a container network
      if (entry.address.startsWith("192.168.")) score += 10;
      else if (entry.address.startsWith("10.")) score += 6;
      else if (/^172\.(1[6-9]|2\d|3[01])\./.test(entry.address)) score += 2;
      else if (entry.address.startsWith("169.254.")) score -= 200;
      found.push({ address: entry.address, score });
    }
  }
  return found.sort((a, b) => b.score - a.score).map((entry) => entry.address);
}

export type PublicAddress = {
  /** without a slash at the end */
  origin: string;
  /** phones cannot reach it: localhost and no other address */
  unreachable: boolean;
};

const isLocal = (hostname: string) =>
  hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");

export function publicAddress(o: {
  publicUrl: string | undefined;
  /** the Host header of the host's own request */
  requestHost: string | undefined;
  port: number;
  addresses: string[];
}): PublicAddress {
  if (o.publicUrl) return { origin: o.publicUrl.replace(/\/+$/, ""), unreachable: false };
  const requested = o.requestHost && /^[\w.\-:[\]]+$/.test(o.requestHost) ? o.requestHost : null;
  const hostname = requested ? requested.replace(/:\d+$/, "") : "localhost";
  if (requested && !isLocal(hostname)) return { origin: `http://${requested}`, unreachable: false };
  const lan = o.addresses[0];
  return lan
    ? { origin: `http://${lan}:${o.port}`, unreachable: false }
    : { origin: `http://${requested ?? `localhost:${o.port}`}`, unreachable: true };
}

/**
 * What a phone comes with: a PIN or a join key in its address, and where it came from. And where it sat, by the same
 * code: after the last question the PIN is given back, and a reload must still show the podium.
 */
import type { KeyValueStore } from "@/lib/client/storage";

export type Target = { pin: string } | { key: string };
type Address = Pick<Location, "pathname" | "search">;

/** A mistyped address may hold a lone %: then it is taken as it stands. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function targetFrom({ pathname, search }: Address): Target | null {
  const key = /^\/j\/([^/]+)/.exec(pathname)?.[1];
  if (key) return { key: decoded(key) };
  const inPath = /^\/(?:play|join)\/([^/]+)/.exec(pathname)?.[1];
  const pin = inPath ? decoded(inPath) : new URLSearchParams(search).get("pin");
  return pin ? { pin } : null;
}

/** A table card's label travels in the link: ?s=table-7. */
export const sourceFrom = ({ search }: Address, target: Target | null): string =>
  new URLSearchParams(search).get("s") ?? (target && "key" in target ? "qr" : "pin");

export type KeptSeat = { sessionId: string; title: string };
const seatKey = (at: Target) => `roomful.seat.${"pin" in at ? at.pin.replace(/\D/g, "") : at.key}`;

export const keepSeat = (storage: KeyValueStore, at: Target, seat: KeptSeat): void =>
  storage.set(seatKey(at), JSON.stringify(seat));
export const forgetSeat = (storage: KeyValueStore, at: Target): void => storage.remove(seatKey(at));

export function keptSeat(storage: KeyValueStore, at: Target): KeptSeat | null {
  try {
    const kept: unknown = JSON.parse(storage.get(seatKey(at)) ?? "null");
    const { sessionId, title } = (kept ?? {}) as Partial<KeptSeat>;
    return typeof sessionId === "string" && typeof title === "string" ? { sessionId, title } : null;
  } catch {
    return null;
  }
}

/**
 * Whom a request is charged to, by what it can prove (limits.md, rule 1: what is protected and what is counted must be the
 * same): a player, a host and a big screen each to themselves, everybody else to the address, which strangers can drain.
 * One answer for HTTP, sockets and pages. Nothing a stranger can make up is looked for in the database.
 */
import type { Result } from "@/lib/contracts/refusals";
import type { Charge } from "@/lib/limits/limiter";
import { cohostId } from "./cohost";
import type { Container } from "./container";
import { type HostActor, hostActor } from "./projections";
import type { Seat } from "./seat";
import { openedBy } from "./session-links";
import type { SessionRoom } from "./session-room";

export type Payer =
  /** `key`: the phone, so that one phone of a team does not spend for the others; the seat where only its pass is known */
  | { who: "player"; key: string; ipKey: string }
  | { who: "host"; hostId: string; ipKey: string }
  | { who: "screen" | "marker" | "cohost"; sessionId: string; ipKey: string }
  | { who: "address"; ipKey: string };

export type Proofs = {
  /** the address, as its buckets are keyed */
  ipKey: string;
  cookie: string | undefined;
  /** the session that is asked for */
  sessionId?: string | undefined;
  deviceToken?: string | null | undefined;
  screenToken?: string | null | undefined;
  markerToken?: string | null | undefined;
  cohostToken?: string | null | undefined;
};

/** The browser of a seated phone shows it with every request, also for pages and look-ups, which name no session. */
export const seatCookie = "roomful.seat";

/** The first cookie of that name. */
export function cookieNamed(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

const active = (seat: Seat | null | undefined): Seat | null => (seat?.status === "active" ? seat : null);

/** The seat a device has in the session it asks for, or the one its browser's pass was given for. */
async function seatOf(box: Container, o: Proofs): Promise<Seat | null> {
  const { service, tokens } = box;
  const pass = tokens.readSeatPass(cookieNamed(o.cookie, seatCookie));
  const deviceId = tokens.readDevice(o.deviceToken);
  if (deviceId && o.sessionId) {
    // device tokens are free and session ids can be made up: only a pass shows that this session exists
    const isReal = pass?.sessionId === o.sessionId;
    const room: SessionRoom | null = await (isReal
      ? service.findRoom(o.sessionId)
      : service.roomInMemory(o.sessionId));
    const seat = active(room?.seatOfDevice(deviceId));
    if (seat) return seat;
  }
  // a look-up names its session in the body, which is read later than it is charged
  const elsewhere = deviceId && !o.sessionId ? service.seatNow(deviceId) : null;
  if (elsewhere) return elsewhere;
  return pass ? active((await service.findRoom(pass.sessionId))?.seats.get(pass.playerId)) : null;
}

/** Whoever has a link in force; whose link was replaced must not spend what the session's new ones have. */
async function linkPayer(box: Container, o: Proofs): Promise<Payer | null> {
  const { sessionId } = o;
  if (!sessionId) return null;
  const shown = { screen: o.screenToken, marker: o.markerToken, cohost: o.cohostToken };
  for (const who of ["screen", "marker", "cohost"] as const) {
    // a session is looked for only where its signature is good
    if (!shown[who] || box.tokens.readLinkToken(who, sessionId, shown[who]) === null) continue;
    if (openedBy(box, await box.service.findRoom(sessionId), who, shown[who]).ok)
      return { who, sessionId, ipKey: o.ipKey };
  }
  return null;
}

/** `host`: asks for the host once a request, for whoever needs to know. */
export async function payerOf(
  box: Container,
  o: Proofs,
  host: () => Promise<Result<HostActor>> = () => hostOf(box, o.cookie),
): Promise<Payer> {
  const byLink = await linkPayer(box, o);
  if (byLink) return byLink;
  const deviceId = box.tokens.readDevice(o.deviceToken);
  const seated = deviceId ? await seatOf(box, o) : null;
  if (deviceId && seated)
    return {
      who: "player",
      key: seated.deviceIds.includes(deviceId) ? deviceId : seated.playerId,
      ipKey: o.ipKey,
    };
  // a forged cookie is found out by its signature, before the database is asked
  const actor = hasHostCookie(o.cookie) ? await host() : null;
  if (actor?.ok) return { who: "host", hostId: actor.value.hostId, ipKey: o.ipKey };
  // a page load carries the pass alone
  const passed = deviceId ? null : await seatOf(box, o);
  if (passed) return { who: "player", key: passed.playerId, ipKey: o.ipKey };
  return { who: "address", ipKey: o.ipKey };
}

const hasHostCookie = (cookie: string | undefined): boolean => /roomful\.session_token=/.test(cookie ?? "");

function hostOf(box: Container, cookie: string | undefined): Promise<Result<HostActor>> {
  const headers = new Headers();
  if (cookie) headers.set("cookie", cookie);
  return hostActor(box, headers);
}

/** For pages, which name no session and know no device token. */
export const playerByPass = async (box: Container, cookie: string): Promise<string | null> =>
  (await seatOf(box, { ipKey: "", cookie }))?.playerId ?? null;
export async function hostByCookie(box: Container, cookie: string): Promise<string | null> {
  const host = hasHostCookie(cookie) ? await hostOf(box, cookie) : null;
  return host?.ok ? host.value.hostId : null;
}

/** What a request over HTTP costs whoever sends it; big screen and marker have one road each, which charges by itself. */
export function requestCharges(payer: Payer): Charge[] {
  if (payer.who === "player") return [{ policy: "playerRequest", key: payer.key, via: () => payer.ipKey }];
  if (payer.who === "host") return [{ policy: "hostRequest", key: payer.hostId, via: () => payer.ipKey }];
  if (payer.who === "cohost")
    return [{ policy: "hostRequest", key: cohostId(payer.sessionId), via: () => payer.ipKey }];
  return payer.who === "screen" || payer.who === "marker" ? [] : [{ policy: "global", key: payer.ipKey }];
}

/** What a new live line costs. */
export function connectCharge(payer: Payer): Charge {
  const via = () => payer.ipKey;
  if (payer.who === "player") return { policy: "playerConnect", key: payer.key, via };
  if (payer.who === "screen" || payer.who === "marker" || payer.who === "cohost") {
    const key = `${payer.who}:${payer.sessionId}`;
    return {
      policy: "playerConnect",
      key,
      from: { who: payer.who === "screen" ? "screen" : "host", key },
      via,
    };
  }
  if (payer.who === "host")
    return {
      policy: "playerConnect",
      key: `host:${payer.hostId}`,
      from: { who: "host", key: payer.hostId },
      via,
    };
  return { policy: "socketConnect", key: payer.ipKey };
}

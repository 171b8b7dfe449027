/**
 * The door of the socket gateway. Who comes in is known only from the first message, because a browser cannot put a token
 * into an upgrade; so nobody is turned away for what others behind the same address did before. What bounds strangers:
 * who proves nothing pays with the address, and of those who have not said who they are the longest silent goes first.
 * 1,000 upgrades a second of strangers, silent or with bad tokens, take 0.3 to 0.4 of a core.
 */
import type { IncomingMessage } from "node:http";
import type { Socket } from "socket.io";
import { type Refusal, type RefusalCode, type Result, refuse } from "@/lib/contracts/refusals";
import type { SocketAuth } from "@/lib/contracts/socket";
import { socketsPerSeat } from "@/lib/limits/policies";
import { charge } from "./charge";
import { cohostActor } from "./cohost";
import type { Container } from "./container";
import { connectCharge, type Payer, payerOf } from "./payer";
import { type HostActor, hostActor } from "./projections";
import { openedBy } from "./session-links";
import type { SessionRoom } from "./session-room";

/** An engine.io connection, beneath socket.io's. */
type Line = { request: IncomingMessage; once(event: "close", run: () => void): unknown };

export type SocketData = {
  room: SessionRoom;
  role: SocketAuth["role"];
  playerId?: string;
  deviceId?: string;
  hostId?: string;
  /** co-hosts, who send orders over HTTP, and big screens: the link they came by */
  link?: number;
  /** players: the version of the shared part this socket has */
  sharedVersion?: number;
  /** players: takes `view:change` */
  takesChanges?: boolean;
  /** players: the name of that shared part (lib/contracts/view-change.ts) */
  shows?: string;
  /** hosts: what the last acknowledgement showed, so that it is not pushed a second time */
  acknowledged?: string;
};

/**
 * How many of one address may be silent: the room twice, each phone once more before its old line is known to be dead, and
 * 600 beside it: while a stranger opens 200 a second, the slowest phone still has three seconds for its first message.
 */
const mostSilent = (roomSize: number): number => 600 + roomSize * 2;

export function createSilentLines(o: {
  roomSize: number;
  dropped(ipKey: string): void;
  /** it is over, or was dropped, without a word; what it said was charged */
  endedSilent(ipKey: string): void;
}) {
  /** oldest first */
  const byAddress = new Map<string, Set<Line>>();
  const most = mostSilent(o.roomSize);
  /** said something that was no proof */
  const spoken = new WeakSet<Line>();

  function forget(ipKey: string, line: Line): boolean {
    const lines = byAddress.get(ipKey);
    const wasSilent = lines?.delete(line) ?? false;
    if (lines?.size === 0) byAddress.delete(ipKey);
    return wasSilent;
  }

  function end(ipKey: string, line: Line): void {
    if (forget(ipKey, line) && !spoken.has(line)) o.endedSilent(ipKey);
  }

  return {
    opened(ipKey: string, line: Line): void {
      const lines = byAddress.get(ipKey) ?? new Set();
      byAddress.set(ipKey, lines.add(line));
      line.once("close", () => end(ipKey, line));
      const [oldest] = lines;
      if (lines.size <= most || !oldest) return;
      end(ipKey, oldest);
      // at once: a closing handshake waits for the other side, which may not want to
      oldest.request.socket.destroy();
      o.dropped(ipKey);
    },
    /** it says who it is, and is charged for it; whether that is true is not known yet */
    spoke: (line: Line): void => void spoken.add(line),
    /** it has shown that it is a player, a host or a big screen */
    proven: (ipKey: string, line: Line): void => void forget(ipKey, line),
    count: (ipKey: string): number => byAddress.get(ipKey)?.size ?? 0,
  };
}

type Refused = Refusal & { retryAfterMs?: number };
const refused = (code: RefusalCode, more: { message?: string; retryAfterMs?: number } = {}) => ({
  ok: false as const,
  error: { ...refuse(code, more.message).error, ...more } as Refused,
});

async function identify(box: Container, socket: Socket, ipKey: string): Promise<Result<SocketData, Refused>> {
  const { service, tokens } = box;
  const auth = socket.handshake.auth as Partial<SocketAuth>;
  const { cookie } = socket.handshake.headers;
  const sessionId = typeof auth.sessionId === "string" ? auth.sessionId : "";
  const token = typeof auth.token === "string" ? auth.token : null;
  const tokenFor = (role: SocketAuth["role"]) => (auth.role === role ? token : null);
  const asked: { host?: Promise<Result<HostActor>> } = {};
  const host = () => {
    asked.host ??= hostActor(box, new Headers(cookie ? { cookie } : {}));
    return asked.host;
  };
  const proofs = {
    ipKey,
    cookie,
    sessionId,
    deviceToken: tokenFor("player"),
    screenToken: tokenFor("screen"),
    cohostToken: tokenFor("host"),
  };
  const payer = await payerOf(box, proofs, host);
  const limited = await overLimit(box, payer);
  if (limited) return limited;

  const room = await service.findRoom(sessionId);
  if (!room) return refused("NOT_FOUND", { message: "This session does not exist." });
  if (auth.role === "player") {
    const deviceId = tokens.readDevice(token);
    const seat = await service.seatFor(room, deviceId);
    if (!seat.ok) return seat;
    if (seat.value.sockets >= socketsPerSeat) return refused("RATE_LIMITED");
    const { playerId } = seat.value;
    const takesChanges = auth.changes === true;
    return { ok: true, value: { room, role: "player", playerId, deviceId: deviceId ?? "", takesChanges } };
  }
  const link = room.state.cohostLink;
  if (auth.role === "screen") {
    const screen = openedBy(box, room, "screen", token);
    return screen.ok ? { ok: true, value: { room, role: "screen", link } } : screen;
  }
  if (auth.role !== "host") return refused("BAD_REQUEST");
  if (token !== null) {
    const cohost = cohostActor(box, room, token);
    return cohost.ok ? { ok: true, value: { room, role: "host", link } } : cohost;
  }
  const actor = await host();
  if (!actor.ok) return actor;
  const { hostId } = actor.value;
  if (room.stored.hostId !== hostId) return refused("FORBIDDEN");
  return { ok: true, value: { room, role: "host", hostId } };
}

async function overLimit(box: Container, payer: Payer) {
  try {
    const verdict = await charge(box, [connectCharge(payer)]);
    if (!verdict.ok) return refused("RATE_LIMITED", { retryAfterMs: verdict.retryAfterMs });
  } catch (error) {
    box.log.error({ err: error }, "the limiter failed; the connection is let in");
  }
  return null;
}

/** For `io.engine.on("connection")` and `io.use`. */
export function createDoor(box: Container, ipOf: (req: IncomingMessage) => string) {
  const silent = createSilentLines({
    roomSize: box.env.ROOM_SIZE,
    dropped(ipKey) {
      // counted, so that the panel names an address that opens lines and says nothing on them
      charge(box, [{ policy: "socketConnect", key: ipKey }]).catch(() => undefined);
    },
    endedSilent(ipKey) {
      box.metrics.lineEndedSilent();
      box.offenders.lineEndedSilent(box.tokens.anonymise(ipKey));
    },
  });
  // whose link was replaced is out, before the new version is sent to whoever is left
  const linked = new Set<Socket>();
  box.service.subscribe({
    versionChanged({ sessionId, state }) {
      for (const socket of linked) {
        const { room, link } = socket.data as SocketData;
        if (room.sessionId === sessionId && link !== state.cohostLink) socket.disconnect(true);
      }
    },
  });
  return {
    silent,
    opened: (line: Line) => silent.opened(ipOf(line.request), line),
    async admit(socket: Socket, next: (error?: Error) => void): Promise<void> {
      const refuseWith = (error: Refused) => next(Object.assign(new Error(error.message), { data: error }));
      try {
        const ipKey = ipOf(socket.request);
        silent.spoke(socket.conn);
        const known = await identify(box, socket, ipKey);
        if (!known.ok) return refuseWith(known.error);
        silent.proven(ipKey, socket.conn);
        socket.data = known.value;
        if (known.value.link !== undefined) {
          linked.add(socket);
          socket.conn.once("close", () => linked.delete(socket));
        }
        next();
      } catch (error) {
        box.log.error({ err: error }, "a socket handshake failed");
        refuseWith(refuse("UNAVAILABLE").error);
      }
    },
  };
}

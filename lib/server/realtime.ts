/**
 * The socket gateway: WebSocket only, the same views and the same service as the HTTP API. It adds no rule of its
 * own: it lets in whom the door knows (handshake.ts), passes orders on and sends what the service publishes.
 */
import type { Server as HttpServer, IncomingMessage } from "node:http";
import { type Socket as BaseSocket, Server } from "socket.io";
import { type AnswerReply, submitAnswerSchema } from "@/lib/contracts/answers";
import { hostCommandSchema } from "@/lib/contracts/commands";
import { ok, refuse } from "@/lib/contracts/refusals";
import type { ClientToServerEvents, ServerToClientEvents } from "@/lib/contracts/socket";
import { charge, chargeSoon } from "./charge";
import type { Container } from "./container";
import { createDoor, type SocketData } from "./handshake";
import { isForeignOrigin } from "./origin";
import { hostEnvelope, screenEnvelope } from "./projections";
import type { Seat } from "./seat";
import type { SessionRoom } from "./session-room";
import { andThen, type Soon } from "./soon";
import { textFrame } from "./text-frame";

type Io = Server<ClientToServerEvents, ServerToClientEvents, Record<string, never>, SocketData>;
type Socket = BaseSocket<ClientToServerEvents, ServerToClientEvents, Record<string, never>, SocketData>;

/** An answer is under 1 kB and no order is longer; 16 KiB closes the socket that sends more (faults.md 17). */
const maxFrameBytes = 16 * 1024;
/** The version is named again after a change, so that a phone whose message was lost pulls the view (CON-05). */
const announceAfterMs = 1500;
/**
 * A phone that answers hears it by the acknowledgement alone; its team and its other tabs a moment later, so that in a burst nobody's
 * acknowledgement waits behind the news for those who have theirs. Half of what a person notices.
 */
const tellChangedAfterMs = 50;
/** Three refused bursts and the socket is closed (limits.md, socketMessage). */
const burstsBeforeClosing = 3;

const channel = (sessionId: string, who: "player" | "host" | "screen" | `seat/${string}`) =>
  `${sessionId}/${who}`;

export type Realtime = { io: Io; close(): Promise<void> };

export function createRealtime(
  http: HttpServer,
  box: Container,
  ipOf: (req: IncomingMessage) => string,
): Realtime {
  const { service } = box;
  const io: Io = new Server(http, {
    transports: ["websocket"],
    // Next answers upgrades of its own (hot reload); ours are found by path
    destroyUpgrade: false,
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: maxFrameBytes,
    // a phone that fell asleep is noticed within 20 + 10 s; its seat stays
    pingInterval: 20_000,
    pingTimeout: 10_000,
    connectTimeout: 10_000,
    allowRequest: (req, done) => {
      const isForeign = isForeignOrigin(req.headers, box.env.PUBLIC_URL);
      done(isForeign ? "foreign origin" : null, !isForeign);
    },
  });

  box.socketCount = () => io.engine.clientsCount;

  const door = createDoor(box, ipOf);
  io.engine.on("connection", door.opened);
  io.use(door.admit);

  /** The whole view of one socket, as after a connection. */
  function sendView(socket: Socket): void {
    const { room, role, playerId } = socket.data;
    const requestHost = socket.handshake.headers.host;
    if (role === "host") socket.emit("view:host", hostEnvelope(box, room, requestHost));
    else if (role === "screen") socket.emit("view:screen", screenEnvelope(box, room, requestHost));
    else {
      const seat = room.seats.get(playerId ?? "");
      if (seat) sendWhole(socket, seat);
    }
  }

  /** What differs from the shared part this socket has, where it can take that; else the bytes a poll would be answered with. */
  function sendWhole(socket: Socket, seat: Seat): void {
    const { room, takesChanges, shows } = socket.data;
    const now = box.now();
    const change = takesChanges && shows !== undefined ? room.changeBody(seat, now, shows) : null;
    socket.data.sharedVersion = room.state.version;
    socket.data.shows = room.shared().hash;
    if (change === null) sendText(socket, "view:player", room.playerBody(seat, now, 0).body);
    else sendText(socket, "view:change", change);
  }

  /**
   * An event whose payload is JSON already: the shared part is serialised once per version, not once per phone and
   * version. `2` is socket.io's packet for an event of the default namespace, the `4` before it the engine's for a message.
   * The engine sends a frame that is there already, as socket.io's own broadcasts have one, and otherwise the text.
   */
  function sendText(socket: Socket, event: "view:player" | "view:change" | "view:me", json: string): void {
    const text = `2["${event}",${json}]`;
    const options = { compress: false, wsPreEncodedFrame: [textFrame(`4${text}`)] };
    socket.conn.write(text, options);
  }

  /**
   * The personal part to all phones of a seat; the whole view where a phone stands at a version passed over, or was not
   * told yet of guests who came and went: the cursor stands for both parts.
   */
  function sendSeat(room: SessionRoom, seat: Seat, except?: string): void {
    const body = room.meBody(seat, box.now());
    const { hash } = room.shared();
    eachSocket(channel(room.sessionId, `seat/${seat.playerId}`), (socket) => {
      if (socket.id === except) return;
      const { sharedVersion, shows } = socket.data;
      if (sharedVersion === room.state.version && shows === hash) sendText(socket, "view:me", body);
      else sendWhole(socket, seat);
    });
  }

  io.on("connection", (socket: Socket) => {
    const { room, role, playerId, deviceId } = socket.data;
    const seat = playerId ? room.seats.get(playerId) : undefined;
    let bursts = 0;
    const via = () => ipOf(socket.request);
    socket.join(channel(room.sessionId, role));
    if (seat) {
      socket.join(channel(room.sessionId, `seat/${seat.playerId}`));
      seat.sockets += 1;
      room.markChanged(seat.playerId);
    }
    if (deviceId) service.presence.lineOpened(room, deviceId);
    sendView(socket);

    socket.on("disconnect", () => {
      if (deviceId) service.presence.lineClosed(room, deviceId);
      if (!seat) return;
      const current = room.seats.get(seat.playerId);
      if (!current) return;
      current.sockets = Math.max(0, current.sockets - 1);
      room.markChanged(seat.playerId);
    });

    // whoever has no seat has no answers to send: told as what the line is, not as a player
    const from = deviceId
      ? undefined
      : {
          who: role === "screen" ? ("screen" as const) : ("host" as const),
          key: `${role}:${room.sessionId}`,
        };
    /** Charges the message; null when it may go on. A retry is told when, and the third burst ends the socket. */
    const limited = (key: string): Soon<{ retryAfterMs: number } | null> =>
      andThen(chargeSoon(box, [{ policy: "socketMessage", key, from, via }]), (verdict) => {
        if (verdict.ok) return null;
        bursts += 1;
        if (bursts >= burstsBeforeClosing) setImmediate(() => socket.disconnect(true));
        return { retryAfterMs: verdict.retryAfterMs };
      });

    function answer(deviceId: string, message: unknown, receivedAt: number): Soon<AnswerReply> {
      const parsed = submitAnswerSchema.safeParse(message);
      if (!parsed.success) return { ok: false, ...refuse("BAD_REQUEST").error };
      const here = room.seatOfDevice(deviceId);
      const current = here?.status === "active" ? ok(here) : service.seatFor(room, deviceId);
      return andThen(current, (found): Soon<AnswerReply> => {
        if (!found.ok) return { ok: false, ...found.error };
        const repeated = service.repeatedReply(room, found.value, parsed.data);
        if (repeated) return repeated;
        return andThen(chargeSoon(box, [{ policy: "submitAnswer", key: deviceId, via }]), (verdict) =>
          verdict.ok
            ? service.submitAnswer(room, found.value, parsed.data, receivedAt, socket.id)
            : { ok: false, ...refuse("RATE_LIMITED").error, retryAfterMs: verdict.retryAfterMs },
        );
      });
    }

    socket.on("answer:submit", (message, reply) => {
      const receivedAt = box.now();
      // each phone of a team has limits of its own: eight on one sheet are no flood
      const key = socket.data.deviceId;
      const isAsking = typeof reply === "function";
      const say = (said: AnswerReply) => {
        if (isAsking) reply(said);
      };
      const fail = (error: unknown) => {
        box.log.error({ err: error, sessionId: room.sessionId }, "an answer over the socket failed");
        say({ ok: false, ...refuse("UNAVAILABLE").error, retryAfterMs: 1000 });
      };
      try {
        if (!key && isAsking) return say({ ok: false, ...refuse("NOT_SEATED").error });
        const replied = andThen(limited(key ?? socket.id), (over): Soon<AnswerReply | null> => {
          // nobody waits for an answer, but it was sent: it counts
          if (!isAsking || !key) return null;
          if (over) return { ok: false, ...refuse("RATE_LIMITED").error, ...over };
          return answer(key, message, receivedAt);
        });
        if (replied instanceof Promise) replied.then((said) => said && say(said)).catch(fail);
        else if (replied) say(replied);
      } catch (error) {
        fail(error);
      }
    });

    socket.on("command:send", async (message, reply) => {
      if (typeof reply !== "function") return;
      try {
        // the session's host of this moment: a guest may have become an account since the handshake
        const hostId = socket.data.hostId ? room.stored.hostId : undefined;
        if (!hostId) {
          box.log.warn({ sessionId: room.sessionId, role }, "a host command from somebody else was refused");
          return reply({ ok: false, ...refuse("FORBIDDEN").error });
        }
        const verdict = await charge(box, [{ policy: "hostCommand", key: hostId, via }]);
        if (!verdict.ok)
          return reply({ ok: false, ...refuse("RATE_LIMITED").error, retryAfterMs: verdict.retryAfterMs });
        const parsed = hostCommandSchema.safeParse(message);
        if (!parsed.success) return reply({ ok: false, ...refuse("BAD_REQUEST").error });
        const done = await service.command(room, parsed.data, hostId);
        const envelope = hostEnvelope(box, room, socket.handshake.headers.host);
        // what is pushed in this turn is what the acknowledgement shows; what comes later is not
        socket.data.acknowledged = envelope.cursor;
        setImmediate(() => {
          socket.data.acknowledged = "";
        });
        reply(done.ok ? { ok: true, envelope } : { ok: false, ...done.error, envelope });
      } catch (error) {
        box.log.error({ err: error, sessionId: room.sessionId }, "a command over the socket failed");
        reply({ ok: false, ...refuse("UNAVAILABLE").error, retryAfterMs: 1000 });
      }
    });
  });

  const eachSocket = (name: string, visit: (socket: Socket) => void) => {
    for (const id of io.sockets.adapter.rooms.get(name) ?? []) {
      const socket = io.sockets.sockets.get(id);
      if (socket) visit(socket);
    }
  };

  /** the last version every phone was sent */
  const announced = new WeakMap<SessionRoom, number>();

  /** Seats whose personal part has changed and whose phones do not know yet. */
  const changed = new Map<Seat, { room: SessionRoom; knows: string | undefined }>();
  function tellChanged(): void {
    const told = [...changed];
    changed.clear();
    // most often a seat is one phone, and it was acknowledged
    for (const [seat, { room, knows }] of told)
      if (knows === undefined || seat.sockets > 1) sendSeat(room, seat, knows);
  }

  service.subscribe({
    versionChanged(room, audience) {
      const { version } = room.state;
      // after the room: a host's view names every team, and a thousand phones need not wait while it is made
      setImmediate(() => {
        eachSocket(channel(room.sessionId, "screen"), sendView);
        const shown = room.liveCursor(box.bootId);
        eachSocket(channel(room.sessionId, "host"), (socket) => {
          if (socket.data.acknowledged !== shown) sendView(socket);
        });
      });
      if (audience !== "everybody") {
        for (const seat of audience) {
          changed.delete(seat);
          sendSeat(room, seat);
        }
        return;
      }
      // each phone gets its personal part with the new version
      for (const [seat, { room: of }] of changed) if (of === room) changed.delete(seat);
      const players = channel(room.sessionId, "player");
      eachSocket(players, sendView);
      announced.set(room, version);
      setTimeout(() => {
        // a version that showed phones nothing new does not make the one before it less worth having
        if (announced.get(room) === version) io.to(players).emit("version:announced", { version });
      }, announceAfterMs).unref();
    },
    playerChanged(room, seat, knows) {
      if (changed.size === 0) setTimeout(tellChanged, tellChangedAfterMs).unref();
      // of two changes nobody knows both
      changed.set(seat, { room, knows: changed.has(seat) ? undefined : knows });
    },
    liveChanged(room, change) {
      io.to(channel(room.sessionId, "host")).emit("live:host", change);
      const { playerCount, answeredCount, buzzes, players, removedIds } = change;
      const names = players.map(({ playerId, name }) => ({ playerId, name }));
      io.to(channel(room.sessionId, "screen")).emit("live:screen", {
        playerCount,
        answeredCount,
        buzzes,
        names,
        removedIds,
      });
    },
    seatRevoked(room, seat, code) {
      const name = channel(room.sessionId, `seat/${seat.playerId}`);
      io.to(name).emit("seat:revoked", refuse(code).error);
      // after the message has left
      setTimeout(() => io.in(name).disconnectSockets(true), 100).unref();
    },
    deviceMoved(room, deviceId) {
      eachSocket(channel(room.sessionId, "player"), (socket) => {
        if (socket.data.deviceId === deviceId) socket.disconnect(true);
      });
    },
  });

  return { io, close: () => io.close().then(() => undefined) };
}

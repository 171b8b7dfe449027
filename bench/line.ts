/**
 * A device's line to its session: the product's own SessionConnection with socket.io and HTTP of this process under it,
 * so that back-off, fallback and ordering are those of a real phone and not a second opinion. It must not retry,
 * reorder or time anything by itself.
 */
import type { Agent } from "node:http";
import { io } from "socket.io-client";
import { ioSocket } from "@/lib/client/io-socket";
import { serverClock } from "@/lib/client/server-clock";
import { SessionConnection, type SocketLike } from "@/lib/client/session-connection";
import type { PollOutcome } from "@/lib/client/view-polling";
import type { SocketAuth } from "@/lib/contracts/socket";
import type { Envelope } from "@/lib/contracts/views";
import type { Caller } from "./caller";

/** As in lib/client/browser-connection.ts. */
const pollPauseMs = { player: 50, host: 1_000, screen: 1_000 };
const handshakeTimeoutMs = 5_000;

export type Line = {
  connection: SessionConnection;
  serverNow(): number;
  /** socket messages, both ways */
  messages(): number;
  close(): void;
};

export function openLine<V>(o: {
  caller: Caller;
  socketAgent: Agent;
  auth: SocketAuth;
  /** path of the polled view, without `since` and `wait` */
  viewPath: string;
  listen(socket: SocketLike, connection: SessionConnection): void;
  show(envelope: Envelope<V>): void;
  /** a poll that the server may hold is sent; true: nothing newer is to be had, so it will be */
  polls?(): boolean;
  polled?(): void;
  /** heard on a road opened at `openedAt`; `backAt`: since when nothing new would have passed this device by */
  heard(openedAt: number, backAt: number): void;
}): Line {
  const { who, history, headers } = o.caller.o;
  const monotonicNow = () => performance.now();
  const clock = serverClock(monotonicNow);
  let messages = 0;

  async function openSocket(): Promise<SocketLike> {
    const socket = io(o.caller.o.base.origin, {
      transports: ["websocket"],
      autoConnect: false,
      reconnection: false,
      // phones do not share a connection as two sockets of one page would
      forceNew: true,
      timeout: handshakeTimeoutMs,
      auth: o.auth,
      extraHeaders: headers,
      perMessageDeflate: false as never,
      agent: o.socketAgent as never,
    });
    let openedAt = 0;
    let askedAt = 0;
    socket.on("connect", () => {
      openedAt = performance.now();
      history.add({ kind: "call", who, what: "socket", ms: openedAt - askedAt, outcome: "ok" });
    });
    socket.on("connect_error", (error) => {
      const refused = refusedConnection(error);
      const ms = performance.now() - askedAt;
      history.add({ kind: "call", who, what: "socket", ms, ...refused });
    });
    socket.onAny(() => {
      messages += 1;
    });
    const phone = ioSocket(socket);
    const like: SocketLike = {
      get connected() {
        return socket.connected;
      },
      // after the line's own handler, so that what was heard is shown by then
      on: (event, handler) =>
        void socket.on(event, (...args: unknown[]) => {
          (handler as (...args: unknown[]) => void)(...args);
          if (event.startsWith("view:")) o.heard(openedAt, performance.now());
        }),
      connect: () => {
        askedAt = performance.now();
        socket.connect();
      },
      disconnect: () => void socket.disconnect(),
      emitWithAck: async (event, payload, asked) => {
        messages += 1;
        const reply = await phone.emitWithAck(event, payload, asked);
        messages += 1;
        return reply;
      },
    };
    o.listen(like, connection);
    return like;
  }

  async function poll(q: {
    since: string | null;
    waitSeconds: number;
    signal: AbortSignal;
  }): Promise<PollOutcome> {
    const join = o.viewPath.includes("?") ? "&" : "?";
    const query = q.since === null ? "" : `${join}since=${encodeURIComponent(q.since)}&wait=${q.waitSeconds}`;
    const askedAt = monotonicNow();
    const isHeld = q.waitSeconds > 0 && (o.polls?.() ?? false);
    const backAt = () => (isHeld ? askedAt : monotonicNow());
    const reply = await o.caller.api<Envelope<V> | undefined>("view", `${o.viewPath}${query}`, {
      token: o.auth.role === "player" ? (o.auth.token ?? null) : null,
      signal: q.signal,
      waitMs: q.waitSeconds * 1000,
    });
    o.polled?.();
    if (!reply.ok) return { kind: "refused", refusal: reply.error };
    const envelope = reply.value;
    if (!envelope) {
      o.heard(askedAt, backAt());
      return { kind: "unchanged" };
    }
    const roundTripMs = monotonicNow() - askedAt;
    clock.hear(envelope.now, q.since === null || q.waitSeconds === 0 ? roundTripMs : undefined);
    const { cursor, version, now, retryAfterMs } = envelope;
    const apply = () => {
      o.show(envelope);
      o.heard(askedAt, backAt());
    };
    return { kind: "view", cursor, version, now, retryAfterMs, apply };
  }

  const connection: SessionConnection = new SessionConnection({
    clock,
    monotonicNow,
    setTimer: (run, ms) => setTimeout(run, ms),
    clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
    random: Math.random,
    onChange: () => undefined,
    pollPauseMs: pollPauseMs[o.auth.role],
    openSocket,
    poll,
  });
  connection.start();
  return {
    connection,
    serverNow: clock.now,
    messages: () => messages,
    close: () => connection.close(),
  };
}

/** The server's own limiter says so in the refusal of the session; an upgrade that fails is the network's doing. */
function refusedConnection(error: Error & { data?: { code?: string } }) {
  return error.data?.code === "RATE_LIMITED"
    ? { outcome: "RATE_LIMITED" as const, policy: "playerConnect" }
    : { outcome: "NO_REPLY" as const };
}

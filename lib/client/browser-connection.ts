/** The real ears and mouth of a SessionConnection: socket.io (loaded when needed), fetch, timers and page events. */
import type { SocketAuth } from "@/lib/contracts/socket";
import type { Envelope } from "@/lib/contracts/views";
import { api } from "./api";
import { serverClock } from "./server-clock";
import { type PollOutcome, SessionConnection, type SocketLike } from "./session-connection";

export type Wire = {
  connection: SessionConnection;
  serverNow(): number;
  close(): void;
};

/** Hidden for longer than this, a phone may have slept and its socket be dead without a word (CON-07). */
const asleepAfterMs = 5_000;
/** A phone's poll waits for news of its own; hosts and screens hear of every join and answer. */
const pollPauseMs = { player: 50, host: 1_000, screen: 1_000 };

export function openWire<V>(o: {
  auth: SocketAuth;
  /** path of the polled view, without `since` and `wait` */
  viewPath: string;
  token: string | null;
  /** puts the socket's own events on; called once */
  listen(socket: SocketLike, connection: SessionConnection): void;
  /** a whole view by polling */
  show(envelope: Envelope<V>): void;
  onChange(): void;
}): Wire {
  const monotonicNow = () => performance.now();
  const clock = serverClock(monotonicNow);
  const connection: SessionConnection = new SessionConnection({
    clock,
    monotonicNow,
    setTimer: (run, ms) => window.setTimeout(run, ms),
    clearTimer: (timer) => window.clearTimeout(timer as number),
    random: Math.random,
    onChange: o.onChange,
    pollPauseMs: pollPauseMs[o.auth.role],
    async openSocket() {
      const { io } = await import("socket.io-client");
      const socket = io({
        transports: ["websocket"],
        autoConnect: false,
        // retries are the connection's own: one back-off for both roads
        reconnection: false,
        timeout: 5_000,
        auth: o.auth,
      });
      const like: SocketLike = {
        get connected() {
          return socket.connected;
        },
        on: (event, handler) => void socket.on(event, handler as (...args: unknown[]) => void),
        connect: () => void socket.connect(),
        disconnect: () => void socket.disconnect(),
        emitWithAck: (event, payload, timeoutMs) => socket.timeout(timeoutMs).emitWithAck(event, payload),
      };
      o.listen(like, connection);
      return like;
    },
    async poll({ since, waitSeconds, signal }): Promise<PollOutcome> {
      const join = o.viewPath.includes("?") ? "&" : "?";
      const query = since === null ? "" : `${join}since=${encodeURIComponent(since)}&wait=${waitSeconds}`;
      const askedAt = monotonicNow();
      const reply = await api<Envelope<V> | undefined>(`${o.viewPath}${query}`, {
        token: o.token,
        signal,
        waitMs: waitSeconds * 1000,
      });
      if (!reply.ok) return { kind: "refused", refusal: reply.error };
      const envelope = reply.value;
      if (!envelope) return { kind: "unchanged" };
      // a poll that waited says nothing about how long messages travel
      const roundTripMs = monotonicNow() - askedAt;
      clock.hear(envelope.now, since === null || waitSeconds === 0 ? roundTripMs : undefined);
      const { cursor, version, now } = envelope;
      return { kind: "view", cursor, version, now, apply: () => o.show(envelope) };
    },
  });

  let hiddenAt: number | null = null;
  const wake = () => {
    if (document.visibilityState !== "visible") {
      hiddenAt = monotonicNow();
      return;
    }
    const wasAsleep = hiddenAt !== null && monotonicNow() - hiddenAt > asleepAfterMs;
    hiddenAt = null;
    connection.wake(wasAsleep);
  };
  const restored = (event: PageTransitionEvent) => {
    if (event.persisted) connection.wake(true);
  };
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("pageshow", restored);
  window.addEventListener("online", wake);
  connection.start();
  return {
    connection,
    serverNow: clock.now,
    close() {
      document.removeEventListener("visibilitychange", wake);
      window.removeEventListener("pageshow", restored);
      window.removeEventListener("online", wake);
      connection.close();
    },
  };
}

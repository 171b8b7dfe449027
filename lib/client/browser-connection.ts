/** The real ears and mouth of a SessionConnection: socket.io (loaded when needed), fetch, timers and page events. */
import type { SocketAuth } from "@/lib/contracts/socket";
import type { Envelope } from "@/lib/contracts/views";
import { api } from "./api";
import { ioSocket } from "./io-socket";
import { watchWaking } from "./page-waking";
import { serverClock } from "./server-clock";
import { SessionConnection, type SocketLike } from "./session-connection";
import type { PollOutcome } from "./view-polling";

export type Wire = {
  connection: SessionConnection;
  serverNow(): number;
  close(): void;
};

/** A phone's poll waits for news of its own; hosts and screens hear of every join and answer. */
const pollPauseMs = { player: 50, host: 1_000, screen: 1_000 };

/** Timers and clocks of the browser, as the connection and the outbox take them. */
export const browserTime = {
  monotonicNow: () => performance.now(),
  setTimer: (run: () => void, ms: number): unknown => setTimeout(run, ms),
  clearTimer: (timer: unknown) => clearTimeout(timer as number | undefined),
  random: () => Math.random(),
};

/** JSON of somebody else (a captive portal) is not a view. */
function isEnvelope<V>(reply: Envelope<V> | undefined): reply is Envelope<V> {
  return (
    typeof reply?.cursor === "string" &&
    Number.isInteger(reply.version) &&
    Number.isFinite(reply.now) &&
    typeof reply.view === "object"
  );
}

export function openWire<V>(o: {
  auth: SocketAuth;
  /** path of the polled view, without `since` and `wait` */
  viewPath: string;
  token: string | null;
  /** puts the socket's own events on; called once */
  listen(socket: SocketLike, connection: SessionConnection): void;
  /** a whole view by polling; false: it says what is shown already */
  show(envelope: Envelope<V>): unknown;
  onChange(): void;
  onRoadOpen?(): void;
}): Wire {
  const { monotonicNow } = browserTime;
  const clock = serverClock(monotonicNow);
  const connection: SessionConnection = new SessionConnection({
    ...browserTime,
    clock,
    onChange: o.onChange,
    ...(o.onRoadOpen ? { onRoadOpen: o.onRoadOpen } : {}),
    pollPauseMs: pollPauseMs[o.auth.role],
    async openSocket() {
      const { io } = await import("socket.io-client");
      const socket = ioSocket(
        io({
          transports: ["websocket"],
          autoConnect: false,
          // retries are the connection's own: one back-off for both roads
          reconnection: false,
          timeout: 5_000,
          auth: o.auth,
        }),
      );
      o.listen(socket, connection);
      return socket;
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
      if (envelope === undefined) return { kind: "unchanged" };
      if (!isEnvelope(envelope))
        return {
          kind: "refused",
          refusal: { code: "UNAVAILABLE", message: "The quiz does not answer just now.", status: 0 },
        };
      // a poll that waited says nothing about how long messages travel
      const roundTripMs = monotonicNow() - askedAt;
      clock.hear(envelope.now, since === null || waitSeconds === 0 ? roundTripMs : undefined);
      const { cursor, version, now, retryAfterMs } = envelope;
      return { kind: "view", cursor, version, now, retryAfterMs, apply: () => o.show(envelope) };
    },
  });

  const stopWatching = watchWaking({
    monotonicNow,
    wake: (wasAsleep) => connection.wake(wasAsleep),
    slept: (ms) => clock.slept(ms),
  });
  connection.start();
  return {
    connection,
    serverNow: clock.now,
    close() {
      stopWatching();
      connection.close();
    },
  };
}

/**
 * A page's line to its session: the socket first, long polling the moment it is not connected, both at once if need
 * be. Framework-free and without a clock of its own, so that every failure can be played in a test. It shows nothing
 * older than what it has shown.
 */
import type { Refusal } from "@/lib/contracts/refusals";
import type { Link } from "@/lib/contracts/views";
import type { ServerClock } from "./server-clock";

/** What both roads deliver to `Deps.receive`. */
export type SocketLike = {
  connected: boolean;
  on(event: string, handler: (...args: never[]) => void): void;
  connect(): void;
  disconnect(): void;
  emitWithAck(event: string, payload: unknown, timeoutMs: number): Promise<unknown>;
};

export type PollOutcome =
  | { kind: "view"; cursor: string; version: number; now: number; apply: () => void }
  | { kind: "unchanged" }
  | { kind: "refused"; refusal: Refusal & { status: number; retryAfterMs?: number } };

export type ConnectionDeps = {
  /** loads the socket library; rejects where the chunk is blocked */
  openSocket(): Promise<SocketLike>;
  poll(o: { since: string | null; waitSeconds: number; signal: AbortSignal }): Promise<PollOutcome>;
  clock: ServerClock;
  monotonicNow(): number;
  setTimer(run: () => void, ms: number): unknown;
  clearTimer(timer: unknown): void;
  random(): number;
  onChange(): void;
  /** the least time between two polls: what changes often would otherwise wake a host's poll four times a second */
  pollPauseMs: number;
};

/** A whole view, or the two parts a player's view comes in on the socket. */
export type Part = "whole" | "shared" | "me";

/** Recovery time is back-off plus boot: a restarted server answers within half a second (design.md, decision 2). */
const firstRetryMs = 300;
const longestRetryMs = 5_000;
const waitSeconds = 20;
/** Neither road heard of for this long: say so on the phone. */
const offlineAfterMs = 3_000;
/** A version was named and did not come: fetch it. */
const announcedGraceMs = 300;
/** A server that lets in and throws out again is not back: only a line that has held resets the back-off. */
const settledMs = 2_000;

/** Refusals that end the line: asking again cannot help. */
const final = new Set([
  "BAD_TOKEN",
  "NOT_SEATED",
  "SEAT_REMOVED",
  "SEAT_BANNED",
  "SEAT_LEFT",
  "NOT_FOUND",
  "FORBIDDEN",
  "UNAUTHENTICATED",
]);

export class SessionConnection {
  link: Link = "offline";
  refusal: Refusal | null = null;
  private readonly versions: Record<Part, number> = { whole: -1, shared: -1, me: -1 };
  private wanted = -1;
  private cursor: string | null = null;
  private socket: SocketLike | null = null;
  private socketUp = false;
  private opening = false;
  private socketFailures = 0;
  private pollFailures = 0;
  private pollAbort: AbortController | null = null;
  private lastHeardAt: number;
  private readonly timers = new Map<string, unknown>();
  private closed = false;

  constructor(private readonly deps: ConnectionDeps) {
    this.lastHeardAt = deps.monotonicNow();
  }

  start(): void {
    // the first paint comes over HTTP without a wait, while the socket is still shaking hands
    this.poll();
    this.openSocket();
    this.watch();
  }

  close(): void {
    this.closed = true;
    for (const name of [...this.timers.keys()]) this.cancel(name);
    this.pollAbort?.abort();
    this.socket?.disconnect();
  }

  /** The page is visible again, came out of the back-forward cache, or the network is back. */
  wake(wasAsleep = false): void {
    if (this.closed || this.refusal) return;
    this.pollFailures = 0;
    this.socketFailures = 0;
    // a phone that slept may hold a socket that the network has long forgotten
    if (wasAsleep && this.socketUp) this.socket?.disconnect();
    this.poll(true);
    if (!this.socketUp) this.openSocket();
  }

  /** What is shown for certain: of a view in two parts the older one. */
  get version(): number {
    const { whole, shared, me } = this.versions;
    return Math.max(whole, Math.min(shared, me));
  }

  get isSocketUp(): boolean {
    return this.socketUp;
  }

  /** Over the socket, with a time limit; rejects when it is not connected, so that nothing is kept for later. */
  async ask(event: string, payload: unknown, timeoutMs: number): Promise<unknown> {
    if (!this.socket?.connected) throw new Error("not connected");
    return this.socket.emitWithAck(event, payload, timeoutMs);
  }

  /** News on the socket. Older than what is shown is dropped; `cursor` where the message carries one. */
  heard(message: { version: number; now: number; cursor?: string }, part: Part = "whole"): boolean {
    this.lastHeardAt = this.deps.monotonicNow();
    this.deps.clock.hear(message.now);
    if (message.version < Math.max(this.versions[part], this.versions.whole)) return false;
    this.versions[part] = message.version;
    // a cursor stands for both parts: with one of them missing it would hide the gap (CON-05)
    if (message.cursor && this.version === message.version) this.cursor = message.cursor;
    if (this.version >= this.wanted) this.cancel("announced");
    if (part !== "whole" && this.version < message.version) this.announced(message.version);
    this.setLink();
    return true;
  }

  announced(version: number): void {
    this.lastHeardAt = this.deps.monotonicNow();
    this.wanted = Math.max(this.wanted, version);
    if (version <= this.version || this.timers.has("announced")) return;
    this.later("announced", announcedGraceMs, () => this.poll(true));
  }

  /** Something changed on another road (the reply to a command): take it as shown. */
  shown(version: number, cursor: string): void {
    if (version < this.version) return;
    this.versions.whole = version;
    this.cursor = cursor;
  }

  end(refusal: Refusal): void {
    if (this.refusal) return;
    this.refusal = refusal;
    this.close();
    this.link = "offline";
    this.deps.onChange();
  }

  // ---- socket ------------------------------------------------------------------------------------------------

  private openSocket(): void {
    if (this.closed || this.socketUp || this.opening) return;
    this.cancel("socket");
    this.opening = true;
    if (this.socket) {
      this.socket.connect();
      return;
    }
    this.deps
      .openSocket()
      .then((socket) => {
        if (this.closed) {
          socket.disconnect();
          return;
        }
        this.socket = socket;
        // handlers are put on once, whatever reconnects follow (CON-08)
        socket.on("connect", () => this.socketConnected());
        socket.on("disconnect", () => this.socketLost());
        socket.on("connect_error", (error: { data?: Refusal }) => this.socketRefused(error));
        socket.connect();
      })
      .catch(() => this.socketLost());
  }

  private socketConnected(): void {
    this.opening = false;
    this.socketUp = true;
    this.later("settled", settledMs, () => {
      this.socketFailures = 0;
    });
    this.lastHeardAt = this.deps.monotonicNow();
    // the socket has taken over: the hanging poll ends; a view follows on the socket by itself
    this.pollAbort?.abort();
    this.pollAbort = null;
    this.cancel("poll");
    this.setLink();
  }

  private socketLost(): void {
    this.opening = false;
    this.socketUp = false;
    this.cancel("settled");
    if (this.closed) return;
    const backOff = Math.min(longestRetryMs, firstRetryMs * 2 ** this.socketFailures);
    this.socketFailures += 1;
    this.later("socket", backOff * (0.75 + this.deps.random() / 2), () => this.openSocket());
    // a poll that was told to come later comes later, whatever the socket does
    if (!this.pollAbort && !this.timers.has("poll")) this.poll(true);
    this.setLink();
  }

  private socketRefused(error: { data?: Refusal }): void {
    if (error.data && final.has(error.data.code)) {
      this.end(error.data);
      return;
    }
    this.socketLost();
  }

  // ---- polling -----------------------------------------------------------------------------------------------

  /** `once`: a look without waiting, also while the socket is up. */
  private poll(once = false): void {
    if (this.closed) return;
    if (this.pollAbort) {
      if (!once) return;
      this.pollAbort.abort();
    }
    this.cancel("poll");
    const abort = new AbortController();
    this.pollAbort = abort;
    const first = this.cursor === null || once;
    this.deps
      .poll({ since: this.cursor, waitSeconds: first ? 0 : waitSeconds, signal: abort.signal })
      .then((outcome) => {
        if (this.closed || this.pollAbort !== abort) return;
        this.pollAbort = null;
        this.polled(outcome);
      });
  }

  private polled(outcome: PollOutcome): void {
    if (outcome.kind === "refused") {
      const { refusal } = outcome;
      if (final.has(refusal.code)) {
        this.end(refusal);
        return;
      }
      const backOff = Math.min(longestRetryMs, firstRetryMs * 2 ** this.pollFailures);
      this.pollFailures += 1;
      if (refusal.status !== 0) this.lastHeardAt = this.deps.monotonicNow();
      const pause = Math.max(refusal.retryAfterMs ?? 0, backOff) * (1 + this.deps.random() / 2);
      if (!this.socketUp || this.version < this.wanted)
        this.later("poll", pause, () => this.poll(this.socketUp));
      this.setLink();
      return;
    }
    this.pollFailures = 0;
    this.lastHeardAt = this.deps.monotonicNow();
    if (outcome.kind === "view" && outcome.version >= this.version) {
      this.versions.whole = outcome.version;
      this.cursor = outcome.cursor;
      outcome.apply();
    }
    this.setLink();
    if (!this.socketUp) this.later("poll", this.deps.pollPauseMs, () => this.poll());
  }

  // ---- timers ------------------------------------------------------------------------------------------------

  private watch(): void {
    this.later("watch", 1_000, () => {
      this.setLink();
      this.watch();
    });
  }

  private setLink(): void {
    const silentMs = this.deps.monotonicNow() - this.lastHeardAt;
    const polling = this.pollFailures === 0 && this.version >= 0;
    const next: Link = this.socketUp
      ? "socket"
      : polling && silentMs < waitSeconds * 1000 + offlineAfterMs
        ? "fallback"
        : "offline";
    // a single failed poll is no news; three seconds of nothing are
    if (next === "offline" && this.link !== "offline" && silentMs < offlineAfterMs) return;
    if (next !== this.link) {
      this.link = next;
      this.deps.onChange();
    }
  }

  private later(name: string, ms: number, run: () => void): void {
    this.cancel(name);
    this.timers.set(
      name,
      this.deps.setTimer(() => {
        this.timers.delete(name);
        run();
      }, ms),
    );
  }

  private cancel(name: string): void {
    const timer = this.timers.get(name);
    if (timer !== undefined) this.deps.clearTimer(timer);
    this.timers.delete(name);
  }
}

/**
 * A page's line to its session: the socket first, long polling the moment it is not connected, both at once if need
 * be. Framework-free and without a clock of its own, so that every failure can be played in a test. It shows nothing
 * older than what it has shown.
 */
import type { Refusal } from "@/lib/contracts/refusals";
import type { Link } from "@/lib/contracts/views";
import { answeringWatch, tickMs } from "./answering-watch";
import { namedTimers } from "./named-timers";
import { retryBackOffMs } from "./retry-back-off";
import type { ServerClock } from "./server-clock";
import { type Part, shownVersions } from "./shown-versions";
import { type AnsweredPoll, type PollingDeps, type RefusedPoll, ViewPolling } from "./view-polling";

/** What a connection needs of a socket library. */
export type SocketLike = {
  readonly connected: boolean;
  on(event: string, handler: (...args: never[]) => void): void;
  connect(): void;
  /** Ends it, also while it is connecting; "disconnect" follows only when it was connected. */
  disconnect(): void;
  /** Rejects when it is not acknowledged in time. Must keep nothing for a later connection (CON-09). */
  /** `onLate`: acknowledged after all, when nobody waited any more */
  emitWithAck(
    event: string,
    payload: unknown,
    o: { timeoutMs: number; onLate: () => void },
  ): Promise<unknown>;
};

export type ConnectionDeps = PollingDeps & {
  /** loads the socket library; rejects where the chunk is blocked */
  openSocket(): Promise<SocketLike>;
  clock: ServerClock;
  setTimer(run: () => void, ms: number): unknown;
  clearTimer(timer: unknown): void;
  onChange(): void;
  /** the server answers again, or for the first time, on one of the roads */
  onRoadOpen?(): void;
};

/**
 * A restart throws out a whole room at once; polling carries the phones meanwhile, so their sockets need not come back
 * in one burst. 300 phones over 3 s are 100 connections a second (CON-13).
 */
const socketSpreadMs = 3_000;
/** A version was named and did not come: fetch it. */
const announcedGraceMs = 300;
/** Another process may hear of a version some looks later; after these there is nothing in it for this page. */
const mostVainLooks = 3;
/** Every connection begins with a view; on the slowest phone it is there by then, or it was lost. */
const firstViewGraceMs = 1_000;
/** HTTP knew more than the socket, and the socket is still silent after this: it is dead without a word (CON-04). */
const proofOfLifeMs = 3_000;
/** A server that lets in and throws out again is not back: only a line that has held resets the back-off. */
const settledMs = 2_000;
/** A measurement asked for by a push that came late; on a line that is always late not with every push. */
const clockCheckEveryMs = 10_000;

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
  "SESSION_ENDED",
]);

export class SessionConnection {
  link: Link = "offline";
  refusal: Refusal | null = null;
  private readonly versions = shownVersions();
  private readonly timers: ReturnType<typeof namedTimers>;
  /** the newest version anybody named */
  private wanted = -1;
  private socket: SocketLike | null = null;
  private socketUp = false;
  private opening = false;
  private socketFailures = 0;
  private heardSinceConnect = false;
  /** messages heard on the socket so far */
  private pushes = 0;
  private pushesAtAsk = 0;
  /** of those, what had been heard when the last poll went out */
  private pushesAtPoll = 0;
  private vainLooks = 0;
  private readonly answering: ReturnType<typeof answeringWatch>;
  private readonly polling: ViewPolling;
  private roadOpen = false;
  private clockCheckedAt = Number.NEGATIVE_INFINITY;
  private closed = false;

  constructor(private readonly deps: ConnectionDeps) {
    this.timers = namedTimers(deps);
    this.answering = answeringWatch(deps.monotonicNow);
    this.polling = new ViewPolling(deps, {
      timers: this.timers,
      isSocketUp: () => this.socketUp,
      asked: (mayWaitMs) => {
        this.pushesAtPoll = this.pushes;
        this.answering.asked(mayWaitMs);
      },
      answered: (outcome) => this.polled(outcome),
      failed: (refused) => this.pollFailed(refused),
    });
  }

  start(): void {
    // the first paint comes over HTTP without a wait, while the socket is still shaking hands
    this.polling.poll();
    this.openSocket();
    this.watch();
  }

  close(): void {
    this.closed = true;
    this.timers.cancelAll();
    this.polling.close();
    this.socket?.disconnect();
  }

  /** The page is visible again, came out of the back-forward cache, or the network is back. */
  wake(wasAsleep = false): void {
    if (this.closed) return;
    this.polling.forgetFailures();
    this.socketFailures = 0;
    this.roadOpen = false;
    // "nothing new" carries no time, and a device that slept has to set its clock
    if (wasAsleep) this.polling.cursor = null;
    this.polling.look();
    // a phone that slept or changed networks may hold a socket that is long forgotten at the other end
    if (wasAsleep && this.socket && (this.socketUp || this.opening)) {
      this.opening = false;
      this.socket.disconnect();
    }
    if (!this.socketUp) this.openSocket();
  }

  get version(): number {
    return this.versions.complete();
  }

  get isSocketUp(): boolean {
    return this.socketUp;
  }

  /** Over the socket, with a time limit; rejects when it is not connected, so that nothing is kept for later. */
  async ask(event: string, payload: unknown, timeoutMs: number): Promise<unknown> {
    if (!this.socket?.connected) throw new Error("not connected");
    this.pushesAtAsk = this.pushes;
    const reply = await this.socket.emitWithAck(event, payload, {
      timeoutMs,
      onLate: () => this.heardOnSocket(),
    });
    this.heardOnSocket();
    return reply;
  }

  /**
   * HTTP has answered what the socket was asked in vain. The news of it comes on the socket, too, or its late
   * acknowledgement, or it is dead.
   */
  answeredElsewhere(): void {
    if (this.socketUp && this.pushes === this.pushesAtAsk) this.doubtSocket();
  }

  /** A view on the socket. Older than what is shown is dropped; `cursor` where the message carries one. */
  heard(message: { version: number; now: number; cursor?: string }, part: Part = "whole"): boolean {
    this.heardOnSocket();
    if (this.deps.clock.hear(message.now)) this.checkClock();
    if (!this.versions.take(message.version, part)) return false;
    // a cursor stands for both parts: with one of them missing it would hide the gap (CON-05)
    if (this.version >= message.version) {
      if (message.cursor) this.polling.cursor = message.cursor;
      this.polling.seen();
      this.timers.cancel("firstView");
    }
    if (this.version >= this.wanted) this.timers.cancel("announced");
    if (part !== "whole" && this.version < message.version) this.announced(message.version);
    return true;
  }

  /** Something without a version, such as the changed rows of a host's list. */
  heardOnSocket(): void {
    this.pushes += 1;
    this.heardSinceConnect = true;
    this.answering.answered();
    this.timers.cancel("proofOfLife");
  }

  announced(version: number): void {
    this.named(version);
    if (version > this.version) this.lookSoon();
  }

  /** A change of something this page does not show: what came of it is fetched. */
  missed(version: number): void {
    this.named(version);
    // of equal versions the later one may be another (an answer saved)
    if (version >= this.version) this.lookSoon();
  }

  private named(version: number): void {
    this.heardOnSocket();
    this.wanted = Math.max(this.wanted, version);
  }
  private lookSoon(): void {
    if (this.timers.has("announced")) return;
    this.timers.later("announced", announcedGraceMs, () => this.polling.look());
  }

  /** Something changed on another road (the reply to a command): take it as shown, or hear that it is too old. */
  shown(version: number, cursor: string): boolean {
    if (!this.versions.take(version, "whole")) return false;
    this.polling.cursor = cursor;
    return true;
  }

  end(refusal: Refusal): void {
    if (this.closed) return;
    this.refusal = refusal;
    this.close();
    this.link = "offline";
    this.deps.onChange();
  }

  // ---- socket ------------------------------------------------------------------------------------------------

  private openSocket(): void {
    if (this.closed || this.socketUp || this.opening) return;
    this.timers.cancel("socket");
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
    this.heardSinceConnect = false;
    this.answering.answered();
    this.timers.later("settled", settledMs, () => {
      if (this.heardSinceConnect) this.socketFailures = 0;
    });
    // a view follows on the socket by itself
    this.polling.rest();
    this.timers.later("firstView", firstViewGraceMs, () => this.polling.look());
    this.roadOpened();
    this.setLink();
  }

  private socketLost(): void {
    this.opening = false;
    this.socketUp = false;
    this.roadOpen = false;
    for (const name of ["settled", "firstView", "proofOfLife"]) this.timers.cancel(name);
    if (this.closed) return;
    const backOff = retryBackOffMs(this.socketFailures);
    this.socketFailures += 1;
    this.timers.later("socket", backOff + this.deps.random() * socketSpreadMs, () => this.openSocket());
    // a poll that was told to come later comes later, whatever the socket does
    if (!this.polling.isPlanned) this.polling.look();
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

  private pollFailed({ refusal: { code, message, status } }: RefusedPoll): void {
    if (final.has(code)) {
      this.end({ code, message });
      return;
    }
    // a server that says no is there; nobody, or a captive portal, is not
    if (status !== 0) this.answering.answered();
    else {
      this.answering.failed();
      this.roadOpen = this.socketUp;
    }
    this.setLink();
  }

  private polled(outcome: AnsweredPoll): void {
    this.answering.answered();
    if (outcome.kind === "view") this.take(outcome);
    this.vainLooks = outcome.kind === "unchanged" && this.version < this.wanted ? this.vainLooks + 1 : 0;
    // the version that was named holds nothing for this page
    if (this.vainLooks >= mostVainLooks) this.wanted = this.version;
    this.roadOpened();
    this.setLink();
    if (this.closed || !this.socketUp) return;
    // another process may still have to hear of it
    if (this.version < this.wanted && !this.timers.has("announced"))
      this.timers.later("announced", firstViewGraceMs, () => this.polling.look());
  }

  private take(view: Extract<AnsweredPoll, { kind: "view" }>): void {
    // heard on the socket while the reply was under way: of two views of one version that one is the later
    if (view.version <= this.version && this.pushes !== this.pushesAtPoll) return;
    const isNews = view.version > this.versions.newest();
    if (!this.versions.take(view.version, "whole")) return;
    this.polling.cursor = view.cursor;
    if (this.version >= this.wanted) this.timers.cancel("announced");
    // a version in which nothing changed that this page may see is not pushed, and says nothing against the socket
    const isChange = view.apply() !== false;
    if (isNews && isChange && this.socketUp && this.pushes === this.pushesAtPoll) this.doubtSocket();
  }

  private doubtSocket(): void {
    this.timers.later("proofOfLife", proofOfLifeMs, () => this.socket?.disconnect());
  }

  private roadOpened(): void {
    if (this.roadOpen && !this.socketUp) return;
    this.roadOpen = true;
    this.deps.onRoadOpen?.();
  }

  private checkClock(): void {
    const now = this.deps.monotonicNow();
    if (now - this.clockCheckedAt < clockCheckEveryMs || this.polling.isAsking) return;
    this.clockCheckedAt = now;
    // without a cursor, so that there is a reply to measure
    this.polling.cursor = null;
    this.polling.look();
  }

  // ---- link --------------------------------------------------------------------------------------------------

  private watch(): void {
    this.timers.later("watch", tickMs, () => {
      this.answering.tick();
      this.setLink();
      this.watch();
    });
  }

  private setLink(): void {
    const isAnswered = this.version >= 0 && this.answering.isLikely(this.link !== "offline");
    const next = this.socketUp ? "socket" : isAnswered ? "fallback" : "offline";
    if (next === this.link) return;
    this.link = next;
    this.deps.onChange();
  }
}

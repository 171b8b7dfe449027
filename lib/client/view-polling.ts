/**
 * The polls of a page's line: one at a time, when the next one is due, and from where it asks. It knows what is asked
 * for and how that ends, not what is shown, and asks nothing while the socket is up unless it is told to look.
 */
import type { Refusal } from "@/lib/contracts/refusals";
import type { namedTimers } from "./named-timers";
import { retryBackOffMs } from "./retry-back-off";

export type PollOutcome =
  | {
      kind: "view";
      cursor: string;
      version: number;
      now: number;
      /** a busy server asks for this pause before the next poll; already spread at random */
      retryAfterMs?: number | undefined;
      /** shows it; false: what is shown says the same already */
      apply: () => unknown;
    }
  | { kind: "unchanged" }
  /** `status` 0: nobody answered, or somebody else did */
  | { kind: "refused"; refusal: Refusal & { status: number; retryAfterMs?: number } };
export type RefusedPoll = Extract<PollOutcome, { kind: "refused" }>;
export type AnsweredPoll = Exclude<PollOutcome, RefusedPoll>;

/** What polling needs of a page. */
export type PollingDeps = {
  poll(o: { since: string | null; waitSeconds: number; signal: AbortSignal }): Promise<PollOutcome>;
  monotonicNow(): number;
  random(): number;
  /** the least time between two polls: what changes often would otherwise wake a host's poll four times a second */
  pollPauseMs: number;
};

/** What polling needs of the line it belongs to, and tells it. */
type PollingLine = {
  timers: ReturnType<typeof namedTimers>;
  isSocketUp(): boolean;
  /** a poll has gone out that the server may hold for so long */
  asked(mayWaitMs: number): void;
  /** the reply to the poll asked last */
  answered(outcome: AnsweredPoll): void;
  /** that poll failed; the next one is planned, and `close` takes it back */
  failed(refused: RefusedPoll): void;
};

/** A server asks for a second at the most (lib/server/load.ts); a view must not be later than that for any reply. */
const longestPaceMs = 1_000;
/** A longer pause than this is not ours to ask for: no limit of the server takes a minute to come back. */
const longestRetryAfterMs = 60_000;
const waitSeconds = 20;
/** The pause once waits end early again and again: a proxy that answers in the server's place must not be hammered. */
const earlyEndPauseMs = 1_000;

const noReply: RefusedPoll = {
  kind: "refused",
  refusal: { code: "UNAVAILABLE", message: "No connection just now.", status: 0 },
};

type Asked = { at: number; waits: boolean; abort: AbortController };

export class ViewPolling {
  /** What the page has seen, as the server names it. Without it the server answers at once, with everything. */
  cursor: string | null = null;
  private asking: Asked | null = null;
  /** A view is wanted at once, whatever the socket does, until one was seen. */
  private mustLook = false;
  private failures = 0;
  private notBefore = 0;
  private earlyEnds = 0;
  private closed = false;

  constructor(
    private readonly deps: PollingDeps,
    private readonly line: PollingLine,
  ) {}

  get isAsking(): boolean {
    return this.asking !== null;
  }

  /** A poll is on its way, or its time is set. */
  get isPlanned(): boolean {
    return this.isAsking || this.line.timers.has("poll");
  }

  /** A poll that does not wait, also while the socket is up; a hanging one makes room for it. */
  look(): void {
    this.mustLook = true;
    this.abort();
    this.poll();
  }

  /** A view has come another way: nothing needs to be looked for any more. */
  seen(): void {
    this.mustLook = false;
  }

  /** The socket has taken over: the hanging poll ends. */
  rest(): void {
    this.abort();
    this.mustLook = false;
    this.line.timers.cancel("poll");
  }

  /** A new beginning, such as another network: earlier failures say nothing about it. */
  forgetFailures(): void {
    this.failures = 0;
  }

  close(): void {
    this.closed = true;
    this.rest();
  }

  poll(): void {
    if (this.closed || this.asking || (this.line.isSocketUp() && !this.mustLook)) return;
    const now = this.deps.monotonicNow();
    if (now < this.notBefore) {
      this.later(this.notBefore - now);
      return;
    }
    this.line.timers.cancel("poll");
    const waits = this.cursor !== null && !this.mustLook;
    const asked = { at: now, waits, abort: new AbortController() };
    this.asking = asked;
    this.line.asked(waits ? waitSeconds * 1000 : 0);
    this.deps
      .poll({
        since: this.cursor,
        waitSeconds: waits ? waitSeconds : 0,
        signal: asked.abort.signal,
      })
      .catch(() => noReply)
      .then((outcome) => {
        if (this.closed || this.asking !== asked) return;
        this.asking = null;
        // "nothing new" to a phone that has shown nothing comes from somebody else
        const isForeign = outcome.kind === "unchanged" && this.cursor === null;
        if (isForeign) this.failed(noReply);
        else if (outcome.kind === "refused") this.failed(outcome);
        else this.answered(outcome, asked);
      });
  }

  private failed(refused: RefusedPoll): void {
    const spread = 1 + this.deps.random() / 2;
    const asked = Math.min(longestRetryAfterMs, (refused.refusal.retryAfterMs ?? 0) * spread);
    const backOff = retryBackOffMs(this.failures) * spread;
    this.failures += 1;
    this.notBefore = this.deps.monotonicNow() + asked;
    if (!this.line.isSocketUp() || this.mustLook) this.later(Math.max(asked, backOff));
    this.line.failed(refused);
  }

  private answered(outcome: AnsweredPoll, asked: Asked): void {
    this.failures = 0;
    this.notBefore = 0;
    this.mustLook = false;
    const heldMs = this.deps.monotonicNow() - asked.at;
    const endedEarly = outcome.kind === "unchanged" && asked.waits && heldMs < earlyEndPauseMs;
    this.earlyEnds = endedEarly ? this.earlyEnds + 1 : 0;
    this.line.answered(outcome);
    if (this.closed || this.line.isSocketUp()) return;
    // after the first one at once: a seat that was removed ends its wait, and the next poll says why
    const pause = this.earlyEnds > 1 ? earlyEndPauseMs : 0;
    const paceMs = outcome.kind === "view" ? Math.min(longestPaceMs, outcome.retryAfterMs ?? 0) : 0;
    this.later(Math.max(pause, paceMs, this.deps.pollPauseMs));
  }

  private later(ms: number): void {
    this.line.timers.later("poll", ms, () => this.poll());
  }

  private abort(): void {
    this.asking?.abort.abort();
    this.asking = null;
  }
}

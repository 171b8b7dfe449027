/**
 * Carries an answer until the server has said what became of it: the same submission, down whichever road is open,
 * again and again. What the reply means for the answer is not its business.
 */
import type { AnswerReply, SubmitAnswer } from "@/lib/contracts/answers";

export type CourierDeps = {
  /** over whichever road is open; null when none was */
  send(answer: SubmitAnswer): Promise<AnswerReply | null>;
  monotonicNow(): number;
  setTimer(run: () => void, ms: number): unknown;
  clearTimer(timer: unknown): void;
  random(): number;
};

export type Parcel = {
  readonly answer: SubmitAnswer;
  inFlight: boolean;
  failures: number;
  /** the server asked not to be asked before this (monotonic ms) */
  notBefore: number;
  timer: unknown;
  readonly on: {
    /** the server's last word; the parcel is done with */
    reply(reply: AnswerReply): void;
    /** no road was open, or the server could not take it now: it stays here and is sent again */
    kept(): void;
  };
};

const firstRetryMs = 400;
const longestRetryMs = 5_000;
/** An answer of another tab is that tab's to send; one that was closed meanwhile must not take it along. */
const otherTabFirstMs = 5_000;
/** Not taken, or not known whether: the same submission is sent again. Everything else is an answer for good. */
const tryAgain = new Set(["UNAVAILABLE", "RATE_LIMITED", "INTERNAL"]);

export function createCourier(deps: CourierDeps) {
  const parcels = new Set<Parcel>();
  let stopped = false;

  function sendLater(parcel: Parcel, ms: number): void {
    deps.clearTimer(parcel.timer);
    parcel.timer = deps.setTimer(() => void send(parcel), ms);
  }

  function drop(parcel: Parcel): void {
    deps.clearTimer(parcel.timer);
    parcels.delete(parcel);
  }

  async function send(parcel: Parcel): Promise<void> {
    if (stopped || parcel.inFlight || !parcels.has(parcel)) return;
    deps.clearTimer(parcel.timer);
    parcel.inFlight = true;
    const reply = await deps.send(parcel.answer).catch(() => null);
    parcel.inFlight = false;
    if (!parcels.has(parcel)) return;
    if (reply && (reply.ok || !tryAgain.has(reply.code))) {
      drop(parcel);
      parcel.on.reply(reply);
      return;
    }
    if (stopped) return;
    const backOff = Math.min(longestRetryMs, firstRetryMs * 2 ** parcel.failures);
    parcel.failures += 1;
    const spread = 1 + deps.random() / 2;
    const asked = (reply?.ok === false ? (reply.retryAfterMs ?? 0) : 0) * spread;
    parcel.notBefore = deps.monotonicNow() + asked;
    sendLater(parcel, Math.max(asked, backOff * spread));
    parcel.on.kept();
  }

  return {
    hold(answer: SubmitAnswer, on: Parcel["on"]): Parcel {
      const parcel = { answer, on, inFlight: false, failures: 0, notBefore: 0, timer: undefined };
      parcels.add(parcel);
      return parcel;
    },
    drop,
    send: (parcel: Parcel) => void send(parcel),
    sendAfterOtherTab: (parcel: Parcel) => sendLater(parcel, otherTabFirstMs * (1 + deps.random() / 2)),
    /** A road has opened: everything goes out now, but for what the server asked to have later. */
    sendAll(): void {
      const now = deps.monotonicNow();
      for (const parcel of parcels) if (now >= parcel.notBefore) void send(parcel);
    },
    stop(): void {
      stopped = true;
      for (const parcel of parcels) deps.clearTimer(parcel.timer);
    },
  };
}

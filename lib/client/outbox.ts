/**
 * Answers on this phone until the server has said what became of them, across reloads. "Saved" is shown only after the
 * acknowledgement. One submission id for both roads and every tab, so that whatever arrives twice counts once. Nothing
 * is buffered anywhere else: an answer for a closed question is refused by its question id, never misfiled (CON-09).
 */
import type { AnswerReply, AnswerValue, SubmitAnswer } from "@/lib/contracts/answers";
import type { Refusal } from "@/lib/contracts/refusals";
import type { KeyValueStore } from "./storage";

export type AnswerState = {
  value: AnswerValue;
  /** sending: on its way · kept: no road is open · saved: acknowledged · refused: see `refusal` */
  status: "sending" | "kept" | "saved" | "refused";
  refusal?: Refusal;
};

export type OutboxDeps = {
  storage: KeyValueStore;
  /** over whichever road is open; null when none was */
  send(answer: SubmitAnswer): Promise<AnswerReply | null>;
  newId(): string;
  monotonicNow(): number;
  setTimer(run: () => void, ms: number): unknown;
  clearTimer(timer: unknown): void;
  random(): number;
  onChange(): void;
};

type Pending = {
  answer: SubmitAnswer;
  inFlight: boolean;
  failures: number;
  /** the server asked not to be asked before this (monotonic ms) */
  notBefore: number;
  timer: unknown;
};

const firstRetryMs = 400;
const longestRetryMs = 5_000;
/** An answer of another tab is that tab's to send; one that was closed meanwhile must not take it along. */
const otherTabFirstMs = 5_000;
/** Not taken, or not known whether: the same submission is sent again. Everything else is an answer for good. */
const tryAgain = new Set(["UNAVAILABLE", "RATE_LIMITED", "INTERNAL"]);

export const outboxKey = (sessionId: string) => `roomful.outbox.${sessionId}`;

export function createOutbox(sessionId: string, deps: OutboxDeps) {
  const key = outboxKey(sessionId);
  const states = new Map<string, AnswerState>();
  const pending = new Map<string, Pending>();
  let missed: { questionId: string; refusal: Refusal } | null = null;
  let stopped = false;
  adopt();

  function readKept(): SubmitAnswer[] {
    try {
      const kept: unknown = JSON.parse(deps.storage.get(key) ?? "[]");
      if (!Array.isArray(kept)) return [];
      return kept.filter(
        (entry) =>
          typeof entry?.questionId === "string" &&
          typeof entry?.submissionId === "string" &&
          typeof entry?.value?.kind === "string",
      );
    } catch {
      return [];
    }
  }

  /** All tabs share one list (CON-11): it is read anew for every change, and only the change is made. */
  function rewrite(change: (kept: SubmitAnswer[]) => SubmitAnswer[]): void {
    const kept = change(readKept());
    if (kept.length === 0) deps.storage.remove(key);
    else deps.storage.set(key, JSON.stringify(kept));
  }

  function hold(answer: SubmitAnswer): Pending {
    const entry = { answer, inFlight: false, failures: 0, notBefore: 0, timer: undefined };
    pending.set(answer.questionId, entry);
    return entry;
  }

  /** Answers kept before a reload or by another tab. Of two to one question the first tap counts. */
  function adopt(): Pending[] {
    const adopted = [];
    for (const answer of readKept()) {
      if (states.has(answer.questionId)) continue;
      adopted.push(hold(answer));
      states.set(answer.questionId, { value: answer.value, status: "kept" });
    }
    return adopted;
  }

  function settle({ answer }: Pending, state: AnswerState): void {
    const { questionId, submissionId } = answer;
    deps.clearTimer(pending.get(questionId)?.timer);
    pending.delete(questionId);
    // once one is saved, no other tab's answer to it can count
    rewrite((kept) =>
      kept.filter((other) =>
        state.status === "saved" ? other.questionId !== questionId : other.submissionId !== submissionId,
      ),
    );
    states.set(questionId, state);
    if (state.refusal) missed = { questionId, refusal: state.refusal };
    if (!stopped) deps.onChange();
  }

  function sendLater(entry: Pending, ms: number): void {
    deps.clearTimer(entry.timer);
    entry.timer = deps.setTimer(() => void send(entry), ms);
  }

  async function send(entry: Pending): Promise<void> {
    const { questionId, value } = entry.answer;
    if (stopped || entry.inFlight || pending.get(questionId) !== entry) return;
    deps.clearTimer(entry.timer);
    entry.inFlight = true;
    const reply = await deps.send(entry.answer).catch(() => null);
    entry.inFlight = false;
    if (pending.get(questionId) !== entry) return;
    if (reply?.ok) return settle(entry, { value: reply.value, status: "saved" });
    if (reply?.code === "ALREADY_ANSWERED" && reply.stored)
      return settle(entry, { value: reply.stored, status: "saved" });
    if (reply && !tryAgain.has(reply.code)) {
      const { code, message } = reply;
      return settle(entry, { value, status: "refused", refusal: { code, message } });
    }
    if (stopped) return;
    states.set(questionId, { value, status: "kept" });
    const backOff = Math.min(longestRetryMs, firstRetryMs * 2 ** entry.failures);
    entry.failures += 1;
    const spread = 1 + deps.random() / 2;
    const asked = (reply?.retryAfterMs ?? 0) * spread;
    entry.notBefore = deps.monotonicNow() + asked;
    sendLater(entry, Math.max(asked, backOff * spread));
    deps.onChange();
  }

  return {
    /** A road has opened: everything goes out now, but for what the server asked to have later. */
    flush(): void {
      if (stopped) return;
      adopt();
      const now = deps.monotonicNow();
      for (const entry of pending.values()) if (now >= entry.notBefore) void send(entry);
    },
    state: (questionId: string): AnswerState | null => states.get(questionId) ?? null,
    /** The last answer that was refused, until the next tap: a person must hear that it did not arrive. */
    missed: () => missed,
    /** The first tap counts: a second one while the first is on its way, or after it was saved, is nothing. */
    submit(questionId: string, value: AnswerValue): void {
      if (stopped) return;
      missed = null;
      const known = states.get(questionId);
      if (known && known.status !== "refused") return;
      const entry = hold({ questionId, submissionId: deps.newId(), value });
      rewrite((kept) => [...kept, entry.answer]);
      states.set(questionId, { value, status: "sending" });
      deps.onChange();
      void send(entry);
    },
    /** The view shows what is stored: an acknowledgement that was lost is no longer waited for. */
    stored(questionId: string, value: AnswerValue): void {
      const entry = pending.get(questionId);
      if (entry) settle(entry, { value, status: "saved" });
    },
    /** Another tab changed the list. */
    changedElsewhere(): void {
      if (stopped) return;
      const adopted = adopt();
      for (const entry of adopted) sendLater(entry, otherTabFirstMs * (1 + deps.random() / 2));
      if (adopted.length > 0) deps.onChange();
    },
    /** The seat or the session is gone: nothing that waits can count any more. */
    refuseAll(refusal: Refusal): void {
      for (const entry of [...pending.values()])
        settle(entry, { value: entry.answer.value, status: "refused", refusal });
    },
    /** The page goes away. What is pending stays in storage for the next one. */
    stop(): void {
      stopped = true;
      for (const entry of pending.values()) deps.clearTimer(entry.timer);
    },
  };
}

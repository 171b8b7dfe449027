/**
 * Answers on this phone until the server has said what became of them, across reloads. "Saved" is shown only after the
 * acknowledgement. One submission id for both roads, so that whatever arrives twice counts once. Nothing is buffered
 * anywhere else: an answer for a closed question is refused by its question id, never misfiled (CON-09).
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
  setTimer(run: () => void, ms: number): unknown;
  random(): number;
  onChange(): void;
};

const firstRetryMs = 400;
const longestRetryMs = 5_000;

export function createOutbox(sessionId: string, deps: OutboxDeps) {
  const key = `roomful.outbox.${sessionId}`;
  const states = new Map<string, AnswerState>();
  const pending = new Map<string, SubmitAnswer>();
  const inFlight = new Set<string>();
  const failures = new Map<string, number>();

  for (const answer of readKept()) {
    pending.set(answer.questionId, answer);
    states.set(answer.questionId, { value: answer.value, status: "kept" });
  }

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

  function keep(): void {
    if (pending.size === 0) deps.storage.remove(key);
    else deps.storage.set(key, JSON.stringify([...pending.values()]));
  }

  function settle(questionId: string, state: AnswerState): void {
    pending.delete(questionId);
    failures.delete(questionId);
    keep();
    states.set(questionId, state);
    deps.onChange();
  }

  async function flushOne(answer: SubmitAnswer): Promise<void> {
    const { questionId, value } = answer;
    if (inFlight.has(questionId)) return;
    inFlight.add(questionId);
    const reply = await deps.send(answer).catch(() => null);
    inFlight.delete(questionId);
    if (!pending.has(questionId)) return;
    if (reply?.ok) return settle(questionId, { value: reply.value, status: "saved" });
    if (reply?.code === "ALREADY_ANSWERED" && reply.stored)
      return settle(questionId, { value: reply.stored, status: "saved" });
    const tryAgain =
      reply === null ||
      reply.code === "UNAVAILABLE" ||
      reply.code === "RATE_LIMITED" ||
      reply.code === "INTERNAL";
    if (!tryAgain)
      return settle(questionId, {
        value,
        status: "refused",
        refusal: { code: reply.code, message: reply.message },
      });
    states.set(questionId, { value, status: "kept" });
    deps.onChange();
    const count = failures.get(questionId) ?? 0;
    failures.set(questionId, count + 1);
    const backOff = Math.min(longestRetryMs, firstRetryMs * 2 ** count);
    deps.setTimer(flush, Math.max(reply?.retryAfterMs ?? 0, backOff) * (1 + deps.random() / 2));
  }

  function flush(): void {
    for (const answer of pending.values()) void flushOne(answer);
  }

  return {
    flush,
    state: (questionId: string): AnswerState | null => states.get(questionId) ?? null,
    /** The first tap counts: a second one while the first is on its way, or after it was saved, is nothing. */
    submit(questionId: string, value: AnswerValue): void {
      const known = states.get(questionId);
      if (known && known.status !== "refused") return;
      const answer = { questionId, submissionId: deps.newId(), value };
      pending.set(questionId, answer);
      keep();
      states.set(questionId, { value, status: "sending" });
      deps.onChange();
      void flushOne(answer);
    },
  };
}
export type Outbox = ReturnType<typeof createOutbox>;

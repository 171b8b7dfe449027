/**
 * Answers on this phone until the server has said what became of them, across reloads. "Saved" is shown only after the
 * acknowledgement. One submission id for both roads and every tab, so that whatever arrives twice counts once. Nothing
 * is buffered anywhere else: an answer for a closed question is refused by its question id, never misfiled (CON-09).
 * For questions whose first answer counts; what may be changed goes through sheet-outbox.ts.
 */
import type { AnswerReply, AnswerValue } from "@/lib/contracts/answers";
import type { Refusal } from "@/lib/contracts/refusals";
import { type CourierDeps, createCourier, type Parcel } from "./courier";
import { keptAnswers } from "./kept-answers";
import type { KeyValueStore } from "./storage";

export type AnswerState = {
  value: AnswerValue;
  /** sending: on its way · kept: no road is open · saved: acknowledged · refused: see `refusal` */
  status: "sending" | "kept" | "saved" | "refused";
  refusal?: Refusal;
};

export type OutboxDeps = CourierDeps & {
  storage: KeyValueStore;
  newId(): string;
  onChange(): void;
};

export const outboxKey = (sessionId: string) => `roomful.outbox.${sessionId}`;

export function createOutbox(sessionId: string, deps: OutboxDeps) {
  const list = keptAnswers(deps.storage, outboxKey(sessionId));
  const courier = createCourier(deps);
  const states = new Map<string, AnswerState>();
  const pending = new Map<string, Parcel>();
  let missed: { questionId: string; refusal: Refusal } | null = null;
  let stopped = false;
  adopt();

  function hold(answer: Parcel["answer"]): Parcel {
    const { questionId, value } = answer;
    const parcel = courier.hold(answer, {
      reply: (reply) => settle(answer, stateAfter(reply, value)),
      kept() {
        states.set(questionId, { value, status: "kept" });
        deps.onChange();
      },
    });
    pending.set(questionId, parcel);
    return parcel;
  }

  /** Answers kept before a reload or by another tab. Of two to one question the first tap counts. */
  function adopt(): Parcel[] {
    const adopted = [];
    for (const answer of list.read()) {
      if (states.has(answer.questionId)) continue;
      adopted.push(hold(answer));
      states.set(answer.questionId, { value: answer.value, status: "kept" });
    }
    return adopted;
  }

  function settle({ questionId, submissionId }: Parcel["answer"], state: AnswerState): void {
    const parcel = pending.get(questionId);
    if (parcel) courier.drop(parcel);
    pending.delete(questionId);
    // once one is saved, no other tab's answer to it can count
    list.rewrite((kept) =>
      kept.filter((other) =>
        state.status === "saved" ? other.questionId !== questionId : other.submissionId !== submissionId,
      ),
    );
    states.set(questionId, state);
    if (state.refusal) missed = { questionId, refusal: state.refusal };
    if (!stopped) deps.onChange();
  }

  return {
    flush(): void {
      if (stopped) return;
      adopt();
      courier.sendAll();
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
      const parcel = hold({ questionId, submissionId: deps.newId(), value });
      list.rewrite((kept) => [...kept, parcel.answer]);
      states.set(questionId, { value, status: "sending" });
      deps.onChange();
      courier.send(parcel);
    },
    /** The view shows what is stored: an acknowledgement that was lost is no longer waited for. */
    stored(questionId: string, value: AnswerValue): void {
      const parcel = pending.get(questionId);
      if (parcel) settle(parcel.answer, { value, status: "saved" });
    },
    /** Another tab changed the list. */
    changedElsewhere(): void {
      if (stopped) return;
      const adopted = adopt();
      for (const parcel of adopted) courier.sendAfterOtherTab(parcel);
      if (adopted.length > 0) deps.onChange();
    },
    /** The seat or the session is gone: nothing that waits can count any more. */
    refuseAll(refusal: Refusal): void {
      for (const { answer } of [...pending.values()])
        settle(answer, { value: answer.value, status: "refused", refusal });
    },
    /** The page goes away. What is pending stays in storage for the next one. */
    stop(): void {
      stopped = true;
      courier.stop();
    },
  };
}

function stateAfter(reply: AnswerReply, value: AnswerValue): AnswerState {
  if (reply.ok) return { value: reply.value, status: "saved" };
  if (reply.code === "ALREADY_ANSWERED" && reply.stored) return { value: reply.stored, status: "saved" };
  return { value, status: "refused", refusal: { code: reply.code, message: reply.message } };
}

/**
 * Answers as a room keeps them: one object each, which is also the record that is scored, so that a night of 60,000 answers
 * is 60,000 objects and not four times as many. Every phone sends its own copy of a question's and a choice's id; what equal
 * answers have in common is kept once. Nothing of it is changed afterwards.
 */
import type { AnswerValue } from "@/lib/contracts/answers";
import type { AnswerRecord } from "@/lib/game/scoring";
import type { CommittedAnswer } from "@/lib/store/answer-committer";

export type KeptAnswer = Readonly<AnswerRecord & CommittedAnswer>;

const buzz: AnswerValue = { kind: "buzz" };
const joker: AnswerValue = { kind: "joker", played: true };
const noJoker: AnswerValue = { kind: "joker", played: false };

export function answerKeeper() {
  /** as many as the quiz has questions, rounds and choices: nothing else is ever stored */
  const questionIds = new Map<string, string>();
  const choices = new Map<string, AnswerValue>();

  /** Only what there is a fixed number of: of typed texts a script could make as many as it likes. */
  function sharedValue(value: AnswerValue): AnswerValue {
    switch (value.kind) {
      case "choice":
        return once(choices, value.choiceId, value);
      case "joker":
        return value.played ? joker : noJoker;
      case "buzz":
        return buzz;
      default:
        return value;
    }
  }

  /** `playerId`: as the seat has it. */
  return (
    playerId: string,
    questionId: string,
    { value, submissionId, receivedAt, revision }: CommittedAnswer,
  ): KeptAnswer => ({
    playerId,
    questionId: once(questionIds, questionId, questionId),
    value: sharedValue(value),
    submissionId,
    receivedAt,
    revision,
  });
}

function once<T>(known: Map<string, T>, key: string, value: T): T {
  const before = known.get(key);
  if (before !== undefined) return before;
  known.set(key, value);
  return value;
}

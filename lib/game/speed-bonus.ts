/**
 * Points on top for quick right answers, where a round asks for them. Time runs on the server's clock from the opening
 * of the question, for everybody alike: who joined in the middle of it gains nothing (TMR-06).
 */
import type { Question, Round } from "@/lib/contracts/quiz";
import { paceOf } from "./course-of-round";
import { byReceipt, type Judgment } from "./judging";
import type { AnswerRecord } from "./scoring";
import type { AskedQuestion } from "./state";

/** How long the question had been open when the answer came, breaks and undone locks taken out. */
export function openMs({ openedAt, stops = [] }: AskedQuestion, receivedAt: number): number {
  const stopped = stops.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, receivedAt) - from), 0);
  return Math.max(0, receivedAt - openedAt - stopped);
}

/** player id → bonus, before any joker. `answers`: of players who are in the night. */
export function speedBonuses(
  round: Round,
  question: Question,
  asked: AskedQuestion,
  answers: AnswerRecord[],
  judgments: ReadonlyMap<string, Judgment>,
): Map<string, number> {
  const bonus = paceOf(round) === "question" ? round.speedBonus : undefined;
  const isWithoutPoints = question.type === "number" && question.isTieBreak;
  if (!bonus || isWithoutPoints) return new Map();
  const fractionOf = ({ playerId }: AnswerRecord) => judgments.get(playerId)?.fraction ?? 0;
  if (bonus.mode === "first") {
    const right = answers.filter((answer) => fractionOf(answer) === 1).sort(byReceipt);
    return new Map(right.slice(0, bonus.count).map(({ playerId }) => [playerId, bonus.points]));
  }
  // of the time the author gave: "+15 s" lets slow teams answer and makes nobody quicker
  const limitMs = question.timeLimitSeconds * 1000;
  return new Map(
    answers.map((answer) => {
      const shareLeft = Math.max(0, 1 - openMs(asked, answer.receivedAt) / limitMs);
      return [answer.playerId, Math.round(bonus.points * shareLeft * fractionOf(answer))];
    }),
  );
}

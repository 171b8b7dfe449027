/**
 * Points on top for right answers in a row, where a round asks for them. A row is of one round. What a team could not answer
 * (it joined later, the question was skipped or voided) leaves its row as it is (LAT-02), and so do a tie-break, which
 * gives no points, and a buzzer, which most teams are too slow for.
 */
import type { Question, Round } from "@/lib/contracts/quiz";
import type { Outcome } from "@/lib/contracts/views";

/** The round in which a team's last answer was right; null: it was not. */
export type StreakAt = number | null;

const counts = (question: Question): boolean =>
  question.type !== "buzzer" && !(question.type === "number" && question.isTieBreak);

/** Points on top of this answer, before any joker, and where the row stands after it. */
export function streakOf(
  { round, roundIndex, question }: { round: Round; roundIndex: number; question: Question },
  outcome: Outcome,
  before: StreakAt,
): { points: number; after: StreakAt } {
  if (!round.streak || !counts(question) || outcome === "joinedLater" || outcome === "skipped")
    return { points: 0, after: before };
  if (outcome !== "right") return { points: 0, after: null };
  return { points: before === roundIndex ? round.streak.points : 0, after: roundIndex };
}

/**
 * Where a round goes from here, in both paces: what is asked next, what is on the sheet, which answer is revealed next.
 * Reads the state and decides nothing; orders, views and scores ask the same functions, so that they agree.
 */
import type { Pace, Question, Round } from "@/lib/contracts/quiz";
import type { SessionState } from "./state";

export const currentRound = (state: SessionState): Round | undefined =>
  state.quiz.rounds[state.position.roundIndex];

export const paceOf = (round: Round | undefined): Pace => round?.pace ?? "question";
export const isSheet = (state: SessionState): boolean => paceOf(currentRound(state)) === "sheet";

/** 0-based index of the question the round asks next; null when it is through. */
export function nextToAsk(state: SessionState): number | null {
  const skipped = new Set(state.skippedQuestionIds);
  return indexWhere(
    state,
    (question, index) => index > state.position.questionIndex && !skipped.has(question.id),
  );
}

/** Sheet pace: 0-based index of the answer that is shown next; null when all have been. Slides have none. */
export function nextToReveal(state: SessionState): number | null {
  const { phase, questionIndex } = state.position;
  const from = phase === "reveal" || phase === "standings" ? questionIndex + 1 : 0;
  const onSheet = idsOnSheet(state);
  return indexWhere(
    state,
    (question, index) => index >= from && question.type !== "info" && onSheet.has(question.id),
  );
}

/** Is there more of this round after the answer on show or the standings? */
export const hasMoreOfRound = (state: SessionState): boolean =>
  (isSheet(state) ? nextToReveal(state) : nextToAsk(state)) !== null;

/** A question that was opened and taken back has been read all the same: joker and stakes stay as they were. */
export const isKnown = ({ asked, withdrawn }: SessionState, questionId: string): boolean =>
  [...asked, ...withdrawn].some((entry) => entry.questionId === questionId);

/** Every question asked so far in this round and not skipped, in order. */
export function questionsOnSheet(state: SessionState): Question[] {
  const onSheet = idsOnSheet(state);
  return currentRound(state)?.questions.filter((question) => onSheet.has(question.id)) ?? [];
}

function idsOnSheet(state: SessionState): Set<string> {
  const ids = new Set(state.asked.map((entry) => entry.questionId));
  for (const id of state.skippedQuestionIds) ids.delete(id);
  return ids;
}

function indexWhere(
  state: SessionState,
  isIt: (question: Question, index: number) => boolean,
): number | null {
  const index = currentRound(state)?.questions.findIndex(isIt) ?? -1;
  return index < 0 ? null : index;
}

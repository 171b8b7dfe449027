/**
 * Who comes in while a question is open: answers it at once, or waits for the next one, as the host wants it (LAT-01). The
 * instant by which a team had to be in its seat stands with each opening, so that a change of mind later in the night
 * changes no score of before.
 */
import { isSheet, questionsOnSheet } from "./course-of-round";
import { currentQuestion } from "./questions";
import type { AskedQuestion, SessionState } from "./state";

/** The opening with the rule in force. `openedAt`: of this opening, also where the question was open once before. */
export function openingFor(
  lateJoin: SessionState["lateJoin"],
  entry: AskedQuestion,
  openedAt: number,
): AskedQuestion {
  const { joinBy: _, ...anybody } = entry;
  return lateJoin === "nextQuestion" ? { ...anybody, joinBy: openedAt } : anybody;
}

export const isJoinedAfter = ({ joinBy }: AskedQuestion, joinedAt: number): boolean =>
  joinBy !== undefined && joinedAt > joinBy;

/** May this seat not answer the question because it came in after the opening? */
export const isTooLateFor = (state: SessionState, questionId: string, joinedAt: number): boolean =>
  state.asked.some((entry) => entry.questionId === questionId && isJoinedAfter(entry, joinedAt));

/** Ids of the questions on show, before their reveal, that a seat came too late for. */
export function missedQuestionIds(state: SessionState, joinedAt: number): string[] {
  if (state.lateJoin === "atOnce") return [];
  const { phase } = state.position;
  const current = phase === "question" || phase === "locked" ? currentQuestion(state) : null;
  if (!current) return [];
  const onShow = isSheet(state) ? questionsOnSheet(state) : [current];
  return onShow
    .filter(({ id, type }) => type !== "info" && isTooLateFor(state, id, joinedAt))
    .map(({ id }) => id);
}

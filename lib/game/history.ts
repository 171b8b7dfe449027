/**
 * The steps that `undo` brings back, newest last. Places that are uncovered one by one are steps of their own only while
 * their table is up; once the night goes on from it they are one, as if the table had been shown at once. So no table, of
 * however many teams, pushes the steps before it out of reach.
 */
import type { Position, SessionState } from "./state";
import { undoDepth } from "./state";

type Step = SessionState["history"][number];

const isSameTable = (one: Position, other: Position): boolean =>
  one.phase === "standings" &&
  other.phase === "standings" &&
  one.roundIndex === other.roundIndex &&
  one.questionIndex === other.questionIndex;

/** The steps before the table on show came up, and the uncoverings since. */
function partedAt({ history, position }: SessionState): { before: Step[]; uncoverings: Step[] } {
  const isOther = (step: Step) => !isSameTable(step.position, position);
  const from = history.findLastIndex(isOther) + 1;
  return { before: history.slice(0, from), uncoverings: history.slice(from) };
}

const here = ({ position, skippedQuestionIds }: SessionState, remainingMs: number | null): Step => ({
  position,
  remainingMs,
  skippedQuestionIds,
});

/**
 * One entry per phase that was left. A skip is two events (voided, next opened) and one step, so the second one finds its
 * position remembered already.
 */
export function remember(state: SessionState, remainingMs: number | null): SessionState {
  const { before, uncoverings } = partedAt(state);
  if (before.at(-1)?.position === state.position || uncoverings.at(-1)?.position === state.position)
    return state;
  return { ...state, history: [...before, here(state, remainingMs)].slice(-undoDepth) };
}

/**
 * Before the next place is uncovered. Of a long table the last uncoverings are kept one by one, with the whole table
 * covered before them: who goes back further wants to begin anew.
 */
export function rememberPlace(state: SessionState): SessionState {
  const { before, uncoverings } = partedAt(state);
  const [covered, ...rest] = [...uncoverings, here(state, null)];
  const kept = covered ? [covered, ...rest.slice(1 - undoDepth)] : [];
  return { ...state, history: [...before, ...kept] };
}

/**
 * What an event does to the state. Total: an event that was decided always applies, today and on a replay. Decides
 * nothing and never refuses; whether something may happen is asked before, in decide.
 */
import {
  type AskedQuestion,
  answerGraceMs,
  type GameEvent,
  type Position,
  type SessionState,
  undoDepth,
} from "./state";

/** Events of one command, and one version on. */
export function applyEvents(state: SessionState, events: GameEvent[]): SessionState {
  const next = events.reduce(evolve, state);
  return { ...next, version: state.version + 1 };
}

export function evolve(state: SessionState, event: GameEvent): SessionState {
  const { position } = state;
  switch (event.type) {
    case "roundIntroduced":
      return step(state, { phase: "roundIntro", roundIndex: event.roundIndex, questionIndex: -1 });
    case "questionOpened": {
      const { roundIndex, questionIndex, opensAt, closesAt } = event;
      const question = state.quiz.rounds[roundIndex]?.questions[questionIndex];
      const asked =
        !question || state.asked.some((entry) => entry.questionId === question.id)
          ? state.asked.map((entry) =>
              entry.questionId === question?.id ? { ...entry, lockedAt: null } : entry,
            )
          : [...state.asked, { questionId: question.id, openedAt: opensAt, lockedAt: null, revealed: false }];
      return {
        ...step(state, { phase: "question", roundIndex, questionIndex }),
        position: { phase: "question", roundIndex, questionIndex, opensAt, closesAt },
        asked,
      };
    }
    case "questionExtended":
      return { ...remember(state, null), position: { ...position, closesAt: event.closesAt } };
    case "questionLocked":
      return {
        ...step(state, { ...position, phase: "locked" }, remaining(state, event.at)),
        asked: lockAsked(state, event.at),
      };
    case "questionSkipped":
      return {
        ...remember(state, remaining(state, event.at)),
        asked: lockAsked(state, event.at),
        skippedQuestionIds: [...state.skippedQuestionIds, event.questionId],
      };
    case "answerRevealed":
      return {
        ...step(state, { ...position, phase: "reveal" }),
        asked: changeAsked(state, position, { revealed: true }),
      };
    case "standingsShown":
      return step(state, { ...position, phase: "standings" });
    case "breakStarted": {
      const { at, resumesAt, remainingMs } = event;
      return { ...state, paused: { startedAt: at, resumesAt, remainingMs } };
    }
    case "breakEnded":
      return {
        ...state,
        paused: null,
        position: event.closesAt === null ? position : { ...position, closesAt: event.closesAt },
      };
    case "stepUndone":
      return {
        ...state,
        paused: null,
        position: event.position,
        skippedQuestionIds: event.skippedQuestionIds,
        history: state.history.slice(0, -1),
        asked: askedAfterUndo(state, event.position),
      };
    case "joinLockSet":
      return { ...state, joinLocked: event.locked };
    case "sessionFinished":
      return {
        ...step(state, { ...position, phase: "finished" }),
        asked: lockAsked(state, event.at),
        paused: null,
        endedAt: event.at,
      };
  }
}

/** When the open question must be locked (epoch ms), or null when none is open or the night is paused. */
export function closesDueAt(state: SessionState): number | null {
  const { phase, closesAt } = state.position;
  return phase === "question" && state.paused === null && closesAt !== null ? closesAt + answerGraceMs : null;
}

const remaining = (state: SessionState, at: number): number | null =>
  state.position.closesAt === null ? null : Math.max(0, state.position.closesAt - at);

/**
 * One entry of history per phase that was left: what `undo` brings back. A skip is two events (voided, next opened)
 * and one step, so the second one finds its position remembered already.
 */
function remember(state: SessionState, remainingMs: number | null): SessionState {
  if (state.history.at(-1)?.position === state.position) return state;
  const entry = { position: state.position, remainingMs, skippedQuestionIds: state.skippedQuestionIds };
  return { ...state, history: [...state.history, entry].slice(-undoDepth) };
}

function step(
  state: SessionState,
  to: Pick<Position, "phase" | "roundIndex" | "questionIndex">,
  remainingMs: number | null = null,
): SessionState {
  const { phase, roundIndex, questionIndex } = to;
  return {
    ...remember(state, remainingMs),
    position: { phase, roundIndex, questionIndex, opensAt: null, closesAt: null },
  };
}

const questionIdAt = (state: SessionState, { roundIndex, questionIndex }: Position): string | undefined =>
  state.quiz.rounds[roundIndex]?.questions[questionIndex]?.id;

const lockAsked = (state: SessionState, at: number): AskedQuestion[] =>
  state.asked.map((entry) => (entry.lockedAt === null ? { ...entry, lockedAt: at } : entry));

function changeAsked(
  state: SessionState,
  position: Position,
  change: Partial<AskedQuestion>,
): AskedQuestion[] {
  const id = questionIdAt(state, position);
  return state.asked.map((entry) => (entry.questionId === id ? { ...entry, ...change } : entry));
}

/** An undone opening was never asked; an undone lock or reveal is open or hidden again. */
function askedAfterUndo(state: SessionState, to: Position): AskedQuestion[] {
  const openId = state.position.phase === "question" ? questionIdAt(state, state.position) : undefined;
  const asked = state.asked.filter(
    (entry) => entry.questionId !== openId || questionIdAt(state, to) === openId,
  );
  const kept = { ...state, asked };
  if (to.phase === "question") return changeAsked(kept, to, { lockedAt: null, revealed: false });
  return to.phase === "locked" ? changeAsked(kept, to, { revealed: false }) : asked;
}

/**
 * What an event does to the state. Total: an event that was decided always applies, today and on a replay. Decides
 * nothing and never refuses; whether something may happen is asked before, in decide.
 */
import { type Correction, correct, isCorrection } from "./corrections";
import { isSheet, paceOf } from "./course-of-round";
import { remember, rememberPlace } from "./history";
import { openingFor } from "./late-join";
import { forgetToldCorrections } from "./recent-corrections";
import { positionAs, withCovered } from "./staged-standings";
import {
  type AskedQuestion,
  answerGraceMs,
  type GameEvent,
  lateDraftsMs,
  type Position,
  type SessionState,
} from "./state";

/** Events of one command, and one version on. */
export function applyEvents(state: SessionState, events: GameEvent[]): SessionState {
  const next = events.reduce(evolve, state);
  const version = state.version + 1;
  const isMove = !events.every((event) => isCorrection(event) || event.type === "draftsTaken");
  return { ...next, version, movedAtVersion: isMove ? version : state.movedAtVersion };
}

export function evolve(state: SessionState, event: GameEvent): SessionState {
  if (isCorrection(event)) return correct(state, event);
  return forgetToldCorrections(state, moved(state, event));
}

function moved(state: SessionState, event: Exclude<GameEvent, Correction>): SessionState {
  const { position } = state;
  switch (event.type) {
    case "roundIntroduced":
      return step(state, { phase: "roundIntro", roundIndex: event.roundIndex, questionIndex: -1 });
    case "questionOpened": {
      const { type: _, ...opened } = event;
      const question = state.quiz.rounds[event.roundIndex]?.questions[event.questionIndex];
      return {
        ...step(state, { ...opened, phase: "question" }),
        position: { phase: "question", ...opened },
        ...(question ? askedWith(state, question.id, opened) : {}),
      };
    }
    case "questionExtended":
    case "timeCalled":
      return { ...remember(state, null), position: { ...position, closesAt: event.closesAt } };
    case "questionLocked": {
      const locked = step(state, { ...position, phase: "locked" }, remaining(state, event.at));
      const takesDrafts = event.by === "host" && isSheet(state);
      return {
        ...locked,
        position: takesDrafts
          ? { ...locked.position, draftsUntil: event.at + lateDraftsMs }
          : locked.position,
        asked: lockAsked(state, event.at),
      };
    }
    case "draftsTaken":
      return { ...state, position: withoutDrafts(position) };
    case "questionSkipped":
      return {
        ...remember(state, remaining(state, event.at)),
        asked: changeAsked(state, [event.questionId], (entry) => ({
          ...entry,
          lockedAt: entry.lockedAt ?? event.at,
        })),
        skippedQuestionIds: [...state.skippedQuestionIds, event.questionId],
      };
    case "answerRevealed": {
      const to = { ...position, questionIndex: event.questionIndex ?? position.questionIndex };
      return {
        ...step(state, { ...to, phase: "reveal" }),
        asked: changeAsked(state, idsAt(state, to), (entry) => ({ ...entry, revealed: true })),
      };
    }
    case "standingsShown": {
      const shown = step(state, { ...position, phase: "standings" });
      return {
        ...shown,
        position: positionAs(state.showsStandings, shown.position),
        // only a slide, or a sheet of which everything was skipped, is left open this way: nobody could answer it
        asked: state.asked.map((entry) => ({ ...entry, lockedAt: entry.lockedAt ?? entry.openedAt })),
      };
    }
    case "placesUncovered":
      return { ...rememberPlace(state), position: withCovered(position, event.covered) };
    case "cohostLinkRenewed":
      return { ...state, cohostLink: event.link };
    case "standingsShowSet":
      return { ...state, showsStandings: event.show, position: positionAs(event.show, position) };
    case "breakStarted": {
      const { at, resumesAt, remainingMs } = event;
      // what a locked sheet still took in ends with the break, also for one that is over in a second
      return {
        ...state,
        position: withoutDrafts(position),
        paused: { startedAt: at, resumesAt, remainingMs },
      };
    }
    case "breakEnded":
      return {
        ...state,
        paused: null,
        position: event.closesAt === null ? position : { ...position, closesAt: event.closesAt },
        asked: state.asked.map((entry) =>
          entry.lockedAt === null ? stopped(entry, state.paused?.startedAt ?? event.at, event.at) : entry,
        ),
      };
    case "stepUndone":
      return {
        ...state,
        paused: null,
        // what was locked stays locked when a later step is taken back
        position: withoutDrafts(event.position),
        skippedQuestionIds: event.skippedQuestionIds,
        history: state.history.slice(0, -1),
        ...askedAfterUndo(state, event),
      };
    case "joinLockSet":
      return { ...state, joinLocked: event.locked };
    case "nameFilterSet":
      return { ...state, filtersNames: event.on };
    case "lateJoinSet":
      return {
        ...state,
        lateJoin: event.policy,
        asked: state.asked.map((entry) =>
          entry.lockedAt === null ? openingFor(event.policy, entry, entry.joinBy ?? entry.openedAt) : entry,
        ),
      };
    case "handicapSet":
      return { ...state, handicap: event.rule };
    case "sessionFinished":
      return {
        ...step(state, { ...position, phase: "finished" }),
        asked: lockAsked(state, event.at),
        paused: null,
        endedAt: event.at,
      };
  }
}

const withoutDrafts = ({ draftsUntil: _, ...position }: Position): Position => position;

/**
 * When the open questions must be locked (epoch ms), or the drafts of a locked sheet be in; null when none has a
 * deadline or the night is paused.
 */
export function closesDueAt(state: SessionState): number | null {
  const { phase, closesAt, draftsUntil } = state.position;
  if (phase === "locked" && draftsUntil !== undefined && state.paused === null) return draftsUntil;
  return phase === "question" && state.paused === null && closesAt !== null ? closesAt + answerGraceMs : null;
}

const remaining = (state: SessionState, at: number): number | null =>
  state.position.closesAt === null ? null : Math.max(0, state.position.closesAt - at);

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

// ---- the questions that were asked ---------------------------------------------------------------------------

const idsAt = (state: SessionState, { roundIndex, questionIndex }: Position): string[] => {
  const question = state.quiz.rounds[roundIndex]?.questions[questionIndex];
  return question ? [question.id] : [];
};

const lockAsked = (state: Pick<SessionState, "asked">, at: number): AskedQuestion[] =>
  state.asked.map((entry) => (entry.lockedAt === null ? { ...entry, lockedAt: at } : entry));

const changeAsked = (
  { asked }: Pick<SessionState, "asked">,
  ids: string[],
  change: (entry: AskedQuestion) => AskedQuestion,
): AskedQuestion[] => asked.map((entry) => (ids.includes(entry.questionId) ? change(entry) : entry));

const stopped = (entry: AskedQuestion, from: number, to: number): AskedQuestion =>
  to > from ? { ...entry, stops: [...(entry.stops ?? []), { from, to }] } : entry;

/** The question opens: anew, once more after it was undone, or (the last but one of a sheet) it is open already. */
function askedWith(
  state: SessionState,
  questionId: string,
  { roundIndex, opensAt }: { roundIndex: number; opensAt: number },
): Pick<SessionState, "asked" | "withdrawn"> {
  const { withdrawn } = state;
  const isOnSheet = paceOf(state.quiz.rounds[roundIndex]) === "sheet";
  // going on from a slide ends it; what stands on a sheet stays open
  const asked = isOnSheet ? state.asked : lockAsked(state, opensAt);
  const isOpen = (entry: AskedQuestion): AskedQuestion => ({ ...entry, lockedAt: null });
  if (asked.some((entry) => entry.questionId === questionId))
    return { asked: changeAsked({ asked }, [questionId], isOpen), withdrawn };
  const earlier = withdrawn.find((entry) => entry.questionId === questionId);
  const entry = earlier
    ? isOpen(stopped(earlier, earlier.lockedAt ?? opensAt, opensAt))
    : { questionId, openedAt: opensAt, lockedAt: null, revealed: false };
  return {
    asked: [...asked, openingFor(state.lateJoin, entry, opensAt)],
    withdrawn: withdrawn.filter((other) => other !== earlier),
  };
}

/** An undone opening was never asked; an undone lock or reveal is open or hidden again. */
function askedAfterUndo(
  state: SessionState,
  { position: to, skippedQuestionIds, at }: Extract<GameEvent, { type: "stepUndone" }>,
): Pick<SessionState, "asked" | "withdrawn"> {
  const kept = new Set(skippedQuestionIds);
  const opened = withdrawnBy(state, to);
  const isGone = ({ questionId }: AskedQuestion) => opened.includes(questionId) && !kept.has(questionId);
  const gone = state.asked.filter(isGone);
  const withdrawn = [
    ...state.withdrawn,
    ...gone.map((entry) => ({ ...entry, lockedAt: entry.lockedAt ?? at ?? entry.openedAt, revealed: false })),
  ];

  let asked = state.asked.filter((entry) => !isGone(entry));
  if (state.position.phase === "reveal")
    asked = changeAsked({ asked }, idsAt(state, state.position), (entry) => ({ ...entry, revealed: false }));
  if (to.phase === "question") {
    const ids = isSheet(state)
      ? idsOfRound(state, to.roundIndex).filter((id) => !kept.has(id))
      : idsAt(state, to);
    asked = changeAsked({ asked }, ids, (entry) =>
      entry.lockedAt === null
        ? entry
        : { ...stopped(entry, entry.lockedAt, at ?? entry.lockedAt), lockedAt: null, revealed: false },
    );
  }
  return { asked, withdrawn };
}

const idsOfRound = (state: SessionState, roundIndex: number): string[] =>
  state.quiz.rounds[roundIndex]?.questions.map(({ id }) => id) ?? [];

/** What was opened after `to`. Only a step that opened a question leads out of `question` back to where it was not. */
function withdrawnBy(state: SessionState, to: Position): string[] {
  if (to.phase === "question" || to.phase === "roundIntro")
    return idsOfRound(state, to.roundIndex).slice(to.questionIndex + 1);
  const isOpening = state.position.phase === "question";
  return isOpening ? idsAt(state, state.position) : [];
}

/**
 * The rules of the night: given the state and an order, the events that follow or a refusal. Pure: the clock comes
 * in as `now` (epoch ms). An order names the version it was based on, so that two presses advance once.
 */
import type { PhaseCommand } from "@/lib/contracts/commands";
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import { closesDueAt } from "./evolve";
import { currentQuestion } from "./questions";
import type { GameEvent, SessionState } from "./state";

/** A host's command, or the clock's suggestion that the deadline has passed. */
export type Order = PhaseCommand | { type: "closeDue" };

/** After an undone lock, teams get at least this long: to read the question again and tap. */
const reopenAtLeastMs = 10_000;

type Context = { now: number };
type Decision = Result<GameEvent[]>;

/** STALE, SESSION_ENDED, WRONG_PHASE, NOTHING_TO_UNDO, or the events. */
export function decide(state: SessionState, order: Order, { now }: Context): Decision {
  if (order.type === "closeDue") {
    const dueAt = closesDueAt(state);
    return dueAt !== null && now > dueAt
      ? ok([{ type: "questionLocked", at: now, by: "deadline" }])
      : refuse("WRONG_PHASE");
  }
  if (order.basedOn !== state.version) return refuse("STALE");
  if (state.endedAt !== null) return refuse("SESSION_ENDED");
  const { phase } = state.position;

  switch (order.type) {
    case "setJoinLocked":
      return ok([{ type: "joinLockSet", locked: order.locked }]);
    case "endSession":
      return ok([{ type: "sessionFinished", at: now }]);
    case "undo":
      // during a break, the break is the last step
      return state.paused ? resume(state, now) : undo(state, now);
    case "pause":
      if (state.paused || phase === "finished") return refuse("WRONG_PHASE");
      return ok(pause(state, now, order.minutes));
    case "resume":
      return state.paused ? resume(state, now) : refuse("WRONG_PHASE");
    case "advance":
      return state.paused ? resume(state, now) : advance(state, now);
  }
  // the rest is about the question on show, and waits until the break is over
  if (state.paused) return refuse("WRONG_PHASE", "The night is on a break. Resume first.");
  switch (order.type) {
    case "lockQuestion":
      return phase === "question" ? ok([lock(now)]) : refuse("WRONG_PHASE");
    case "lockAndReveal":
      if (phase === "question") return ok([lock(now), { type: "answerRevealed" }]);
      return phase === "locked" ? ok([{ type: "answerRevealed" }]) : refuse("WRONG_PHASE");
    case "extendQuestion": {
      if (phase !== "question") return refuse("WRONG_PHASE");
      const from = Math.max(now, state.position.closesAt ?? now);
      return ok([{ type: "questionExtended", closesAt: from + order.seconds * 1000 }]);
    }
    case "skipQuestion": {
      const question = currentQuestion(state);
      if (!question) return refuse("WRONG_PHASE");
      const voided = { type: "questionSkipped" as const, questionId: question.id, at: now };
      return ok([voided, ...openNext(state, now)]);
    }
    case "showStandings":
      return phase === "reveal" ? ok([{ type: "standingsShown" }]) : refuse("WRONG_PHASE");
  }
}

const lock = (now: number): GameEvent => ({ type: "questionLocked", at: now, by: "host" });

function advance(state: SessionState, now: number): Decision {
  const { phase, roundIndex } = state.position;
  switch (phase) {
    case "lobby":
      return ok([{ type: "roundIntroduced", roundIndex: 0 }]);
    case "roundIntro":
      return ok([open(state, roundIndex, 0, now)]);
    case "question":
      return ok([lock(now), { type: "answerRevealed" }]);
    case "locked":
      return ok([{ type: "answerRevealed" }]);
    case "reveal":
      return ok(openNext(state, now));
    case "standings":
      if (hasNextInRound(state)) return ok(openNext(state, now));
      return roundIndex + 1 < state.quiz.rounds.length
        ? ok([{ type: "roundIntroduced", roundIndex: roundIndex + 1 }])
        : ok([{ type: "sessionFinished", at: now }]);
    case "finished":
      return refuse("SESSION_ENDED");
  }
}

export const hasNextInRound = (state: SessionState): boolean =>
  state.position.questionIndex + 1 < (state.quiz.rounds[state.position.roundIndex]?.questions.length ?? 0);

/** The next question of the round, or the standings when the round is through. */
function openNext(state: SessionState, now: number): GameEvent[] {
  const { roundIndex, questionIndex } = state.position;
  return hasNextInRound(state)
    ? [open(state, roundIndex, questionIndex + 1, now)]
    : [{ type: "standingsShown" }];
}

function open(state: SessionState, roundIndex: number, questionIndex: number, now: number): GameEvent {
  const seconds = state.quiz.rounds[roundIndex]?.questions[questionIndex]?.timeLimitSeconds ?? 0;
  return { type: "questionOpened", roundIndex, questionIndex, opensAt: now, closesAt: now + seconds * 1000 };
}

/** A question whose time is up is locked on the way: the break must not give it the grace a second time. */
function pause(state: SessionState, now: number, minutes: number | null): GameEvent[] {
  const { closesAt } = state.position;
  const remainingMs = closesAt === null ? null : closesAt - now;
  const isOver = remainingMs !== null && remainingMs <= 0;
  return [
    ...(isOver ? [{ type: "questionLocked" as const, at: now, by: "deadline" as const }] : []),
    {
      type: "breakStarted",
      at: now,
      resumesAt: minutes === null ? null : now + minutes * 60_000,
      remainingMs: isOver ? null : remainingMs,
    },
  ];
}

function resume(state: SessionState, now: number): Decision {
  const left = state.paused?.remainingMs ?? null;
  return ok([{ type: "breakEnded", at: now, closesAt: left === null ? null : now + left }]);
}

function undo(state: SessionState, now: number): Decision {
  const last = state.history.at(-1);
  if (!last) return refuse("NOTHING_TO_UNDO");
  const { position, remainingMs, skippedQuestionIds } = last;
  // more time that is taken back: the question is on show all the while and gets its old deadline
  const isSameOpening = position.phase === "question" && position.opensAt === state.position.opensAt;
  const closesAt = isSameOpening
    ? Math.max(position.closesAt ?? 0, now + reopenAtLeastMs)
    : now + Math.max(reopenAtLeastMs, remainingMs ?? 0);
  const reopened = position.phase === "question" ? { ...position, closesAt } : position;
  return ok([{ type: "stepUndone", position: reopened, skippedQuestionIds }]);
}

/**
 * The rules of the night: given the state and an order, the events that follow or a refusal. Pure: the clock comes
 * in as `now` (epoch ms). An order that moves the night names the version it was based on, so that two presses
 * advance once; corrections carry none and do not count as a move (corrections.ts).
 */
import type { MarkCommand, PhaseCommand } from "@/lib/contracts/commands";
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import { decideCorrection, isMarkCommand } from "./corrections";
import { hasMoreOfRound, isSheet, nextToAsk, nextToReveal, questionsOnSheet } from "./course-of-round";
import { closesDueAt } from "./evolve";
import { isSameRule } from "./handicaps";
import { currentQuestion } from "./questions";
import { coveredCount, hasPlaceToUncover } from "./staged-standings";
import type { GameEvent, SessionState } from "./state";

/** A host's command, or the clock's suggestion that the deadline has passed. */
export type Order = PhaseCommand | MarkCommand | { type: "closeDue" };

/** After an undone lock, teams get at least this long: to read the question again and tap. */
const reopenAtLeastMs = 10_000;

/** `teamCount`: teams in the standings; players are not in the state. Asked for only while places are covered. */
type Context = { now: number; teamCount?: number };
type Decision = Result<GameEvent[]>;

/**
 * STALE, SESSION_ENDED, WRONG_PHASE, NOTHING_TO_UNDO, what corrections refuse, or the events. No events: everything is
 * set that way already, and there is nothing to save.
 */
export function decide(state: SessionState, order: Order, { now, teamCount = 0 }: Context): Decision {
  if (isMarkCommand(order)) return decideCorrection(state, order, now);
  if (order.type === "closeDue") {
    const dueAt = closesDueAt(state);
    if (dueAt === null || now <= dueAt) return refuse("WRONG_PHASE");
    if (state.position.phase === "locked") return ok([{ type: "draftsTaken" }]);
    return ok([{ type: "questionLocked", at: now, by: "deadline" }]);
  }
  // the marker's work beside it makes no press stale: it does not move the night
  if (order.basedOn < state.movedAtVersion || order.basedOn > state.version) return refuse("STALE");
  // also after the end: a console shows the results, and whoever has the old links must be shut out of them
  if (order.type === "renewCohostLink")
    return ok([{ type: "cohostLinkRenewed", link: state.cohostLink + 1 }]);
  if (state.endedAt !== null) return refuse("SESSION_ENDED");
  const { phase } = state.position;

  switch (order.type) {
    case "setJoinLocked":
      return unlessSet(state.joinLocked === order.locked, { type: "joinLockSet", locked: order.locked });
    case "setNameFilter":
      return unlessSet(state.filtersNames === order.on, { type: "nameFilterSet", on: order.on });
    case "setLateJoin":
      return unlessSet(state.lateJoin === order.policy, { type: "lateJoinSet", policy: order.policy });
    case "setHandicap":
      return unlessSet(isSameRule(state.handicap, order.rule), { type: "handicapSet", rule: order.rule });
    case "setStandings":
      return unlessSet(state.showsStandings === order.show, { type: "standingsShowSet", show: order.show });
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
      return state.paused ? resume(state, now) : advance(state, now, teamCount);
  }
  // the rest is about the question on show, and waits until the break is over
  if (state.paused) return refuse("WRONG_PHASE", "The night is on a break. Resume first.");
  const isSlide = currentQuestion(state)?.type === "info" && !isSheet(state);
  switch (order.type) {
    case "lockQuestion":
    case "lockAndReveal":
      if (isSlide) return refuse("WRONG_PHASE", "A slide takes no answers. Go on to the next question.");
      if (phase === "locked" && order.type === "lockAndReveal") return ok(showAnswer(state));
      if (phase !== "question") return refuse("WRONG_PHASE");
      return ok(order.type === "lockQuestion" ? [lock(now)] : [lock(now), ...showAnswer(state)]);
    case "extendQuestion": {
      if (phase !== "question") return refuse("WRONG_PHASE");
      const { closesAt } = state.position;
      if (closesAt === null) return refuse("WRONG_PHASE", "No time is running that could be extended.");
      return ok([{ type: "questionExtended", closesAt: Math.max(now, closesAt) + order.seconds * 1000 }]);
    }
    case "callTime":
      if (phase !== "question" || !isSheet(state))
        return refuse("WRONG_PHASE", "Time is called on answer sheets, while they are open.");
      return ok([{ type: "timeCalled", closesAt: now + order.seconds * 1000 }]);
    case "skipQuestion":
      return skip(state, now);
    case "showStandings":
      return phase === "reveal" ? ok([{ type: "standingsShown" }]) : refuse("WRONG_PHASE");
    case "uncoverPlaces":
      return hasPlaceToUncover(state, teamCount)
        ? ok([uncover(state, teamCount, order.places ?? teamCount)])
        : refuse("WRONG_PHASE", "No place is covered that could be shown.");
  }
}

/** A version that changes nothing would make every other press stale, and send every phone what it has. */
const unlessSet = (isSet: boolean, event: GameEvent): Decision => ok(isSet ? [] : [event]);

const lock = (now: number): GameEvent => ({ type: "questionLocked", at: now, by: "host" });

const uncover = (state: SessionState, teamCount: number, places: number): GameEvent => ({
  type: "placesUncovered",
  covered: Math.max(0, coveredCount(state, teamCount) - places),
});

function advance(state: SessionState, now: number, teamCount: number): Decision {
  const { phase, roundIndex } = state.position;
  switch (phase) {
    case "lobby":
      return ok([{ type: "roundIntroduced", roundIndex: 0 }]);
    case "roundIntro":
      return ok(openNext(state, now));
    case "question":
      if (isSheet(state)) return ok(nextToAsk(state) === null ? [lock(now)] : openNext(state, now));
      if (currentQuestion(state)?.type === "info") return ok(openNext(state, now));
      return ok([lock(now), ...showAnswer(state)]);
    case "locked":
      return ok(showAnswer(state));
    case "reveal":
      return ok(goOn(state, now));
    case "standings":
      if (hasPlaceToUncover(state, teamCount)) return ok([uncover(state, teamCount, 1)]);
      if (hasMoreOfRound(state)) return ok(goOn(state, now));
      return roundIndex + 1 < state.quiz.rounds.length
        ? ok([{ type: "roundIntroduced", roundIndex: roundIndex + 1 }])
        : ok([{ type: "sessionFinished", at: now }]);
    case "finished":
      return refuse("SESSION_ENDED");
  }
}

/** After an answer was shown: the next answer of the sheet, or the next question; then the standings. */
const goOn = (state: SessionState, now: number): GameEvent[] =>
  isSheet(state) ? showAnswer(state) : openNext(state, now);

/** The answer to the locked question; of a locked sheet the next one, and the standings when it has none left. */
function showAnswer(state: SessionState): GameEvent[] {
  if (!isSheet(state)) return [{ type: "answerRevealed" }];
  const questionIndex = nextToReveal(state);
  return questionIndex === null ? [{ type: "standingsShown" }] : [{ type: "answerRevealed", questionIndex }];
}

/** The next question of the round, or the standings when the round is through. */
function openNext(state: SessionState, now: number): GameEvent[] {
  const questionIndex = nextToAsk(state);
  return questionIndex === null ? [{ type: "standingsShown" }] : [open(state, questionIndex, now)];
}

function open(state: SessionState, questionIndex: number, now: number): GameEvent {
  const { phase, roundIndex } = state.position;
  const question = state.quiz.rounds[roundIndex]?.questions[questionIndex];
  const opened = { type: "questionOpened" as const, roundIndex, questionIndex, opensAt: now };
  // a sheet keeps the time that was called; more questions may still be read out meanwhile
  if (isSheet(state)) return { ...opened, closesAt: phase === "question" ? state.position.closesAt : null };
  if (question?.type === "info") return { ...opened, closesAt: null };
  return { ...opened, closesAt: now + (question?.timeLimitSeconds ?? 0) * 1000 };
}

function skip(state: SessionState, now: number): Decision {
  const question = currentQuestion(state);
  if (!question) return refuse("WRONG_PHASE");
  const voided = { type: "questionSkipped" as const, questionId: question.id, at: now };
  if (!isSheet(state)) return ok([voided, ...openNext(state, now)]);
  if (state.position.phase === "locked")
    return refuse("WRONG_PHASE", "The sheets are locked. Void the question in the marking instead.");
  if (state.position.phase === "reveal") return ok([voided, ...showAnswer(state)]);
  if (nextToAsk(state) !== null) return ok([voided, ...openNext(state, now)]);
  // the last one comes off the sheet, and the teams go on writing
  const { roundIndex, opensAt, closesAt } = state.position;
  const last = questionsOnSheet(state).findLast(({ id }) => id !== question.id);
  if (!last) return ok([voided, { type: "standingsShown" }]);
  const questionIndex = state.quiz.rounds[roundIndex]?.questions.indexOf(last) ?? 0;
  return ok([
    voided,
    { type: "questionOpened", roundIndex, questionIndex, opensAt: opensAt ?? now, closesAt },
  ]);
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
  return ok([
    {
      type: "stepUndone",
      position: {
        ...position,
        closesAt: reopenedUntil(state, position, now + Math.max(0, remainingMs ?? 0), now),
      },
      skippedQuestionIds,
      at: now,
    },
  ]);
}

/** `restAt`: when what was left of the question would be over, counted from now. */
function reopenedUntil(
  state: SessionState,
  to: SessionState["position"],
  restAt: number,
  now: number,
): number | null {
  if (to.phase !== "question" || to.closesAt === null) return to.closesAt;
  // more time that is taken back, or a question off the sheet: open all the while, and with the old deadline again
  const isStillOpen =
    state.position.phase === "question" && (state.position.opensAt === to.opensAt || isSheet(state));
  return Math.max(isStillOpen ? to.closesAt : restAt, now + reopenAtLeastMs);
}

/**
 * Corrections by the host and the marker: what they may set, and what it does to the state. They are no steps of the
 * night (undo leaves them alone), carry no version, and hold in any order; scores are derived with them every time.
 * Players are not in the state: whether a team exists is asked by the caller, before.
 */
import type { MarkCommand } from "@/lib/contracts/commands";
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import { findQuestion } from "./questions";
import { noteCorrection } from "./recent-corrections";
import type { GameEvent, SessionState } from "./state";

export type Correction = Extract<
  GameEvent,
  {
    type:
      | "groupMarked"
      | "markOverridden"
      | "questionVoided"
      | "questionEdited"
      | "pointsAdjusted"
      | "adjustmentRemoved";
  }
>;

/**
 * The whole state is written with every version and read with every restart. A mark of one team with its reason takes up to
 * 0.4 KB and points by hand 0.5 KB (200 letters of two bytes), so that full lists stay under 0.7 MB. Nobody gets there in
 * good faith: equal answers are marked as a group, so that 500 single marks are one for each of 50 teams in ten questions,
 * and 1,000 scores are 50 teams on paper in twenty rounds.
 */
export const mostOverrides = 500;
export const mostAdjustments = 1_000;
/** An order whose reply was lost comes again within seconds: nobody takes back so many meanwhile. */
export const removedIdsKept = 200;

const markTypes = {
  markGroup: true,
  overrideMark: true,
  voidQuestion: true,
  editQuestion: true,
  adjustPoints: true,
  removeAdjustment: true,
} as const satisfies Record<MarkCommand["type"], true>;
export const isMarkCommand = <C extends { type: string }>(command: C): command is Extract<C, MarkCommand> =>
  Object.hasOwn(markTypes, command.type);

/** Postgres stores neither U+0000 nor half a surrogate pair in JSON. */
const storable = (text: string): string => text.replaceAll("\u0000", "").toWellFormed();

/**
 * UNKNOWN_QUESTION, WRONG_PHASE, BAD_REQUEST, CORRECTIONS_FULL, or the event; no event at all where everything is set that way already,
 * so that a repeat costs no version.
 */
export function decideCorrection(
  state: SessionState,
  command: MarkCommand,
  now: number,
): Result<Correction[]> {
  switch (command.type) {
    case "markGroup": {
      const refused = refuseUnmarkable(state, command.questionId);
      if (refused) return refused;
      const { type: _, ...mark } = { ...command, key: storable(command.key) };
      const isSet = markOf(state, mark.questionId, mark.key) === mark.fraction;
      return ok(isSet ? [] : [{ type: "groupMarked", ...mark }]);
    }
    case "overrideMark": {
      const refused = refuseUnmarkable(state, command.questionId);
      if (refused) return refused;
      const { type: _, ...override } = { ...command, reason: storable(command.reason) };
      const known = state.overrides.find(
        (entry) => entry.questionId === override.questionId && entry.playerId === override.playerId,
      );
      const isSet =
        (known?.fraction ?? null) === override.fraction &&
        (override.fraction === null || known?.reason === override.reason);
      if (!known && !isSet && state.overrides.length >= mostOverrides)
        return refuse(
          "CORRECTIONS_FULL",
          `This night holds ${mostOverrides} marks of single teams, and no more. Mark all who wrote the same, or let one stand as its group again.`,
        );
      return ok(isSet ? [] : [{ type: "markOverridden", ...override }]);
    }
    case "voidQuestion": {
      const refused = refuseOpen(state, command.questionId);
      if (refused) return refused;
      const { questionId, isVoid } = command;
      const isSet = state.voidedQuestionIds.includes(questionId) === isVoid;
      return ok(isSet ? [] : [{ type: "questionVoided", questionId, isVoid }]);
    }
    case "editQuestion":
      return editQuestion(state, command);
    case "adjustPoints": {
      const { type: _, ...adjustment } = { ...command, reason: storable(command.reason), at: now };
      if (adjustment.round !== null && adjustment.round > state.quiz.rounds.length)
        return refuse("BAD_REQUEST", "This quiz has no round of that number.");
      if (adjustment.round !== null && adjustment.round > state.position.roundIndex + 1)
        return refuse("WRONG_PHASE", "That round has not begun yet.");
      const isKnown =
        state.adjustments.some((entry) => entry.adjustmentId === adjustment.adjustmentId) ||
        state.removedAdjustmentIds.includes(adjustment.adjustmentId);
      if (!isKnown && state.adjustments.length >= mostAdjustments)
        return refuse(
          "CORRECTIONS_FULL",
          `This night holds ${mostAdjustments} adjustments of points, and no more. Take one back first.`,
        );
      return ok(isKnown ? [] : [{ type: "pointsAdjusted", adjustment }]);
    }
    case "removeAdjustment": {
      const { adjustmentId } = command;
      const isKnown = state.adjustments.some((entry) => entry.adjustmentId === adjustmentId);
      return ok(isKnown ? [{ type: "adjustmentRemoved", adjustmentId }] : []);
    }
  }
}

function refuseOpen(state: SessionState, questionId: string) {
  const asked = state.asked.find((entry) => entry.questionId === questionId);
  if (!asked) return refuse("UNKNOWN_QUESTION");
  return asked.lockedAt === null
    ? refuse("WRONG_PHASE", "That question still takes answers. Lock it first.")
    : null;
}

function refuseUnmarkable(state: SessionState, questionId: string) {
  const question = findQuestion(state, questionId)?.question;
  if (question?.type === "info") return refuse("WRONG_PHASE", "A slide has no answers to mark.");
  // a buzz is judged at once, while the next in line may still press
  const isJudgedOpen =
    question?.type === "buzzer" && state.asked.some((entry) => entry.questionId === questionId);
  return isJudgedOpen ? null : refuseOpen(state, questionId);
}

function editQuestion(
  state: SessionState,
  { questionId, text, explanation, accepted }: Extract<MarkCommand, { type: "editQuestion" }>,
): Result<Correction[]> {
  const found = findQuestion(state, questionId);
  if (!found) return refuse("UNKNOWN_QUESTION");
  if (accepted && found.question.type !== "text")
    return refuse("BAD_REQUEST", "Only a typed question has accepted answers.");
  const change = {
    ...(text === undefined ? {} : { text: storable(text) }),
    ...(explanation === undefined
      ? {}
      : { explanation: explanation === null ? null : storable(explanation) }),
    ...(accepted === undefined ? {} : { accepted: accepted.map(storable) }),
  };
  const before = found.question as Record<string, unknown>;
  const isSet = Object.entries(change).every(
    ([field, value]) => JSON.stringify(before[field]) === JSON.stringify(value),
  );
  return ok(isSet ? [] : [{ type: "questionEdited", questionId, ...change }]);
}

/** The host's mark of a group; null where it stands as marked by itself. Keys are what people typed: "constructor" too. */
export function markOf(state: SessionState, questionId: string, key: string): number | null {
  const marks = marksOf(state, questionId);
  return marks && Object.hasOwn(marks, key) ? (marks[key] ?? null) : null;
}

export const marksOf = (state: SessionState, questionId: string): Record<string, number> | null =>
  Object.hasOwn(state.marks, questionId) ? (state.marks[questionId] ?? null) : null;

export function isCorrection(event: GameEvent): event is Correction {
  return (
    event.type === "groupMarked" ||
    event.type === "markOverridden" ||
    event.type === "questionVoided" ||
    event.type === "questionEdited" ||
    event.type === "pointsAdjusted" ||
    event.type === "adjustmentRemoved"
  );
}

export const correct = (state: SessionState, event: Correction): SessionState =>
  noteCorrection(state, set(state, event), event);

function set(state: SessionState, event: Correction): SessionState {
  switch (event.type) {
    case "groupMarked": {
      const { questionId, key, fraction } = event;
      const others = Object.entries(marksOf(state, questionId) ?? {}).filter(([other]) => other !== key);
      const marks = Object.fromEntries(fraction === null ? others : [...others, [key, fraction]]);
      return { ...state, marks: { ...state.marks, [questionId]: marks } };
    }
    case "markOverridden": {
      const { questionId, playerId, fraction, reason } = event;
      const others = state.overrides.filter(
        (entry) => entry.questionId !== questionId || entry.playerId !== playerId,
      );
      const overrides = fraction === null ? others : [...others, { questionId, playerId, fraction, reason }];
      return { ...state, overrides };
    }
    case "questionVoided": {
      const others = state.voidedQuestionIds.filter((id) => id !== event.questionId);
      return { ...state, voidedQuestionIds: event.isVoid ? [...others, event.questionId] : others };
    }
    case "questionEdited": {
      const { type: _, questionId, accepted, ...words } = event;
      const rounds = state.quiz.rounds.map((round) => ({
        ...round,
        questions: round.questions.map((question) => {
          if (question.id !== questionId) return question;
          return question.type === "text" && accepted
            ? { ...question, ...words, accepted }
            : { ...question, ...words };
        }),
      }));
      return { ...state, quiz: { ...state.quiz, rounds } };
    }
    case "pointsAdjusted":
      return { ...state, adjustments: [...state.adjustments, event.adjustment] };
    case "adjustmentRemoved":
      return {
        ...state,
        adjustments: state.adjustments.filter((entry) => entry.adjustmentId !== event.adjustmentId),
        removedAdjustmentIds: [...state.removedAdjustmentIds, event.adjustmentId].slice(-removedIdsKept),
      };
  }
}

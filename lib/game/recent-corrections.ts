/**
 * What was corrected after the room had seen it, and is not old news yet. Kept is how it stood before, so that what the
 * screens say of it is derived (told-corrections.ts) and a correction that is taken back was never there. It is told where
 * points are on show, in the phase of the correction or the next such one, until the night moves on from there.
 */
import type { Adjustment, GameEvent, MarkOverride, SessionState } from "./state";

/** What decides about the points of one question, as it stood before its first correction. */
export type QuestionBefore = {
  questionId: string;
  marks: Record<string, number>;
  overrides: MarkOverride[];
  isVoid: boolean;
  /** typed questions only */
  accepted?: string[];
  /** it had been corrected in an earlier phase */
  corrected?: true;
};

export type RecentCorrections = {
  questions: QuestionBefore[];
  /** given and taken by hand since, one entry a team and round */
  byHand: Pick<Adjustment, "playerId" | "round" | "points">[];
};

export const nothingCorrected: RecentCorrections = { questions: [], byHand: [] };

const isNothing = ({ questions, byHand }: RecentCorrections): boolean =>
  questions.length + byHand.length === 0;

/** `after`: with what the correction `event` sets. */
export function noteCorrection(before: SessionState, after: SessionState, event: GameEvent): SessionState {
  if (event.type === "pointsAdjusted") return noteByHand(before, after, event.adjustment, 1);
  if (event.type === "adjustmentRemoved") {
    const taken = before.adjustments.find((entry) => entry.adjustmentId === event.adjustmentId);
    return taken ? noteByHand(before, after, taken, -1) : after;
  }
  // a mended typing mistake in the words changes nobody's points
  if (!("questionId" in event) || (event.type === "questionEdited" && !event.accepted)) return after;
  return noteQuestion(before, after, event.questionId);
}

function noteQuestion(before: SessionState, after: SessionState, questionId: string): SessionState {
  const entry = before.asked.find((asked) => asked.questionId === questionId);
  if (!entry?.revealed) return after;
  const { questions, byHand } = before.recentCorrections;
  const known = questions.find((question) => question.questionId === questionId);
  const stood = known ?? { ...standing(before, questionId), ...(entry.corrected ? { corrected: true } : {}) };
  const isBack = asText(stood) === asText(standing(after, questionId));
  const others = questions.filter((question) => question !== known);
  const { corrected: _, ...uncorrected } = entry;
  const isCorrected = !isBack || stood.corrected;
  return {
    ...after,
    asked: after.asked.map((asked) =>
      asked === entry ? { ...uncorrected, ...(isCorrected ? { corrected: true as const } : {}) } : asked,
    ),
    recentCorrections: { questions: isBack ? others : [...others, stood], byHand },
  };
}

function standing(state: SessionState, questionId: string): QuestionBefore {
  const question = state.quiz.rounds.flatMap((round) => round.questions).find(({ id }) => id === questionId);
  return {
    questionId,
    marks: (Object.hasOwn(state.marks, questionId) && state.marks[questionId]) || {},
    overrides: state.overrides.filter((entry) => entry.questionId === questionId),
    isVoid: state.voidedQuestionIds.includes(questionId),
    ...(question?.type === "text" ? { accepted: question.accepted } : {}),
  };
}

/** The same for what gives the same points: in another order, or with another reason. */
const asText = ({ marks, overrides, isVoid, accepted = [] }: QuestionBefore): string =>
  JSON.stringify([
    Object.entries(marks).sort(),
    overrides.map(({ playerId, fraction }) => [playerId, fraction]).sort(),
    isVoid,
    [...accepted].sort(),
  ]);

function noteByHand(
  before: SessionState,
  after: SessionState,
  { playerId, round, points }: Adjustment,
  sign: 1 | -1,
): SessionState {
  // before the first answer was shown no team has seen points of its own
  if (!before.asked.some(({ revealed }) => revealed)) return after;
  const { questions, byHand } = before.recentCorrections;
  const known = byHand.find((entry) => entry.playerId === playerId && entry.round === round);
  const sum = (known?.points ?? 0) + sign * points;
  const others = byHand.filter((entry) => entry !== known);
  // points have two decimals: what is less is what adding fractions leaves
  const isBack = Math.abs(sum) < 0.005;
  return {
    ...after,
    recentCorrections: { questions, byHand: isBack ? others : [...others, { playerId, round, points: sum }] },
  };
}

/** Once the night moves on from where it was told, it is old news. */
export function forgetToldCorrections(before: SessionState, after: SessionState): SessionState {
  const { position: from, recentCorrections } = before;
  const { position: to } = after;
  const isSame =
    from.phase === to.phase && from.roundIndex === to.roundIndex && from.questionIndex === to.questionIndex;
  const wasTold = from.phase === "reveal" || from.phase === "standings" || from.phase === "finished";
  if (isSame || !wasTold || isNothing(recentCorrections)) return after;
  return { ...after, recentCorrections: nothingCorrected };
}

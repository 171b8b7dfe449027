/**
 * What each answer to one question is worth: a host's override goes before the mark of its group, and that before the
 * automatic mark. Where the nearest number wins, the answers are held against each other. Pure; knows no jokers and
 * no bonuses.
 */
import { buzzReason } from "@/lib/contracts/buzz-reason";
import type { Question } from "@/lib/contracts/quiz";
import { marksOf } from "./corrections";
import { markerFor } from "./marking";
import type { AnswerRecord, PlayerRecord } from "./scoring";
import type { MarkOverride, SessionState } from "./state";

export type Judgment = {
  /** share of the points */
  fraction: number;
  /** a person said so, of this answer or of its group */
  judged: boolean;
};

type NumberQuestion = Extract<Question, { type: "number" }>;

/** Thirds and speed make long fractions: two decimals are what a table shows, and what adds up the same everywhere. */
export const roundedPoints = (points: number): number => Math.round(points * 100) / 100 + 0;

const overridesByList = new WeakMap<MarkOverride[], Map<string, Map<string, MarkOverride>>>();

/** question id → player id */
function overridesIn(state: SessionState): Map<string, Map<string, MarkOverride>> {
  let byQuestion = overridesByList.get(state.overrides);
  if (!byQuestion) {
    byQuestion = new Map();
    for (const override of state.overrides) {
      const byPlayer = byQuestion.get(override.questionId) ?? new Map<string, MarkOverride>();
      byQuestion.set(override.questionId, byPlayer.set(override.playerId, override));
    }
    overridesByList.set(state.overrides, byQuestion);
  }
  return byQuestion;
}

export const overrideOf = (state: SessionState, questionId: string, playerId: string): MarkOverride | null =>
  overridesIn(state).get(questionId)?.get(playerId) ?? null;

/** The host's reason for marking this team's answer alone, for people to read; none: as the group, or a buzz judged aloud. */
export function reasonIn(override: MarkOverride | null | undefined): { reason?: string } {
  return override && override.reason !== buzzReason ? { reason: override.reason } : {};
}

/** Nearest wins: answers are held against each other. A tie-break is one, too, although it gives no points. */
export const isContest = (question: Question): question is NumberQuestion =>
  question.type === "number" && Boolean(question.closestWins || question.isTieBreak);

/** player id → what the answer is worth; nothing for who gave none, unless a person judged it all the same. */
export function judge(
  state: SessionState,
  question: Question,
  players: PlayerRecord[],
  answers: ReadonlyMap<string, AnswerRecord>,
): Map<string, Judgment> {
  const overrides = overridesIn(state).get(question.id);
  const markedBy = groupMarks(state, question);
  const automatic = isContest(question) ? () => null : automaticJudgment(question);
  const judgments = new Map<string, Judgment>();
  for (const { playerId } of players) {
    const answer = answers.get(playerId);
    const override = overrides?.get(playerId);
    const judgment = override
      ? { fraction: override.fraction, judged: true }
      : answer && (markedBy(answer) ?? automatic(answer));
    if (judgment) judgments.set(playerId, judgment);
  }
  if (isContest(question)) judgeContest(question, players, answers, judgments);
  return judgments;
}

/** By the mark of its group; null where nobody marked that. */
function groupMarks(state: SessionState, question: Question): (answer: AnswerRecord) => Judgment | null {
  const marks = marksOf(state, question.id);
  if (!marks || Object.keys(marks).length === 0) return () => null;
  const { keyOf } = markerFor(question);
  return ({ value }) => {
    const key = keyOf(value);
    return Object.hasOwn(marks, key) ? { fraction: marks[key] ?? 0, judged: true } : null;
  };
}

const right: Judgment = { fraction: 1, judged: false };
const wrong: Judgment = { fraction: 0, judged: false };

/** Nearly every answer of a night is all right or all wrong: two objects serve them all. */
function automaticJudgment(question: Question): (answer: AnswerRecord) => Judgment {
  const { fractionOf } = markerFor(question);
  return ({ value }) => {
    const fraction = fractionOf(value);
    if (fraction === 0) return wrong;
    return fraction === 1 ? right : { fraction, judged: false };
  };
}

/** Adds what nobody judged: the nearest of those in the contest are right, the others wrong. */
function judgeContest(
  question: NumberQuestion,
  players: PlayerRecord[],
  answers: ReadonlyMap<string, AnswerRecord>,
  judgments: Map<string, Judgment>,
): void {
  // an answer that a person called wrong is out of it, and the next nearest wins
  const contest = players.filter(
    ({ playerId, removed }) => answers.has(playerId) && !removed && judgments.get(playerId)?.fraction !== 0,
  );
  const winners = new Set(nearest(question, contest, answers));
  for (const { playerId } of players)
    if (answers.has(playerId) && !judgments.has(playerId))
      judgments.set(playerId, winners.has(playerId) ? right : wrong);
}

export function distanceTo(question: NumberQuestion, answer: AnswerRecord | undefined): number {
  return answer?.value.kind === "number"
    ? Math.abs(answer.value.number - question.value)
    : Number.POSITIVE_INFINITY;
}

/** Everybody who is nearest: a tie shares the win. Distances count as equal within a billionth of the numbers. */
function nearest(
  question: NumberQuestion,
  players: PlayerRecord[],
  answers: ReadonlyMap<string, AnswerRecord>,
): string[] {
  const distances = players.map(({ playerId }) => distanceTo(question, answers.get(playerId)));
  const least = distances.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  if (least === Number.POSITIVE_INFINITY) return [];
  const within = least + 1e-9 * Math.max(1, Math.abs(question.value));
  return players
    .filter((_, at) => (distances[at] ?? Number.POSITIVE_INFINITY) <= within)
    .map((p) => p.playerId);
}

/** What a right answer brings: nothing where there is none to give, and nothing for a tie-break. */
export const worth = (question: Question): number =>
  question.type === "info" || (question.type === "number" && question.isTieBreak) ? 0 : question.points;

/** Points of the question alone. Wrong points are taken for a wrong answer, never for none, nor for a buzz nobody heard. */
export function pointsFor(question: Question, judgment: Judgment | undefined, hasAnswer: boolean): number {
  const isWithoutPoints = question.type === "number" && question.isTieBreak;
  if (!judgment || isWithoutPoints) return 0;
  if (judgment.fraction > 0) return roundedPoints(judgment.fraction * worth(question));
  const counts = hasAnswer && (question.type !== "buzzer" || judgment.judged);
  return counts ? 0 - (question.wrongPoints ?? 0) : 0;
}

/** By the server's receipt; in the same millisecond by player id, so that every screen names the same first (TMR-07). */
export const byReceipt = (one: AnswerRecord, other: AnswerRecord): number =>
  one.receivedAt - other.receivedAt || (one.playerId < other.playerId ? -1 : 1);

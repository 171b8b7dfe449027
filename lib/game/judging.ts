/**
 * What each answer to one question is worth: a host's override goes before the mark of its group, and that before the
 * automatic mark. Where the nearest number wins, the answers are held against each other. Pure; knows no jokers and
 * no bonuses.
 */
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
  const marks = marksOf(state, question.id);
  const hasMarks = marks !== null && Object.keys(marks).length > 0;
  const marker = markerFor(question);
  const contested = isContest(question) ? question : null;
  const judgments = new Map<string, Judgment>();
  const contest: PlayerRecord[] = [];
  for (const player of players) {
    const { playerId } = player;
    const answer = answers.get(playerId);
    const override = overrides?.get(playerId);
    if (override) judgments.set(playerId, { fraction: override.fraction, judged: true });
    else if (answer) {
      const key = hasMarks ? marker.keyOf(answer.value) : "";
      if (hasMarks && Object.hasOwn(marks, key))
        judgments.set(playerId, { fraction: marks[key] ?? 0, judged: true });
      else
        judgments.set(playerId, { fraction: contested ? 0 : marker.fractionOf(answer.value), judged: false });
    }
    // an answer that a person called wrong is out of the contest, and the next nearest wins
    const isOut =
      player.removed || (judgments.get(playerId)?.judged && judgments.get(playerId)?.fraction === 0);
    if (contested && answer && !isOut) contest.push(player);
  }
  if (contested)
    for (const playerId of nearest(contested, contest, answers)) {
      const judgment = judgments.get(playerId);
      if (judgment && !judgment.judged) judgments.set(playerId, { fraction: 1, judged: false });
    }
  return judgments;
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

/** Points of the question alone. Wrong points are taken for a wrong answer, never for none, nor for a buzz nobody heard. */
export function pointsFor(question: Question, judgment: Judgment | undefined, hasAnswer: boolean): number {
  if (question.type === "info" || (question.type === "number" && question.isTieBreak)) return 0;
  if (!judgment) return 0;
  if (judgment.fraction > 0) return roundedPoints(judgment.fraction * question.points);
  const counts = hasAnswer && (question.type !== "buzzer" || judgment.judged);
  return counts ? 0 - (question.wrongPoints ?? 0) : 0;
}

/** By the server's receipt; in the same millisecond by player id, so that every screen names the same first (TMR-07). */
export const byReceipt = (one: AnswerRecord, other: AnswerRecord): number =>
  one.receivedAt - other.receivedAt || (one.playerId < other.playerId ? -1 : 1);

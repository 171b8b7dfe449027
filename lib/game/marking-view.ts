/**
 * The marking queue: every answer of the night in groups of equal ones, with what each is worth now. Holds the key, so it
 * is for the host and the marker only. Built from the same judgments as the scores.
 */
import type { AnswerGroup, MarkingQuestion, MarkingView } from "@/lib/contracts/marking";
import type { Question } from "@/lib/contracts/quiz";
import { markOf, marksOf } from "./corrections";
import { isSheet } from "./course-of-round";
import { isContest, judge, overrideOf, pointsFor, worth } from "./judging";
import { markerFor } from "./marking";
import { answerInWords, currentQuestion, findQuestion, valueInWords } from "./questions";
import {
  type Answers,
  type AnswersByPlayer,
  groupByQuestion,
  noAnswers,
  type PlayerRecord,
  type SessionScores,
} from "./scoring";
import type { AskedQuestion, SessionState } from "./state";

/**
 * A part of the view is the same object until something in it changes: a marker judges ten answers a second, and a
 * night of 300 teams takes a tenth of a second to group.
 */
const made = new WeakMap<Question, { inputs: unknown[]; part: MarkingQuestion }>();

/** `players` and `answers` must be other objects once something in them changed. `scores`: of the same state. Asked and locked questions of the whole night, in the order of the quiz. */
export function markingView(
  state: SessionState,
  players: PlayerRecord[],
  answers: Answers,
  scores: SessionScores,
): MarkingView {
  const names = new Map(players.map(({ playerId, name }) => [playerId, name]));
  const asked = new Map(state.asked.map((entry) => [entry.questionId, entry]));
  const byQuestion = groupByQuestion(answers);
  const questions = state.quiz.rounds.flatMap((round, roundIndex) =>
    round.questions.flatMap((question, index): MarkingQuestion[] => {
      const entry = asked.get(question.id);
      if (!entry || !isMarkable(question, entry)) return [];
      const given = byQuestion.get(question.id) ?? noAnswers;
      // all that a question's part is made of; a mark replaces the marks of its own question alone
      const inputs = [
        entry,
        marksOf(state, question.id),
        state.overrides,
        state.skippedQuestionIds,
        state.voidedQuestionIds,
        players,
        answers,
      ];
      const known = made.get(question);
      if (known?.inputs.every((input, at) => input === inputs[at])) return [known.part];
      const part = {
        round: roundIndex + 1,
        number: index + 1,
        ...markingQuestion(state, entry, question, players, given),
      };
      made.set(question, { inputs, part });
      return [part];
    }),
  );
  return {
    sessionId: state.sessionId,
    version: state.version,
    title: state.quiz.title,
    questions,
    adjustments: state.adjustments.map((entry) => ({ ...entry, name: names.get(entry.playerId) ?? "" })),
    players: scores.standings.map(({ playerId, name, points }) => ({ playerId, name, points })),
  };
}

/** A buzz is judged while the next in line may still press. */
const isMarkable = (question: Question, { lockedAt }: AskedQuestion): boolean =>
  question.type !== "info" && (lockedAt !== null || question.type === "buzzer");

function markingQuestion(
  state: SessionState,
  asked: AskedQuestion,
  question: Question,
  players: PlayerRecord[],
  given: AnswersByPlayer,
): Omit<MarkingQuestion, "round" | "number"> {
  const isMissing = ({ playerId, removed, joinedAt, onPaper }: PlayerRecord) =>
    !removed && !onPaper && !given.has(playerId) && (asked.lockedAt === null || joinedAt <= asked.lockedAt);
  return {
    questionId: question.id,
    type: question.type,
    text: question.text,
    answerText: answerInWords(question),
    accepted: question.type === "text" ? question.accepted : null,
    points: worth(question),
    parts: partsOf(question),
    isVoid: [...state.skippedQuestionIds, ...state.voidedQuestionIds].includes(question.id),
    isRevealed: asked.revealed,
    groups: groupAnswers(state, question, players, given),
    unansweredCount: players.filter(isMissing).length,
  };
}

/** Where an answer may be right in part: how many parts there are. */
function partsOf(question: Question): number | null {
  const count = partCount(question);
  return count > 1 ? count : null;
}

function partCount(question: Question): number {
  switch (question.type) {
    case "list":
      return question.wanted;
    case "ordering":
      return question.partial ? question.items.length : 1;
    case "matching":
      return question.partial ? question.pairs.length : 1;
    case "multiple":
      return question.partial ? question.choices.filter(({ correct }) => correct).length : 1;
    default:
      return 1;
  }
}

/** `given`: the answers to this question; those of removed players are left out. Near misses first, then by size. */
export function groupAnswers(
  state: SessionState,
  question: Question,
  players: PlayerRecord[],
  given: AnswersByPlayer,
): AnswerGroup[] {
  const marker = markerFor(question);
  const active = players.filter((player) => !player.removed);
  const judgments = judge(state, question, active, given);
  const groups = new Map<string, Omit<AnswerGroup, "key" | "text" | "judged">>();
  // in order of receipt, which for buzzes is what counts
  const inOrder = active
    .map((player) => ({ player, answer: given.get(player.playerId) }))
    .sort(
      (one, other) =>
        (one.answer?.receivedAt ?? 0) - (other.answer?.receivedAt ?? 0) || byId(one.player, other.player),
    );
  for (const { player, answer } of inOrder) {
    const judgment = judgments.get(player.playerId);
    const override = overrideOf(state, question.id, player.playerId);
    // a team that gave no answer stands here only if somebody judged it all the same
    if (!answer && !override) continue;
    const key = answer ? marker.keyOf(answer.value) : "";
    const isWinner = isContest(question) && !judgment?.judged && judgment?.fraction === 1;
    const automaticFraction = answer && !isContest(question) ? marker.fractionOf(answer.value) : 0;
    const group = groups.get(key) ?? {
      automatic: !answer ? "wrong" : isContest(question) ? "wrong" : marker.automaticOf(answer.value),
      automaticFraction,
      fraction: markOf(state, question.id, key) ?? automaticFraction,
      answers: [],
    };
    if (isWinner) Object.assign(group, { automatic: "right", fraction: 1, automaticFraction: 1 });
    groups.set(key, group);
    group.answers.push({
      playerId: player.playerId,
      name: player.name,
      text: answer ? valueInWords(question, answer.value) : "",
      points: pointsFor(question, judgment, answer !== undefined),
      override: override ? { fraction: override.fraction, reason: override.reason } : null,
    });
  }
  return [...groups]
    .map(([key, group]) => ({
      key,
      text: mostCommon(group.answers.map((answer) => answer.text)),
      automatic: group.automatic,
      fraction: group.fraction,
      automaticFraction: group.automaticFraction,
      judged: markOf(state, question.id, key) !== null,
      answers: group.answers,
    }))
    .sort(
      (one, other) =>
        Number(other.automatic === "near") - Number(one.automatic === "near") ||
        other.answers.length - one.answers.length ||
        (one.key < other.key ? -1 : 1),
    );
}

const byId = (one: PlayerRecord, other: PlayerRecord): number => (one.playerId < other.playerId ? -1 : 1);

function mostCommon(texts: string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [first] = [...counts].sort(([, one], [, other]) => other - one);
  return first?.[0] ?? "";
}

/** Groups of near misses that nobody has judged: of the sheet once it is locked, else of the question on show. */
export function toMarkCount(state: SessionState, players: PlayerRecord[], answers: Answers): number {
  const current = currentQuestion(state);
  if (!current) return 0;
  const { roundIndex } = state.position;
  const onShow = isSheet(state) ? (state.quiz.rounds[roundIndex]?.questions ?? []) : [current];
  const typed = new Set(
    onShow.filter(({ type }) => type === "text" || type === "list").map((question) => question.id),
  );
  const locked = state.asked.filter(
    ({ questionId, lockedAt }) =>
      typed.has(questionId) && lockedAt !== null && !state.skippedQuestionIds.includes(questionId),
  );
  if (locked.length === 0) return 0;
  const byQuestion = groupByQuestion(answers);
  return locked.reduce((sum, { questionId }) => {
    const question = findQuestion(state, questionId)?.question;
    if (!question) return sum;
    const given = byQuestion.get(questionId) ?? noAnswers;
    const isOpen = (group: AnswerGroup) =>
      group.automatic === "near" && !group.judged && group.answers.some((answer) => answer.override === null);
    return sum + groupAnswers(state, question, players, given).filter(isOpen).length;
  }, 0);
}

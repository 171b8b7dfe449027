/**
 * Finding questions in a session, whether one still takes answers, and answers in words. Pure. What comes out of
 * here holds the key: it is for the server and the host, never for a player's view as it is.
 */
import type { AnswerValue } from "@/lib/contracts/answers";
import type { Choice, Question } from "@/lib/contracts/quiz";
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import { currentRound, paceOf, questionsOnSheet } from "./course-of-round";
import { openJoker, roundOfJoker } from "./jokers";
import { answerGraceMs, type SessionState } from "./state";
import { findWager, openWagers } from "./wagers";

export type FoundQuestion = { question: Question; roundIndex: number; questionIndex: number };

/** The question on show (also behind a break); null in lobby, roundIntro, standings and finished. */
export function currentQuestion(state: SessionState): Question | null {
  const { phase, roundIndex, questionIndex } = state.position;
  if (phase !== "question" && phase !== "locked" && phase !== "reveal") return null;
  return state.quiz.rounds[roundIndex]?.questions[questionIndex] ?? null;
}

export function findQuestion(state: SessionState, questionId: string): FoundQuestion | null {
  for (const [roundIndex, round] of state.quiz.rounds.entries()) {
    const questionIndex = round.questions.findIndex((question) => question.id === questionId);
    const question = round.questions[questionIndex];
    if (question) return { question, roundIndex, questionIndex };
  }
  return null;
}

/**
 * What takes answers now: the open question, every question asked on an open sheet, joker and wagers of a round that is
 * being introduced and of which nobody has seen a question. Nothing on a break and nothing after the end; whether the deadline has passed is not asked here.
 */
export function openQuestionIds(state: SessionState): string[] {
  const { phase } = state.position;
  const round = currentRound(state);
  if (state.paused !== null || state.endedAt !== null || !round) return [];
  if (phase === "roundIntro") {
    const joker = openJoker(state);
    return [...(joker ? [joker] : []), ...openWagers(state).map(({ wagerId }) => wagerId)];
  }
  if (phase !== "question") return [];
  const current = currentQuestion(state);
  const shown = paceOf(round) === "sheet" ? questionsOnSheet(state) : current ? [current] : [];
  return shown.filter((question) => question.type !== "info").map((question) => question.id);
}

/**
 * The same with what a sheet that was locked by hand still takes in (lateDraftsMs), and until when it is in time (epoch
 * ms, the grace included; null: no deadline). This is what the statement that commits answers goes by.
 */
export function takingAnswers(state: SessionState): { questionIds: string[]; untilAt: number | null } {
  const { phase, closesAt, draftsUntil } = state.position;
  const takesDrafts = phase === "locked" && draftsUntil !== undefined && state.paused === null;
  if (!takesDrafts)
    return {
      questionIds: openQuestionIds(state),
      untilAt: closesAt === null ? null : closesAt + answerGraceMs,
    };
  const questionIds = questionsOnSheet(state).filter(({ type }) => type !== "info");
  return { questionIds: questionIds.map(({ id }) => id), untilAt: draftsUntil };
}

/** The answer may be changed while it is open: on a sheet, a joker, a wager. Else the first one counts. */
export function acceptsChanges(state: SessionState, questionId: string): boolean {
  if (roundOfJoker(state, questionId) || findWager(state, questionId)) return true;
  const found = findQuestion(state, questionId);
  return found !== null && paceOf(state.quiz.rounds[found.roundIndex]) === "sheet";
}

/** A question nobody has seen yet is as unknown as one that does not exist; so are joker and wagers of a round to come. */
export function isAsked(state: SessionState, questionId: string): boolean {
  const joker = roundOfJoker(state, questionId);
  if (joker) return state.quiz.rounds.indexOf(joker) <= state.position.roundIndex;
  const wager = findWager(state, questionId);
  if (wager) return wager.roundIndex <= state.position.roundIndex;
  const question = findQuestion(state, questionId)?.question;
  return (
    question !== undefined &&
    question.type !== "info" &&
    state.asked.some((entry) => entry.questionId === questionId)
  );
}

/**
 * May an answer received at `receivedAt` (epoch ms, server clock) still count? UNKNOWN_QUESTION, QUESTION_CLOSED.
 * The same rule stands in the statement that commits answers; this one is for deciding without the database.
 */
export function acceptsAnswer(state: SessionState, questionId: string, receivedAt: number): Result<null> {
  if (!isAsked(state, questionId)) return refuse("UNKNOWN_QUESTION");
  const { questionIds, untilAt } = takingAnswers(state);
  const isInTime = untilAt === null || receivedAt <= untilAt;
  return isInTime && questionIds.includes(questionId) ? ok(null) : refuse("QUESTION_CLOSED");
}

const choiceTexts = (question: Question, ids: (choice: Choice) => boolean): string =>
  "choices" in question
    ? question.choices
        .filter(ids)
        .map((choice) => choice.text)
        .join(", ")
    : "";

/** The right answer as one line of text. Never for players before the reveal. */
export function answerInWords(question: Question): string {
  switch (question.type) {
    case "single":
    case "multiple":
    case "boolean":
      return choiceTexts(question, (choice) => choice.correct);
    case "text":
      return question.accepted[0] ?? "";
    case "number":
      return question.tolerance > 0 && !question.closestWins
        ? `${question.value} (± ${question.tolerance})`
        : String(question.value);
    case "list":
      return question.items.map((spellings) => spellings[0] ?? "").join(", ");
    case "ordering":
      return question.items.map((item) => item.text).join(" → ");
    case "matching":
      return question.pairs.map(({ left, right }) => `${left.text} – ${right.text}`).join(", ");
    case "buzzer":
      return question.answer;
    case "info":
      return "";
  }
}

export function valueInWords(question: Question, value: AnswerValue): string {
  switch (value.kind) {
    case "choice":
      return choiceTexts(question, (choice) => choice.id === value.choiceId);
    case "choices":
      return choiceTexts(question, (choice) => value.choiceIds.includes(choice.id));
    case "text":
      return value.text;
    case "number":
      return String(value.number);
    case "texts":
      return value.texts.join(", ");
    case "order": {
      if (question.type !== "ordering") return "";
      const texts = new Map(question.items.map((item) => [item.id, item.text]));
      return value.itemIds.map((id) => texts.get(id) ?? "").join(" → ");
    }
    case "pairs": {
      if (question.type !== "matching") return "";
      const texts = new Map(
        question.pairs.flatMap(({ left, right }) => [left, right]).map((item) => [item.id, item.text]),
      );
      return value.pairs
        .map(({ leftId, rightId }) => `${texts.get(leftId) ?? ""} – ${texts.get(rightId) ?? ""}`)
        .join(", ");
    }
    case "buzz":
      return "buzzed";
    case "joker":
      return value.played ? "joker" : "";
    case "wager":
      return String(value.stake);
  }
}

/**
 * Finding questions in a session, whether one still takes answers, and answers in words. Pure. What comes out of
 * here holds the key: it is for the server and the host, never for a player's view as it is.
 */
import type { AnswerValue } from "@/lib/contracts/answers";
import type { Question } from "@/lib/contracts/quiz";
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import { answerGraceMs, type SessionState } from "./state";

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
 * May an answer received at `receivedAt` (epoch ms, server clock) still count? UNKNOWN_QUESTION, QUESTION_CLOSED.
 * The same rule stands in the statement that commits answers; this one is for deciding without the database.
 */
export function acceptsAnswer(state: SessionState, questionId: string, receivedAt: number): Result<Question> {
  const found = findQuestion(state, questionId);
  if (!found) return refuse("UNKNOWN_QUESTION");
  const { phase, closesAt } = state.position;
  const open =
    phase === "question" &&
    state.paused === null &&
    closesAt !== null &&
    currentQuestion(state)?.id === questionId &&
    receivedAt <= closesAt + answerGraceMs;
  return open ? ok(found.question) : refuse("QUESTION_CLOSED");
}

/** The right answer as one line of text. Never for players before the reveal. */
export function answerInWords(question: Question): string {
  switch (question.type) {
    case "text":
      return question.accepted[0] ?? "";
    case "number":
      return question.tolerance > 0 ? `${question.value} (± ${question.tolerance})` : String(question.value);
    default:
      return question.choices
        .filter((choice) => choice.correct)
        .map((choice) => choice.text)
        .join(", ");
  }
}

export function valueInWords(question: Question, value: AnswerValue): string {
  switch (value.kind) {
    case "text":
      return value.text;
    case "number":
      return String(value.number);
    default: {
      const ids = new Set(value.kind === "choice" ? [value.choiceId] : value.choiceIds);
      if (!("choices" in question)) return "";
      return question.choices
        .filter((choice) => ids.has(choice.id))
        .map((choice) => choice.text)
        .join(", ");
    }
  }
}

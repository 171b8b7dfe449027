/**
 * From what a file says to a question the quiz can hold, with a problem per row that cannot be used. Choices get random
 * ids and are ordered by them, so that neither order nor id tells which one is right. Nothing is cut silently.
 */
import { type Choice, type ImportProblem, type Question, type Quiz, type Round, questionSchema } from "@/lib/contracts/quiz";

export type NewId = () => string;

/** A tenner a question is what most pubs play; thirty seconds to tap, forty-five to type. */
const defaultPoints = 10;
const tapSeconds = 30;
const typeSeconds = 45;

export type Draft = {
  /** question number or line, 1-based */
  row: number;
  text: string;
  explanation?: string | null;
} & (
  | { type: "single" | "multiple"; choices: { text: string; correct: boolean }[] }
  | { type: "boolean"; answer: boolean }
  | { type: "text"; accepted: string[] }
  | { type: "number"; value: number; tolerance: number }
);

export const excerptOf = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 80 ? `${line.slice(0, 79).toWellFormed()}…` : line;
};

export function rowProblem(
  row: number,
  code: string,
  message: string,
  text: string,
  severity: "error" | "warning" = "error",
): ImportProblem {
  return { row, severity, code, message, excerpt: excerptOf(text) || null };
}

export function questionBuilder(newId: NewId) {
  const problems: ImportProblem[] = [];

  function choicesFrom(given: { text: string; correct: boolean }[]): Choice[] {
    const choices = given.map((choice) => ({ id: newId(), ...choice }));
    return choices.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Null, with a problem kept, when the row cannot be used. */
  function build(draft: Draft): Question | null {
    const problem = (code: string, message: string) => {
      problems.push(rowProblem(draft.row, code, message, draft.text));
      return null;
    };
    const text = draft.text.trim();
    if (!text) return problem("QUESTION_EMPTY", "The question has no text.");
    if (text.length > 2000) return problem("QUESTION_TOO_LONG", "The question is longer than 2,000 characters.");
    const base = {
      id: newId(),
      text,
      points: defaultPoints,
      timeLimitSeconds: draft.type === "text" || draft.type === "number" ? typeSeconds : tapSeconds,
      explanation: draft.explanation?.trim() || null,
      hostNotes: null,
    };
    let candidate: unknown;
    switch (draft.type) {
      case "boolean":
        candidate = {
          ...base,
          type: "boolean",
          // always True first: the order says nothing, and people expect it
          choices: [
            { id: newId(), text: "True", correct: draft.answer },
            { id: newId(), text: "False", correct: !draft.answer },
          ],
        };
        break;
      case "text":
        candidate = { ...base, type: "text", accepted: [...new Set(draft.accepted.map((a) => a.trim()).filter(Boolean))] };
        break;
      case "number":
        candidate = { ...base, type: "number", value: draft.value, tolerance: draft.tolerance };
        break;
      default: {
        const choices = draft.choices.map((choice) => ({ ...choice, text: choice.text.trim() }));
        if (choices.some((choice) => choice.text === ""))
          return problem("CHOICE_EMPTY", "A choice has no text.");
        if (new Set(choices.map((choice) => choice.text)).size < choices.length)
          return problem("CHOICE_TWICE", "Two choices are the same.");
        if (choices.length < 2) return problem("TOO_FEW_CHOICES", "A choice question needs at least two choices.");
        if (!choices.some((choice) => choice.correct))
          return problem("NO_RIGHT_ANSWER", "No choice is marked as right.");
        candidate = { ...base, type: draft.type, choices: choicesFrom(choices) };
      }
    }
    const parsed = questionSchema.safeParse(candidate);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    return problem("DOES_NOT_FIT", `This does not fit a question (${issue?.path.join(".")}: ${issue?.message}).`);
  }

  return { build, problems, newId };
}

/** A quiz of the rounds that have questions; null when none has. */
export function assembleQuiz(
  title: string,
  rounds: { title: string; questions: Question[] }[],
  newId: NewId,
): Quiz | null {
  const kept: Round[] = rounds
    .filter((round) => round.questions.length > 0)
    .slice(0, 100)
    .map((round) => ({
      id: newId(),
      title: (round.title.trim() || "Round").slice(0, 200),
      questions: round.questions.slice(0, 500),
    }));
  return kept.length > 0 ? { title: (title.trim() || "Quiz").slice(0, 200), rounds: kept } : null;
}

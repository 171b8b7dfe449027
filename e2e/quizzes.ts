/** Quizzes as an editor would save them, with deadlines as short as a test wants. */
import { randomUUID } from "node:crypto";
import type { Question, Quiz } from "../lib/contracts/quiz";

type Details = Partial<Pick<Question, "points" | "timeLimitSeconds" | "explanation" | "hostNotes">>;
/** What every question has; the type and its own fields come on top. */
export const questionBase = (text: string, details: Details = {}) => ({
  id: randomUUID(),
  text,
  points: 10,
  timeLimitSeconds: 300,
  explanation: null,
  hostNotes: null,
  ...details,
});

export const choiceQuestion = (
  text: string,
  right: string,
  wrong: string[],
  details: Details = {},
): Question => ({
  ...questionBase(text, details),
  type: "single",
  choices: [...wrong, right].map((choice) => ({
    id: randomUUID(),
    text: choice,
    correct: choice === right,
  })),
});
export const typedQuestion = (text: string, accepted: string[], details: Details = {}): Question => ({
  ...questionBase(text, details),
  type: "text",
  accepted,
});
export const numberQuestion = (text: string, value: number, details: Details = {}): Question => ({
  ...questionBase(text, details),
  type: "number",
  value,
  tolerance: 0,
});

export const quizOf = (questions: Question[], title = "Pub night"): Quiz => ({
  title,
  rounds: [{ id: randomUUID(), title: "The bar", questions }],
});

const rivers = ["Thames", "Severn", "Tyne", "Trent"];
/** Questions that differ by their number: "River 1?", always the Thames. */
export const riverQuiz = (length: number, details: Details = {}): Quiz =>
  quizOf(
    Array.from({ length }, (_, index) =>
      choiceQuestion(`River ${index + 1}?`, "Thames", rivers.slice(1), details),
    ),
  );

/**
 * From what a row of any format says to a question within the contract, with the defaults of a night where the
 * row says nothing. It must not guess which choice is right: the reader of the format knows.
 */
import type { Choice } from "@/lib/contracts/quiz";
import { ok, type Result } from "@/lib/contracts/refusals";
import {
  checkQuestion,
  choiceTimeLimitSeconds,
  defaultPoints,
  typedTimeLimitSeconds,
} from "./check-question";
import type { ReadQuestion } from "./collect-questions";
import type { Note } from "./import-problem";
import { fail, note } from "./notes";
import { plainText } from "./plain-text";

export type ChoiceKey = {
  type: "single" | "multiple" | "boolean";
  choices: { text: string; correct: boolean }[];
};
export type QuestionKey =
  | ChoiceKey
  | { type: "text"; accepted: string[] }
  | { type: "number"; value: number; tolerance: number };

export type RowFields = {
  text: string;
  key: QuestionKey;
  points?: number | undefined;
  /** rounded and moved to 5 … 600 with a warning */
  timeLimitSeconds?: number | undefined;
  explanation?: string | undefined;
  hostNotes?: string | undefined;
  warnings?: Note[];
  /** for formats whose own files repeat wrong answers; a right one is never repeated */
  mayRepeatWrong?: boolean;
};

const minTimeLimitSeconds = 5;
const maxTimeLimitSeconds = 600;

/** DOUBLE_CHOICE, NO_RIGHT_ANSWER, and what checkQuestion refuses */
export function makeQuestion(row: RowFields, newId: () => string): Result<ReadQuestion, Note> {
  const warnings = [...(row.warnings ?? [])];
  const isTyped = row.key.type === "text" || row.key.type === "number";
  const key = finishKey(row.key, row.mayRepeatWrong ?? false, newId);
  if (!key.ok) return key;
  const checked = checkQuestion({
    id: newId(),
    text: plainText(row.text),
    points: row.points ?? defaultPoints,
    timeLimitSeconds: fitTime(row.timeLimitSeconds, isTyped, warnings),
    explanation: plainText(row.explanation ?? "") || null,
    hostNotes: plainText(row.hostNotes ?? "") || null,
    ...key.value,
  });
  return checked.ok ? ok({ question: checked.value, warnings }) : checked;
}

type FinishedKey = Exclude<QuestionKey, ChoiceKey> | { type: ChoiceKey["type"]; choices: Choice[] };

function finishKey(
  key: QuestionKey,
  mayRepeatWrong: boolean,
  newId: () => string,
): Result<FinishedKey, Note> {
  if (key.type === "number") return ok(key);
  if (key.type === "text") {
    const accepted = [...new Set(key.accepted.map(plainText).filter((text) => text !== ""))];
    if (accepted.length === 0) return fail("NO_RIGHT_ANSWER", "This question has no accepted answer.");
    return ok({ type: "text", accepted });
  }
  const choices = key.choices.map(({ text, correct }) => ({ id: newId(), text: plainText(text), correct }));
  const right = new Set(choices.filter((choice) => choice.correct).map((choice) => choice.text));
  const single = choices
    .filter((choice) => !mayRepeatWrong || right.has(choice.text))
    .map((choice) => choice.text);
  if (new Set(single).size < single.length)
    return fail("DOUBLE_CHOICE", "Two answers of this question are the same.");
  if (!choices.some((choice) => choice.correct))
    return fail("NO_RIGHT_ANSWER", "None of the choices is marked as right.");
  return ok({ type: key.type, choices });
}

function fitTime(seconds: number | undefined, isTyped: boolean, warnings: Note[]): number {
  if (seconds === undefined) return isTyped ? typedTimeLimitSeconds : choiceTimeLimitSeconds;
  const fitted = Math.min(Math.max(Math.round(seconds), minTimeLimitSeconds), maxTimeLimitSeconds);
  if (fitted !== seconds) {
    const message = `A time of ${seconds} seconds is not possible here; it was set to ${fitted} seconds.`;
    warnings.push(note("TIME_CHANGED", message));
  }
  return fitted;
}

/** Formats that name the right answer first would give it away: the order of random ids shuffles the choices. */
export function shuffleChoices(read: Result<ReadQuestion, Note>): Result<ReadQuestion, Note> {
  if (!read.ok || !("choices" in read.value.question)) return read;
  read.value.question.choices.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  return read;
}

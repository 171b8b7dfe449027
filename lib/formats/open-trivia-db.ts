/**
 * Reads what the Open Trivia Database API gives out, in any of its encodings, saved or pasted by hand. The
 * file does not say how it is encoded, so that is told from the data, and every text is decoded exactly
 * once: "&amp;lt;" ends as "&lt;" (ANS-07). It must not let one bad row spoil the others (IMP-02).
 */
import { decodeHTMLStrict } from "entities";
import type { Choice, Question } from "@/lib/contracts/quiz";
import { ok, type Result } from "@/lib/contracts/refusals";
import type { FormatReading, QuestionGroup } from "./build-rounds";
import { checkQuestion, choiceTimeLimitSeconds, defaultPoints } from "./check-question";
import { collectQuestions, type ReadQuestion } from "./collect-questions";
import { maxAnswersPerQuestion, maxQuestionsPerFile } from "./import-limits";
import { importProblem, type Note } from "./import-problem";
import { aboutJson, isRecord, type JsonRecord } from "./json-values";
import { plainText } from "./plain-text";

type Encoding = "html" | "url" | "base64";

/** A category with one or two questions makes no round. */
const minQuestionsPerRound = 3;
const mixedTitle = "Mixed";

const responseSentences: Record<number, string> = {
  1: "Open Trivia DB had fewer questions than were asked for and sent none. Ask for fewer, or for any category.",
  2: "Open Trivia DB did not understand the request, so there are no questions in this file.",
  3: "Open Trivia DB did not know the session token of the request, so there are no questions in this file.",
  4: "Open Trivia DB had given out all its questions for this token and sent none. Ask for a new token.",
  5: "Open Trivia DB was asked too often and sent no questions. Wait five seconds and download the file again.",
};

/** Whatever the JSON of the file is: the rows in it where it is of this format, null where it is not. */
export function findOpenTriviaRows(json: unknown): { rows: unknown[]; responseCode: number } | null {
  if (Array.isArray(json)) return json.some(looksLikeRow) ? { rows: json, responseCode: 0 } : null;
  if (!isRecord(json)) return null;
  const code = json.response_code;
  if (!Array.isArray(json.results)) return typeof code === "number" ? { rows: [], responseCode: code } : null;
  if (typeof code !== "number" && !json.results.some(looksLikeRow)) return null;
  return { rows: json.results, responseCode: typeof code === "number" ? code : 0 };
}

/** JSON viewers put lines with the date and the address above what they show. No JSON text holds a raw line end. */
export function withoutCommentLines(text: string): string {
  return text.replace(/^[ \t]*\/\/.*$/gm, "");
}

export function readOpenTriviaDb(
  { rows, responseCode }: { rows: unknown[]; responseCode: number },
  newId: () => string,
): FormatReading {
  if (rows.length === 0) {
    const message =
      responseSentences[responseCode] ?? "There are no questions in this file from Open Trivia DB.";
    return { rounds: [], problems: [importProblem("error", null, { code: "NO_QUESTIONS", message })] };
  }
  const urlEncoded = areUrlEncoded(rows);
  const collected = collectQuestions(newId);
  for (const [index, row] of rows.entries()) {
    if (collected.isFull(index + 1)) break;
    const read = readRow(row, urlEncoded, newId);
    const category = read.ok ? read.value.category : "";
    const added: Result<ReadQuestion, Note> = read.ok
      ? ok({ question: read.value.question, warnings: [] })
      : read;
    collected.add(index + 1, added, aboutJson(row, "question"), category, (title) => title);
  }
  return collected.finish(mixSmallCategories);
}

function mixSmallCategories(categories: QuestionGroup[]): QuestionGroup[] {
  const groups: QuestionGroup[] = [];
  const mixed: Question[] = [];
  for (const { title, questions } of categories) {
    if (title === "" || title === mixedTitle || questions.length < minQuestionsPerRound)
      mixed.push(...questions);
    else groups.push({ title, questions });
  }
  return mixed.length === 0 ? groups : [...groups, { title: mixedTitle, questions: mixed }];
}

function readRow(
  row: unknown,
  urlEncoded: boolean,
  newId: () => string,
): Result<{ category: string; question: Question }, Note> {
  if (!isRecord(row)) return fail("BAD_ROW", "This entry is not a question.");
  const encoding = sniffEncoding(row.type, urlEncoded);
  if (!encoding)
    return fail("UNSUPPORTED_TYPE", 'The type of this question is neither "multiple" nor "boolean".');
  const isBoolean = row.type === "boolean" || row.type === base64Boolean;
  const incorrect = row.incorrect_answers;
  if (!Array.isArray(incorrect)) return fail("BAD_ROW", "This question has no list of wrong answers.");
  if (incorrect.length > maxAnswersPerQuestion)
    return fail("TOO_LONG", "There are more than 100 answers in this question.");
  const raw = [row.question, row.correct_answer, row.category ?? "", ...incorrect];
  const texts: string[] = [];
  for (const value of raw) {
    if (typeof value !== "string")
      return fail("BAD_ROW", "This question lacks its text, its answer or its category.");
    const decoded = decodeOnce(value, encoding);
    if (decoded === null)
      return fail("BAD_ENCODING", "The text of this question is damaged and cannot be decoded.");
    texts.push(plainText(decoded));
  }
  const [text = "", correct = "", category = "", ...wrong] = texts;
  const choices = isBoolean ? booleanChoices(correct, newId) : shuffledChoices(correct, wrong, newId);
  if (!choices.ok) return choices;
  const checked = checkQuestion({
    id: newId(),
    type: isBoolean ? "boolean" : "single",
    text,
    choices: choices.value,
    points: defaultPoints,
    timeLimitSeconds: choiceTimeLimitSeconds,
    explanation: null,
    hostNotes: null,
  });
  return checked.ok ? ok({ category, question: checked.value }) : checked;
}

function booleanChoices(correct: string, newId: () => string): Result<Choice[], Note> {
  const answer = correct.toLowerCase();
  if (answer !== "true" && answer !== "false") {
    return fail("BAD_ANSWER", "The answer of this true/false question is neither True nor False.");
  }
  return ok([
    { id: newId(), text: "True", correct: answer === "true" },
    { id: newId(), text: "False", correct: answer === "false" },
  ]);
}

/** The file has the right answer first; the order of the random ids shuffles it the same way at every reading. */
function shuffledChoices(correct: string, wrong: string[], newId: () => string): Result<Choice[], Note> {
  if (new Set([correct, ...wrong]).size <= wrong.length) {
    return fail("DOUBLE_CHOICE", "Two answers of this question are the same.");
  }
  const choices = [correct, ...wrong].map((text, index) => ({ id: newId(), text, correct: index === 0 }));
  return ok(choices.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)));
}

const base64Multiple = "bXVsdGlwbGU=";
const base64Boolean = "Ym9vbGVhbg==";

function sniffEncoding(type: unknown, urlEncoded: boolean): Encoding | null {
  if (type === base64Multiple || type === base64Boolean) return "base64";
  if (type === "multiple" || type === "boolean") return urlEncoded ? "url" : "html";
  return null;
}

/** "multiple" looks the same with and without URL encoding; a file whose texts hold no blank at all does not. */
function areUrlEncoded(rows: unknown[]): boolean {
  const texts = rows
    .slice(0, maxQuestionsPerFile)
    .filter(isRecord)
    .flatMap((row) => [row.question, row.correct_answer, row.category, row.incorrect_answers].flat())
    .filter((value) => typeof value === "string");
  return texts.every((text) => /^[\w.~+%-]*$/.test(text)) && texts.some((text) => /%[0-9a-f]{2}/i.test(text));
}

/** Null where the text is not what its encoding says. */
function decodeOnce(text: string, encoding: Encoding): string | null {
  if (encoding === "html") return decodeHTMLStrict(text);
  try {
    // a plus sign proper is %2B in both URL encodings, so "+" is always a blank
    if (encoding === "url") return decodeURIComponent(text.replaceAll("+", " "));
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(text, "base64"));
  } catch {
    return null;
  }
}

function looksLikeRow(value: unknown): value is JsonRecord {
  return isRecord(value) && "question" in value && "correct_answer" in value && "incorrect_answers" in value;
}

const fail = (code: string, message: string): { ok: false; error: Note } => ({
  ok: false,
  error: { code, message },
});

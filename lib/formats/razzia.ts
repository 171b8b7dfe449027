/**
 * Reads the quiz files of Razzia (once Rahoot), old and new: `solution` with one index, or `solutions` with
 * one or several; indices count from 0. That program never checks that an index has an answer, so this reader
 * does. Pictures, sounds and films are addresses elsewhere and are left out with a warning.
 */
import { ok, type Result } from "@/lib/contracts/refusals";
import type { FormatReading } from "./build-rounds";
import { collectQuestions, type ReadQuestion } from "./collect-questions";
import { maxAnswersPerQuestion } from "./import-limits";
import type { Note } from "./import-problem";
import { aboutJson, isRecord, type JsonRecord } from "./json-values";
import { makeQuestion } from "./make-question";
import { fail, mediaLeftOut } from "./notes";
import { plainText } from "./plain-text";

/** `subject` and a list whose entries have a solution: no other format has both. */
export function findRazziaQuiz(json: unknown): { subject: unknown; questions: unknown[] } | null {
  if (!isRecord(json) || !("subject" in json) || !Array.isArray(json.questions)) return null;
  const isOne = (entry: unknown) => isRecord(entry) && ("solution" in entry || "solutions" in entry);
  return json.questions.length === 0 || json.questions.some(isOne)
    ? { subject: json.subject, questions: json.questions }
    : null;
}

export function readRazzia(
  { subject, questions }: { subject: unknown; questions: unknown[] },
  newId: () => string,
): FormatReading {
  const collected = collectQuestions(newId);
  for (const [index, entry] of questions.entries()) {
    if (collected.isFull(index + 1)) break;
    const read = isRecord(entry) ? readEntry(entry, newId) : fail("BAD_ROW", "This entry is not a question.");
    collected.add(index + 1, read, aboutJson(entry, "question"));
  }
  const reading = collected.finish();
  return typeof subject === "string" ? { ...reading, title: plainText(subject) } : reading;
}

function readEntry(entry: JsonRecord, newId: () => string): Result<ReadQuestion, Note> {
  const { question, answers, time } = entry;
  if (typeof question !== "string" || !isTextList(answers))
    return fail("BAD_ROW", "This question lacks its text or its list of answers.");
  if (answers.length > maxAnswersPerQuestion)
    return fail("TOO_LONG", "There are more than 100 answers in this question.");
  const right = readSolutions(entry, answers.length);
  if (!right.ok) return right;
  const hasMedia = ["image", "video", "audio", "media"].some((name) => entry[name]);
  return makeQuestion(
    {
      text: question,
      key: {
        type: right.value.size > 1 ? "multiple" : "single",
        choices: answers.map((text, at) => ({ text, correct: right.value.has(at) })),
      },
      timeLimitSeconds: typeof time === "number" && Number.isFinite(time) ? time : undefined,
      warnings: hasMedia ? [mediaLeftOut] : [],
      // "No", "Good answer", "No", "No": its own example has equal wrong answers, and they are harmless
      mayRepeatWrong: true,
    },
    newId,
  );
}

function readSolutions(entry: JsonRecord, answerCount: number): Result<Set<number>, Note> {
  const given = entry.solutions ?? entry.solution;
  const list: unknown[] = Array.isArray(given) ? given : [given];
  if (given === undefined || list.length === 0)
    return fail("NO_RIGHT_ANSWER", "None of the answers is marked as right.");
  const right = new Set<number>();
  for (const index of list.slice(0, maxAnswersPerQuestion)) {
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= answerCount)
      return fail("BAD_ANSWER", "The solution points to an answer this question does not have.");
    right.add(index);
  }
  return ok(right);
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === "string");

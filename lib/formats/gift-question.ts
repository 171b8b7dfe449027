/**
 * One GIFT block into one question. The kind is told in Moodle's own order (description, essay, numerical,
 * choices, matching, true/false, short answer), because files are written by trying them there. What a quiz
 * cannot ask is refused with its reason; what comes in changed says so. It must not mend what is ambiguous:
 * a stray brace is an error, since the wrong half would be read out on the night.
 */
import type { Choice, Question } from "@/lib/contracts/quiz";
import { ok, type Result } from "@/lib/contracts/refusals";
import {
  checkQuestion,
  choiceTimeLimitSeconds,
  defaultPoints,
  typedTimeLimitSeconds,
} from "./check-question";
import { type AnswerEntry, readAnswerEntries } from "./gift-answers";
import { readGiftMatching } from "./gift-matching";
import { readNumericalAnswer } from "./gift-numerical";
import { type GiftFormat, parkEscapes, renderFormatted, renderText, takeFormat } from "./gift-text";
import { maxAnswersPerQuestion, maxQuestionLength } from "./import-limits";
import type { Note } from "./import-problem";

export type GiftQuestion = { question: Question; warnings: Note[] };

/** `about` names the answer a feedback belongs to; `right` is feedback everybody may read at the reveal. */
type Feedback = { about: string; right: boolean; raw: string };
type Key =
  | { type: "single" | "multiple" | "boolean"; choices: Choice[] }
  | { type: "text"; accepted: string[] }
  | { type: "number"; value: number; tolerance: number }
  | Pick<Extract<Question, { type: "matching" }>, "type" | "pairs" | "partial">;
type Answered = { key: Key; feedback: Feedback[]; warnings: Note[] };
type Context = { format: GiftFormat; newId: () => string };

const gap = "_____";
const maxNotesLength = 2000;

export function readGiftQuestion(source: string, newId: () => string): Result<GiftQuestion, Note> {
  if (source.length > maxQuestionLength) {
    const message =
      "This question is longer than 200,000 characters. Is there an empty line missing, or a picture in it?";
    return fail("TOO_LONG", message);
  }
  const parts = splitQuestion(parkEscapes(source.trim()));
  if (!parts.ok) return parts;
  const { format, stem, body, general, strayTail } = parts.value;
  const answered = readAnswers(body, { format, newId });
  if (!answered.ok) return answered;

  const rendered = renderFormatted(stem, format);
  const told = tellFeedback(answered.value.feedback, general, format);
  const typed = !("choices" in answered.value.key);
  const checked = checkQuestion({
    id: newId(),
    text: rendered.text,
    points: defaultPoints,
    timeLimitSeconds: typed ? typedTimeLimitSeconds : choiceTimeLimitSeconds,
    explanation: told.explanation,
    hostNotes: told.hostNotes,
    ...answered.value.key,
  });
  if (!checked.ok) return checked;

  const warnings = [...answered.value.warnings, ...told.warnings];
  if (strayTail) warnings.push(note("STRAY_TAIL", 'The characters "; after the answers were left out.'));
  if (source.includes("@@PLUGINFILE@@") || rendered.mediaLost) {
    const message = "A picture, sound or film of this question is not in the file and was left out.";
    warnings.push(note("MEDIA_LEFT_OUT", message));
  }
  return ok({ question: checked.value, warnings });
}

type Parts = { format: GiftFormat; stem: string; body: string; general: string | null; strayTail: boolean };

function splitQuestion(parkedSource: string): Result<Parts, Note> {
  const { format, rest } = takeFormat(withoutTitle(parkedSource), "moodle");
  const open = rest.indexOf("{");
  const close = rest.indexOf("}");
  if (open < 0 && close < 0) {
    return fail("UNSUPPORTED_TYPE", "This is a description without an answer, which a quiz cannot ask.");
  }
  if (open < 0 || close < open) {
    return fail(
      "BRACES",
      "The answers are not between { and }. An empty line inside them ends a question too early.",
    );
  }
  const body = rest.slice(open + 1, close);
  const tail = rest.slice(close + 1).trim();
  if (/[{}]/.test(body + tail)) {
    const message =
      "There is more than one pair of braces. Write \\{ and \\} for braces in a text, and leave an empty line between questions.";
    return fail("BRACES", message);
  }
  const before = rest.slice(0, open).trimEnd();
  const strayTail = tail === '";';
  const generalAt = body.lastIndexOf("####");
  return ok({
    format,
    stem: tail === "" || strayTail ? before : `${before} ${gap}${/^[.,;:!?)]/.test(tail) ? "" : " "}${tail}`,
    body: (generalAt < 0 ? body : body.slice(0, generalAt)).trim(),
    general: generalAt < 0 ? null : body.slice(generalAt + 4),
    strayTail,
  });
}

/** Titles are Moodle's handles for a question bank; players never see them. */
function withoutTitle(text: string): string {
  if (!text.startsWith("::")) return text;
  const end = text.indexOf("::", 2);
  return end < 0 ? text : text.slice(end + 2);
}

function readAnswers(body: string, context: Context): Result<Answered, Note> {
  if (body === "")
    return fail("UNSUPPORTED_TYPE", "This is an essay question, which nobody could mark on the night.");
  if ((body.match(/[~=]/g)?.length ?? 0) > maxAnswersPerQuestion)
    return fail("TOO_LONG", "There are more than 100 answers or choices in this question.");
  if (body.startsWith("#")) return readNumerical(body.slice(1), context);
  if (body.includes("~")) return readChoices(body, context);
  if (body.includes("=") && body.includes("->")) {
    const read = readGiftMatching(body, context);
    return read.ok ? ok({ ...read.value, feedback: [] }) : read;
  }
  return readBoolean(body, context) ?? readShortAnswer(body, context);
}

function readNumerical(body: string, { format }: Context): Result<Answered, Note> {
  const read = readNumericalAnswer(readAnswerEntries(body));
  if (!read.ok) return read;
  const { value, tolerance, entry, others, warnings } = read.value;
  return ok({
    key: { type: "number", value, tolerance },
    feedback: [
      ...feedbackOf(entry, true, format),
      ...others.flatMap((other) => feedbackOf(other, false, format)),
    ],
    warnings,
  });
}

function readChoices(body: string, { format, newId }: Context): Result<Answered, Note> {
  const entries = readAnswerEntries(body);
  const warnings: Note[] = [];
  const isSingle = body.includes("=");
  const isRight = ({ marker, weight }: AnswerEntry) =>
    isSingle ? (marker === "=" ? (weight ?? 100) > 0 : (weight ?? 0) >= 100) : (weight ?? 0) > 0;
  const right = entries.filter(isRight);
  if (right.length === 0) return fail("NO_RIGHT_ANSWER", "None of the choices is marked as right.");
  if (isSingle && right.length > 1) {
    const message = `${right.length} choices are marked as right, and any one of them will count. If that is not meant, look for an = without a backslash.`;
    warnings.push(note("SEVERAL_RIGHT", message));
  }
  const half = entries.filter((entry) => !isRight(entry) && (entry.weight ?? 0) > 0);
  if (half.length > 0) {
    const message = "Choices worth a part of the points count as wrong here.";
    warnings.push(note("PARTIAL_CREDIT", message));
  }
  if (!isSingle && new Set(right.map((entry) => entry.weight)).size > 1) {
    const message = "The right choices have different weights; here they all count the same.";
    warnings.push(note("WEIGHTS_IGNORED", message));
  }
  const choices = entries.map((entry) => ({
    id: newId(),
    text: renderText(entry.raw, format).text,
    correct: isRight(entry),
  }));
  const feedback = entries.flatMap((entry) => feedbackOf(entry, isRight(entry), format));
  return ok({ key: { type: isSingle ? "single" : "multiple", choices }, feedback, warnings });
}

function readBoolean(body: string, { newId }: Context): Result<Answered, Note> | null {
  const [word = "", whenWrong = "", whenRight = ""] = body.split("#");
  const match = /^(?:(T|TRUE)|F|FALSE)$/.exec(word.trim());
  if (!match) return null;
  const isTrue = match[1] !== undefined;
  return ok({
    key: {
      type: "boolean",
      choices: [
        { id: newId(), text: "True", correct: isTrue },
        { id: newId(), text: "False", correct: !isTrue },
      ],
    },
    feedback: [
      { about: "When right", right: true, raw: whenRight },
      { about: "When wrong", right: false, raw: whenWrong },
    ],
    warnings: [],
  });
}

function readShortAnswer(body: string, { format }: Context): Result<Answered, Note> {
  const warnings: Note[] = [];
  const entries = readAnswerEntries(body);
  if (!body.startsWith("=")) {
    warnings.push(
      note("MARKER_MISSING", "The answer has no = in front of it; it was taken as a typed answer."),
    );
  }
  const counted = entries.filter((entry) => (entry.weight ?? 100) > 0);
  if (counted.some((entry) => (entry.weight ?? 100) < 100)) {
    const message = "Answers worth a part of the points count in full here. Take out those that should not.";
    warnings.push(note("PARTIAL_CREDIT", message));
  }
  // an asterisk is Moodle's "anything goes here"; with a backslash it is an asterisk
  const usable = counted.filter((entry) => !/(?<!\\)\*/.test(entry.raw));
  if (usable.length < counted.length) {
    const message = "Answers with an asterisk for any text cannot be marked here and were left out.";
    warnings.push(note("WILDCARD", message));
  }
  if (usable.length === 0) return fail("NO_RIGHT_ANSWER", "None of the answers can be taken as right.");
  const best = usable.toSorted((a, b) => (b.weight ?? 100) - (a.weight ?? 100));
  const accepted = best.map((entry) => renderText(entry.raw.replaceAll("\\*", "*"), format).text);
  const feedback = entries.flatMap((entry) => feedbackOf(entry, entry === best[0], format));
  return ok({ key: { type: "text", accepted: [...new Set(accepted)] }, feedback, warnings });
}

function feedbackOf(entry: AnswerEntry, right: boolean, format: GiftFormat): Feedback[] {
  if (entry.feedback === null) return [];
  return [{ about: renderText(entry.raw, format).text, right, raw: entry.feedback }];
}

/** General feedback is the explanation, else what the right answer says; the rest is for the host to read out. */
function tellFeedback(feedback: Feedback[], general: string | null, format: GiftFormat) {
  const warnings: Note[] = [];
  const rendered = feedback
    .map((item) => ({ ...item, text: renderText(item.raw, format).text }))
    .filter((item) => item.text !== "");
  const generalText = general === null ? "" : renderText(general, format).text;
  const shown = generalText === "" ? rendered.find((item) => item.right) : undefined;
  const rest = rendered.filter((item) => item !== shown);
  const notes = rest
    .map((item) => (item.about === "" ? item.text : `${item.about}: ${item.text}`))
    .join("\n");
  if (notes.length > maxNotesLength) {
    const message = "The feedback on single answers is too long for the host notes and was left out.";
    warnings.push(note("FEEDBACK_LEFT_OUT", message));
  }
  return {
    explanation: generalText || shown?.text || null,
    hostNotes: notes === "" || notes.length > maxNotesLength ? null : notes,
    warnings,
  };
}

const note = (code: string, message: string): Note => ({ code, message });
const fail = (code: string, message: string): { ok: false; error: Note } => ({
  ok: false,
  error: { code, message },
});

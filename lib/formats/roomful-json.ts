/**
 * Roomful's own file: a quiz as the contract has it, with a mark in front. Everything comes back as it went
 * out, except ids: players are sent them, and a file made by hand could name the right choice in one. One bad
 * question costs that question alone. It must not read a newer version of the format as if it knew it.
 */
import type { Question } from "@/lib/contracts/quiz";
import { ok, type Result } from "@/lib/contracts/refusals";
import type { FormatReading } from "./build-rounds";
import { checkQuestion } from "./check-question";
import { collectQuestions, type ReadQuestion } from "./collect-questions";
import { maxAnswersPerQuestion } from "./import-limits";
import { importProblem, type Note } from "./import-problem";
import { aboutJson, isRecord, type JsonRecord } from "./json-values";
import { fail } from "./notes";
import { plainText } from "./plain-text";

export const roomfulFormat = "roomful-quiz";
export const roomfulVersion = 1;

/** The file's own mark, or a bare quiz as the API gives it; null for any other JSON. */
export function findRoomfulQuiz(json: unknown): JsonRecord | null {
  if (!isRecord(json)) return null;
  const quiz = json.format === roomfulFormat ? json : isRecord(json.quiz) ? json.quiz : json;
  if (quiz.format === roomfulFormat) return quiz;
  return Array.isArray(quiz.rounds) && quiz.rounds.some((round) => isRecord(round) && "questions" in round)
    ? { format: roomfulFormat, version: roomfulVersion, quiz }
    : null;
}

export function readRoomfulJson(file: JsonRecord, newId: () => string): FormatReading {
  const refused = (code: string, message: string): FormatReading => ({
    rounds: [],
    problems: [importProblem("error", null, { code, message })],
  });
  if (file.version !== roomfulVersion)
    return refused(
      "NEWER_VERSION",
      "This quiz was saved by a newer version of Roomful, which this one cannot read.",
    );
  const quiz = file.quiz;
  if (!isRecord(quiz) || !Array.isArray(quiz.rounds))
    return refused("BAD_FILE", "This Roomful file has no quiz with rounds in it.");

  const collected = collectQuestions(newId);
  let row = 0;
  everyRound: for (const [roundIndex, round] of quiz.rounds.entries()) {
    const questions: unknown[] = isRecord(round) && Array.isArray(round.questions) ? round.questions : [];
    const title = isRecord(round) && typeof round.title === "string" ? plainText(round.title) : "";
    if (questions.length === 0) {
      if (collected.isFull(row + 1)) break;
      const message = `Round ${roundIndex + 1} has no questions and was left out.`;
      collected.skip("warning", null, { code: "EMPTY_ROUND", message }, title);
    }
    for (const candidate of questions) {
      row += 1;
      if (collected.isFull(row)) break everyRound;
      const read = readQuestion(candidate, newId);
      // the index keeps two rounds of one title apart
      collected.add(
        row,
        read,
        aboutJson(candidate, "text"),
        String(roundIndex),
        () => title || `Round ${roundIndex + 1}`,
      );
    }
  }
  const reading = collected.finish();
  return typeof quiz.title === "string" ? { ...reading, title: plainText(quiz.title) } : reading;
}

/** What the contract's own check sees, with fresh ids and without fields it does not know. */
function readQuestion(given: unknown, newId: () => string): Result<ReadQuestion, Note> {
  if (!isRecord(given)) return fail("BAD_ROW", "This entry is not a question.");
  const { type, text, points, timeLimitSeconds, explanation, hostNotes } = given;
  const base = { id: newId(), type, text: cleaned(text), points, timeLimitSeconds };
  const common = {
    ...base,
    explanation: cleaned(explanation ?? null),
    hostNotes: cleaned(hostNotes ?? null),
  };
  const list = type === "text" ? given.accepted : given.choices;
  if (Array.isArray(list) && list.length > maxAnswersPerQuestion)
    return fail("TOO_LONG", "There are more than 100 answers or choices in this question.");
  let candidate: JsonRecord;
  if (type === "number") candidate = { ...common, value: given.value, tolerance: given.tolerance };
  else if (type === "text")
    candidate = { ...common, accepted: Array.isArray(list) ? list.map(cleaned) : list };
  else if (type === "single" || type === "multiple" || type === "boolean") {
    const choices = Array.isArray(list)
      ? list.map((choice: unknown) =>
          isRecord(choice) ? { id: newId(), text: cleaned(choice.text), correct: choice.correct } : choice,
        )
      : list;
    candidate = { ...common, choices };
  } else return fail("UNSUPPORTED_TYPE", "This version of Roomful does not know the type of this question.");
  // the schema inside decides; nothing has been taken for granted before it
  const checked = checkQuestion(candidate as Question);
  return checked.ok ? ok({ question: checked.value, warnings: [] }) : checked;
}

const cleaned = (value: unknown): unknown => (typeof value === "string" ? plainText(value) : value);

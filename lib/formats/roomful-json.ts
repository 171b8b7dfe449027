/**
 * Roomful's own file: a quiz as the contract has it, with a mark in front. Everything comes back as it went
 * out, except ids: players are sent them, and a file made by hand could name the right choice in one. One bad
 * question costs that question alone. It must not read a newer version of the format as if it knew it.
 */
import {
  type Question,
  questionMediaSchema,
  roundSchema,
  takesWager,
  wagerSchema,
} from "@/lib/contracts/quiz";
import { ok, type Result } from "@/lib/contracts/refusals";
import type { FormatReading, RoundSettings } from "./build-rounds";
import { checkQuestion } from "./check-question";
import { collectQuestions, type ReadQuestion } from "./collect-questions";
import { maxAnswersPerQuestion } from "./import-limits";
import { importProblem, type Note } from "./import-problem";
import { aboutJson, isRecord, type JsonRecord } from "./json-values";
import { fail, mediaLeftOut, wagerLeftOut } from "./notes";
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
    const { settings, problem } = readSettings(round);
    if (problem && questions.length > 0) collected.report("warning", row + 1, problem, title);
    for (const candidate of questions) {
      row += 1;
      if (collected.isFull(row)) break everyRound;
      const read = readQuestion(candidate, settings.pace === "sheet", newId);
      // the index keeps two rounds of one title apart
      collected.add(
        row,
        read,
        aboutJson(candidate, "text"),
        String(roundIndex),
        () => title || `Round ${roundIndex + 1}`,
        settings,
      );
    }
  }
  const reading = collected.finish();
  return typeof quiz.title === "string" ? { ...reading, title: plainText(quiz.title) } : reading;
}

/** What the contract's own check sees, with fresh ids and without fields it does not know. */
function readQuestion(given: unknown, onSheet: boolean, newId: () => string): Result<ReadQuestion, Note> {
  if (!isRecord(given)) return fail("BAD_ROW", "This entry is not a question.");
  const { type, text, points, timeLimitSeconds, explanation, hostNotes } = given;
  const lists = [given.choices, given.accepted, given.items, given.pairs];
  if (lists.some((list) => Array.isArray(list) && list.length > maxAnswersPerQuestion))
    return fail("TOO_LONG", "There are more than 100 answers or choices in this question.");
  const key = readKey(given, newId);
  if (!key)
    return fail("UNSUPPORTED_TYPE", "This version of Roomful does not know the type of this question.");
  if (type === "buzzer" && onSheet)
    return fail("BUZZER_ON_SHEET", "A buzzer question cannot stand on an answer sheet.");
  // a reference costs itself alone; whether its file is here is for the server to say
  const named = isRecord(given.media) ? { ...given.media, alt: cleaned(given.media.alt) } : given.media;
  const media = named === undefined ? null : questionMediaSchema.safeParse(named);
  const wager = given.wager === undefined ? null : wagerSchema.safeParse(given.wager);
  const isWager = wager?.success === true && takesWager(given as Question);
  const warnings = [
    ...(media && !media.success ? [mediaLeftOut] : []),
    ...(wager && !isWager ? [wagerLeftOut] : []),
  ];
  const candidate: JsonRecord = {
    id: newId(),
    type,
    text: cleaned(text),
    points,
    timeLimitSeconds,
    explanation: cleaned(explanation ?? null),
    hostNotes: cleaned(hostNotes ?? null),
    ...present({ wrongPoints: given.wrongPoints }),
    ...(isWager ? { wager: wager.data } : {}),
    ...(media?.success ? { media: media.data } : {}),
    ...key,
  };
  // the schema inside decides; nothing has been taken for granted before it
  const checked = checkQuestion(candidate as Question);
  return checked.ok ? ok({ question: checked.value, warnings }) : checked;
}

/** The fields that only this type has; null for a type that is not known. */
function readKey(given: JsonRecord, newId: () => string): JsonRecord | null {
  const item = (value: unknown) => (isRecord(value) ? { id: newId(), text: cleaned(value.text) } : value);
  switch (given.type) {
    case "single":
    case "boolean":
    case "multiple":
      return {
        choices: eachOf(given.choices, (choice) =>
          isRecord(choice) ? { id: newId(), text: cleaned(choice.text), correct: choice.correct } : choice,
        ),
        ...(given.type === "multiple" ? present({ partial: given.partial }) : {}),
      };
    case "text":
      return { accepted: eachOf(given.accepted, cleaned) };
    case "number":
      return {
        value: given.value,
        tolerance: given.tolerance,
        ...present({ closestWins: given.closestWins, isTieBreak: given.isTieBreak }),
      };
    case "list":
      return { items: eachOf(given.items, (spellings) => eachOf(spellings, cleaned)), wanted: given.wanted };
    case "ordering":
      return { items: eachOf(given.items, item), ...present({ partial: given.partial }) };
    case "matching":
      return {
        pairs: eachOf(given.pairs, (pair) =>
          isRecord(pair) ? { left: item(pair.left), right: item(pair.right) } : pair,
        ),
        ...present({ partial: given.partial }),
      };
    case "buzzer":
      return { answer: cleaned(given.answer) };
    case "info":
      return {};
    default:
      return null;
  }
}

/** A setting that does not fit costs itself alone: the questions of the round come in. */
function readSettings(round: unknown): { settings: RoundSettings; problem: Note | null } {
  if (!isRecord(round)) return { settings: {}, problem: null };
  const { pace, hasJoker, speedBonus, streak, textOnScreenOnly } = round;
  const read = settingsSchema.safeParse(present({ pace, hasJoker, speedBonus, streak, textOnScreenOnly }));
  if (read.success) return { settings: read.data, problem: null };
  const message =
    "A setting of this round (pace, joker, speed bonus, streak or where its text stands) is not one Roomful knows and was left out.";
  const known = Object.entries({ pace, hasJoker, speedBonus, streak, textOnScreenOnly }).filter(
    ([field, value]) => value !== undefined && settingsSchema.safeParse({ [field]: value }).success,
  );
  return {
    settings: settingsSchema.parse(Object.fromEntries(known)),
    problem: { code: "SETTING_LEFT_OUT", message },
  };
}
const settingsSchema = roundSchema.pick({
  pace: true,
  hasJoker: true,
  speedBonus: true,
  streak: true,
  textOnScreenOnly: true,
});

const eachOf = (list: unknown, read: (value: unknown) => unknown): unknown =>
  Array.isArray(list) ? list.slice(0, maxAnswersPerQuestion).map(read) : list;
const present = (fields: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
const cleaned = (value: unknown): unknown => (typeof value === "string" ? plainText(value) : value);

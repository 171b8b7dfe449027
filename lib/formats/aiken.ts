/**
 * Reads Aiken: a question, lettered choices, a line with the letter of the right one. Moodle drops in silence
 * a question over two lines, "answer: b" and the last question of a cut file; here lines up to the first choice
 * are one text, small letters are read with a warning, and what is not complete is named. It must not take a
 * letter on trust that no choice has.
 */
import { ok, type Result } from "@/lib/contracts/refusals";
import type { FormatReading } from "./build-rounds";
import { collectQuestions, type ReadQuestion } from "./collect-questions";
import { maxAnswersPerQuestion, maxQuestionLength } from "./import-limits";
import type { Note } from "./import-problem";
import { makeQuestion } from "./make-question";
import { fail, note } from "./notes";

type Block = { line: number; stem: string[]; choices: { letter: string; text: string }[]; length: number };

const choiceLine = /^([A-Z])[).][ \t]?(.*)$/i;
const answerLine = /^ANSWER[ \t]*:[ \t]*(.*)$/i;

/** A lettered choice and an answer line; either alone is in many a text. */
export function looksLikeAiken(text: string): boolean {
  return /(?:^|\n)[ \t]*ANSWER[ \t]*:[ \t]*[A-Z]\b/i.test(text) && /(?:^|\n)[ \t]*[A-Z][).]/i.test(text);
}

export function readAiken(text: string, newId: () => string): FormatReading {
  const collected = collectQuestions(newId);
  let open: Block | null = null;
  const giveUp = (block: Block, message: string) =>
    collected.add(block.line, fail("NOT_COMPLETE", message), block.stem.join(" "));
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    if (line === "") {
      // blank lines between choices are harmless; after a text that has none they end it
      if (open?.choices.length !== 0) continue;
      giveUp(open, "This text is not followed by choices such as A) and by an ANSWER line.");
      open = null;
      continue;
    }
    if (collected.isFull(index + 1)) return collected.finish();
    const answer = answerLine.exec(line);
    const choice = choiceLine.exec(line);
    if (answer && open) {
      collected.add(open.line, readBlock(open, line, answer[1] ?? "", newId), open.stem.join(" "));
      open = null;
    } else if (choice && open) {
      open.length += line.length;
      if (open.choices.length <= maxAnswersPerQuestion)
        open.choices.push({ letter: choice[1] ?? "", text: choice[2] ?? "" });
    } else if (answer || choice) {
      collected.add(index + 1, notStarted, line);
    } else {
      if (open && open.choices.length > 0) {
        giveUp(open, "This question has no ANSWER line before the next one starts.");
        open = null;
      }
      open ??= { line: index + 1, stem: [], choices: [], length: 0 };
      open.length += line.length;
      if (open.length <= maxQuestionLength) open.stem.push(line);
    }
  }
  if (open) giveUp(open, "The file ends before this question has its ANSWER line.");
  return collected.finish();
}

const notStarted = fail("NOT_STARTED", "There is no question before this choice or ANSWER line.");

function readBlock(
  block: Block,
  line: string,
  answer: string,
  newId: () => string,
): Result<ReadQuestion, Note> {
  const { stem, choices } = block;
  if (block.length > maxQuestionLength || choices.length > maxAnswersPerQuestion)
    return fail("TOO_LONG", "This question is far too long. Is there an ANSWER line missing?");
  if (choices.length < 2)
    return fail("TOO_FEW_CHOICES", "A question with choices needs at least two of them.");
  const right = readLetter(answer, choices);
  if (!right.ok) return right;
  const warnings: Note[] = [];
  if (
    !line.startsWith("ANSWER:") ||
    choices.some(({ letter }) => letter !== letter.toUpperCase()) ||
    right.value.isSmall
  ) {
    const message =
      "Aiken wants capital letters and ANSWER: with its colon; this question was read as it is meant.";
    warnings.push(note("READ_AS_MEANT", message));
  }
  const key = choices.map(({ letter, text }) => ({
    text,
    correct: letter.toUpperCase() === right.value.letter,
  }));
  return makeQuestion({ text: stem.join(" "), key: { type: "single", choices: key }, warnings }, newId);
}

function readLetter(
  answer: string,
  choices: Block["choices"],
): Result<{ letter: string; isSmall: boolean }, Note> {
  const given = /^([A-Z])(?![A-Z])/i.exec(answer)?.[1];
  if (!given) return fail("BAD_ANSWER", "The ANSWER line does not name one letter.");
  const letter = given.toUpperCase();
  const matching = choices.filter((choice) => choice.letter.toUpperCase() === letter).length;
  if (matching === 0)
    return fail("BAD_ANSWER", `The ANSWER line names ${letter}, but no choice has that letter.`);
  if (matching > 1)
    return fail("BAD_ANSWER", `Two choices have the letter ${letter}, so the right one is not clear.`);
  return ok({ letter, isSmall: given !== letter });
}

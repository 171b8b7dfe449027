/**
 * Reads the text files of OpenTriviaQA: "#Q" and the question, "^" and the right answer in full, then lettered
 * choices. Questions go on over more lines, some of them empty. The right answer is given by its text, so a
 * question in which two choices have that text is refused: nobody could say which tap is right.
 */
import type { Result } from "@/lib/contracts/refusals";
import type { FormatReading } from "./build-rounds";
import { collectQuestions, type ReadQuestion } from "./collect-questions";
import { maxAnswersPerQuestion, maxQuestionLength } from "./import-limits";
import type { Note } from "./import-problem";
import { makeQuestion } from "./make-question";
import { fail } from "./notes";
import { plainText } from "./plain-text";

type Block = { line: number; stem: string[]; right: string | null; choices: string[]; length: number };

export function looksLikeOpenTriviaQa(text: string): boolean {
  return /(?:^|\n)#Q[ \t]/.test(text) && /\n\^[ \t]/.test(text);
}

export function readOpenTriviaQa(text: string, newId: () => string): FormatReading {
  const collected = collectQuestions(newId);
  let open: Block | null = null;
  const close = (block: Block | null) => {
    if (block) collected.add(block.line, readBlock(block, newId), block.stem.join(" "));
  };
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    const start = /^#Q(?:\s+(.*))?$/.exec(line);
    if (start) {
      close(open);
      open = null;
      if (collected.isFull(index + 1)) break;
      open = { line: index + 1, stem: [start[1] ?? ""], right: null, choices: [], length: line.length };
    } else if (open) {
      addLine(open, line);
    } else if (line !== "") {
      if (collected.isFull(index + 1)) break;
      collected.add(index + 1, fail("NOT_STARTED", "There is no #Q line before this line."), line);
    }
  }
  close(open);
  return collected.finish();
}

function addLine(block: Block, line: string): void {
  block.length += line.length;
  if (block.length > maxQuestionLength || block.choices.length > maxAnswersPerQuestion) return;
  const choice = /^[A-Z](?:\s+(.*))?$/.exec(line);
  if (line.startsWith("^") && block.right === null) block.right = line.slice(1);
  else if (choice && block.right !== null) block.choices.push(choice[1] ?? "");
  else if (block.right === null) block.stem.push(line);
  // a longer answer goes on over the next line as well
  else if (line !== "" && block.choices.length > 0) block.choices.push(`${block.choices.pop()} ${line}`);
}

function readBlock(block: Block, newId: () => string): Result<ReadQuestion, Note> {
  if (block.length > maxQuestionLength || block.choices.length > maxAnswersPerQuestion)
    return fail("TOO_LONG", "This question is far too long. Is there a #Q line missing?");
  if (block.right === null)
    return fail("NO_RIGHT_ANSWER", "This question has no line with ^ and the right answer.");
  const right = plainText(block.right);
  const choices = block.choices.map((text) => ({
    text: plainText(text),
    correct: plainText(text) === right,
  }));
  const count = choices.filter((choice) => choice.correct).length;
  if (count === 0)
    return fail("BAD_ANSWER", "None of the choices is the right answer that the ^ line gives.");
  if (count > 1)
    return fail("DOUBLE_CHOICE", "Two choices are the right answer, so it is not clear which one counts.");
  const isBoolean = choices.length === 2 && choices.every(({ text }) => /^(?:true|false)$/i.test(text));
  return makeQuestion(
    {
      text: block.stem.join("\n"),
      key: { type: isBoolean ? "boolean" : "single", choices },
      mayRepeatWrong: true,
    },
    newId,
  );
}

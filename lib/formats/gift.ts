/**
 * Reads a GIFT file the way Moodle does: blocks between empty lines, comment lines, categories. Categories
 * become rounds. Each question is read on its own and reported with its line, so that one essay in a bank of
 * two hundred questions costs one line in the report (IMP-02). It must not look inside a question:
 * gift-question.ts does.
 */
import type { ImportProblem } from "@/lib/contracts/quiz";
import { buildRounds, type FormatReading, type QuestionGroup } from "./build-rounds";
import { readGiftQuestion } from "./gift-question";
import { parkEscapes, renderName } from "./gift-text";
import { importProblem } from "./import-problem";

type Block = { line: number; text: string };

const defaultRoundTitle = "Round 1";
const categoryLine = /^\$CATEGORY:(.*)(?:\n|$)/;

/** Signs that no other text has: a category, a title, or braces that begin like answers. */
export function looksLikeGift(text: string): boolean {
  return /^\s*\$CATEGORY:/m.test(text) || /^\s*::[^\n]*::/m.test(text) || /\{\s*(?:[~=#}]|T|F)/.test(text);
}

export function readGift(text: string, newId: () => string): FormatReading {
  const problems: ImportProblem[] = [];
  const groups = new Map<string, QuestionGroup>();
  let path = "";
  for (const block of splitBlocks(text)) {
    let { line, text: source } = block;
    // Moodle wants a category alone in its block; people forget the empty line after it
    for (let match = categoryLine.exec(source); match; match = categoryLine.exec(source)) {
      path = (match[1] ?? "").trim();
      source = source.slice(match[0].length);
      line += 1;
    }
    if (source.trim() === "") continue;
    const read = readGiftQuestion(source, newId);
    if (!read.ok) {
      problems.push(importProblem("error", line, read.error, source));
      continue;
    }
    for (const warning of read.value.warnings) problems.push(importProblem("warning", line, warning, source));
    const group = groups.get(path) ?? { title: roundTitle(path), questions: [] };
    group.questions.push(read.value.question);
    groups.set(path, group);
  }
  const built = buildRounds([...groups.values()], newId);
  problems.push(...built.problems);
  if (built.rounds.length === 0 && problems.length === 0) {
    const message = "There are no questions in this file.";
    problems.push(importProblem("error", null, { code: "NO_QUESTIONS", message }));
  }
  return { rounds: built.rounds, problems };
}

/** A comment line inside a block is blanked and does not end it; only an empty line does. */
function splitBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let firstLine = 0;
  const close = () => {
    if (lines.length > 0) blocks.push({ line: firstLine, text: lines.join("\n") });
    lines = [];
  };
  text.split("\n").forEach((line, index) => {
    const trimmed = line.trim();
    if (trimmed === "") {
      close();
      return;
    }
    const isComment = trimmed.startsWith("//");
    if (lines.length === 0) {
      if (isComment) return;
      firstLine = index + 1;
      lines.push(line.trimStart());
    } else {
      lines.push(isComment ? " " : line);
    }
  });
  close();
  return blocks;
}

/** "$course$/top/Pub quiz/Music" is the round "Music"; "//" in a name stands for one slash. */
function roundTitle(path: string): string {
  const names = path
    .split(/(?<!\/)\/(?!\/)/)
    .map((name) => renderName(parkEscapes(name.replaceAll("//", "/"))))
    .filter((name) => name !== "" && name !== "top" && !/^\$\w+\$$/.test(name));
  return names.at(-1) ?? defaultRoundTitle;
}

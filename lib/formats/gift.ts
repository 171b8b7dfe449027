/**
 * Reads a GIFT file the way Moodle does: blocks between empty lines, comment lines, categories. Categories
 * become rounds. Each question is read on its own and reported with its line, so that one essay in a bank of
 * two hundred questions costs one line in the report (IMP-02). It must not look inside a question:
 * gift-question.ts does.
 */
import type { FormatReading } from "./build-rounds";
import { collectQuestions, defaultRoundTitle } from "./collect-questions";
import { readGiftQuestion } from "./gift-question";
import { parkEscapes, renderName } from "./gift-text";

type Block = { line: number; text: string };

/** A path this long is no path; only its end, where the name of the round is, is looked at. */
const maxPathLength = 10_000;
const categoryLine = /^\$CATEGORY:(.*)(?:\n|$)/;

/**
 * Signs that no other text has: a category, a title, or braces that begin like answers. Blanks are looked for
 * from the start of their own line only; `^\s*` would try every empty line again for each one before it.
 */
export function looksLikeGift(text: string): boolean {
  return /(?:^|\n)[^\S\n]*(?:\$CATEGORY:|::[^\n]*::)/.test(text) || /\{\s*(?:[~=#}]|T|F)/.test(text);
}

export function readGift(text: string, newId: () => string): FormatReading {
  const collected = collectQuestions(newId);
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
    if (collected.isFull(line)) break;
    collected.add(line, readGiftQuestion(source, newId), source, path, roundTitle);
  }
  return collected.finish();
}

/** A comment line inside a block is blanked and does not end it; only an empty line does. */
function* splitBlocks(text: string): Generator<Block> {
  let lines: string[] = [];
  let firstLine = 0;
  for (const [index, line] of [...text.split("\n"), ""].entries()) {
    const trimmed = line.trim();
    if (trimmed === "") {
      if (lines.length > 0) yield { line: firstLine, text: lines.join("\n") };
      lines = [];
      continue;
    }
    const isComment = trimmed.startsWith("//");
    if (lines.length === 0) {
      if (isComment) continue;
      firstLine = index + 1;
      lines.push(line.trimStart());
    } else {
      lines.push(isComment ? " " : line);
    }
  }
}

/** "$course$/top/Pub quiz/Music" is the round "Music"; "//" in a name stands for one slash. */
function roundTitle(path: string): string {
  const names = path
    .slice(-maxPathLength)
    .split(/(?<!\/)\/(?!\/)/)
    .map((name) => renderName(parkEscapes(name.replaceAll("//", "/"))))
    .filter((name) => name !== "" && name !== "top" && !/^\$\w+\$$/.test(name));
  return names.at(-1) ?? defaultRoundTitle;
}

/**
 * Reads tables of questions: plain CSV with a header, and the sheets of Blooket, Gimkit and Wayground, which
 * are the same thing with their own rules for the right answer. It must not guess a right answer that can be
 * read in two ways: choices 4, 3, 2, 1 with "2" as the right one is refused.
 */
import { ok, type Result } from "@/lib/contracts/refusals";
import type { FormatReading } from "./build-rounds";
import { collectQuestions, defaultRoundTitle, type ReadQuestion } from "./collect-questions";
import { maxQuestionsPerFile } from "./import-limits";
import type { Note } from "./import-problem";
import { textOfCell } from "./inert-cell";
import { makeQuestion, type QuestionKey, type RowFields, shuffleChoices } from "./make-question";
import { fail, mediaLeftOut, note } from "./notes";
import { plainText } from "./plain-text";
import { readCorrectCell } from "./table-correct";
import { matchHeader, type TableFormat, type TableHeader } from "./table-header";
import { findHeader, parseRows } from "./table-text";

type Cells = { header: TableHeader; cells: string[] };

/** Null where no row near the start is a header with a question and a right answer. */
export function readTable(
  text: string,
  newId: () => string,
): { format: TableFormat; reading: FormatReading } | null {
  const found = findHeader(text, matchHeader);
  if (!found) return null;
  const { header, headerRow, firstRow } = found;
  const maxRows = headerRow + maxQuestionsPerFile * 2;
  const { rows, broken } = parseRows(found.body, found.delimiter, maxRows);
  const collected = collectQuestions(newId);
  for (const { row, cells } of rows.slice(headerRow)) {
    const line = row + firstRow - 1;
    const text = cellsOf({ header, cells }, "text")[0] ?? "";
    if (cells.every((cell) => cell.trim() === "") || isHelpRow(text)) continue;
    if (collected.isFull(line)) return { format: header.format, reading: collected.finish() };
    const round = plainText(cellsOf({ header, cells }, "round")[0] ?? "");
    const read = readRow({ header, cells }, newId);
    const about = text || cells.slice(0, 10).join(" ");
    collected.add(
      line,
      header.format === "gimkit" ? shuffleChoices(read) : read,
      about,
      round,
      (key) => key || defaultRoundTitle,
    );
  }
  if (rows.length === maxRows) {
    const message =
      "Roomful reads the first 4,000 rows of a table, so the rest was left out. Take out empty rows.";
    collected.report("error", maxRows + firstRow, { code: "TOO_MANY_ROWS", message });
  }
  if (broken) {
    const message =
      "A quotation mark is opened here and never closed, so the rest of the file could not be read.";
    collected.report("error", rows.length + firstRow, { code: "QUOTE_NOT_CLOSED", message });
  }
  return { format: header.format, reading: collected.finish() };
}

/** The second row of Wayground's template says what to fill in. */
const isHelpRow = (text: string): boolean => /^\s*text of the question\s+\(required\)/i.test(text);

function cellsOf({ header, cells }: Cells, field: keyof TableHeader["columns"]): string[] {
  return header.columns[field].map((at) => textOfCell(plainText(cells[at] ?? "")));
}

function readRow(row: Cells, newId: () => string): Result<ReadQuestion, Note> {
  const first = (field: keyof TableHeader["columns"]) => cellsOf(row, field)[0] ?? "";
  const warnings: Note[] = [];
  const choices = cellsOf(row, "choice");
  const wrong = cellsOf(row, "wrong").filter((text) => text !== "");
  const key = readKey(
    { type: first("type"), correct: first("correct"), choices, wrong, tolerance: first("tolerance"), row },
    warnings,
  );
  if (!key.ok) return key;
  if (first("media") !== "") warnings.push(mediaLeftOut);
  const fields: RowFields = {
    text: first("text"),
    key: key.value,
    points: readAmount(first("points"), "points", warnings),
    timeLimitSeconds: readAmount(first("time"), "time", warnings),
    explanation: first("explanation"),
    hostNotes: first("notes"),
    warnings,
  };
  return makeQuestion(fields, newId);
}

type KeyCells = {
  type: string;
  correct: string;
  choices: string[];
  wrong: string[];
  tolerance: string;
  row: Cells;
};

const unsupportedTypes =
  /^(?:poll|open ended|draw|survey|slide|info|match|reorder|ordering|matching|list|buzzer|categorize|audio response|video response)$/;

function readKey(given: KeyCells, warnings: Note[]): Result<QuestionKey, Note> {
  const { correct, choices, wrong } = given;
  const kind = given.type
    .toLowerCase()
    .replace(/[^a-z]+/g, " ")
    .trim();
  if (unsupportedTypes.test(kind))
    return fail(
      "UNSUPPORTED_TYPE",
      `This is a question of the type "${kind}", which is not read from a table.`,
    );
  const filled = choices.filter((text) => text !== "");
  if (kind === "number" || kind === "numeric" || kind === "estimate")
    return readNumber(filled[0] ?? correct, given.tolerance);
  if (kind === "text" || kind === "fill in the blank" || kind === "short answer" || kind === "typed text")
    return ok({ type: "text", accepted: filled.length > 0 ? filled : [correct] });
  if (wrong.length > 0) {
    if (correct === "") return fail("NO_RIGHT_ANSWER", "The cell for the right answer is empty.");
    return ok({
      type: "single",
      choices: [correct, ...wrong].map((text, at) => ({ text, correct: at === 0 })),
    });
  }
  if (filled.length === 0) {
    if (correct === "") return fail("NO_RIGHT_ANSWER", "The cell for the right answer is empty.");
    if (!/^(?:true|false)$/i.test(correct)) return ok({ type: "text", accepted: [correct] });
    const isTrue = correct.toLowerCase() === "true";
    return ok({
      type: "boolean",
      choices: [
        { text: "True", correct: isTrue },
        { text: "False", correct: !isTrue },
      ],
    });
  }
  const right = readCorrectCell(correct, choices, given.row.header.correctIs);
  if (!right.ok) return right;
  if (right.value.warning) warnings.push(right.value.warning);
  const marked = choices
    .map((text, at) => ({ text, correct: right.value.indices.has(at) }))
    .filter(({ text }) => text !== "");
  if (kind === "boolean" || kind === "true false") return ok({ type: "boolean", choices: marked });
  const isMultiple =
    kind === "multiple" || kind === "checkbox" || (kind !== "single" && right.value.indices.size > 1);
  return ok({ type: isMultiple ? "multiple" : "single", choices: marked });
}

const decimalNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function readNumber(value: string, tolerance: string): Result<QuestionKey, Note> {
  const around = tolerance === "" ? "0" : tolerance;
  if (
    !decimalNumber.test(value) ||
    !decimalNumber.test(around) ||
    !Number.isFinite(Number(value)) ||
    Number(around) < 0
  )
    return fail(
      "BAD_NUMBER",
      "The answer or its tolerance is not a number such as 42 or 3.14, with a point for decimals.",
    );
  return ok({ type: "number", value: Number(value), tolerance: Number(around) });
}

/** "20", "20.0" and "20 s" are twenty. */
function readAmount(cell: string, name: string, warnings: Note[]): number | undefined {
  if (cell === "") return undefined;
  const amount = /^(\d{1,6})(?:[.,]0+)?(?: ?(?:s|sec|seconds))?$/i.exec(cell)?.[1];
  if (amount !== undefined) return Number(amount);
  warnings.push(
    note(
      "BAD_AMOUNT",
      `The ${name} "${cell.slice(0, 20)}" is not a whole number; the usual value was taken.`,
    ),
  );
  return undefined;
}

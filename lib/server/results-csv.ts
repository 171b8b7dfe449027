/**
 * The night as a CSV, line by line: UTF-8 with a byte order mark, CRLF lines (RFC 4180), the form every spreadsheet
 * opens rightly. Text that could be a formula is neutralised, numbers stay numbers.
 */
import { stringify } from "csv-stringify/sync";
import { inertCell } from "@/lib/formats/inert-cell";
import { isCounted, type ResultsTable, summaryHead, summaryOf, wagerCells, wagerHeads } from "./results";

/**
 * A spreadsheet of a country with decimal commas splits at semicolons, also inside our quotes, and some split at tabs
 * and line ends: what would then stand first in a cell of its own is neutralised, too.
 */
const afterSeparator = /([;\t\r\n][\s;]*)(?=[=+\-@＝＋－＠|%])/g;

/** A player's or a host's text for a CSV: no part of it is a formula wherever the file is opened. */
export function inertText(text: string): string {
  const inner = text.replace(afterSeparator, "$1'");
  return inner !== text && /^[;\s]/.test(text) ? `'${inner}` : inertCell(inner);
}

export function* csvOf(table: ResultsTable): Generator<string> {
  const questionHeads = table.questions.flatMap(({ round, number, text, wager }) => {
    const label = `R${round} Q${number}`;
    const heads = [`${label} ${text}`, `${label} answer`, `${label} points`];
    return wager === null ? heads : [...heads, ...wagerHeads.map((head) => `${label} ${head}`)];
  });
  yield `\uFEFF${line([...summaryHead(table), ...questionHeads])}`;
  for (const row of table.rows) {
    const cells = table.questions.flatMap((question, at) => {
      const cell = table.cellAt(row, at);
      const { outcome, text, points } = cell;
      const counted = [outcome, text, isCounted[outcome] ? points : ""];
      return question.wager === null ? counted : [...counted, ...wagerCells(cell)];
    });
    yield line([...summaryOf(row, table), ...cells]);
  }
}

const line = (cells: (string | number)[]): string =>
  stringify([cells.map((cell) => (typeof cell === "string" ? inertText(cell) : cell))], {
    record_delimiter: "\r\n",
    quoted_string: true,
  });

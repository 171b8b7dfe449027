/**
 * Rows out of delimiter-separated text. The delimiter is found by the header row it makes readable, never by
 * counting signs: a semicolon file is full of commas. A quote that is never closed ends the reading with a
 * problem and keeps the rows before it.
 */
import { CsvError, parse } from "csv-parse/sync";
import { maxQuestionLength } from "./import-limits";

/** Row 1 is the first of the sheet, as a spreadsheet numbers them. */
export type TableRow = { row: number; cells: string[] };

/** Excel writes ";" where the comma is the decimal sign; "|" is seen in hand-made files. */
const delimiters = [",", ";", "\t", "|"];
/** Banners stand in one to eight rows above a header. */
const headerSearchRows = 15;
const headerSearchLength = 32_000;

/** Excel's own hint in the first line. */
const separatorLine = /^sep=(.)[ \t]*\n/i;

/** `matchHeader` says whether the cells are a known header. */
export function findHeader<H>(text: string, matchHeader: (cells: string[]) => H | null) {
  const hint = separatorLine.exec(text)?.[1];
  const body = hint ? text.slice(text.indexOf("\n") + 1) : text;
  const start = body.slice(0, headerSearchLength);
  for (const delimiter of hint ? [hint] : delimiters) {
    if (!start.includes(delimiter)) continue;
    for (const { row, cells } of parseRows(start, delimiter, headerSearchRows).rows) {
      const header = matchHeader(cells);
      if (header) return { header, headerRow: row, delimiter, body, firstRow: hint ? 2 : 1 };
    }
  }
  return null;
}

export function parseRows(
  text: string,
  delimiter: string,
  maxRows: number,
): { rows: TableRow[]; broken: boolean } {
  const rows: TableRow[] = [];
  try {
    parse(text, {
      delimiter,
      to: maxRows,
      relaxQuotes: true,
      relaxColumnCount: true,
      maxRecordSize: maxQuestionLength,
      onRecord: (cells: string[]) => {
        rows.push({ row: rows.length + 1, cells });
        return null;
      },
    });
    return { rows, broken: false };
  } catch (error) {
    if (error instanceof CsvError) return { rows, broken: true };
    throw error;
  }
}

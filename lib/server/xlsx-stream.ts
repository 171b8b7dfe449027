/**
 * A workbook (Office Open XML, ECMA-376) as a stream: rows are asked for as the reader takes them, nothing is held.
 * Text is always an inline string and numbers are numbers: there is no way to write a formula with this. The zip is
 * yazl's. A library of spreadsheets is not used: exceljs, the one that streams several sheets, does not wait for a slow
 * reader (its issue 734) and brings a hundred packages, some with advisories, most of them for reading files.
 */
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { inPieces } from "./text-stream";

/** Cell formats in the order of `cellXfs`. `49` is text: a cell stays one when somebody edits it. */
const looks = {
  number: "",
  head: 'numFmtId="49" fontId="1" fillId="2"',
  text: 'numFmtId="49"',
  percent: 'numFmtId="9"',
  good: 'numFmtId="49" fillId="3"',
  fair: 'numFmtId="49" fillId="4"',
  bad: 'numFmtId="49" fillId="5"',
  none: 'numFmtId="49" fillId="6"',
};
export type Look = keyof typeof looks;
const lookIndex = Object.fromEntries(Object.keys(looks).map((look, at) => [look, at])) as Record<
  Look,
  number
>;
/** The first two are fixed by the format; then head, good, fair, bad, none. */
const fills = ["F2E3C6", "DDF0D3", "FFF1C9", "F9DAD4", "ECECEC"];

/** An empty string is an empty cell. */
export type SheetCell = string | number | { value: string | number; look: Look };
export type Sheet = {
  /** see `sheetNames` */
  name: string;
  /** in characters, from the left; the rest is as wide as the last one */
  widths: number[];
  /** columns that stay while one scrolls to the right */
  frozenColumns: number;
  head: string[];
  rows(): Iterable<SheetCell[]>;
};

/** The workbook's bytes. Destroying the stream stops the making. */
export function writeWorkbook(sheets: Sheet[]): Readable {
  const zip = new ZipFile();
  const bytes = zip.outputStream as Readable;
  let open: Readable | null = null;
  bytes.on("close", () => open?.destroy());
  // whoever reads it hears of it; before anybody does it must not be an uncaught one
  bytes.on("error", () => undefined);
  zip.on("error", (error: Error) => bytes.destroy(error));
  const add = (path: string, texts: () => Iterable<string>) =>
    zip.addReadStreamLazy(path, (start) => {
      open = Readable.from(inPieces(texts()));
      open.on("error", (error) => bytes.destroy(error));
      start(null, open);
    });
  add("[Content_Types].xml", () => [contentTypes(sheets.length)]);
  add("_rels/.rels", () => [packageRelations]);
  add("xl/workbook.xml", () => [workbookXml(sheets)]);
  add("xl/_rels/workbook.xml.rels", () => [workbookRelations(sheets.length)]);
  add("xl/styles.xml", () => [styles]);
  for (const [index, sheet] of sheets.entries())
    add(`xl/worksheets/sheet${index + 1}.xml`, () => sheetXml(sheet));
  zip.end();
  return bytes;
}

/**
 * Names a spreadsheet takes: at most 31 UTF-16 units, none of `[ ] : * ? / \`, no apostrophe at an end, not "History"
 * (Excel's own), each once whatever the case. In the order given.
 */
export function sheetNames(wanted: string[]): string[] {
  const taken = new Set(["history"]);
  return wanted.map((text) => {
    const clean =
      legalXml(text)
        .replace(/[[\]:*?/\\\p{Cc}]/gu, " ")
        .replace(/\s+/g, " ")
        .replace(/^['\s]+|['\s]+$/g, "") || "Sheet";
    for (let copy = 1; ; copy++) {
      const mark = copy === 1 ? "" : ` (${copy})`;
      // what is cut off must not leave an apostrophe at the end
      const name = cut(clean, mostNameUnits - mark.length).replace(/['\s]+$/, "") + mark;
      const key = name.toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return name;
    }
  });
}
const mostNameUnits = 31;
/** What a cell may hold. */
const mostCellUnits = 32_767;

/** Never between the two halves of a character. */
function cut(text: string, units: number): string {
  if (text.length <= units) return text;
  const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(units - 1));
  return text.slice(0, isHalf ? units - 1 : units);
}

/** XML 1.0 has no way to write these. */
const legalXml = (text: string): string =>
  text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "\uFFFD");

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};
const inXml = (text: string): string => legalXml(text).replace(/[&<>"\r]/g, (char) => escapes[char] ?? char);
/** `_x0041_` in a cell means "A" to Excel: a text that looks like it is told apart. */
const inCell = (text: string): string =>
  inXml(cut(text, mostCellUnits)).replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_");

/** 0: A, 25: Z, 26: AA. */
function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const schemas = "http://schemas.openxmlformats.org";
const main = `xmlns="${schemas}/spreadsheetml/2006/main"`;

function* sheetXml({ head, widths, frozenColumns, rows }: Sheet): Generator<string> {
  const columns = head.map((_, at) => columnName(at));
  yield `${declaration}<worksheet ${main}><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>${frozen(frozenColumns)}`;
  const cols = columns.map((_, at) => {
    const width = widths[at] ?? widths.at(-1) ?? 12;
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
  });
  yield `${cols.length > 0 ? `<cols>${cols.join("")}</cols>` : ""}<sheetData>`;
  yield rowXml(
    1,
    columns,
    head.map((value) => ({ value, look: "head" })),
  );
  let number = 1;
  for (const cells of rows()) yield rowXml(++number, columns, cells);
  yield '</sheetData><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>';
}

const frozen = (columns: number): string => {
  const corner = `${columnName(columns)}2`;
  const pane = columns > 0 ? "bottomRight" : "bottomLeft";
  const split = `${columns > 0 ? `xSplit="${columns}" ` : ""}ySplit="1"`;
  return `<sheetViews><sheetView workbookViewId="0"><pane ${split} topLeftCell="${corner}" activePane="${pane}" state="frozen"/></sheetView></sheetViews>`;
};

function rowXml(number: number, columns: string[], cells: SheetCell[]): string {
  let xml = `<row r="${number}">`;
  for (const [at, cell] of cells.entries()) {
    const value = typeof cell === "object" ? cell.value : cell;
    if (value === "") continue;
    const look = typeof cell === "object" ? cell.look : typeof value === "string" ? "text" : "number";
    const place = `r="${columns[at] ?? columnName(at)}${number}" s="${lookIndex[look]}"`;
    xml +=
      typeof value === "string"
        ? `<c ${place} t="inlineStr"><is><t xml:space="preserve">${inCell(value)}</t></is></c>`
        : `<c ${place}><v>${value}</v></c>`;
  }
  return `${xml}</row>`;
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

const mime = "application/vnd.openxmlformats";
const contentTypes = (count: number): string =>
  `${declaration}<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="${mime}-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${mime}-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${mime}-officedocument.spreadsheetml.styles+xml"/>${numbers(
    count,
  )
    .map(
      (n) =>
        `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${mime}-officedocument.spreadsheetml.worksheet+xml"/>`,
    )
    .join("")}</Types>`;

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${schemas}/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
const relations = (list: string[]): string =>
  `${declaration}<Relationships xmlns="${schemas}/package/2006/relationships">${list.join("")}</Relationships>`;
const packageRelations = relations([relation("rId1", "officeDocument", "xl/workbook.xml")]);
const workbookRelations = (count: number): string =>
  relations([
    ...numbers(count).map((n) => relation(`rId${n}`, "worksheet", `worksheets/sheet${n}.xml`)),
    relation(`rId${count + 1}`, "styles", "styles.xml"),
  ]);
const workbookXml = (sheets: Sheet[]): string =>
  `${declaration}<workbook ${main} xmlns:r="${schemas}/officeDocument/2006/relationships"><sheets>${sheets
    .map(({ name }, at) => `<sheet name="${inXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join("")}</sheets></workbook>`;

const solid = (colour: string): string =>
  `<fill><patternFill patternType="solid"><fgColor rgb="FF${colour}"/><bgColor indexed="64"/></patternFill></fill>`;
const withDefaults = (look: string): string => {
  const settings = ["numFmtId", "fontId", "fillId", "borderId"].map(
    (name) => new RegExp(`${name}="\\d+"`).exec(look)?.[0] ?? `${name}="0"`,
  );
  return `<xf ${settings.join(" ")} xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`;
};
const styles = `${declaration}<styleSheet ${main}><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="${fills.length + 2}"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fills.map(solid).join("")}</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${Object.keys(looks).length}">${Object.values(looks).map(withDefaults).join("")}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

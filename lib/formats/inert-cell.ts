/**
 * Cells of a CSV that a spreadsheet would run as a formula get an apostrophe in front (OWASP, CSV Injection),
 * and lose it when they come back. A text that has such an apostrophe of its own gets a second one, so that
 * every text returns as it was (EXP-01).
 */
const guarded = /^'*[\s ]*[=+\-@＝＋－＠|%]|^'*[\t\r\n]/;

export const inertCell = (text: string): string => (guarded.test(text) ? `'${text}` : text);

export const textOfCell = (cell: string): string =>
  cell.startsWith("'") && guarded.test(cell.slice(1)) ? cell.slice(1) : cell;

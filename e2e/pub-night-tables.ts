/** The same table wherever the product shows it: phones, console, big screen, results page, CSV and workbook. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { readXlsx } from "hucre/xlsx";
import { ask, expect } from "./fixtures";
import type { Table } from "./pub-night-sheet";

/** Pictures to look at, one for each phase and page, where `SHOTS` names a directory. */
export async function look(phase: string, pages: Record<string, Page>): Promise<void> {
  const dir = process.env.SHOTS;
  if (!dir) return;
  for (const [who, page] of Object.entries(pages))
    await page.screenshot({ path: join(dir, `${phase}-${who}.png`) });
}

/** Equal places stand in any order; the order of the places themselves is looked at where rows are read. */
const tableOf = (rows: { name: string; rank: number; points: number }[]): Table =>
  Object.fromEntries(rows.map(({ name, rank, points }) => [name, { rank, points }]));

type Cells = { row: string; rank: string; name: string; points: string };
const where: Record<"phone" | "console" | "screen", Cells> = {
  phone: {
    row: '[data-testid="standings"] > li',
    rank: "span:first-child",
    name: "bdi",
    points: "span:last-child",
  },
  console: { row: '[data-testid="standings"] > li', rank: "span:first-child", name: "bdi", points: "b" },
  screen: { row: '[data-testid="standings-row"]', rank: ".bs-rk", name: "bdi", points: ".bs-pt" },
};

async function rowsOn(page: Page, kind: keyof typeof where) {
  const { row, ...cells } = where[kind];
  return page.locator(row).evaluateAll(
    (rows, { rank, name, points }) =>
      rows.map((one) => {
        const text = (selector: string) =>
          one.querySelector(`:scope > ${selector}, ${selector}`)?.textContent ?? "";
        return { name: text(name), rank: Number(text(rank)), points: Number(text(points)) };
      }),
    cells,
  );
}

export async function tableOn(page: Page, kind: keyof typeof where, expected: Table): Promise<void> {
  await expect.poll(async () => tableOf(await rowsOn(page, kind))).toEqual(expected);
  const ranks = (await rowsOn(page, kind)).map(({ rank }) => rank);
  expect(ranks).toEqual([...ranks].sort((one, other) => one - other));
}

const suffix = (rank: number) => ["th", "st", "nd", "rd"][rank] ?? "th";

/** A phone names its own place in large type, whatever the table below it says. */
export async function placeOn(phone: Page, { rank, points }: Table[string]): Promise<void> {
  await expect(phone.getByTestId("rank")).toHaveAttribute("data-points", String(points));
  await expect(phone.getByTestId("phase")).toContainText(`${rank}${suffix(rank)}`);
}

type Downloads = {
  table: Table;
  rounds: Record<string, number[]>;
  /** the round each team played it in, "R2"; empty: it did not */
  jokers: Record<string, string>;
  /** none where the questions are sheets of their own */
  cells: Record<string, string[]>;
};

const numbers = (texts: unknown[]) => texts.map((text) => Number.parseFloat(String(text)));

/** The page of a night that may still be going on. It is read anew, as its own note tells. */
export async function resultsPage(results: Page): Promise<Pick<Downloads, "table" | "rounds">> {
  await results.reload();
  await expect(results.getByTestId("result").first()).toBeVisible();
  const rows = await results
    .getByTestId("result")
    .evaluateAll((all) => all.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent)));
  const roundCount = await results.locator("th", { hasText: /^R\d+$/ }).count();
  return {
    table: tableOf(
      rows.map((cells) => ({
        name: cells[1]!,
        rank: Number(cells[0]),
        points: Number(cells.at(-1)),
      })),
    ),
    rounds: Object.fromEntries(rows.map((cells) => [cells[1], numbers(cells.slice(3, 3 + roundCount))])),
  };
}

/** Rank, Name, Points, Source, Seat, a column for each round, Adjustments and so on; then three for each question. */
function summaryFrom([head, ...rows]: unknown[][]): Downloads {
  const roundCount = (head ?? []).indexOf("Adjustments") - 5;
  const joker = (head ?? []).indexOf("Joker");
  const firstQuestion = (head ?? []).findIndex((title) => /^R\d+ Q\d+ /.test(String(title)));
  return {
    table: tableOf(
      rows.map(([rank, name, points]) => ({
        name: String(name),
        rank: Number(rank),
        points: Number(points),
      })),
    ),
    rounds: Object.fromEntries(rows.map((row) => [row[1], numbers(row.slice(5, 5 + roundCount))])),
    jokers: Object.fromEntries(rows.map((row) => [row[1], String(row[joker] ?? "")])),
    cells: Object.fromEntries(
      rows.map((row) => [
        row[1],
        row.slice(firstQuestion < 0 ? row.length : firstQuestion).map((cell) => String(cell ?? "")),
      ]),
    ),
  };
}

export async function csvOf(host: Page, sessionId: string): Promise<Downloads> {
  const { body } = await ask<string>(host, `/api/sessions/${sessionId}/results.csv`);
  return summaryFrom(parse(body, { bom: true }) as string[][]);
}

type Workbook = Downloads & {
  /** by the name of the sheet */
  sheets: Record<string, unknown[][]>;
};
export async function workbookFrom(results: Page): Promise<Workbook> {
  const [download] = await Promise.all([
    results.waitForEvent("download"),
    results.getByTestId("xlsx").click(),
  ]);
  const { sheets } = await readXlsx(await readFile(await download.path()));
  const byName = Object.fromEntries(sheets.map(({ name, rows }) => [name, rows as unknown[][]]));
  return { ...summaryFrom(byName.Standings ?? []), sheets: byName };
}

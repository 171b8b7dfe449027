/** Stakes and handicaps in the downloads: columns of their own on nights that have them, and none on others. */
import { expect, test } from "vitest";
import type { ResultsReply } from "@/lib/contracts/http";
import { night, tableOf } from "./results.test-support";
import { csvOf } from "./results-csv";
import { resultsSheets } from "./results-workbook";

const plain = night({});
const rule = { freeHeads: 6, points: 2, per: "round" as const };
const scored: ResultsReply = {
  ...plain,
  handicap: rule,
  questions: plain.questions.map((question) => ({ ...question, wager: 20 })),
  players: plain.players.map((player) => ({
    ...player,
    heads: 8,
    handicap: -4,
    cells: player.cells.map((cell) => ({ ...cell, points: -6, wager: { stake: 7, points: -7 } })),
  })),
};

const sheetOf = async (results: ResultsReply, name: string) => {
  const sheet = (await resultsSheets(tableOf(results))).find((one) => one.name === name);
  if (!sheet) throw new Error(`no sheet ${name}`);
  return { head: sheet.head, rows: [...sheet.rows()], widths: sheet.widths };
};

test("the CSV has the size of the team, its handicap, and what was staked and won", () => {
  const [head, row] = [...csvOf(tableOf(scored))].map((line) =>
    line.replaceAll(/[\uFEFF"\r\n]/g, "").split(","),
  );
  const at = (name: string) => row?.[head?.indexOf(name) ?? -1];
  expect([at("Heads"), at("Handicap"), at("R1 Q1 points"), at("R1 Q1 stake"), at("R1 Q1 wager")]).toEqual([
    "8",
    "-4",
    "-6",
    "7",
    "-7",
  ]);
  expect([...csvOf(tableOf(plain))].join("")).not.toMatch(/Heads|Handicap|stake|wager/);
});

test("so has the workbook, with a width for every column and words for them in the legend", async () => {
  const standings = await sheetOf(scored, "Standings");
  expect(standings.rows[0]?.[standings.head.indexOf("Heads")]).toBe(8);
  expect(standings.rows[0]?.[standings.head.indexOf("Handicap")]).toBe(-4);
  const round = await sheetOf(scored, "R1 Animals");
  expect(round.rows[0]?.slice(round.head.indexOf("Q1 points"), round.head.indexOf("Q1 points") + 3)).toEqual([
    -6, 7, -7,
  ]);
  for (const sheet of [standings, round]) expect(sheet.widths).toHaveLength(sheet.head.length);
  const legend = JSON.stringify((await sheetOf(scored, "Legend")).rows);
  expect(legend).toContain("Teams of more than 6 give away 2 points for each head over that, every round.");
  expect(legend).toContain("Stake, wager");
  expect(JSON.stringify((await sheetOf(plain, "Legend")).rows)).not.toMatch(/Handicap|Stake/);
});

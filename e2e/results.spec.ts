import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { readXlsx } from "hucre/xlsx";
import type { ResultsReply } from "../lib/contracts/http";
import {
  answer,
  answerStatus,
  ask,
  expect,
  forTeam,
  hostPage,
  inPhase,
  joinAll,
  joinAsPlayer,
  newPhone,
  next,
  openNight,
  openScreen,
  teamRow,
  test,
  toQuestion,
  typeAnswer,
} from "./fixtures";
import { choiceQuestion, numberQuestion, quizOf, typedQuestion } from "./quizzes";

/** RFC 4180: quoted cells may hold commas, quotes and line ends. */
function csvRows(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === "\r\n") rows.push([]);
    if (end === "") break;
  }
  return rows.filter((row) => row.length > 1);
}

test("ANS-08 EXP-01 EXP-06 phones, podium, results page, CSV and the database agree on a night with every kind of answer", async ({
  browser,
  venue,
}) => {
  const quiz = quizOf([
    choiceQuestion("Which river?", "Thames", ["Tyne"]),
    typedQuestion("What does a cooper make?", ["barrels"], { points: 20 }),
    choiceQuestion("Skipped?", "yes", ["no"]),
    numberQuestion("Pints in a gallon?", 8),
  ]);
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, quiz);
  const screen = await openScreen(host, night);
  const [anna, formula, gone] = await joinAll(browser, venue, night.pin, ["Anna", "=1+1", "Gone"]);

  // 1: right, wrong, and right by a team that is removed; Cleo comes at the reveal
  await toQuestion(host);
  await answer(anna!, "Thames");
  await answer(formula!, "Tyne");
  await answer(gone!, "Thames");
  await next(host, "reveal");
  const cleo = await joinAsPlayer(await newPhone(browser), venue, night.pin, "Cleo");
  await forTeam(host, "Gone", "Remove");
  await expect(teamRow(host, "Gone")).toHaveCount(0);

  // 2: unanswered, right, wrong
  await next(host, "question");
  await typeAnswer(formula!, "Barrels");
  await typeAnswer(cleo, "=2+2");
  await next(host, "reveal");

  // 3: skipped, although Anna was right
  await next(host, "question");
  await answer(anna!, "yes");
  await host.getByTestId("skip").click();

  // 4: late, unanswered, right
  await expect(anna!.getByTestId("question")).toHaveText("Pints in a gallon?");
  await anna!.context().setOffline(true);
  await anna!.getByTestId("typed-answer").fill("8");
  await anna!.getByTestId("send-answer").click();
  await answerStatus(anna!, "kept");
  await typeAnswer(cleo, "8");
  await host.getByTestId("lock").click();
  await inPhase(host, "locked");
  await anna!.context().setOffline(false);
  await expect(anna!.getByTestId("late-note")).toBeVisible();
  await next(host, "reveal");
  await next(host, "standings");
  await next(host, "finished");

  // 1, 2, 2: the same places and points on every screen
  const places = { "=1+1": [1, 20], Anna: [2, 10], Cleo: [2, 10] } as const;
  await inPhase(screen, "finished");
  await expect(screen.getByTestId("podium-1")).toHaveAttribute("data-rank", "1");
  await expect(screen.getByTestId("podium-1")).toContainText("=1+1");
  for (const step of [2, 3]) {
    await expect(screen.getByTestId(`podium-${step}`)).toHaveAttribute("data-rank", "2");
    await expect(screen.getByTestId(`podium-${step}`)).toContainText(/(Anna|Cleo)\s*10 points/);
  }
  for (const [phone, name] of [
    [formula!, "=1+1"],
    [anna!, "Anna"],
    [cleo, "Cleo"],
  ] as const) {
    await inPhase(phone, "finished");
    await expect(phone.getByTestId("rank")).toHaveAttribute("data-points", String(places[name][1]));
    await expect(phone.getByTestId("rank")).toContainText(places[name][0] === 1 ? "1st" : "2nd");
  }

  await host.getByTestId("results").click();
  await expect(host.getByTestId("result-name")).toHaveText(["=1+1", "Anna", "Cleo", "Gone"]);
  await expect(host.getByTestId("result-points")).toHaveText(["20", "10", "10", "10"]);
  await expect(host.getByTestId("result")).toContainText(["1", "2", "2", "removed"]);

  const csv = await ask<string>(host, `/api/sessions/${night.sessionId}/results.csv`);
  expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(csv.headers["content-disposition"]).toMatch(/^attachment; filename="[\w.-]+\.csv"$/);
  const [header, ...rows] = csvRows(csv.body.replace(/^\uFEFF/, ""));
  const beforeQuestions = [
    "Rank",
    "Name",
    "Points",
    "Source",
    "Seat",
    "R1 The bar",
    "Adjustments",
    "Adjustment reasons",
    "Joker",
  ];
  expect(header?.slice(0, 10)).toEqual([...beforeQuestions, "R1 Q1 Which river?"]);
  expect(rows.map(([rank, name, points, source, seat]) => [rank, name, points, source, seat])).toEqual([
    ["1", "'=1+1", "20", "pin", "active"],
    ["2", "Anna", "10", "pin", "active"],
    ["2", "Cleo", "10", "pin", "active"],
    ["", "Gone", "10", "pin", "removed"],
  ]);
  const cells = (row: string[] | undefined) =>
    [0, 1, 2, 3].map((index) => row?.slice(beforeQuestions.length).slice(index * 3, index * 3 + 3));
  expect(cells(rows[0])).toEqual([
    ["wrong", "Tyne", "0"],
    ["right", "Barrels", "20"],
    ["skipped", "", ""],
    ["unanswered", "", "0"],
  ]);
  expect(cells(rows[1])).toEqual([
    ["right", "Thames", "10"],
    ["unanswered", "", "0"],
    ["skipped", "yes", ""],
    ["refused late", "", "0"],
  ]);
  expect(cells(rows[2])).toEqual([
    ["joined later", "", ""],
    ["wrong", "'=2+2", "0"],
    ["skipped", "", ""],
    ["right", "8", "10"],
  ]);
  // no cell of any row starts a formula
  for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+@\t\r]|^-(?!\d)/);

  const { body } = await ask<ResultsReply>(host, `/api/sessions/${night.sessionId}/results`);
  expect(body.finished).toBe(true);
  for (const [index, player] of body.players.entries()) {
    expect([String(player.rank ?? ""), String(player.points)]).toEqual([rows[index]?.[0], rows[index]?.[2]]);
    expect(player.cells.map(({ outcome }) => outcome)).toEqual(cells(rows[index]).map((cell) => cell?.[0]));
    expect(player.cells.reduce((sum, { points }) => sum + points, 0)).toBe(player.points);
  }

  // the workbook, taken by the button, says what the CSV and the API say
  const [download] = await Promise.all([host.waitForEvent("download"), host.getByTestId("xlsx").click()]);
  expect(download.suggestedFilename()).toMatch(/^roomful-[\w-]+\.xlsx$/);
  const { sheets } = await readXlsx(await readFile(await download.path()));
  expect(sheets.map(({ name }) => name)).toEqual(["Standings", "R1 The bar", "Questions", "Legend", "pin"]);
  const sheetRows = (name: string) => sheets.find((sheet) => sheet.name === name)?.rows ?? [];
  const asInCsv = (cell: unknown) => String(cell ?? "").replace(/^=/, "'=");
  expect(sheetRows("Standings").map((row) => row.slice(0, 7).map(asInCsv))).toEqual(
    [header, ...rows].map((row) => row?.slice(0, 7)),
  );
  expect(sheetRows("pin")).toEqual(sheetRows("Standings"));
  const [roundHead, ...roundRows] = sheetRows("R1 The bar");
  expect(roundHead?.[3]).toBe("Q1 Which river?");
  const answersOf = (row: unknown[]) => [3, 6, 9, 12].map((at) => row.slice(at, at + 3).map(asInCsv));
  expect(roundRows.map(answersOf)).toEqual(rows.map(cells));
  expect(roundRows.map((row) => row.at(-1))).toEqual(body.players.map(({ roundPoints }) => roundPoints[0]));
  const legend = sheetRows("Legend").map(([name]) => name);
  expect(legend).toEqual(
    expect.arrayContaining(["wrong", "unanswered", "refused late", "joined later", "skipped"]),
  );
  const figures = sheetRows("Questions").map((row) => [row[2], row[5], row[6]]);
  // answered, and right of the teams in the room: one of two, one of three, nobody of a skipped one, one of three
  expect(figures.slice(1)).toEqual([
    ["Which river?", 2, 0.5],
    ["What does a cooper make?", 2, 1 / 3],
    ["Skipped?", expect.any(Number), null],
    ["Pints in a gallon?", 1, 1 / 3],
  ]);

  // on paper: tables in ink on white, no buttons
  await host.emulateMedia({ media: "print" });
  await expect(host.getByTestId("paper-standings").locator("tbody tr")).toHaveCount(4);
  await expect(host.getByTestId("paper-round-1").locator("tbody tr").nth(1)).toContainText(
    /Anna\s*10\s*–\s*×\s*late\s*10/,
  );
  await expect(host.getByRole("button")).toHaveCount(0);
  await expect(host.getByRole("link")).toHaveCount(0);
  const colours = await host.getByTestId("paper").evaluate((paper) => {
    const ground = getComputedStyle(document.documentElement).backgroundColor;
    return [ground, getComputedStyle(paper).color];
  });
  expect(colours).toEqual(["rgb(255, 255, 255)", "rgb(0, 0, 0)"]);
  await host.emulateMedia({ media: null });
  await expect(host.getByTestId("paper")).toHaveCount(0);

  // the rows on disk, marked here by the quiz alone, add up to the same
  await venue.stop("SIGTERM");
  const database = await PGlite.create({ dataDir: join(venue.dataDir, "database") });
  type Row = {
    name: string;
    questionId: string;
    value: { choiceId?: string; text?: string; number?: number };
  };
  const { rows: answers } = await database.query<Row>(
    `SELECT p."name", a."questionId", a."value" FROM "Answer" a JOIN "Player" p ON p."id" = a."playerId"
     WHERE a."sessionId" = $1`,
    [night.sessionId],
  );
  const { rows: late } = await database.query<Omit<Row, "value">>(
    `SELECT p."name", a."questionId" FROM "LateAnswer" a JOIN "Player" p ON p."id" = a."playerId"
     WHERE a."sessionId" = $1`,
    [night.sessionId],
  );
  await database.close();
  await venue.start();
  const played = body.questions.map(({ questionId }) => questionId);
  expect(late).toEqual([{ name: "Anna", questionId: played[3] }]);
  expect(answers).toHaveLength(7);
  // the session has choice ids of its own: Gone is known to have tapped the Thames
  const thames = answers.find(({ name }) => name === "Gone")?.value.choiceId;
  const pointsFor = [
    (value: Row["value"]) => (thames !== undefined && value.choiceId === thames ? 10 : 0),
    (value: Row["value"]) => (value.text === "Barrels" ? 20 : 0),
    () => 0,
    (value: Row["value"]) => (value.number === 8 ? 10 : 0),
  ];
  const totals = new Map<string, number>();
  for (const { name, questionId, value } of answers) {
    const points = pointsFor[played.indexOf(questionId)]?.(value) ?? Number.NaN;
    totals.set(name, (totals.get(name) ?? 0) + points);
  }
  expect(Object.fromEntries(totals)).toEqual({ "=1+1": 20, Anna: 10, Cleo: 10, Gone: 10 });
});

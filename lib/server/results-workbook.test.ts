import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { inflateRawSync } from "node:zlib";
import { readXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { mostMissed, questionFigures } from "@/components/host/results-figures";
import type { AnswerCell, ResultsReply } from "@/lib/contracts/http";
import type { ResultsTable } from "./results";
import { night, tableOf } from "./results.test-support";
import { csvOf } from "./results-csv";
import { resultsSheets } from "./results-workbook";
import { inPieces } from "./text-stream";
import { sheetNames, writeWorkbook } from "./xlsx-stream";

async function bytesOf(results: ResultsReply): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of writeWorkbook(await resultsSheets(tableOf(results)))) pieces.push(piece);
  return Buffer.concat(pieces);
}

type Rows = (string | number | null)[][];
async function workbookOf(results: ResultsReply): Promise<Map<string, Rows>> {
  const { sheets } = await readXlsx(await bytesOf(results));
  return new Map(sheets.map(({ name, rows }) => [name, rows as Rows]));
}

/** The parts of the zip as they are, by its central directory: what a reader makes of them hides what is there. */
function partsOf(zip: Buffer): Map<string, string> {
  const parts = new Map<string, string>();
  const end = zip.lastIndexOf("PK\x05\x06", undefined, "latin1");
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const name = zip.toString("utf8", at + 46, at + 46 + (nameLength ?? 0));
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    parts.set(name, inflateRawSync(zip.subarray(from, from + zip.readUInt32LE(at + 20))).toString());
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (noteLength ?? 0);
  }
  return parts;
}

const outcomes: AnswerCell[] = [
  "right",
  "partly right",
  "wrong",
  "unanswered",
  "refused late",
  "joined later",
  "skipped",
  "not asked",
];

describe("EXP-06: a workbook in which every outcome has its own words", () => {
  test("its sheets: standings, rounds, questions, legend, sources", async () => {
    const book = await workbookOf(night({ sources: ["pin", "table-7", "pin"] }));
    expect([...book.keys()]).toEqual(["Standings", "R1 Animals", "Questions", "Legend", "pin", "table-7"]);
    expect(book.get("pin")?.map((row) => row[1])).toEqual(["Name", "pin", "pin"]);
    expect(book.get("table-7")?.map((row) => row[1])).toEqual(["Name", "table-7"]);
  });

  test("a round: what they answered, points where the question counted, joker and total", async () => {
    const results = night({ outcomes });
    for (const player of results.players) player.jokerRound = 1;
    const [head, ...rows] = (await workbookOf(results)).get("R1 Animals") ?? [];
    expect(head).toEqual([
      "Rank",
      "Name",
      "Joker",
      "Q1 What barks?",
      "Q1 answer",
      "Q1 points",
      "Adjustments",
      "Round total",
    ]);
    expect(rows.map((row) => row[3])).toEqual(outcomes);
    expect(rows.map((row) => row[5] ?? null)).toEqual([1, 1, 1, 1, 1, null, null, null]);
    expect(rows[0]).toEqual([1, "right", "joker", "right", "dog", 1, 0, 1]);
  });

  test("the legend explains each, in different words", async () => {
    const legend = (await workbookOf(night({}))).get("Legend") ?? [];
    const meanings = new Map(legend.map(([name, meaning]) => [name, meaning]));
    expect(outcomes.filter((name) => !meanings.get(name))).toEqual([]);
    expect(new Set(outcomes.map((name) => meanings.get(name))).size).toBe(outcomes.length);
  });

  test("the questions' figures are those of the page", async () => {
    const results = night({ outcomes: [...outcomes, "right", "wrong"] });
    results.players.push({ ...results.players[0]!, playerId: "gone", rank: null, removed: true });
    const [figures] = questionFigures(results);
    const [head, row] = (await workbookOf(results)).get("Questions") ?? [];
    const cell = (name: string) => row?.[head?.indexOf(name) ?? -1];
    expect(cell("Right %")).toBeCloseTo(figures?.rightShare ?? Number.NaN, 10);
    expect(cell("Partly %")).toBeCloseTo(figures?.partlyShare ?? Number.NaN, 10);
    for (const name of outcomes) expect(cell(`Teams: ${name}`), name).toBe(figures?.outcomes[name]);
    expect(cell("Answered")).toBe(5);
    expect(cell("What they answered")).toContain("2 × dog (right)");
  });

  test("the most missed are in the page's order, equal ones at one place", async () => {
    const results = night({ names: ["Anna", "Bert"] });
    const question = results.questions[0]!;
    results.questions = ["easy", "hard", "half", "hard too"].map((text, index) => ({
      ...question,
      questionId: text,
      text,
      number: index + 1,
    }));
    const asCells = (list: AnswerCell[]) =>
      list.map((outcome) => ({ outcome, text: "", points: 0, bonus: 0 }));
    results.players[0]!.cells = asCells(["right", "wrong", "right", "wrong"]);
    results.players[1]!.cells = asCells(["partly right", "wrong", "unanswered", "unanswered"]);
    const [head, ...rows] = (await workbookOf(results)).get("Questions") ?? [];
    const at = head?.indexOf("Most missed") ?? -1;
    expect(rows.map((row) => row[at] ?? null)).toEqual([null, 1, 3, 1]);
    expect(mostMissed(questionFigures(results), 3).map((figure) => figure.question.text)).toEqual([
      "hard",
      "hard too",
      "half",
    ]);
  });

  test("where the closest or the first wins there is no share of right answers, and it is not the most missed", async () => {
    const results = night({ outcomes: ["right", "wrong", "wrong"] });
    const question = results.questions[0]!;
    results.questions = [question, { ...question, questionId: "closest", number: 2, contest: true }];
    for (const player of results.players) player.cells.push(player.cells[0]!);
    const [head, ...rows] = (await workbookOf(results)).get("Questions") ?? [];
    const column = (name: string) => rows.map((row) => row[head?.indexOf(name) ?? -1] ?? null);
    expect(column("Right %")).toEqual([1 / 3, null]);
    expect(column("Most missed")).toEqual([1, null]);
    expect(column("Answered")).toEqual([3, 3]);
  });
});

describe("EXP-01: no cell is a formula", () => {
  const nasty = '=HYPERLINK("http://evil.example","<b>&amp;</b>")';

  test("names, answers, questions, sources and reasons are text, numbers stay numbers", async () => {
    const adjustments = [{ adjustmentId: "a", round: null, points: -3.5, reason: "=CMD()" }];
    const results = night({
      names: [nasty],
      sources: ["=1+1"],
      text: "@SUM(A1)",
      question: "=2+2",
      adjustments,
      overrides: [{ questionId: "q", fraction: 1, reason: "=DO()" }],
    });
    results.rounds = [{ title: "=3+3" }];
    const zip = await bytesOf(results);
    for (const [path, xml] of partsOf(zip)) {
      expect(xml, path).not.toMatch(/<f[ >/]/);
      if (!path.includes("worksheets/")) continue;
      // every cell is an inline string or a number
      for (const [cell] of xml.matchAll(/<c .*?<\/c>/g))
        expect(cell).toMatch(/ t="inlineStr"><is><t [^<]*<\/t><\/is><\/c>$|"><v>-?[\d.]+<\/v><\/c>$/);
    }
    const { sheets } = await readXlsx(zip);
    const standings = sheets[0]?.rows ?? [];
    expect(standings[1]?.slice(0, 8)).toEqual([1, nasty, -1.5, "=1+1", "active", 1, -3.5, "-3.5: =CMD()"]);
    expect(standings[0]?.[8]).toBe("Mark reasons");
    expect(standings[1]?.[8]).toBe("R1 Q1: =DO()");
    expect(sheets[1]?.rows[0]?.[3]).toBe("Q1 =2+2");
    expect(sheets[1]?.rows[1]?.[4]).toBe("@SUM(A1)");
  });

  test("text comes back as it was written: spaces, lines, quotes, right-to-left, pictures; what XML cannot hold is marked", async () => {
    const texts = [" a  b ", "one\ntwo", `"'<>&`, "שלום", "🐢", "_x0041_", "_", "]]>"];
    const book = await workbookOf(night({ names: [...texts, "bell\u0007", "half\uD800"] }));
    const names = (book.get("Standings") ?? []).slice(1).map((row) => row[1]);
    expect(names).toEqual([...texts, "bell\uFFFD", "half\uFFFD"]);
  });

  test("more than a cell may hold is cut, not in the middle of a character", async () => {
    const book = await workbookOf(night({ names: [`a${"🐢".repeat(20_000)}`] }));
    expect(book.get("Standings")?.[1]?.[1]).toBe(`a${"🐢".repeat(16_383)}`);
  });
});

describe("sheet names", () => {
  test.each([
    [["a/b:c"], ["a b c"]],
    [["[x]*?"], ["x"]],
    [["'quoted'"], ["quoted"]],
    [["History"], ["History (2)"]],
    [
      ["", "???"],
      ["Sheet", "Sheet (2)"],
    ],
    [
      ["QR", "qr", "Qr"],
      ["QR", "qr (2)", "Qr (3)"],
    ],
    [
      ["x".repeat(40), "x".repeat(31)],
      ["x".repeat(31), `${"x".repeat(27)} (2)`],
    ],
    [[`${"y".repeat(30)}🐢`], ["y".repeat(30)]],
    [[`${"y".repeat(30)}'z`], ["y".repeat(30)]],
  ])("%j", (wanted, names) => {
    expect(sheetNames(wanted)).toEqual(names);
  });

  test("a source called as another sheet gets a name of its own", async () => {
    const book = await workbookOf(night({ sources: ["Standings", "legend"] }));
    expect([...book.keys()].slice(4)).toEqual(["Standings (2)", "legend (2)"]);
  });

  test("labels without end share a sheet, and no team is lost", async () => {
    const sources = Array.from({ length: 300 }, (_, index) => `made-up-${index}`);
    const book = await workbookOf(night({ sources }));
    expect(book.size).toBe(4 + 100);
    const found = [...book].slice(4).flatMap(([, rows]) => rows.slice(1).map((row) => row[3]));
    expect(found.sort()).toEqual(sources.sort());
  });
});

describe("200,000 answers are streamed", () => {
  const teams = 1_000;
  const perRound = 20;
  const rounds = 10;
  /** Every cell is made when it is asked for, and `asked` counts. */
  function largeNight() {
    const { players, ...rest } = night({
      names: Array.from({ length: teams }, (_, index) => `Team ${index}`),
    });
    const question = rest.questions[0]!;
    let asked = 0;
    const table: ResultsTable = {
      ...rest,
      hasOverrides: false,
      rounds: Array.from({ length: rounds }, (_, index) => ({ title: `Round ${index + 1}` })),
      questions: Array.from({ length: rounds * perRound }, (_, at) => ({
        ...question,
        questionId: `q${at}`,
        round: Math.floor(at / perRound) + 1,
        number: (at % perRound) + 1,
      })),
      rows: players.map((player) => ({ ...player, roundPoints: Array.from({ length: rounds }, () => 20) })),
      cellAt: ({ playerId }, at) => {
        asked += 1;
        return {
          outcome: "right",
          text: `what ${playerId} said to ${at}, at some length`,
          points: 1,
          bonus: 0,
        };
      },
    };
    return { table, asked: () => asked };
  }

  test("the workbook goes out while it is made, and memory stays flat", async () => {
    const { table, asked } = largeNight();
    const before = process.memoryUsage().rss;
    let [bytes, most] = [0, 0];
    for await (const piece of writeWorkbook(await resultsSheets(table))) {
      bytes += piece.length;
      most = Math.max(most, process.memoryUsage().rss - before);
    }
    expect(asked()).toBeGreaterThanOrEqual(teams * rounds * perRound);
    expect(bytes).toBeGreaterThan(1_000_000);
    console.info(`workbook: ${(bytes / 1e6).toFixed(1)} MB, memory grew by ${(most / 1e6).toFixed(0)} MB`);
    // its XML alone is about 70 MB, and held as objects it would be several times that
    expect(most).toBeLessThan(150e6);
  }, 60_000);

  test("the CSV is made piece by piece, too", () => {
    const { table, asked } = largeNight();
    const pieces = inPieces(csvOf(table));
    expect(pieces.next().value?.length).toBeGreaterThan(0);
    expect(asked()).toBeLessThan((teams * rounds * perRound) / 20);
    let lines = 0;
    for (const piece of pieces) lines += piece.toString().split("\r\n").length - 1;
    expect(lines).toBeGreaterThan(teams - 20);
    expect(asked()).toBe(teams * rounds * perRound);
  });

  test("a reader that stops stops the making, and one that leaves ends it", async () => {
    const { table, asked } = largeNight();
    const sheets = await resultsSheets(table);
    const counted = asked();
    const stream = writeWorkbook(sheets);
    await once(stream, "readable");
    stream.read(1);
    let [last, now] = [-1, asked()];
    while (now !== last) {
      await pause(50);
      [last, now] = [now, asked()];
    }
    // no more than lies in the buffers on the way
    expect(now - counted).toBeLessThan((teams * rounds * perRound) / 20);
    stream.destroy();
    await once(stream, "close");
    await pause(50);
    expect(asked()).toBe(now);
  });
});

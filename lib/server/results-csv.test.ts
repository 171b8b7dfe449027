import { describe, expect, test } from "vitest";
import type { AnswerCell, ResultsReply } from "@/lib/contracts/http";
import { inertCell } from "@/lib/formats/inert-cell";
import { night, tableOf } from "./results.test-support";
import { csvOf, inertText } from "./results-csv";

const csvText = (results: ResultsReply): string => [...csvOf(tableOf(results))].join("");

/** Every cell is quoted or a bare number, so this reads the whole of RFC 4180 that we write. */
const parse = (csv: string) =>
  csv
    .replace(/^\uFEFF/, "")
    .split("\r\n")
    .filter(Boolean)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        (match) => match[1]?.replaceAll('""', '"') ?? match[2] ?? "",
      ),
    );

describe("EXP-06: one row a team, and every outcome in its own words", () => {
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

  test("the words and the points", () => {
    const [header, ...rows] = parse(csvText(night({ outcomes })));
    expect(header).toEqual([
      "Rank",
      "Name",
      "Points",
      "Source",
      "Seat",
      "R1 Animals",
      "Adjustments",
      "Adjustment reasons",
      "Joker",
      "R1 Q1 What barks?",
      "R1 Q1 answer",
      "R1 Q1 points",
    ]);
    expect(rows.map((row) => row[9])).toEqual(outcomes);
    // points only where the question counted for the team
    expect(rows.map((row) => row[11])).toEqual(["1", "1", "1", "1", "1", "", "", ""]);
  });

  test("what was given or taken by hand stands there with its reason, and the rounds have theirs in them", () => {
    const adjustments = [
      { adjustmentId: "a", round: 1, points: 2, reason: "late sheet" },
      { adjustmentId: "b", round: null, points: -3.5, reason: "=SHOUTING()" },
    ];
    const [, row] = parse(csvText(night({ adjustments })));
    expect(row?.slice(5, 8)).toEqual(["1", "-3.5", "'+2 in R1: late sheet / -3.5: =SHOUTING()"]);
  });

  test("answers that were marked alone stand there with the reason, on nights that have some", () => {
    const overrides = [{ questionId: "q", fraction: 0.5, reason: "=SAID()" }];
    const [header, row] = parse(csvText(night({ overrides })));
    expect(header?.slice(7, 11)).toEqual([
      "Adjustment reasons",
      "Mark reasons",
      "Joker",
      "R1 Q1 What barks?",
    ]);
    expect(row?.slice(7, 11)).toEqual(["", "R1 Q1: =SAID()", "", "right"]);
    expect(parse(csvText(night({})))[0]).not.toContain("Mark reasons");
  });

  test("UTF-8 with a byte order mark, CRLF lines, quotes doubled", () => {
    const csv = csvText(night({ names: ['Żółw "the, slow" 🐢'] }));
    expect(csv.startsWith("\uFEFF")).toBe(true);
    expect(csv.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(parse(csv)[1]?.[1]).toBe('Żółw "the, slow" 🐢');
  });
});

describe("EXP-01: no cell is a formula", () => {
  const formulas = [
    '=HYPERLINK("http://evil.example")',
    "+1+1",
    "-2+3",
    "@SUM(A1)",
    "＝1+1",
    "＋1",
    "－1",
    "＠A1",
    "|calc",
    " =1+1",
    "\u00a0=1+1",
    "\t=1",
    "\r=1",
    "\n=1",
  ];

  test.each(formulas)("%j is made inert", (formula) => {
    expect(inertCell(formula)).toBe(`'${formula}`);
  });

  test.each([
    [";=1+1", "';'=1+1"],
    ["Owls;=1+1;", "Owls;'=1+1;"],
    ["a\t@SUM(A1)", "a\t'@SUM(A1)"],
    ["a\r\n; ＝1", "a\r\n; '＝1"],
    ["=1;-2", "'=1;'-2"],
  ])("%j where semicolons, tabs or lines split cells", (text, written) => {
    expect(inertText(text)).toBe(written);
    for (const cell of written.split(/[;\t\r\n]/)) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
  });

  test("names, answers and questions pass through it, whatever they hold", () => {
    const csv = csvText(night({ names: ["=1+1"], text: "@SUM(A1)", question: "=2+2" }));
    const [header, row] = parse(csv);
    expect(row?.[1]).toBe("'=1+1");
    expect(row?.[10]).toBe("'@SUM(A1)");
    for (const cell of header ?? []) expect(cell).not.toMatch(/^[=+\-@]/);
  });

  test("a number stays a number, ordinary text stays as it is", () => {
    expect(parse(csvText(night({})))[1]?.[2]).toBe("-1.5");
    for (const text of ["Owls", "1-2", "a=b", "'s-Hertogenbosch", "a; b", "x;y=1", ""]) {
      expect(inertCell(text)).toBe(text);
      expect(inertText(text)).toBe(text);
    }
  });
});

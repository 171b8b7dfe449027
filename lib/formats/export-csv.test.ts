import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Question, Quiz } from "@/lib/contracts/quiz";
import { arbitraryQuiz, withoutIds } from "./arbitrary-quiz.test-support";
import { exportCsv } from "./export-csv";
import { inertCell, textOfCell } from "./inert-cell";
import { readFile } from "./read-file.test-support";
import { sampleQuiz } from "./sample-quiz";

describe("CSV out and in", () => {
  test("everything but ids and the quiz's title comes back, whatever signs the texts hold", () => {
    fc.assert(
      fc.property(arbitraryQuiz, (quiz) => {
        const result = readFile(exportCsv(quiz), "x.csv");
        expect(result.format).toBe("csv");
        expect(result.problems).toEqual([]);
        expect(withoutIds(result.quiz)).toEqual(withoutIds({ ...quiz, title: "x" }));
      }),
      { numRuns: 300 },
    );
  });

  test("what a table cannot hold has a row, a word about it, and a problem that says so when it is read back", () => {
    const asked = (type: string, more: object) =>
      ({
        id: "x",
        type,
        text: `A ${type}?`,
        points: 1,
        timeLimitSeconds: 30,
        explanation: null,
        hostNotes: null,
        ...more,
      }) as Question;
    const item = (reads: string) => ({ id: reads, text: reads });
    const questions = [
      asked("list", { items: [["=a", "b"], ["c"]], wanted: 1 }),
      asked("ordering", { items: [item("one"), item("two")] }),
      asked("matching", {
        pairs: [
          { left: item("l"), right: item("r") },
          { left: item("m"), right: item("s") },
        ],
      }),
      asked("buzzer", { answer: "Elvis" }),
      asked("info", {}),
      asked("number", { value: 7, tolerance: 0, closestWins: true, isTieBreak: true }),
      asked("text", { accepted: ["Elbe"] }),
    ];
    const rounds = [{ id: "r", title: "R", questions, speedBonus: { mode: "linear" as const, points: 5 } }];
    const csv = exportCsv({ title: "T", rounds });
    const [header = [], ...rows] = parse(csv, { bom: true }) as string[][];
    expect(header.at(-1)).toBe("Only in Roomful JSON");
    const choices = rows.map((row) => row.slice(3, 5).join("|"));
    expect(choices).toEqual(["'=a|c", "one|two", "l – r|m – s", "Elvis|", "|", "7|", "Elbe|"]);
    expect(rows.map((row) => row.at(-1)?.split("; ")[0])).toEqual([
      ...Array.from({ length: 5 }, () => "this type of question is not read back from a table"),
      "the closest number wins",
      "a speed bonus is given in this round",
    ]);
    const result = readFile(csv, "x.csv");
    expect(result.problems.map(({ row, code }) => `${row} ${code}`)).toEqual(
      [2, 3, 4, 5, 6].map((row) => `${row} UNSUPPORTED_TYPE`),
    );
    const plain = exportCsv({ title: "T", rounds: [{ id: "r", title: "R", questions: questions.slice(6) }] });
    expect(plain).not.toContain("Only in Roomful JSON");
  });

  test("EXP-01 no text begins like a formula, and numbers stay numbers", () => {
    const texts = ["=1+1", "+1", "-1", "@x", "|x", "%x", "＝1", "＋1", "－1", "＠x", "'=1", "  =1"];
    const questions = texts.map(
      (text): Question => ({
        id: "q",
        type: "text",
        text,
        points: 10,
        timeLimitSeconds: 30,
        explanation: text,
        hostNotes: text,
        accepted: [text],
      }),
    );
    const number: Question = {
      id: "q",
      type: "number",
      text: "Q?",
      points: 10,
      timeLimitSeconds: 30,
      explanation: null,
      hostNotes: null,
      value: -5,
      tolerance: 0,
    };
    const quiz: Quiz = { title: "T", rounds: [{ id: "r", title: "=R", questions: [...questions, number] }] };
    const rows = parse(exportCsv(quiz), { bom: true }) as string[][];
    for (const cell of rows.slice(1, -1).flat()) expect(cell).not.toMatch(/^\s*[=+\-@|%＝＋－＠]/);
    expect(rows.at(-1)).toContain("-5");
  });

  test("the apostrophe that guards a cell is taken off again, and no other", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("'", "=", "+", "a", " ", "-", "@", "\t")).map((parts) => parts.join("")),
        (text) => {
          expect(textOfCell(inertCell(text))).toBe(text);
        },
      ),
    );
    expect(textOfCell("'tis the season")).toBe("'tis the season");
  });

  test("the sample quiz comes back without a problem", () => {
    const quiz = sampleQuiz(() => "x");
    expect(withoutIds(readFile(exportCsv(quiz), "x.csv").quiz)).toEqual(withoutIds({ ...quiz, title: "x" }));
  });
});

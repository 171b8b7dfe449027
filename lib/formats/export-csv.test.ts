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

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quizSchema } from "@/lib/contracts/quiz";
import { arbitraryQuiz, withoutIds } from "./arbitrary-quiz.test-support";
import { exportJson } from "./export-json";
import { problemsOf, questionsIn, readFile } from "./read-file.test-support";
import { sampleQuiz } from "./sample-quiz";

describe("Roomful JSON", () => {
  test("every quiz comes back in full, whatever its texts hold", () => {
    fc.assert(
      fc.property(arbitraryQuiz, (quiz) => {
        const result = readFile(exportJson(quiz), "x.json");
        expect(result.format).toBe("roomful");
        expect(result.problems).toEqual([]);
        expect(withoutIds(result.quiz)).toEqual(withoutIds(quiz));
      }),
      { numRuns: 200 },
    );
  });

  test("ids are made anew, because a file by hand could name the right choice in them", () => {
    const quiz = sampleQuiz(() => "the-right-one");
    const result = readFile(exportJson(quiz));
    expect(quizSchema.safeParse(result.quiz).success).toBe(true);
    expect(JSON.stringify(result.quiz)).not.toContain("the-right-one");
  });

  test("a bare quiz, as the API gives it, is read too", () => {
    const quiz = sampleQuiz(() => "x");
    expect(withoutIds(readFile(JSON.stringify(quiz)).quiz)).toEqual(withoutIds(quiz));
    expect(withoutIds(readFile(JSON.stringify({ quiz })).quiz)).toEqual(withoutIds(quiz));
  });

  test("IMP-02 bad questions are named by number, the rest comes in", () => {
    const good = { type: "number", text: "Q?", points: 10, timeLimitSeconds: 30, value: 1, tolerance: 0 };
    const questions = [
      good,
      { ...good, type: "hologram" },
      { ...good, value: "1" },
      { ...good, text: "" },
      { ...good, type: "single", choices: [{ text: "a", correct: true }] },
      { ...good, type: "single", choices: [1, 2] },
      7,
    ];
    const result = readFile(
      JSON.stringify({
        title: "T",
        rounds: [
          { title: "R", questions },
          { title: "E", questions: [] },
        ],
      }),
    );
    expect(questionsIn(result)).toHaveLength(1);
    expect(problemsOf(result)).toEqual([
      "2 UNSUPPORTED_TYPE",
      "3 BAD_QUESTION",
      "4 EMPTY_TEXT",
      "5 TOO_FEW_CHOICES",
      "6 BAD_QUESTION",
      "7 BAD_ROW",
      "null EMPTY_ROUND",
    ]);
  });

  test("a newer version and a file without a quiz are refused in a sentence", () => {
    expect(problemsOf(readFile('{"format":"roomful-quiz","version":2,"quiz":{}}'))).toEqual([
      "null NEWER_VERSION",
    ]);
    expect(problemsOf(readFile('{"format":"roomful-quiz","version":1}'))).toEqual(["null BAD_FILE"]);
  });
});

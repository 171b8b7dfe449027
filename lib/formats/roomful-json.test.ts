import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quizSchema } from "@/lib/contracts/quiz";
import { arbitraryFullQuiz, arbitraryQuiz, withoutIds } from "./arbitrary-quiz.test-support";
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

  test("so does every newer type, field and setting of a round", () => {
    fc.assert(
      fc.property(arbitraryFullQuiz, (quiz) => {
        const result = readFile(exportJson(quiz), "x.json");
        expect(result.problems).toEqual([]);
        expect(withoutIds(result.quiz)).toEqual(withoutIds(quiz));
        expect(quizSchema.safeParse(result.quiz).success).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test("a picture named in a way that cannot be read is left out with a warning; the question comes in", () => {
    const question = { type: "text", text: "Q?", accepted: ["a"], points: 1, timeLimitSeconds: 30 };
    const good = { mediaId: "q3nXw0c0Q2m3b1o9fJt4Yg", kind: "image", alt: "" };
    const media = [
      good,
      { ...good, mediaId: "../../secret" },
      { ...good, kind: "svg" },
      { ...good, alt: 7 },
      { ...good, src: "https://elsewhere.example/x.png" },
      "picture.png",
    ];
    const questions = media.map((named) => ({ ...question, media: named }));
    const result = readFile(JSON.stringify({ title: "T", rounds: [{ title: "R", questions }] }));
    expect(problemsOf(result)).toEqual([2, 3, 4, 5, 6].map((row) => `${row} MEDIA_LEFT_OUT`));
    expect(questionsIn(result).map((read) => read.media)).toEqual([good, ...Array(5).fill(undefined)]);
  });

  test("items and pairs get ids of their own: sorted by them, a file by hand cannot tell the order", () => {
    const question = { text: "Q?", points: 1, timeLimitSeconds: 30 };
    const item = (id: string) => ({ id, text: id });
    const file = {
      title: "T",
      rounds: [
        {
          title: "R",
          questions: [
            { ...question, type: "ordering", items: [item("1st"), item("2nd"), item("3rd")] },
            {
              ...question,
              type: "matching",
              pairs: [1, 2].map((at) => ({ left: item(`l${at}`), right: item(`r${at}`) })),
            },
          ],
        },
      ],
    };
    const ids = JSON.stringify(readFile(JSON.stringify(file)).quiz).match(/"id":"[^"]+"/g) ?? [];
    expect(ids).toHaveLength(3 + 3 + 4);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).not.toMatch(/1st|2nd|3rd|l1|r1/);
  });

  test("IMP-02 what is wrong with a newer question or a round's setting is said; the rest comes in", () => {
    const base = { text: "Q?", points: 10, timeLimitSeconds: 30 };
    const items = (count: number, reads = "x") => Array.from({ length: count }, () => ({ text: reads }));
    const pair = { left: { text: "a" }, right: { text: "b" } };
    const questions = [
      { ...base, type: "list", items: [["a"], ["b"]], wanted: 3 },
      { ...base, type: "list", items: [], wanted: 1 },
      { ...base, type: "ordering", items: items(13) },
      { ...base, type: "ordering", items: items(2, "y".repeat(201)) },
      { ...base, type: "ordering", items: items(1) },
      { ...base, type: "matching", pairs: [pair] },
      { ...base, type: "matching", pairs: [pair, { left: { text: "" }, right: { text: "b" } }] },
      { ...base, type: "matching", pairs: [pair, 7] },
      { ...base, type: "buzzer", answer: "" },
      { ...base, type: "buzzer", answer: "Elvis" },
      { ...base, type: "info", wrongPoints: -1 },
      { ...base, type: "list", items: Array.from({ length: 101 }, () => ["a"]), wanted: 1 },
      { ...base, type: "info" },
    ];
    const file = (round: object) =>
      JSON.stringify({ title: "T", rounds: [{ title: "R", questions, ...round }] });
    const result = readFile(file({ pace: "sheet", hasJoker: true, speedBonus: { mode: "warp" } }));
    expect(problemsOf(result)).toEqual([
      "1 SETTING_LEFT_OUT",
      "1 TOO_FEW_ITEMS",
      "2 TOO_FEW_ITEMS",
      "3 TOO_LONG",
      "4 TOO_LONG",
      "5 TOO_FEW_ITEMS",
      "6 TOO_FEW_ITEMS",
      "7 EMPTY_TEXT",
      "8 BAD_QUESTION",
      "9 BUZZER_ON_SHEET",
      "10 BUZZER_ON_SHEET",
      "11 BAD_QUESTION",
      "12 TOO_LONG",
    ]);
    expect(result.quiz?.rounds[0]).toMatchObject({ pace: "sheet", hasJoker: true });
    expect(result.quiz?.rounds[0]).not.toHaveProperty("speedBonus");
    expect(questionsIn(result).map((question) => question.type)).toEqual(["info"]);
    expect(questionsIn(readFile(file({}))).map((question) => question.type)).toEqual(["buzzer", "info"]);
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

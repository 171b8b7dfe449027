import { describe, expect, test } from "vitest";
import { choicesOf, problemsOf, questionsIn, readFile } from "./read-file.test-support";

const file = (questions: unknown[]) => JSON.stringify({ subject: "Bar night", questions });
const entry = (change: object) => ({
  question: "Q?",
  answers: ["a", "b", "c"],
  cooldown: 5,
  time: 20,
  ...change,
});

describe("Razzia", () => {
  test("one solution, a list of one and a list of several, counted from 0", () => {
    const result = readFile(
      file([entry({ solution: 1 }), entry({ solutions: [2] }), entry({ solutions: [0, 2] })]),
    );
    expect(result).toMatchObject({ format: "razzia", problems: [], quiz: { title: "Bar night" } });
    expect(questionsIn(result).map((question) => [question.type, ...choicesOf(question)])).toEqual([
      ["single", "-a", "+b", "-c"],
      ["single", "-a", "-b", "+c"],
      ["multiple", "+a", "-b", "+c"],
    ]);
    expect(questionsIn(result)[0]?.timeLimitSeconds).toBe(20);
  });

  test("media is left out with a warning, a time out of bounds is moved with a warning", () => {
    const result = readFile(
      file([
        entry({ solution: 0, image: "https://a.example/x.png" }),
        entry({ solutions: 0, media: { type: "audio", url: "https://a.example/x.mp3" } }),
        entry({ solution: 0, time: 3 }),
      ]),
    );
    expect(problemsOf(result)).toEqual(["1 MEDIA_LEFT_OUT", "2 MEDIA_LEFT_OUT", "3 TIME_CHANGED"]);
    expect(questionsIn(result)[2]?.timeLimitSeconds).toBe(5);
  });

  test("IMP-02 bad entries are named by number; the rest comes in", () => {
    const bad = [
      entry({ solution: 3 }),
      entry({ solution: -1 }),
      entry({ solution: "1" }),
      entry({ solutions: [] }),
      entry({}),
      entry({ solution: 0, answers: ["a"] }),
      entry({ solution: 0, answers: ["a", "a"] }),
      entry({ solution: 0, answers: ["a", 2] }),
      entry({ solution: 0, question: "" }),
      null,
    ];
    const result = readFile(file([...bad, entry({ solution: 0 })]));
    expect(questionsIn(result)).toHaveLength(1);
    expect(problemsOf(result)).toEqual([
      "1 BAD_ANSWER",
      "2 BAD_ANSWER",
      "3 BAD_ANSWER",
      "4 NO_RIGHT_ANSWER",
      "5 NO_RIGHT_ANSWER",
      "6 TOO_FEW_CHOICES",
      "7 DOUBLE_CHOICE",
      "8 BAD_ROW",
      "9 EMPTY_TEXT",
      "10 BAD_ROW",
    ]);
  });

  test("a quiz without questions says so", () => {
    expect(problemsOf(readFile(file([])))).toEqual(["null NO_QUESTIONS"]);
  });
});

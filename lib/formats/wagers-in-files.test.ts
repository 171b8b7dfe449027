import { expect, test } from "vitest";
import type { Question, Quiz } from "@/lib/contracts/quiz";
import { exportJson } from "./export-json";
import { onlyInJson } from "./only-in-json";
import { problemsOf, questionsIn, readFile } from "./read-file.test-support";

const base = { text: "Q?", points: 10, timeLimitSeconds: 30, explanation: null, hostNotes: null };
const staked: Question = { ...base, id: "q", type: "text", accepted: ["a"], wager: { max: 20 } };
const quiz: Quiz = { title: "T", rounds: [{ id: "r", title: "R", questions: [staked] }] };

test("a wager comes back from Roomful's own file, and other files say that they have no place for it", () => {
  expect(questionsIn(readFile(exportJson(quiz)))).toMatchObject([{ wager: { max: 20 } }]);
  expect(onlyInJson(quiz.rounds[0]!, staked)).toEqual(["up to 20 points may be staked on it"]);
});

test("one that is none costs itself alone, with a warning", () => {
  const questions = [
    { ...staked, wager: { max: 0 } },
    { ...staked, wager: true },
    { ...base, type: "number", value: 1, tolerance: 0, isTieBreak: true, wager: { max: 5 } },
    { ...base, type: "buzzer", answer: "x", wager: { max: 5 } },
    { ...base, type: "info", wager: { max: 5 } },
  ];
  const result = readFile(JSON.stringify({ title: "T", rounds: [{ title: "R", questions }] }));
  expect(problemsOf(result)).toEqual([1, 2, 3, 4, 5].map((row) => `${row} WAGER_LEFT_OUT`));
  expect(questionsIn(result)).toHaveLength(5);
  for (const question of questionsIn(result)) expect(question).not.toHaveProperty("wager");
});

import { expect, test } from "vitest";
import { playableQuizSchema, questionTypes } from "@/lib/contracts/quiz";
import { markAnswer } from "@/lib/game/marking";
import { withoutIds } from "./arbitrary-quiz.test-support";
import { exportJson } from "./export-json";
import { pubNightQuiz } from "./pub-night-quiz";
import { readFile } from "./read-file.test-support";

let count = 0;
const quiz = pubNightQuiz(() => `id${++count}`);
const questions = quiz.rounds.flatMap((round) => round.questions);

test("the pub night can be played as it stands", () => {
  expect(playableQuizSchema.parse(quiz)).toEqual(quiz);
  for (const question of questions) expect(question.explanation).not.toBeNull();
});

test("it shows both paces, a joker, a speed bonus, a wager, a tie-break and every type of question", () => {
  expect(new Set(questions.map(({ type }) => type))).toEqual(new Set(questionTypes));
  expect(quiz.rounds.map((round) => [round.pace ?? "question", round.hasJoker ?? false])).toEqual([
    ["sheet", false],
    ["question", false],
    ["sheet", true],
    ["question", false],
    ["question", false],
  ]);
  expect(quiz.rounds[1]?.speedBonus).toBeDefined();
  expect(questions.at(-2)).toMatchObject({ wager: { max: 10 } });
  expect(questions.at(-1)).toMatchObject({ isTieBreak: true, closestWins: true });
});

test("what guests would type is right", () => {
  const typed = ["the thames", "Leonardo", "6", "frankenstein!", "GOLD"];
  const fractions = typed.map((text, at) => markAnswer(questions[at]!, { kind: "text", text }));
  expect(fractions).toEqual([1, 1, 1, 1, 1]);
});

test("it survives Roomful's own file", () => {
  const result = readFile(exportJson(quiz), "x.json");
  expect(result.problems).toEqual([]);
  expect(withoutIds(result.quiz)).toEqual(withoutIds(quiz));
});

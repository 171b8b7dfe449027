import { expect, it } from "vitest";
import { quizSchema } from "@/lib/contracts/quiz";
import { checkAnswer, markAnswer } from "@/lib/game/marking";
import { valueInWords } from "@/lib/game/questions";
import { guess, inWords, isRight, questionsOf, rehearsalQuiz } from "./quiz";

let id = 0;
const quiz = rehearsalQuiz(7, () => `id${id++}`);

it("is a quiz the server takes, in rounds of five, with every type in it", () => {
  expect(quizSchema.safeParse(quiz).success).toBe(true);
  expect(quiz.rounds.map(({ questions }) => questions.length)).toEqual([5, 2]);
  expect(new Set(questionsOf(quiz).map(({ type }) => type)).size).toBe(5);
});

it("stands on answer sheets when it is asked to, with the same questions", () => {
  const onSheets = rehearsalQuiz(7, () => `id${id++}`, "sheet");
  expect(quizSchema.safeParse(onSheets).success).toBe(true);
  expect(onSheets.rounds.map(({ pace }) => pace)).toEqual(["sheet", "sheet"]);
  expect(quiz.rounds.some((round) => "pace" in round)).toBe(false);
  const typesOf = (of: typeof quiz) => questionsOf(of).map(({ type }) => type);
  expect(typesOf(onSheets)).toEqual(typesOf(quiz));
});

it("guesses what fits the question, right and wrong, and marks it as the game does", () => {
  for (const question of questionsOf(quiz)) {
    const marks = new Set<boolean>();
    for (let tries = 0; tries < 60; tries++) {
      const value = guess(question, Math.random);
      expect(checkAnswer(question, value)).toEqual({ ok: true, value });
      expect(isRight(question, value)).toBe(markAnswer(question, value) === 1);
      expect(inWords(question, value)).toBe(valueInWords(question, value));
      marks.add(isRight(question, value));
    }
    expect(marks).toEqual(new Set([true, false]));
  }
});

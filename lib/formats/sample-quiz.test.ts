import { expect, test } from "vitest";
import { quizSchema } from "@/lib/contracts/quiz";
import { sampleQuiz } from "./sample-quiz";

test("the sample quiz fits the contract, has all five types and a right answer for each choice question", () => {
  let count = 0;
  const quiz = quizSchema.parse(sampleQuiz(() => `id${++count}`));
  const questions = quiz.rounds.flatMap((round) => round.questions);
  expect(quiz.rounds.map((round) => round.questions.length)).toEqual([5, 5]);
  expect(new Set(questions.map((question) => question.type))).toEqual(
    new Set(["single", "boolean", "multiple", "text", "number"]),
  );
  for (const question of questions) {
    expect(question.explanation).not.toBeNull();
    if (!("choices" in question)) continue;
    const right = question.choices.filter((choice) => choice.correct).length;
    expect(right === 1 || (question.type === "multiple" && right > 1)).toBe(true);
  }
});

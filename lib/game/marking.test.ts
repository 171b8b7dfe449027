import { describe, expect, test } from "vitest";
import type { AnswerValue } from "@/lib/contracts/answers";
import type { Question } from "@/lib/contracts/quiz";
import { exampleQuiz, secret } from "./example-quiz";
import { checkAnswer, markAnswer } from "./marking";
import { answerInWords, findQuestion, valueInWords } from "./questions";
import { newSession } from "./state";

const session = newSession("s1", exampleQuiz);
function question(id: string): Question {
  const found = findQuestion(session, id);
  if (!found) throw new Error(`no question ${id}`);
  return found.question;
}
const choice = (choiceId: string): AnswerValue => ({ kind: "choice", choiceId });
const choices = (...choiceIds: string[]): AnswerValue => ({ kind: "choices", choiceIds });
const text = (typed: string): AnswerValue => ({ kind: "text", text: typed });
const number = (typed: number): AnswerValue => ({ kind: "number", number: typed });

describe("an answer that does not fit is refused with BAD_ANSWER", () => {
  const unfit: [string, string, AnswerValue][] = [
    ["q1", "another kind", text("Choice 1")],
    ["q1", "a choice of another question", choice("q3-w")],
    ["q2", "no choice at all", choices()],
    ["q2", "one choice twice", choices("q2-w", "q2-w")],
    ["q2", "an unknown choice", choices("q2-w", "nope")],
    ["q3", "several choices", choices("q3-w")],
    ["q4", "blanks", text(" \u00a0\t ")],
    ["q4", "a character no database can hold, alone", text("\u0000")],
    ["q5", "not a number", number(Number.NaN)],
    ["q5", "without end", number(Number.POSITIVE_INFINITY)],
    ["q5", "text", text("12")],
  ];
  for (const [id, what, value] of unfit)
    test(`${question(id).type}: ${what}`, () => {
      expect(checkAnswer(question(id), value)).toMatchObject({ ok: false, error: { code: "BAD_ANSWER" } });
    });
});

describe("an answer is stored as it will be compared", () => {
  test("choices in the order of the quiz, text trimmed and well-formed", () => {
    expect(checkAnswer(question("q2"), choices("q2-y", "q2-w"))).toEqual({
      ok: true,
      value: choices("q2-w", "q2-y"),
    });
    expect(checkAnswer(question("q4"), text("  hi \u0000 "))).toEqual({ ok: true, value: text("hi") });
    expect(checkAnswer(question("q4"), text("a\ud83d"))).toEqual({ ok: true, value: text("a\ufffd") });
  });
});

describe("marking", () => {
  const marks: [string, AnswerValue, number][] = [
    ["q1", choice("q1-x"), 1],
    ["q1", choice("q1-w"), 0],
    ["q1", text("Choice 2"), 0],
    ["q2", choices("q2-y", "q2-w"), 1],
    ["q2", choices("q2-w"), 0],
    ["q2", choices("q2-w", "q2-x", "q2-y"), 0],
    ["q3", choice("q3-w"), 1],
    ["q4", text(` ${secret.toUpperCase()}! `), 1],
    ["q4", text(`Other ${secret}`), 1],
    ["q4", text("open"), 0],
    ["q5", number(8_675_309), 1],
    ["q5", number(8_675_311), 1],
    ["q5", number(8_675_312), 0],
  ];
  for (const [id, value, fraction] of marks)
    test(`${question(id).type} ${JSON.stringify(value)} is worth ${fraction}`, () => {
      expect(markAnswer(question(id), value)).toBe(fraction);
    });

  test("a number is not wrong by the last bit of a float", () => {
    const exact: Question = { ...question("q5"), type: "number", value: 0.3, tolerance: 0 } as Question;
    expect(markAnswer(exact, number(0.1 + 0.2))).toBe(1);
    expect(markAnswer(exact, number(0.301))).toBe(0);
  });
});

test("answers in words: the choices by their text, a number with its tolerance", () => {
  expect(["q1", "q2", "q4", "q5"].map((id) => answerInWords(question(id)))).toEqual([
    "Choice 2",
    "Choice 1, Choice 3",
    secret,
    "8675309 (± 2)",
  ]);
  expect(valueInWords(question("q2"), choices("q2-y", "q2-w"))).toBe("Choice 1, Choice 3");
  expect(valueInWords(question("q1"), choice("q1-z"))).toBe("Choice 4");
  expect(valueInWords(question("q4"), text("hm"))).toBe("hm");
  expect(valueInWords(question("q5"), number(1.5))).toBe("1.5");
});

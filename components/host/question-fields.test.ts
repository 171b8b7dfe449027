import { describe, expect, test } from "vitest";
import { playableQuizSchema, type Question, questionTypes } from "@/lib/contracts/quiz";
import { answerWords, keyWords, pointWords } from "./answer-words";
import { fieldsOf, newQuestion, type QuestionFields, questionFrom } from "./question-fields";
import { sheetFault, withMoved, withoutQuestion, withPace } from "./quiz-draft";

let count = 0;
const newId = () => `id${++count}`;
const base = { id: "q", text: "?", points: 10, timeLimitSeconds: 30, explanation: null, hostNotes: null };
const item = (text: string) => ({ id: `of ${text}`, text });
const questions: Question[] = [
  {
    ...base,
    type: "single",
    choices: [
      { ...item("a"), correct: true },
      { ...item("b"), correct: false },
    ],
  },
  {
    ...base,
    type: "multiple",
    partial: true,
    choices: [
      { ...item("a"), correct: true },
      { ...item("b"), correct: true },
    ],
  },
  {
    ...base,
    type: "boolean",
    choices: [
      { ...item("True"), correct: true },
      { ...item("False"), correct: false },
    ],
  },
  { ...base, type: "text", accepted: ["Jupiter", "the big one"], wrongPoints: 5 },
  { ...base, type: "number", value: -3.5, tolerance: 0.5, closestWins: true },
  { ...base, type: "number", value: 8, tolerance: 0, isTieBreak: true },
  { ...base, type: "list", items: [["big", "large"], ["small"]], wanted: 2 },
  { ...base, type: "ordering", items: [item("one"), item("two"), item("three")], partial: false },
  {
    ...base,
    type: "matching",
    pairs: [
      { left: item("Paris"), right: item("France") },
      { left: item("Rome"), right: item("Italy") },
    ],
    partial: true,
  },
  { ...base, type: "buzzer", answer: "Abba" },
  { ...base, type: "info" },
];
const edited = (question: Question, change: Partial<QuestionFields>) =>
  questionFrom(question, { ...fieldsOf(question), ...change }, newId);
const ofType = (type: Question["type"]) => questions.find((question) => question.type === type)!;

describe("a question through its editor", () => {
  test("comes back as it was, whatever its type", () => {
    expect(new Set(questions.map(({ type }) => type))).toEqual(new Set(questionTypes));
    for (const question of questions) expect(edited(question, {})).toEqual({ ok: true, value: question });
  });

  test("is refused in words with nothing in it, and playable once filled", () => {
    const filled: Partial<QuestionFields> = { text: "?", key: "one = 1\ntwo = 2", wanted: "2", value: "7" };
    for (const type of questionTypes) {
      const empty = newQuestion(type, undefined, newId);
      expect(edited(empty, {})).toMatchObject({ ok: false, error: expect.stringMatching(/\w/) });
      const choices = fieldsOf(empty).choices.map((choice, index) => ({
        ...choice,
        text: `choice ${index}`,
        correct: index === 0,
      }));
      const made = edited(empty, { ...filled, choices });
      expect(
        made.ok &&
          playableQuizSchema.safeParse({
            title: "Q",
            rounds: [{ id: "r", title: "R", questions: [made.value] }],
          }).success,
      ).toBe(true);
    }
  });

  test("items keep their ids when they are moved or reworded", () => {
    const moved = edited(ofType("ordering"), { key: "two\none\nthree" });
    expect(moved).toMatchObject({ ok: true, value: { items: [item("two"), item("one"), item("three")] } });
    const reworded = edited(ofType("ordering"), { key: "one\n2\nthree" });
    expect(reworded).toMatchObject({
      value: { items: [item("one"), { id: "of two", text: "2" }, item("three")] },
    });
  });

  test("two items are never one id", () => {
    for (const key of ["one\none\nthree", "a\nb\nc", "three\none\ntwo\nfour", "two\nx\none"]) {
      const made = edited(ofType("ordering"), { key });
      if (!made.ok || made.value.type !== "ordering") throw new Error("not made");
      expect(new Set(made.value.items.map(({ id }) => id)).size).toBe(made.value.items.length);
    }
  });

  test("numbers are read as people type them", () => {
    expect(edited(ofType("number"), { value: "1 969,5" })).toMatchObject({ value: { value: 1969.5 } });
    expect(edited(ofType("number"), { value: "−4" })).toMatchObject({ value: { value: -4 } });
    expect(edited(ofType("number"), { value: "a dozen" }).ok).toBe(false);
    expect(edited(ofType("text"), { points: "1.5" }).ok).toBe(false);
    expect(edited(ofType("text"), { wrongPoints: "0" })).toEqual({
      ok: true,
      value: { ...base, type: "text", accepted: ["Jupiter", "the big one"] },
    });
  });
});

test("every type has its answer in words for the host", () => {
  const words = Object.fromEntries(
    questions.map((question) => [question.type, answerWords(question) ?? keyWords(question)]),
  );
  expect(words).toMatchObject({
    single: "a",
    multiple: "a, b",
    text: "Jupiter / the big one",
    list: "2 of: big, small",
    ordering: "1. one  2. two  3. three",
    matching: "Paris → France, Rome → Italy",
    buzzer: "Abba",
    info: "",
  });
  expect(answerWords(questions[4]!)).toBe("-3.5; the closest answer wins");
  expect(pointWords(ofType("text"))).toEqual(["10 points", "−5 for a wrong answer"]);
  expect(pointWords(questions[5]!)).toEqual(["tie-break: no points"]);
});

describe("a picture beside a question", () => {
  const media = { mediaId: "q3nXw0c0Q2m3b1o9fJt4Yg", kind: "image" as const, alt: "" };
  test("is kept with the words for it, on any type, and goes when it is taken away", () => {
    for (const question of questions) {
      const fields = { ...fieldsOf(question), media: { ...media, alt: " Five stars " } };
      const kept = questionFrom(question, fields, newId);
      if (!kept.ok) throw new Error(kept.error);
      expect(kept.value.media).toEqual({ ...media, alt: "Five stars" });
      const again = questionFrom(kept.value, { ...fieldsOf(kept.value), media: null }, newId);
      expect(again.ok && "media" in again.value).toBe(false);
    }
  });
});

describe("changes to a quiz", () => {
  const quiz = {
    title: "Q",
    rounds: [{ id: "r", title: "R", questions: questions.slice(0, 2).map((q, i) => ({ ...q, id: `${i}` })) }],
  };
  test("a question moves, and stays at either end", () => {
    expect(withMoved(quiz, 0, 0, 1).rounds[0]?.questions.map(({ id }) => id)).toEqual(["1", "0"]);
  });
  test("the last question takes its round with it", () => {
    expect(withoutQuestion(withoutQuestion(quiz, 0, 0), 0, 0).rounds).toEqual([]);
  });
  test("a sheet has no speed bonus, and no buzzer", () => {
    const round = { ...quiz.rounds[0]!, speedBonus: { mode: "linear" as const, points: 5 } };
    expect(withPace(round, "sheet")).not.toHaveProperty("speedBonus");
    expect(sheetFault({ ...round, pace: "sheet", questions: [ofType("buzzer")] })).toMatch(/buzzer/);
    expect(sheetFault({ ...round, questions: [ofType("buzzer")] })).toBeNull();
  });
});

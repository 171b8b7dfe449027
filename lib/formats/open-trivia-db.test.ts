import { describe, expect, test } from "vitest";
import type { ImportResult } from "@/lib/contracts/quiz";
import { importQuestions } from "./import-questions";

type Row = {
  type: string;
  difficulty: string;
  category: string;
  question: string;
  correct_answer: string;
  incorrect_answers: string[];
};

const newIds = () => {
  let count = 0;
  return () => `id${((++count * 7919) % 100_003).toString(36).padStart(4, "0")}`;
};
const read = (content: string): ImportResult =>
  importQuestions(new TextEncoder().encode(content), { filename: "friday.json", newId: newIds() });
const file = (results: unknown[], response_code = 0) => JSON.stringify({ response_code, results });
const row = (change: Partial<Row> = {}): Row => ({
  type: "multiple",
  difficulty: "easy",
  category: "Music",
  question: "Who?",
  correct_answer: "Anna",
  incorrect_answers: ["Ben", "Cleo", "Dan"],
  ...change,
});
const questionsOf = (result: ImportResult) => result.quiz?.rounds.flatMap((round) => round.questions) ?? [];
const choicesOf = (result: ImportResult) => {
  const question = questionsOf(result)[0];
  return question && "choices" in question ? question.choices : [];
};
const encodeRow = (encode: (text: string) => string, given: Row, withType: boolean): Row => ({
  type: withType ? encode(given.type) : given.type,
  difficulty: encode(given.difficulty),
  category: encode(given.category),
  question: encode(given.question),
  correct_answer: encode(given.correct_answer),
  incorrect_answers: given.incorrect_answers.map(encode),
});

describe("encodings", () => {
  const given = row({
    category: "Music: R&B",
    question: 'Who sang "Déjà Vu" + 100% more?',
    correct_answer: "Beyoncé ",
    incorrect_answers: ["A+", "B&B", "C <3"],
  });
  const html = (text: string) =>
    text
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll('"', "&quot;")
      .replaceAll("é", "&eacute;")
      .replaceAll("à", "&agrave;");
  const url3986 = (text: string) => encodeURIComponent(text);
  const urlLegacy = (text: string) => encodeURIComponent(text).replaceAll("%20", "+");
  const base64 = (text: string) => Buffer.from(text, "utf8").toString("base64");

  test.each([
    ["HTML entities", html, false],
    ["urlLegacy", urlLegacy, false],
    ["url3986", url3986, false],
    ["base64", base64, true],
  ] as const)("ANS-07 %s gives the same plain text", (_, encode, withType) => {
    const result = read(file([encodeRow(encode, given, withType)]).replaceAll("/", "\\/"));
    expect(result.problems).toEqual([]);
    expect(questionsOf(result)[0]?.text).toBe('Who sang "Déjà Vu" + 100% more?');
    const texts = choicesOf(result).map((choice) => (choice.correct ? `+${choice.text}` : choice.text));
    expect(texts.toSorted()).toEqual(["+Beyoncé", "A+", "B&B", "C <3"].toSorted());
  });

  test("ANS-07 every text is decoded exactly once", () => {
    const result = read(
      file([row({ question: "What is &amp;lt; &#039;&deg;&minus;&eacute;?", correct_answer: "&amp;amp;" })]),
    );
    expect(questionsOf(result)[0]?.text).toBe("What is &lt; '°−é?");
    expect(choicesOf(result).find((choice) => choice.correct)?.text).toBe("&amp;");
    const encoded = encodeRow(base64, row({ question: "&quot; and %20?" }), true);
    expect(questionsOf(read(file([encoded])))[0]?.text).toBe("&quot; and %20?");
  });

  test("a plain sum is not taken for URL encoding", () => {
    expect(questionsOf(read(file([row({ question: "2+2", correct_answer: "4" })])))[0]?.text).toBe("2+2");
  });
});

describe("rows", () => {
  test("a boolean row has the choices True and False in that order", () => {
    const result = read(
      file([row({ type: "boolean", correct_answer: "False", incorrect_answers: ["True"] })]),
    );
    expect(questionsOf(result)[0]).toMatchObject({
      type: "boolean",
      choices: [
        { text: "True", correct: false },
        { text: "False", correct: true },
      ],
    });
  });

  test("choices stand in the order of their ids, so the right one is not always first", () => {
    const result = read(file(Array.from({ length: 40 }, (_, index) => row({ question: `Q${index}?` }))));
    const places = new Set<number>();
    for (const question of questionsOf(result)) {
      if (question.type !== "single") throw new Error(question.type);
      const ids = question.choices.map((choice) => choice.id);
      expect(ids).toEqual(ids.toSorted());
      places.add(question.choices.findIndex((choice) => choice.correct));
    }
    expect(places.size).toBeGreaterThan(1);
  });

  test("IMP-02 bad rows are named by number and reason; the good ones come in", () => {
    const result = read(
      file([
        row(),
        row({ type: "essay" }),
        { ...row(), incorrect_answers: undefined },
        { ...row(), question: 7 },
        row({ type: "boolean", correct_answer: "Maybe", incorrect_answers: ["True"] }),
        row({ incorrect_answers: ["Anna "] }),
        row({ question: " " }),
        row({ question: "x".repeat(2001) }),
        encodeRow(() => "!!", row(), false),
        { ...row(), type: "bXVsdGlwbGU=" },
        null,
        row({ incorrect_answers: [] }),
      ]),
    );
    expect(questionsOf(result)).toHaveLength(1);
    expect(result.problems.map((problem) => `${problem.row} ${problem.code}`)).toEqual([
      "2 UNSUPPORTED_TYPE",
      "3 BAD_ROW",
      "4 BAD_ROW",
      "5 BAD_ANSWER",
      "6 DOUBLE_CHOICE",
      "7 EMPTY_TEXT",
      "8 TOO_LONG",
      "9 DOUBLE_CHOICE",
      "10 BAD_ENCODING",
      "11 BAD_ROW",
      "12 TOO_FEW_CHOICES",
    ]);
  });
});

describe("the file", () => {
  test("categories become rounds in order of appearance; fewer than three questions go into Mixed", () => {
    const many = (category: string, count: number) => Array.from({ length: count }, () => row({ category }));
    const result = read(
      file([...many("Film", 2), ...many("Music", 3), ...many("Art", 1), ...many("Science: Maths", 4)]),
    );
    expect(result.quiz?.rounds.map((round) => [round.title, round.questions.length])).toEqual([
      ["Music", 3],
      ["Science: Maths", 4],
      ["Mixed", 3],
    ]);
  });

  test("only the results, and text pasted from a viewer with // lines, are read alike", () => {
    const whole = read(file([row()]));
    expect(questionsOf(whole)).toHaveLength(1);
    expect(read(JSON.stringify([row()]))).toEqual(whole);
    const pasted = `// 20260101120000\n// https://opentdb.com/api.php?amount=1\n\n${JSON.stringify({ response_code: 0, results: [row()] }, null, 2)}`;
    expect(read(pasted)).toEqual(whole);
  });

  test.each([1, 2, 3, 4, 5, 99])("response code %i is told in a sentence", (code) => {
    const result = read(file([], code));
    expect(result).toMatchObject({
      format: "open-trivia-db",
      quiz: null,
      problems: [{ code: "NO_QUESTIONS", row: null }],
    });
    expect(result.problems[0]?.message).toMatch(/Open Trivia DB.*\.$/);
  });
});

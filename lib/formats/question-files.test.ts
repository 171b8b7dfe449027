/**
 * Real files and what is to be read in them: a folder with one folder for each format, named by QUESTION_FILES.
 * They are not part of this repository, so without it these tests are skipped and say so.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type ImportResult, type Question, quizSchema } from "@/lib/contracts/quiz";
import { htmlToText } from "./html-to-text";
import { importQuestions } from "./import-questions";

type ExpectedText = { format: string; text: string };
type ExpectedInterval = {
  type: string;
  number: number;
  range?: number;
  numberLow?: number;
  numberHigh?: number;
};
type ExpectedChoice = { isCorrect: boolean; weight: number | null; text: ExpectedText | ExpectedInterval };
type ExpectedQuestion = {
  type: "MC" | "TF" | "Short" | "Numerical" | "Matching" | "Essay" | "Description" | "Category";
  stem: ExpectedText;
  isTrue?: boolean;
  matchPairs?: { subquestion: ExpectedText; subanswer: string }[];
  choices?: ExpectedChoice[] | ExpectedInterval;
};

const root = process.env.QUESTION_FILES;
const filesIn = (folder: string, ending: string): string[] => {
  const path = root ? join(root, folder) : "";
  return root && existsSync(path) ? readdirSync(path).filter((name) => name.endsWith(ending)) : [];
};
const bytesOf = (folder: string, name: string) => readFileSync(join(root ?? "", folder, name));
const read = (folder: string, name: string): ImportResult => {
  let count = 0;
  return importQuestions(bytesOf(folder, name), { filename: name, newId: () => `id${++count}` });
};
const questionsOf = (result: ImportResult) => result.quiz?.rounds.flatMap((round) => round.questions) ?? [];

/** By meaning: white space and the blank before a full stop say nothing. */
const squeeze = (text: string) =>
  text
    .replace(/\s+/g, " ")
    .replace(/ ([.,])/g, "$1")
    .trim();
const plain = (expected: ExpectedText | ExpectedInterval): string => {
  if (!("format" in expected)) return "";
  return squeeze(expected.format === "html" ? htmlToText(expected.text).text : expected.text);
};
const unsupported = new Set(["Essay", "Description", "Category"]);

function expectSame(question: Question | undefined, expected: ExpectedQuestion): void {
  expect(squeeze(question?.text ?? "")).toBe(plain(expected.stem));
  const choices = Array.isArray(expected.choices) ? expected.choices : [];
  switch (expected.type) {
    case "TF":
      expect(question).toMatchObject({
        type: "boolean",
        choices: [
          { text: "True", correct: expected.isTrue },
          { text: "False", correct: !expected.isTrue },
        ],
      });
      break;
    case "MC": {
      const isSingle = choices.some((choice) => choice.isCorrect);
      expect(question?.type).toBe(isSingle ? "single" : "multiple");
      const given = question && "choices" in question ? question.choices : [];
      expect(given.map((choice) => [squeeze(choice.text), choice.correct])).toEqual(
        choices.map((choice) => [plain(choice.text), isSingle ? choice.isCorrect : (choice.weight ?? 0) > 0]),
      );
      break;
    }
    case "Matching":
      expect(question).toMatchObject({
        type: "matching",
        pairs: expected.matchPairs?.map(({ subquestion, subanswer }) => ({
          left: { text: plain(subquestion) },
          right: { text: subanswer },
        })),
      });
      break;
    case "Short":
      expect(question).toMatchObject({
        type: "text",
        accepted: choices.filter((choice) => choice.weight !== 0).map((choice) => plain(choice.text)),
      });
      break;
    default: {
      const best = choices.toSorted((a, b) => (b.weight ?? 100) - (a.weight ?? 100))[0];
      const interval = (best ? best.text : expected.choices) as ExpectedInterval;
      const { number, range = 0, numberLow = number - range, numberHigh = number + range } = interval;
      if (question?.type !== "number") throw new Error(`${question?.type} instead of number`);
      expect(question.value - question.tolerance).toBeCloseTo(numberLow, 9);
      expect(question.value + question.tolerance).toBeCloseTo(numberHigh, 9);
    }
  }
}

const gift = filesIn("gift", ".gift");
const described = gift.filter((name) =>
  filesIn("gift", ".json").includes(name.replace(".gift", ".expected.json")),
);
const openTrivia = filesIn("opentdb", ".json");
if (gift.length === 0)
  console.info("skipped: QUESTION_FILES does not name a folder with a folder for each format");

/** Types in order, problems as "row code", and why it has to be so. */
type Expected = { path: string; format: string; types: string; problems: string[]; because: string };
const formatFiles: Expected[] = [
  {
    path: "aiken/aiken_bom_crlf.txt",
    format: "aiken",
    types: "single single",
    problems: [],
    because: "a mark and CRLF change nothing, and markup in the second question is text",
  },
  {
    path: "aiken/aiken_lowercase_answer_and_trailing_spaces.txt",
    format: "aiken",
    types: "single single single",
    problems: ["1 READ_AS_MEANT", "6 READ_AS_MEANT", "17 BAD_ANSWER"],
    because:
      "small letters are plain in meaning; the letter D, which no choice has, is not; two lines are one text",
  },
  {
    path: "blooket/blooket_official_banner.csv",
    format: "blooket",
    types: "single multiple",
    problems: [],
    because: "the banner is above the header; 301 s is beyond Blooket's limit but not beyond ours",
  },
  {
    path: "gimkit/gimkit_template.csv",
    format: "gimkit",
    types: "single single single",
    problems: [],
    because: "quotes are doubled in the second question, and =1+1 is text in the third",
  },
  {
    path: "wayground/quizizz_wayground_template.csv",
    format: "wayground",
    types: "multiple single text",
    problems: ["6 UNSUPPORTED_TYPE", "7 UNSUPPORTED_TYPE"],
    because: "the help row is skipped; polls and open questions cannot be asked",
  },
  {
    path: "razzia/example_4c732a5.json",
    format: "razzia",
    types: "single single single single single",
    problems: ["2 MEDIA_LEFT_OUT", "3 MEDIA_LEFT_OUT", "4 MEDIA_LEFT_OUT", "5 MEDIA_LEFT_OUT"],
    because: "pictures, films and sounds are addresses elsewhere; equal wrong answers are harmless",
  },
  {
    path: "razzia/example_edb7146.json",
    format: "razzia",
    types: "single single single",
    problems: ["2 MEDIA_LEFT_OUT", "3 MEDIA_LEFT_OUT"],
    because: "the same quiz, older",
  },
  {
    path: "razzia/example_v2_recon.json",
    format: "razzia",
    types: "single single single multiple",
    problems: ["2 MEDIA_LEFT_OUT", "3 MEDIA_LEFT_OUT"],
    because: "a list of several solutions is a multiple choice",
  },
  {
    path: "opentriviaqa/brain-teasers_mixed_crlf_slice",
    format: "open-trivia-qa",
    types: "single single boolean single boolean single single single single single",
    problems: [],
    because: "one question goes on over a second line; two are true or false, and Yes and No are choices",
  },
  {
    path: "opentriviaqa/celebrities_cp1252_slice",
    format: "open-trivia-qa",
    types: "single boolean single single single single single single",
    problems: ["null ENCODING_GUESSED"],
    because: "one letter is Windows-1252, so the whole file is, and the host is told to look at accents",
  },
  ...[
    "classquiz/classquiz_noimages.cqa",
    "classquiz/example_quiz.json",
    "kahoot/kahoot_numeric_cells.xlsx",
    "markdown/text2qti_quiz.txt",
    "qti/text2qti_canvas_qti12_quiz.zip",
    "quizify/community_pack_malformations.json",
    "quizify/schaetzfragen-de_slice.json",
    "yaml/nymanjens_quiz-config.yml",
  ].map((path) => ({
    path,
    format: "unknown",
    types: "",
    problems: ["null UNKNOWN_FORMAT"],
    because: "this format is not read yet, and is not taken for another",
  })),
];

describe.skipIf(gift.length === 0)("files of other formats", () => {
  test.each(formatFiles)("$path: $because", ({ path, format, types, problems }) => {
    const [folder = "", name = ""] = path.split("/");
    const result = read(folder, name);
    expect(result.problems.map(({ row, code }) => `${row} ${code}`)).toEqual(problems);
    expect(
      questionsOf(result)
        .map((question) => question.type)
        .join(" "),
    ).toBe(types);
    expect(result.format).toBe(format);
    if (result.quiz) expect(quizSchema.safeParse(result.quiz).success).toBe(true);
  });
});

describe.skipIf(gift.length === 0)("GIFT files", () => {
  test.each(described)("%s means what its description says", (name) => {
    const result = read("gift", name);
    const json = readFileSync(join(root ?? "", "gift", name.replace(".gift", ".expected.json")), "utf8");
    const expected = JSON.parse(json) as ExpectedQuestion[];
    const asked = expected.filter((question) => !unsupported.has(question.type));
    const questions = questionsOf(result);
    expect(questions).toHaveLength(asked.length);
    for (const [index, question] of asked.entries()) expectSame(questions[index], question);
    const errors = result.problems.filter((problem) => problem.severity === "error");
    expect(errors.map((problem) => problem.code)).toEqual(
      expected.filter((question) => unsupported.has(question.type)).map(() => "UNSUPPORTED_TYPE"),
    );
    if (result.quiz) expect(quizSchema.safeParse(result.quiz).success).toBe(true);
  });

  test("IMP-05 the file with a mark and CRLF and its UTF-16 twin give the same", () => {
    const utf8 = read("gift", "gift_bom_crlf.gift");
    const utf16 = read("gift", "gift_utf16le_bom.gift");
    expect(questionsOf(utf8).map((question) => question.type)).toEqual([
      "matching",
      "single",
      "multiple",
      "number",
      "text",
      "boolean",
      "boolean",
      "boolean",
    ]);
    expect(utf16.quiz?.rounds).toEqual(utf8.quiz?.rounds);
    expect(utf16.problems).toEqual(utf8.problems);
  });

  test("an address without backslashes comes in with a warning, with them as it is", () => {
    const result = read("gift", "gift_url_in_answer.gift");
    expect(questionsOf(result)).toHaveLength(2);
    expect(result.problems.map((problem) => problem.code)).toEqual(["SEVERAL_RIGHT"]);
    expect(questionsOf(result)[1]).toMatchObject({
      choices: [
        { text: "http://example.org?a=1", correct: false },
        { text: "https://example.org", correct: true },
      ],
    });
  });
});

describe.skipIf(openTrivia.length === 0)("Open Trivia DB files", () => {
  test.each(openTrivia)("%s comes in whole or says why not", (name) => {
    const result = read("opentdb", name);
    const json = JSON.parse(bytesOf("opentdb", name).toString("utf8")) as { results: unknown[] };
    expect(result.format).toBe("open-trivia-db");
    expect(questionsOf(result)).toHaveLength(json.results.length);
    expect(result.problems).toHaveLength(json.results.length === 0 ? 1 : 0);
    if (result.quiz) expect(quizSchema.safeParse(result.quiz).success).toBe(true);
    for (const question of questionsOf(result))
      expect(question.text).not.toMatch(/&\w+;|%20|^[A-Za-z0-9+/]+=*$/);
  });
});

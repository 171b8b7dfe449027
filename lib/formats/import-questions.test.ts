import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ImportResult, quizSchema } from "@/lib/contracts/quiz";
import { importQuestions } from "./import-questions";

const counter = () => {
  let count = 0;
  // multiplied so that the order of the ids is not the order of their making
  return () => `id${((++count * 7919) % 100_003).toString(36)}-${count}`;
};
const read = (content: string | Uint8Array, filename = "pub night.txt"): ImportResult =>
  importQuestions(typeof content === "string" ? new TextEncoder().encode(content) : content, {
    filename,
    newId: counter(),
  });
const questionsOf = (result: ImportResult) => result.quiz?.rounds.flatMap((round) => round.questions) ?? [];
const codesOf = (result: ImportResult) => result.problems.map((problem) => problem.code);

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(2 + text.length * 2);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xfeff, littleEndian);
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 + at * 2, text.charCodeAt(at), littleEndian);
  return bytes;
}

describe("what decides the format", () => {
  test("content goes before the name: JSON in a .gift file is read as JSON", () => {
    const rows = [
      {
        type: "boolean",
        category: "A",
        question: "Q?",
        correct_answer: "True",
        incorrect_answers: ["False"],
      },
    ];
    expect(read(JSON.stringify(rows), "x.gift").format).toBe("open-trivia-db");
  });

  test("an unknown file says what can be read instead", () => {
    for (const content of [
      "name,score\nAnna,3\n",
      "<?xml version='1.0'?><quiz></quiz>",
      '{"a":1}',
      "PK\u0003\u0004\u0000{=a}",
    ]) {
      const result = read(content, "file.bin");
      expect(result.quiz).toBeNull();
      expect(codesOf(result)).toEqual(["UNKNOWN_FORMAT"]);
      expect(result.problems[0]?.message).toMatch(/GIFT.*Open Trivia DB/);
    }
  });

  test("an empty file, a damaged JSON file and a file too large each say so", () => {
    expect(codesOf(read(" \n"))).toEqual(["EMPTY_FILE"]);
    expect(codesOf(read('{"response_code":0,"results":[{"type"', "x.txt"))).toEqual(["BAD_JSON"]);
    expect(codesOf(read(new Uint8Array(2 * 1024 * 1024 + 1)))).toEqual(["FILE_TOO_LARGE"]);
  });

  test("the title of the quiz is the name of the file", () => {
    expect(read("Q? {T}", "C:\\quizzes\\Friday night.v2.gift").quiz?.title).toBe("Friday night.v2");
    expect(read("Q? {T}", ".gift").quiz?.title).toBe("Quiz");
  });

  test("a title too long is shortened with a warning", () => {
    const result = read("Q? {T}", `${"x".repeat(400)}.gift`);
    expect(quizSchema.safeParse(result.quiz).success).toBe(true);
    expect(codesOf(result)).toEqual(["TITLE_SHORTENED"]);
  });
});

describe("encodings", () => {
  const text = "Who sang “Déjà Vu”? {=Beyoncé}\n\nSure? {T}\n";

  test("IMP-05 no mark, UTF-8 mark, UTF-16LE and UTF-16BE give the same quiz without a warning", () => {
    const plain = read(text);
    expect(questionsOf(plain)).toHaveLength(2);
    expect(plain.problems).toEqual([]);
    for (const bytes of [`\ufeff${text}`, utf16(text, true), utf16(text, false)])
      expect(read(bytes)).toEqual(plain);
  });

  test("IMP-05 Windows-1252 is read right and is said to be a guess", () => {
    const bytes = Uint8Array.from([
      ...Buffer.from("Who sang it? {=Beyonc", "latin1"),
      0xe9,
      0x20,
      0x80,
      0x93,
      0x97,
      0x94,
      0x7d,
    ]);
    const result = read(bytes);
    expect(questionsOf(result)[0]).toMatchObject({ type: "text", accepted: ["Beyoncé €“—”"] });
    expect(codesOf(result)).toEqual(["ENCODING_GUESSED"]);
  });

  test("CRLF, CR and mixed line ends give the same quiz", () => {
    const plain = read(text);
    expect(read(text.replaceAll("\n", "\r\n"))).toEqual(plain);
    expect(read(text.replaceAll("\n", "\r"))).toEqual(plain);
    expect(read(text.replace("\n", "\r\n"))).toEqual(plain);
  });

  test("decomposed letters come out composed", () => {
    expect(questionsOf(read("Cafe\u0301? {T}"))[0]?.text).toBe("Caf\u00e9?");
  });
});

describe("limits", () => {
  test("what is too long is an error row and is never cut", () => {
    const result = read(`${"x".repeat(2001)}? {T}\n\nGood? {T}\n\nLong answer? {=${"y".repeat(501)}}`);
    expect(questionsOf(result).map((question) => question.text)).toEqual(["Good?"]);
    expect(result.problems.map(({ row, code, severity }) => ({ row, code, severity }))).toEqual([
      { row: 1, code: "TOO_LONG", severity: "error" },
      { row: 5, code: "TOO_LONG", severity: "error" },
    ]);
  });

  test("a round of more than 500 questions goes on in a second round", () => {
    const result = read("Q? {T}\n\n".repeat(501));
    expect(result.quiz?.rounds.map((round) => [round.title, round.questions.length])).toEqual([
      ["Round 1", 500],
      ["Round 1 (2)", 1],
    ]);
    expect(quizSchema.safeParse(result.quiz).success).toBe(true);
  });

  test("rounds beyond the hundredth are named, not lost in silence", () => {
    const content = Array.from({ length: 102 }, (_, index) => `$CATEGORY: C${index}\n\nQ? {T}\n\n`).join("");
    const result = read(content);
    expect(result.quiz?.rounds).toHaveLength(100);
    expect(codesOf(result)).toEqual(["TOO_MANY_ROUNDS", "TOO_MANY_ROUNDS"]);
  });

  test("a hopeless file gives a list of problems a browser can hold", () => {
    const result = read("Q? {}\n\n".repeat(1500), "x.gift");
    expect(result.problems).toHaveLength(1001);
    expect(result.problems.at(-1)?.message).toContain("500");
  });
});

describe("what a hostile file costs", () => {
  /** CPU and not the clock, which on a busy machine says more about the neighbours. */
  const cpuMs = (run: () => void): number => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const fill = (piece: string, length: number) =>
    piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  const shapes: [string, (length: number) => string][] = [
    ...[
      "<!--",
      "<p ",
      "<script>",
      "{",
      "}",
      "\\",
      "%1",
      "[html]",
      "::",
      "&",
      "&amp;",
      "=",
      "~",
      "#",
      "1",
      "\n",
      "\r",
      "a\u00a0",
    ].flatMap((piece): [string, (length: number) => string][] => [
      [`${JSON.stringify(piece)} as the answer`, (length) => `Q? {=${fill(piece, length)}}`],
      [`${JSON.stringify(piece)} as a number`, (length) => `Q? {#${fill(piece, length)}x}`],
      [`${JSON.stringify(piece)} as the question`, (length) => `${fill(piece, length)} {T}`],
      [`${JSON.stringify(piece)} as the file`, (length) => fill(piece, length)],
    ]),
    ["combining marks in the wrong order", (length) => `Q? {=a${fill("\u0301\u0323", length / 2)}}`],
    ["tiny questions", (length) => fill("Q{T}\n\n", length)],
    ["tiny errors", (length) => fill("{\n\n", length)],
    [
      "a category for each question",
      (length) =>
        Array.from({ length: length / 20 }, (_, index) => `$CATEGORY:c${index}\n\nQ{T}\n\n`).join(""),
    ],
    ["a question with countless choices", (length) => `Q? {${fill("=a", length)}}`],
    ["a path without end", (length) => `$CATEGORY:${fill("-/", length)}\n\nQ? {T}`],
    ["JSON nested without end", (length) => "[".repeat(length)],
    [
      "a row nested deep",
      (length) =>
        `[{"question":1,"correct_answer":1,"incorrect_answers":${"[".repeat(length / 2)}${"]".repeat(length / 2)}}]`,
    ],
    [
      "rows of nothing",
      (length) => `[{"question":1,"correct_answer":1,"incorrect_answers":1}${fill(",{}", length - 60)}]`,
    ],
    ["quoted cells without end", (length) => `Question,Correct Answer,Wrong 1\n"${fill('""', length)}`],
    ["tiny rows of a table", (length) => `Question,Correct Answer,Wrong 1\n${fill("q,a,b\n", length)}`],
    ["a table without end to the right", (length) => fill("question,", length)],
    ["options without end", (length) => `Q?\n${fill("A. a\n", length)}ANSWER: A\n`],
    ["questions that go on without end", (length) => `#Q q\n^ a\n${fill("A a\n", length)}`],
  ];

  // Linear readers need up to 200 ms for a megabyte; a quadratic one that needs 3 s at 100 kB needs 5 minutes.
  test.each(shapes)(
    "%s: a megabyte of it is read in time that grows with its size only",
    (_, shape) => {
      for (const [length, limitMs] of [
        [100_000, 1000],
        [1_000_000, 2000],
      ] as const) {
        const text = shape(length);
        for (const name of ["a.gift", "a.txt"]) {
          let result: ImportResult | null = null;
          expect(
            cpuMs(() => {
              result = read(text, name);
            }),
          ).toBeLessThan(limitMs);
          expect(result).not.toBeNull();
        }
      }
    },
    120_000,
  );

  test("questions beyond the two thousandth are left out with a sentence", () => {
    const result = read("Q? {T}\n\n".repeat(2001), "a.gift");
    expect(questionsOf(result)).toHaveLength(2000);
    expect(result.problems.map(({ row, code }) => ({ row, code }))).toEqual([
      { row: 4001, code: "TOO_MANY_QUESTIONS" },
    ]);
    expect(read("Q? {T}\n\n".repeat(2000), "a.gift").problems).toEqual([]);
  });

  test("a question longer than any quiz takes is an error row and the next one comes in", () => {
    const result = read(`Q? {=${"x".repeat(200_001)}}\n\nGood? {T}`, "a.gift");
    expect(questionsOf(result).map((question) => question.text)).toEqual(["Good?"]);
    expect(codesOf(result)).toEqual(["TOO_LONG"]);
  });
});

describe("total", () => {
  const pieces = fc.constantFrom(
    "{",
    "}",
    "=",
    "~",
    "#",
    "####",
    "\\",
    "\\n",
    "::",
    "[html]",
    "%50%",
    "%",
    "..",
    ":",
    "->",
    "\n",
    "\n\n",
    "//",
    "T",
    "FALSE",
    "$CATEGORY: a/b",
    "<p>",
    "<!--",
    "<script>",
    "&amp;",
    "&#0;",
    "*",
    "1",
    "-1.5e9",
    "\u0000",
    "\ud800",
    "\ufdd0",
    "é",
    "word",
  );
  const otherPieces = fc.constantFrom(
    "Question,A,B,Correct\n",
    "Question;Answer\n",
    "Question #,Question Text,Answer 1,Correct Answer\n",
    'sep="\n',
    "sep=;\n",
    "'=1",
    '"',
    ",",
    ";",
    "\n",
    "\n\n",
    "ANSWER: A\n",
    "answer:b\n",
    "A) x\n",
    "b. y\n",
    "#Q q\n",
    "^ x\n",
    "A x\n",
    "1.2",
    "TRUE",
    "\u0000",
    "\ud800",
    "word",
  );
  const expectSound = (result: ImportResult) => {
    if (result.quiz) expect(quizSchema.safeParse(result.quiz).error).toBeUndefined();
    else expect(result.problems.length).toBeGreaterThan(0);
    for (const problem of result.problems) expect((problem.excerpt ?? "").length).toBeLessThanOrEqual(200);
  };

  test("no bytes make it throw, and what it gives fits the contract", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom("a.gift", "a.json", ""),
        (bytes, name) => {
          expectSound(read(bytes, name));
        },
      ),
    );
  });

  test("no heap of GIFT signs makes it throw", () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) =>
        expectSound(read(parts.join(""), "a.gift")),
      ),
      { numRuns: 1000 },
    );
  });

  test("no heap of signs of tables, Aiken and OpenTriviaQA makes it throw", () => {
    fc.assert(
      fc.property(
        fc.array(otherPieces, { maxLength: 40 }),
        fc.constantFrom("a.csv", "a.txt"),
        (parts, name) => expectSound(read(parts.join(""), name)),
      ),
      { numRuns: 1000 },
    );
  });

  test("no JSON in the shape of a quiz makes it throw", () => {
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom("single", "text", "number", 0, 1, 30));
    const list = fc.oneof(value, fc.array(value, { maxLength: 4 }));
    const question = fc.oneof(
      value,
      fc.record({
        type: value,
        text: value,
        points: value,
        timeLimitSeconds: value,
        choices: list,
        accepted: list,
        value,
        tolerance: value,
      }),
      fc.record({
        question: value,
        answers: list,
        solution: value,
        solutions: list,
        time: value,
        media: value,
      }),
    );
    const questions = fc.oneof(value, fc.array(question, { maxLength: 4 }));
    const round = fc.oneof(value, fc.record({ title: value, questions }));
    const file = fc.oneof(
      fc.record({ subject: value, questions }),
      fc.record({ title: value, rounds: fc.oneof(value, fc.array(round, { maxLength: 3 })) }),
      fc.record({ format: fc.constant("roomful-quiz"), version: fc.constantFrom(1, 2, "1"), quiz: value }),
    );
    fc.assert(
      fc.property(file, (json) => expectSound(read(JSON.stringify(json), "a.json"))),
      { numRuns: 500 },
    );
  });

  test("no JSON rows make it throw", () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom("multiple", "boolean", "bXVsdGlwbGU=", "True", "%zz", "&lt;"),
    );
    const row = fc.oneof(
      fc.jsonValue(),
      fc.record({
        type: value,
        category: value,
        question: value,
        correct_answer: value,
        incorrect_answers: fc.oneof(value, fc.array(value, { maxLength: 4 })),
      }),
    );
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), (results) => {
        expectSound(read(JSON.stringify({ response_code: 0, results }), "a.json"));
      }),
      { numRuns: 500 },
    );
  });
});

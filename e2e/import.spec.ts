import type { Page } from "@playwright/test";
import { ask, expect, hostPage, openQuiz, test } from "./fixtures";

type Row = {
  type: string;
  difficulty: string;
  category: string;
  question: string;
  correct_answer: string;
  incorrect_answers: string[];
};

const row = (category: string, question: string, right: string, ...wrong: string[]): Row => ({
  type: wrong.length === 1 ? "boolean" : "multiple",
  difficulty: "easy",
  category,
  question,
  correct_answer: right,
  incorrect_answers: wrong,
});

/** As people read it: what the three encodings must come back to. */
const plainRows = [
  row("Beer & Brewing", 'Which hop is called "noble"?', "Saaz", "Citra", "Galaxy", "Mosaic"),
  row(
    "Beer & Brewing",
    "Who wrote “Three Men in a Boat”, the pub-lover’s book?",
    "Jérôme's friend",
    "Köhler",
    "Ibáñez",
    "O’Brien",
  ),
  row("Beer & Brewing", "A firkin holds 9 gallons.", "True", "False"),
  row("Science: Kitchen", "Water boils at 100 °C at sea level.", "True", "False"),
  row("Science: Kitchen", "In HTML, how is a less-than sign written?", "&lt;", "&gt;", "<", "%3C"),
  row("Science: Kitchen", "What is 5 − 7?", "−2", "2", "12", "0"),
];

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#039;",
  "°": "&deg;",
  é: "&eacute;",
  ô: "&ocirc;",
  ö: "&ouml;",
  á: "&aacute;",
  ñ: "&ntilde;",
  "“": "&ldquo;",
  "”": "&rdquo;",
  "’": "&rsquo;",
  "−": "&minus;",
};
const encoders = {
  default: (text: string) => [...text].map((letter) => entities[letter] ?? letter).join(""),
  url3986: (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`),
  base64: (text: string) => Buffer.from(text, "utf8").toString("base64"),
};
const encodedRow =
  (encode: (text: string) => string, whole: boolean) =>
  (plain: Row): Row => ({
    type: whole ? encode(plain.type) : plain.type,
    difficulty: whole ? encode(plain.difficulty) : plain.difficulty,
    category: encode(plain.category),
    question: encode(plain.question),
    correct_answer: encode(plain.correct_answer),
    incorrect_answers: plain.incorrect_answers.map(encode),
  });

async function choose(host: Page, name: string, text: string): Promise<void> {
  await host.goto(new URL("/host/import", host.url()).href);
  await host
    .getByTestId("file")
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text, "utf8") });
}
const quizCount = async (host: Page) =>
  (await ask<{ quizzes: unknown[] }>(host, "/api/quizzes")).body.quizzes.length;

for (const [encoding, encode] of Object.entries(encoders))
  test(`ANS-07 Open Trivia DB, encoding ${encoding}: read once, shown before anything is saved, then a quiz with rounds`, async ({
    browser,
    venue,
  }) => {
    const host = await hostPage(browser, venue);
    const before = await quizCount(host);
    const results = plainRows.map(encodedRow(encode, encoding === "base64"));
    await choose(host, "opentdb.json", JSON.stringify({ response_code: 0, results }));
    await expect(host.getByTestId("question")).toHaveCount(6);
    await expect(host.getByTestId("problem")).toHaveCount(0);
    for (const { question } of plainRows) await expect(host.getByText(question)).toBeVisible();
    expect(await quizCount(host)).toBe(before);

    await host.getByTestId("title").fill("From the database");
    await host.getByTestId("save").click();
    await host.waitForURL("**/host/quiz?id=*");
    expect(await quizCount(host)).toBe(before + 1);
    const quizId = new URL(host.url()).searchParams.get("id");
    type Saved = {
      title: string;
      rounds: {
        title: string;
        questions: { text: string; choices: { text: string; correct: boolean }[] }[];
      }[];
    };
    const { quiz } = (await ask<{ quiz: Saved }>(host, `/api/quizzes/${quizId}`)).body;
    expect(quiz.title).toBe("From the database");
    expect(quiz.rounds.map(({ title, questions }) => [title, questions.length])).toEqual([
      ["Beer & Brewing", 3],
      ["Science: Kitchen", 3],
    ]);
    const saved = quiz.rounds.flatMap(({ questions }) => questions);
    for (const [index, plain] of plainRows.entries()) {
      expect(saved[index]?.text).toBe(plain.question);
      expect(saved[index]?.choices.filter(({ correct }) => correct).map(({ text }) => text)).toEqual([
        plain.correct_answer,
      ]);
      expect(saved[index]?.choices.map(({ text }) => text).sort()).toEqual(
        [plain.correct_answer, ...plain.incorrect_answers].sort(),
      );
    }
    await expect(host.getByRole("heading", { name: /Science: Kitchen/ })).toBeVisible();
  });

const gift = `// the landlord's own questions
$CATEGORY: $course$/top/Beer

::Pint::How many pints are in a gallon? {#8:0}

::Essay::Tell us what you think of the beer. {}

::River::Which river runs through Burton upon Trent? {=Trent ~Thames ~Severn####Its water makes pale ale.}

$CATEGORY: $course$/top/Food

::Match::Match them. {=fish -> chips =pie -> mash}

::No answer::Which of these is right? {~one ~two ~three}

::Lost brace::Where is the answer? =nowhere}

::Cooper::A cooper makes {=barrels =casks}.
`;

test("IMP-02 a GIFT file with faulty rows: each is named with its line and reason, the rest comes in, by rounds", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const before = await quizCount(host);
  await choose(host, "landlord.gift", gift);
  await expect(host.getByTestId("problem")).toHaveCount(3);
  const lineOf = (title: string) => gift.split("\n").findIndex((line) => line.startsWith(`::${title}::`)) + 1;
  for (const [title, reason] of [
    ["Essay", /essay/],
    ["No answer", /None of the choices is marked as right/],
    ["Lost brace", /not between \{ and \}/],
  ] as const) {
    const problem = host.getByTestId("problem").filter({ hasText: reason });
    await expect(problem).toHaveCount(1);
    await expect(problem).toContainText(new RegExp(`\\b${lineOf(title)}\\b`));
  }
  // looking is not saving, and neither is going away
  await expect(host.getByTestId("question")).toHaveCount(4);
  await host.goto(`${venue.url}/host`);
  await expect(host.getByTestId("quiz")).toHaveCount(before);

  await openQuiz(host, { name: "landlord.gift", text: gift });
  const { quizzes } = (
    await ask<{ quizzes: { title: string; roundCount: number; questionCount: number }[] }>(
      host,
      "/api/quizzes",
    )
  ).body;
  expect(quizzes).toHaveLength(before + 1);
  expect(quizzes.find(({ title }) => title === "landlord")).toMatchObject({
    roundCount: 2,
    questionCount: 4,
  });
});

test("a file that is no question file is refused in a sentence, and there is nothing to save", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const before = await quizCount(host);
  for (const [name, text, words] of [
    ["menu.txt", "Pie and mash 12.50\nFish and chips 13", /not a question file we know/],
    ["cut.json", '{"response_code":0,"results":[{"type":"mult', /damaged or cut off/],
    ["none.json", '{"response_code":5,"results":[]}', /asked too often/],
    ["empty.gift", "", /empty/],
  ] as const) {
    await choose(host, name, text);
    await expect(host.getByTestId("problem")).toHaveText(words);
    await expect(host.getByTestId("save")).toHaveCount(0);
  }
  expect(await quizCount(host)).toBe(before);
});

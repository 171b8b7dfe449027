/** Quizzes for round trips: texts full of what the formats use as signs. */
import fc from "fast-check";
import { mediaKinds } from "@/lib/contracts/media";
import type { Question, Quiz } from "@/lib/contracts/quiz";
import { plainText } from "./plain-text";

const signs = [
  "=",
  "~",
  "#",
  "{",
  "}",
  ":",
  "\\",
  "->",
  "%50%",
  "*",
  "[html]",
  "[plain]",
  "<b>",
  "&amp;",
  '"',
  "'",
  ",",
  ";",
  "\t",
  "|",
  "//",
  "####",
  "::",
  "$CATEGORY:",
  "é",
  "한",
  "𝄞",
  "@",
  "+",
  "-",
  "A",
  "1",
  "TRUE",
  "n",
  "a)",
  "ANSWER: A",
];

/** As importers leave a text: one blank between words and no line end at either side. */
const word = fc.array(fc.oneof(fc.constantFrom(...signs), fc.string({ maxLength: 4 })), {
  minLength: 1,
  maxLength: 6,
});
const tidy = (parts: string[]) =>
  plainText(
    parts
      .join("")
      .replace(/\s+/g, " ")
      .replace(/[\ufdd0-\ufdef]/g, ""),
  );
const line = word.map(tidy).filter((text) => text !== "");
const text = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join("\n"));

const base = {
  id: fc.constant("old"),
  text,
  points: fc.integer({ min: 0, max: 1000 }),
  timeLimitSeconds: fc.integer({ min: 5, max: 600 }),
  explanation: fc.option(text, { nil: null }),
  hostNotes: fc.option(text, { nil: null }),
};
const choices = (maxRight: number) =>
  fc
    .tuple(
      fc.uniqueArray(line, { minLength: 2, maxLength: 8 }),
      fc.integer({ min: 1, max: maxRight }),
      fc.nat(),
    )
    .map(([texts, rightCount, start]) =>
      texts.map((choice, at) => ({
        id: `old${at}`,
        text: choice,
        correct: (at + start) % texts.length < Math.min(rightCount, texts.length),
      })),
    );
const trueOrFalse = fc.boolean().map((isTrue) => [
  { id: "t", text: "True", correct: isTrue },
  { id: "f", text: "False", correct: !isTrue },
]);

export const arbitraryQuestion: fc.Arbitrary<Question> = fc.oneof(
  fc.record({ ...base, type: fc.constant("single" as const), choices: choices(2) }),
  fc.record({ ...base, type: fc.constant("multiple" as const), choices: choices(8) }),
  fc.record({ ...base, type: fc.constant("boolean" as const), choices: trueOrFalse }),
  fc.record({
    ...base,
    type: fc.constant("text" as const),
    accepted: fc.uniqueArray(line, { minLength: 1, maxLength: 5 }),
  }),
  fc.record({
    ...base,
    type: fc.constant("number" as const),
    value: fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((value) => (Object.is(value, -0) ? 0 : value)),
    tolerance: fc.oneof(fc.constant(0), fc.double({ min: 0.001, max: 1e6, noNaN: true })),
  }),
);

const short = line.filter((reads) => reads.length <= 200);
const item = short.map((reads) => ({ id: "old", text: reads }));
const yes = fc.constantFrom(true, false, undefined);
const media = fc.option(
  fc.record({
    mediaId: fc.constant("q3nXw0c0Q2m3b1o9fJt4Yg"),
    kind: fc.constantFrom(...mediaKinds),
    alt: fc.oneof(fc.constant(""), line),
  }),
  { nil: undefined },
);
const wager = fc.option(fc.record({ max: fc.integer({ min: 1, max: 1000 }) }), { nil: undefined });
const wrongPoints = fc.option(fc.integer({ min: 0, max: 1000 }), { nil: undefined });

export const arbitraryMatching: fc.Arbitrary<Question> = fc.record({
  ...base,
  type: fc.constant("matching" as const),
  partial: fc.constant(true),
  pairs: fc
    .tuple(fc.uniqueArray(short, { minLength: 2, maxLength: 6 }), fc.infiniteStream(item))
    .map(([lefts, rights]) =>
      lefts.map((reads) => ({
        left: { id: "old", text: reads },
        right: rights.next().value as { id: string; text: string },
      })),
    ),
});

/** What only Roomful's own file can hold, beside the rest. Fields that are not there are left out, as in a file. */
const fullQuestion: fc.Arbitrary<Question> = fc
  .oneof(
    fc
      .tuple(arbitraryQuestion, wrongPoints, yes, yes, media, wager)
      .map(([question, taken, one, other, shown, staked]) => ({
        ...question,
        wrongPoints: taken,
        // nothing can be staked on a tie-break
        wager: question.type === "number" && other ? undefined : staked,
        media: shown,
        ...(question.type === "multiple" ? { partial: one } : {}),
        ...(question.type === "number" ? { closestWins: one, isTieBreak: other } : {}),
      })),
    fc.record({
      ...base,
      type: fc.constant("list" as const),
      items: fc.array(fc.array(short, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 6 }),
      wanted: fc.integer({ min: 1, max: 2 }),
    }),
    fc.record({
      ...base,
      type: fc.constant("ordering" as const),
      items: fc.array(item, { minLength: 2, maxLength: 12 }),
      partial: yes,
    }),
    fc.tuple(arbitraryMatching, wager).map(([question, staked]) => ({ ...question, wager: staked })),
    fc.record({ ...base, type: fc.constant("info" as const) }),
  )
  .map((question) => JSON.parse(JSON.stringify(question)) as Question);
const buzzer: fc.Arbitrary<Question> = fc.record({
  ...base,
  type: fc.constant("buzzer" as const),
  answer: line,
});

export const arbitraryFullQuiz: fc.Arbitrary<Quiz> = fc
  .record({
    title: line,
    rounds: fc.array(
      fc.oneof(
        fc.record({
          id: fc.constant("old"),
          title: line,
          pace: fc.constant("sheet" as const),
          hasJoker: yes,
          textOnScreenOnly: yes,
          streak: fc.constantFrom(undefined, { points: 2 }),
          questions: fc.array(fullQuestion, { minLength: 1, maxLength: 4 }),
        }),
        fc.record({
          id: fc.constant("old"),
          title: line,
          pace: fc.constantFrom("question" as const, undefined),
          hasJoker: yes,
          textOnScreenOnly: yes,
          streak: fc.constantFrom(undefined, { points: 2 }),
          speedBonus: fc.constantFrom(
            undefined,
            { mode: "linear" as const, points: 5 },
            { mode: "first" as const, points: 3, count: 2 },
          ),
          questions: fc.array(fc.oneof(fullQuestion, buzzer), { minLength: 1, maxLength: 4 }),
        }),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map((quiz) => JSON.parse(JSON.stringify(quiz)) as Quiz);

export const arbitraryQuiz: fc.Arbitrary<Quiz> = fc.record({
  title: line,
  rounds: fc.uniqueArray(line, { minLength: 1, maxLength: 3 }).chain((titles) =>
    fc.tuple(
      ...titles.map((title, at) =>
        fc.record({
          id: fc.constant(`r${at}`),
          title: fc.constant(title),
          questions: fc.array(arbitraryQuestion, { minLength: 1, maxLength: 4 }),
        }),
      ),
    ),
  ),
});

/** Everything but the ids. */
export const withoutIds = (quiz: Quiz | null): unknown =>
  JSON.parse(JSON.stringify(quiz, (key, value: unknown) => (key === "id" ? undefined : value)));

import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type Quiz, quizSchema } from "@/lib/contracts/quiz";
import { type QuizRepository, quizRepository } from "./quiz-repository";
import type { Store } from "./store";
import { openTestStore } from "./test-store";
import { workspaceOf } from "./workspace";

let store: Store;
let quizzes: QuizRepository;
beforeAll(async () => {
  store = await openTestStore();
  quizzes = quizRepository(store);
});
afterAll(() => store.close());

let count = 0;
async function addHost(): Promise<string> {
  count += 1;
  const id = `host${count}`;
  await store.prisma.host.create({ data: { id, name: id, email: `${id}@example.org` } });
  return id;
}
const base = { points: 10, timeLimitSeconds: 30, explanation: null, hostNotes: "slowly" };
const quiz: Quiz = {
  title: "Beasts",
  rounds: [
    {
      id: "r1",
      title: "Water",
      questions: [
        {
          ...base,
          id: "q1",
          type: "single",
          text: "Which swims?",
          choices: [
            { id: "x", text: "Otter", correct: true },
            { id: "y", text: "Hen", correct: false },
          ],
        },
        { ...base, id: "q2", type: "text", text: "Name it", accepted: ["otter", "the otter"] },
      ],
    },
    {
      id: "r2",
      title: "Air",
      questions: [{ ...base, id: "q3", type: "number", text: "Wings?", value: 2, tolerance: 0 }],
    },
  ],
};
/** The ids of rows are the store's own. */
const withoutIds = ({ title, rounds }: Quiz) => ({
  title,
  rounds: rounds.map((round) => ({
    ...round,
    id: "",
    questions: round.questions.map((question) => ({ ...question, id: "" })),
  })),
});

test("a quiz comes back as it went in, in order, as often as it is saved", async () => {
  const host = await addHost();
  const ids = [await quizzes.save(host, quiz), await quizzes.save(host, quiz)];
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) {
    const loaded = await quizzes.load(host, id);
    expect(loaded && withoutIds(loaded)).toEqual(withoutIds(quiz));
  }
  expect(await quizzes.list(host)).toMatchObject([
    { title: "Beasts", roundCount: 2, questionCount: 3 },
    { title: "Beasts", roundCount: 2, questionCount: 3 },
  ]);
});

type JsonSchema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
};
/** The one string of a quiz that must have a certain form: a file that is there. */
const mediaId = "q3nXw0c0Q2m3b1o9fJt4Yg";

/** Anything the schema allows, so that a field added to the contract is in this test the same day. */
function anyOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map(anyOf));
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const { minimum = -1e6, maximum = 1e6, minLength = 0, maxLength = 40, minItems = 0, maxItems = 3 } = schema;
  switch (schema.type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: minimum, max: maximum });
    case "number":
      return fc.double({ min: minimum, max: maximum, noNaN: true }).map((number) => number + 0);
    case "string":
      if (schema.pattern) return fc.constant(mediaId);
      return fc.string({ minLength, maxLength: Math.min(maxLength, 20), unit: "grapheme" });
    case "array":
      return fc.array(anyOf(schema.items ?? {}), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(maxItems, 3)),
      });
    case "object": {
      const fields = Object.entries(schema.properties ?? {}).map(([key, value]) => [key, anyOf(value)]);
      return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
        requiredKeys: schema.required ?? [],
      });
    }
    default:
      throw new Error(`no generator for ${JSON.stringify(schema)}`);
  }
}
const generatedQuizzes = anyOf(z.toJSONSchema(quizSchema) as JsonSchema) as fc.Arbitrary<Quiz>;
/** Where a pace is not given it is this one. */
const withPace = (given: Quiz) => ({
  ...given,
  rounds: given.rounds.map((round) => ({ ...round, pace: round.pace ?? "question" })),
});

test("every field a quiz can have comes back as it was saved", async () => {
  const host = await addHost();
  const kept = new Set<string>();
  const picture = { kind: "image", contentType: "image/png", byteLength: 1, sha256: "0", isComplete: true };
  const workspaceId = await workspaceOf(store.prisma, host);
  await store.prisma.media.create({ data: { id: mediaId, workspaceId, ...picture } });
  await fc.assert(
    fc.asyncProperty(generatedQuizzes, async (given) => {
      const loaded = await quizzes.load(host, await quizzes.save(host, given));
      expect(loaded && withPace(withoutIds(loaded))).toEqual(withPace(withoutIds(given)));
      for (const round of given.rounds) {
        for (const key of Object.keys(round)) kept.add(key);
        for (const question of round.questions)
          for (const key of Object.keys(question)) kept.add(`${question.type} ${key}`);
      }
    }),
    { numRuns: 150, seed: 5 },
  );
  // and the generator did make them
  for (const key of ["pace", "hasJoker", "speedBonus", "list wanted", "ordering partial", "matching pairs"])
    expect(kept).toContain(key);
  for (const key of ["number closestWins", "number isTieBreak", "buzzer answer", "info media"])
    expect(kept).toContain(key);
}, 60_000);

test("saving a quiz of one's own again replaces it whole", async () => {
  const host = await addHost();
  const quizId = await quizzes.save(host, quiz);
  const shorter = { title: "Beasts II", rounds: quiz.rounds.slice(1) };
  expect(await quizzes.save(host, shorter, quizId)).toBe(quizId);
  const loaded = await quizzes.load(host, quizId);
  expect(loaded && withoutIds(loaded)).toEqual(withoutIds(shorter));
});

test("another host's quiz is neither seen, nor replaced, nor removed", async () => {
  const [host, stranger] = [await addHost(), await addHost()];
  const quizId = await quizzes.save(host, quiz);
  expect(await quizzes.load(stranger, quizId)).toBeNull();
  expect(await quizzes.save(stranger, { ...quiz, title: "Mine now" }, quizId)).not.toBe(quizId);
  await quizzes.remove(stranger, quizId);
  expect((await quizzes.load(host, quizId))?.title).toBe("Beasts");
});

test("a guest who becomes an account keeps the quizzes", async () => {
  const [guest, account] = [await addHost(), await addHost()];
  const quizId = await quizzes.save(guest, quiz);
  await quizzes.moveHost(guest, account, false);
  expect(await quizzes.load(account, quizId)).not.toBeNull();
  expect(await quizzes.load(guest, quizId)).toBeNull();
});

test("a new account's own sample quiz gives way to the guest's; an older account keeps all it has", async () => {
  const [guest, account] = [await addHost(), await addHost()];
  const sample = await quizzes.save(account, quiz);
  const brought = await quizzes.save(guest, quiz);
  await quizzes.moveHost(guest, account, true);
  expect(await quizzes.load(account, sample)).toBeNull();
  expect(await quizzes.load(account, brought)).not.toBeNull();
  const later = await addHost();
  await quizzes.save(later, quiz);
  await quizzes.moveHost(later, account, false);
  expect(await quizzes.list(account)).toHaveLength(2);
});

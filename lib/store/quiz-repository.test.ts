import { afterAll, beforeAll, expect, test } from "vitest";
import type { Quiz } from "@/lib/contracts/quiz";
import { type QuizRepository, quizRepository } from "./quiz-repository";
import type { Store } from "./store";
import { openTestStore } from "./test-store";

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

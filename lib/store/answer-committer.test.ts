import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerGraceMs } from "@/lib/game/state";
import { type AnswerCommitter, type AnswerInput, answerCommitter } from "./answer-committer";
import { closesAt, openQuestionOf, seatPlayer } from "./answer-committer.test-support";
import { playerRepository } from "./player-repository";
import type { Store } from "./store";
import { openTestStore } from "./test-store";

let store: Store;
let committer: AnswerCommitter;

beforeAll(async () => {
  store = await openTestStore();
  committer = answerCommitter(store);
});
afterAll(() => store.close());

const addPlayer = (sessionId: string) => seatPlayer(store, sessionId);
const openQuestion = () => openQuestionOf(store);
const rowsOf = ({ playerId }: AnswerInput) => store.prisma.answer.findMany({ where: { playerId } });
const lateRowsOf = ({ playerId }: AnswerInput) => store.prisma.lateAnswer.findMany({ where: { playerId } });

describe("one answer per player and question", () => {
  test("ANS-01: twenty copies of one submission are one row, and every sender hears the same", async () => {
    const answer = await openQuestion();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => committer.submit(answer)));
    expect(await rowsOf(answer)).toHaveLength(1);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({
        kind: "saved",
        value: answer.value,
        submissionId: answer.submissionId,
      });
    expect(outcomes.filter((outcome) => outcome.kind === "saved" && !outcome.repeat)).toHaveLength(1);
    // and also long after, when the question is closed
    expect(await committer.submit({ ...answer, receivedAt: closesAt + 60_000 })).toMatchObject({
      kind: "saved",
      value: answer.value,
      repeat: true,
    });
    expect(await lateRowsOf(answer)).toHaveLength(0);
  });

  test("ANS-03: fifty submissions with two choices: one wins, the others hear which one", async () => {
    const answer = await openQuestion();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        committer.submit({
          ...answer,
          submissionId: `submission-${n}`,
          value: { kind: "choice", choiceId: n % 2 ? "a" : "b" },
        }),
      ),
    );
    const [row, ...others] = await rowsOf(answer);
    expect(others).toEqual([]);
    const committed = {
      value: row?.value,
      submissionId: row?.submissionId,
      receivedAt: Number(row?.receivedAt),
      revision: 0,
    };
    expect(outcomes.filter(({ kind }) => kind === "saved")).toEqual([
      { ...committed, kind: "saved", repeat: false },
    ]);
    const refused = outcomes.filter(({ kind }) => kind !== "saved");
    expect(refused).toHaveLength(49);
    for (const outcome of refused) expect(outcome).toEqual({ ...committed, kind: "alreadyAnswered" });
  });
});

describe("what is not open takes no answer", () => {
  test("a closed question: refused, and noted as late", async () => {
    const answer = { ...(await openQuestion()), questionId: "q2" };
    expect(await committer.submit(answer)).toEqual({ kind: "closed" });
    expect(await rowsOf(answer)).toHaveLength(0);
    expect(await lateRowsOf(answer)).toEqual([
      {
        playerId: answer.playerId,
        sessionId: answer.sessionId,
        questionId: "q2",
        receivedAt: BigInt(answer.receivedAt),
      },
    ]);
    // a repeat adds no second note
    expect(await committer.submit(answer)).toEqual({ kind: "closed" });
    expect(await lateRowsOf(answer)).toHaveLength(1);
  });

  test.each([
    [answerGraceMs - 1, "saved"],
    [answerGraceMs, "saved"],
    [answerGraceMs + 1, "closed"],
  ])("TMR-05: %i ms after the deadline is %s", async (afterMs, kind) => {
    expect(answerGraceMs).toBe(500);
    const answer = { ...(await openQuestion()), receivedAt: closesAt + afterMs };
    expect((await committer.submit(answer)).kind).toBe(kind);
    expect(await rowsOf(answer)).toHaveLength(kind === "saved" ? 1 : 0);
  });

  test("an answer of a removed player is not stored", async () => {
    const answer = await openQuestion();
    await playerRepository(store).setStatus(answer.playerId, "removed");
    expect((await committer.submit(answer)).kind).not.toBe("saved");
    expect(await rowsOf(answer)).toHaveLength(0);
  });

  test("a player of another session is not stored", async () => {
    const answer = await openQuestion();
    const { playerId } = await openQuestion();
    expect(await committer.submit({ ...answer, playerId })).toEqual({ kind: "closed" });
    expect(await rowsOf({ ...answer, playerId })).toHaveLength(0);
  });
});

describe("one odd row does not fail its batch", () => {
  test.each<[string, Partial<AnswerInput>]>([
    ["a time that is no number", { receivedAt: Number.NaN }],
    ["a player nobody knows", { playerId: "nobody" }],
  ])("%s", async (_, odd) => {
    const answer = await openQuestion();
    const others = await Promise.all(
      Array.from({ length: 5 }, async () => ({ ...answer, playerId: await addPlayer(answer.sessionId) })),
    );
    const [first, ...rest] = await Promise.all(
      [{ ...answer, ...odd }, ...others].map((input) => committer.submit(input)),
    );
    expect(["unavailable", "closed"]).toContain(first?.kind);
    expect(rest.map(({ kind }) => kind)).toEqual(others.map(() => "saved"));
    // and the committer goes on
    expect((await committer.submit({ ...answer, submissionId: "second-submission" })).kind).toBe("saved");
  });
});

test.each<[string, Partial<AnswerInput>]>([
  ["a NUL character in the text", { value: { kind: "text", text: "do\u0000g" } }],
  ["half a surrogate pair in the text", { value: { kind: "text", text: "dog\ud83d" } }],
  ["a NUL character in the submission id", { submissionId: "tap\u0000-number-one" }],
])("%s is stored without it, and a repeat is still a repeat", async (_, odd) => {
  const answer = { ...(await openQuestion()), ...odd };
  const saved = { kind: "saved", submissionId: answer.submissionId };
  expect(await committer.submit(answer)).toMatchObject({ ...saved, repeat: false });
  expect(await committer.submit(answer)).toMatchObject({ ...saved, repeat: true });
  expect(await rowsOf(answer)).toHaveLength(1);
});

describe("NET-12: a database that fails", () => {
  /** The store, whose next statements fail with these codes. */
  function failing(codes: string[]) {
    const asked = { times: 0 };
    const query: Store["query"] = (sql, params) => {
      asked.times += 1;
      const code = codes.shift();
      return code ? Promise.reject(Object.assign(new Error(code), { code })) : store.query(sql, params);
    };
    return { asked, store: { ...store, query } };
  }
  async function manyAnswers(): Promise<AnswerInput[]> {
    const answer = await openQuestion();
    return Promise.all(
      Array.from({ length: 20 }, async () => ({ ...answer, playerId: await addPlayer(answer.sessionId) })),
    );
  }

  test("once: everybody is saved by the second try", async () => {
    const broken = failing(["ECONNRESET"]);
    const submit = answerCommitter(broken.store).submit;
    const outcomes = await Promise.all((await manyAnswers()).map(submit));
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["saved"]));
    expect(broken.asked.times).toBe(2);
  });

  test("twice: everybody is told to come again, nobody asks it row by row, and the repeat is saved", async () => {
    const broken = failing(["57P01", "57P01"]);
    const { submit } = answerCommitter(broken.store);
    const answers = await manyAnswers();
    const outcomes = await Promise.all(answers.map(submit));
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["unavailable"]));
    expect(broken.asked.times).toBe(2);
    const repeats = await Promise.all(answers.map(submit));
    expect(new Set(repeats.map(({ kind }) => kind))).toEqual(new Set(["saved"]));
  });

  test("more waiting than the committer holds: the rest is told to come again", async () => {
    const answers = await manyAnswers();
    const { submit } = answerCommitter(store, { maxWaiting: 15 });
    const kinds = (await Promise.all(answers.map(submit))).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "saved")).toHaveLength(15);
    expect(kinds.slice(15)).toEqual(Array.from({ length: 5 }, () => "unavailable"));
  });
});

test("five hundred players at once: all saved, and read back", async () => {
  const answer = await openQuestion();
  await store.query(
    `INSERT INTO "Player" ("id", "sessionId", "name", "nameKey", "seatCode", "source", "joinOrder", "joinedAt")
     SELECT $1 || n, $1, 'T' || n, 't' || n, 'S' || n, 'pin', 1000 + n, 1 FROM generate_series(1, 500) n`,
    [answer.sessionId],
  );
  const outcomes = await Promise.all(
    Array.from({ length: 500 }, (_, n) =>
      committer.submit({ ...answer, playerId: `${answer.sessionId}${n + 1}` }),
    ),
  );
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["saved"]));
  expect(committer.queue()).toEqual({ depth: 0, drainMs: 0 });
  expect(await committer.loadAnswers(answer.sessionId)).toHaveLength(500);
});

/** What the statements of the hot path cost the database, and what they say without reading back. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AnswerInput, answerCommitter } from "./answer-committer";
import type { Store } from "./store";
import { addSession, openTestStore } from "./test-store";

const closesAt = 1_800_000_000_000;
const seatCount = 1_000;
let store: Store;
let answers: AnswerInput[];
let sessionId: string;
const sent: { sql: string; params: unknown[] }[] = [];

beforeAll(async () => {
  store = await openTestStore();
  ({ sessionId } = await addSession(store, { closesAt }));
  await store.query(
    `INSERT INTO "Player" ("id", "sessionId", "name", "nameKey", "activeNameKey", "seatCode", "source", "joinOrder", "joinedAt")
     SELECT 'seat' || n, $1, 'Team ' || n, 'team ' || n, 'team ' || n, 'CODE' || n, 'qr', n, 1 FROM generate_series(1, $2::int) AS n`,
    [sessionId, seatCount],
  );
  answers = Array.from({ length: seatCount }, (_, n) => ({
    sessionId,
    playerId: `seat${n + 1}`,
    questionId: "q1",
    submissionId: `submission-${n}`,
    value: { kind: "choice", choiceId: "a" },
    receivedAt: closesAt - 1_000,
  }));
});
afterAll(() => store.close());

/** The committer on the real store, with every statement written down. */
const listening = () =>
  answerCommitter({
    ...store,
    query: (sql, params) => {
      sent.push({ sql, params });
      return store.query(sql, params);
    },
  });

type Plan = { "Index Name"?: string; Plans?: Plan[] };
const indexesIn = (plan: Plan): string[] => [
  ...(plan["Index Name"] ? [plan["Index Name"]] : []),
  ...(plan.Plans ?? []).flatMap(indexesIn),
];

/** The indexes a statement would take if seats and answers had no keys and every other way were dear. */
async function indexesWithoutKeys({ sql, params }: { sql: string; params: unknown[] }): Promise<string[]> {
  const undone = new Error("undone");
  let found: string[] = [];
  await store.prisma
    .$transaction(async (tx) => {
      const run = (statement: string) => tx.$executeRawUnsafe(statement);
      await run(`ALTER TABLE "Player" DROP CONSTRAINT "Player_pkey" CASCADE`);
      // what says ON CONFLICT cannot do without this one
      if (!sql.includes("ON CONFLICT")) await run(`ALTER TABLE "Answer" DROP CONSTRAINT "Answer_pkey"`);
      for (const way of ["seqscan", "hashjoin", "mergejoin"]) await run(`SET LOCAL enable_${way} = off`);
      const literals = params.reduce<string>(
        (text, value, n) => text.replaceAll(`$${n + 1}`, `'${String(value).replaceAll("'", "''")}'`),
        sql,
      );
      const [row] = await tx.$queryRawUnsafe<{ "QUERY PLAN": { Plan: Plan }[] }[]>(
        `EXPLAIN (FORMAT JSON) ${literals}`,
      );
      found = indexesIn(row?.["QUERY PLAN"][0]?.Plan ?? {});
      throw undone;
    })
    .catch((error) => {
      if (error !== undone) throw error;
    });
  return found;
}

test("whatever the planner thinks of a young database, no statement can go through a session's seats or answers for each answer", async () => {
  const committer = listening();
  const [first, second] = answers as [AnswerInput, AnswerInput];
  await committer.submit(first);
  await committer.submit(second);
  await committer.submit({ ...first, submissionId: "another-one" });
  await committer.submit({ ...second, submissionId: "changed-one", basedOn: 0 });
  await committer.submit({ ...second, submissionId: "changed-two", basedOn: 0 });
  await committer.submit({ ...first, questionId: "q9", submissionId: "too-late-one" });
  const kinds = [...new Map(sent.map((statement) => [statement.sql, statement])).values()];
  expect(kinds).toHaveLength(5);
  for (const statement of kinds)
    for (const index of await indexesWithoutKeys(statement))
      expect(index).not.toMatch(/^(Player|Answer)_session/);
});

test("of two that say they are the same and are not, both hear what is stored", async () => {
  const committer = listening();
  const [answer] = answers.slice(30) as [AnswerInput];
  const outcomes = await Promise.all([
    committer.submit(answer),
    committer.submit({ ...answer, value: { kind: "choice", choiceId: "b" } }),
  ]);
  const row = await store.prisma.answer.findFirstOrThrow({ where: { playerId: answer.playerId } });
  for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: "saved", value: row.value });
});

test("the tally counts what a look at all of them would find", async () => {
  const committer = listening();
  const before = await committer.tally(sessionId, ["q1"], closesAt - 5_000);
  const [answer] = answers.slice(40) as [AnswerInput];
  await committer.submit(answer);
  expect(await committer.tally(sessionId, ["q1"], closesAt - 5_000)).toEqual({
    ...before,
    count: before.count + 1,
  });
  await committer.submit({ ...answer, submissionId: "changed-three", basedOn: 0 });
  expect(await committer.tally(sessionId, ["q1"], closesAt - 5_000)).toEqual({
    count: before.count + 1,
    revisions: before.revisions + 1,
  });
  expect(await committer.tally(sessionId, ["q1"], closesAt)).toEqual({ count: 0, revisions: 0 });
  expect(await committer.tally(sessionId, ["q2"], 0)).toEqual({ count: 0, revisions: 0 });
});

/** What the statements of the hot path cost the database, and what they say without reading back. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AnswerInput, answerCommitter } from "./answer-committer";
import { playerRepository } from "./player-repository";
import type { Store } from "./store";
import { addSession, openTestStore } from "./test-store";

const closesAt = 1_800_000_000_000;
const seatCount = 300;
let store: Store;
let answers: AnswerInput[];
let sessionId: string;
const sent: { sql: string; params: unknown[] }[] = [];

beforeAll(async () => {
  store = await openTestStore();
  ({ sessionId } = await addSession(store, { closesAt }));
  const seated = await Promise.all(
    Array.from({ length: seatCount }, (_, n) =>
      playerRepository(store).seat({
        sessionId,
        playerId: `planned${n}`,
        deviceId: `planned-device${n}`,
        name: `Planned ${n}`,
        nameKey: `planned ${n}`,
        seatCode: `PLAN${n}`,
        source: "pin",
        now: 1,
      }),
    ),
  );
  answers = seated.map((seat, n) => {
    if (!seat.ok) throw new Error(seat.error.code);
    return {
      sessionId,
      playerId: seat.value.playerId,
      questionId: "q1",
      submissionId: `submission-${n}`,
      value: { kind: "choice", choiceId: "a" },
      receivedAt: closesAt - 1_000,
    };
  });
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

type Plan = { "Index Name"?: string; "Node Type": string; "Relation Name"?: string; Plans?: Plan[] };
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

test("without statistics, too, no statement looks through a session's seats or answers for each answer", async () => {
  const committer = listening();
  // a young database: what the planner is told of its tables is nothing
  await store.query(
    `DELETE FROM pg_statistic WHERE starelid IN ('"Player"'::regclass, '"Answer"'::regclass)`,
    [],
  );
  await Promise.all(answers.slice(0, 20).map((answer) => committer.submit(answer)));
  const [first, second] = answers as [AnswerInput, AnswerInput];
  await committer.submit({ ...first, submissionId: "another-one" });
  await committer.submit({ ...second, submissionId: "changed-one", basedOn: 0 });
  await committer.submit({ ...second, submissionId: "changed-two", basedOn: 0 });
  await committer.submit({ ...first, questionId: "q9", submissionId: "too-late-one" });
  const kinds = new Map(sent.map((statement) => [statement.sql, statement]));
  expect(kinds.size).toBe(5);
  for (const { sql, params } of kinds.values()) {
    const { rows } = await store.query<{ "QUERY PLAN": { Plan: Plan }[] }>(
      `EXPLAIN (FORMAT JSON) ${sql}`,
      params,
    );
    const indexes = nodesOf(rows[0]?.["QUERY PLAN"][0]?.Plan as Plan).flatMap(
      (node) => node["Index Name"] ?? [],
    );
    for (const index of indexes) expect(index).not.toMatch(/sessionId/);
  }
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

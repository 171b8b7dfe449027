import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applyEvents } from "@/lib/game/evolve";
import { answerGraceMs, type SessionState } from "@/lib/game/state";
import { type AnswerCommitter, type AnswerInput, answerCommitter } from "./answer-committer";
import { closesAt, seatPlayer } from "./answer-committer.test-support";
import { playerRepository } from "./player-repository";
import { sessionRepository } from "./session-repository";
import type { Store } from "./store";
import { addSession, openTestStore } from "./test-store";

let store: Store;
let committer: AnswerCommitter;

beforeAll(async () => {
  store = await openTestStore();
  committer = answerCommitter(store);
});
afterAll(() => store.close());

const addPlayer = (sessionId: string) => seatPlayer(store, sessionId);
const rowsOf = ({ playerId }: AnswerInput) => store.prisma.answer.findMany({ where: { playerId } });
const lateRowsOf = ({ playerId }: AnswerInput) => store.prisma.lateAnswer.findMany({ where: { playerId } });

describe("answers that may be changed", () => {
  /** A sheet with both questions on it, open until the host locks; a first answer to q2 is stored. */
  async function openSheet(): Promise<{ answer: AnswerInput; state: SessionState; hostId: string }> {
    const { sessionId, state, hostId } = await addSession(store, { sheet: true });
    const answer: AnswerInput = {
      sessionId,
      playerId: await addPlayer(sessionId),
      questionId: "q2",
      submissionId: "first-submission",
      value: { kind: "text", text: "cat" },
      receivedAt: closesAt,
    };
    expect(await committer.submit(answer)).toMatchObject({ kind: "saved", revision: 0, repeat: false });
    return { answer, state, hostId };
  }
  const change = (answer: AnswerInput, basedOn: number, n: number): AnswerInput => ({
    ...answer,
    basedOn,
    submissionId: `change-number-${n}`,
    value: { kind: "text", text: `dog ${n}` },
    receivedAt: answer.receivedAt + n,
  });
  const rowOf = async (answer: AnswerInput) => (await rowsOf(answer))[0];

  test("every question of an open sheet takes answers, without a deadline", async () => {
    const { answer } = await openSheet();
    const first = { ...answer, questionId: "q1", receivedAt: closesAt * 2 };
    expect((await committer.submit(first)).kind).toBe("saved");
    expect((await committer.submit({ ...answer, questionId: "q3" })).kind).toBe("closed");
  });

  test("a change replaces the answer it is based on, and its repeat is the same reply", async () => {
    const { answer } = await openSheet();
    const changed = change(answer, 0, 1);
    const saved = { kind: "saved", submissionId: changed.submissionId, value: changed.value, revision: 1 };
    expect(await committer.submit(changed)).toMatchObject({ ...saved, repeat: false });
    expect(await committer.submit(changed)).toMatchObject({ ...saved, repeat: true });
    expect(await rowOf(answer)).toMatchObject({ revision: 1, receivedAt: BigInt(changed.receivedAt) });
    expect(await committer.submit(change(answer, 1, 2))).toMatchObject({ kind: "saved", revision: 2 });
    // a first answer never overwrites, and a change of what is gone hears what stands
    const stands = { value: { kind: "text", text: "dog 2" }, revision: 2 };
    expect(await committer.submit({ ...answer, submissionId: "another-first" })).toMatchObject({
      kind: "alreadyAnswered",
      ...stands,
    });
    expect(await committer.submit(change(answer, 0, 3))).toMatchObject({ kind: "changed", ...stands });
  });

  test("fifty changes of one revision at once: exactly one wins, all others hear what is stored", async () => {
    const { answer } = await openSheet();
    // as several processes would: each with a committer of its own
    const committers = Array.from({ length: 5 }, () => answerCommitter(store));
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) => committers[n % 5]?.submit(change(answer, 0, n))),
    );
    const won = outcomes.filter((outcome) => outcome?.kind === "saved");
    expect(won).toHaveLength(1);
    const row = await rowOf(answer);
    const stored = {
      value: row?.value,
      submissionId: row?.submissionId,
      receivedAt: Number(row?.receivedAt),
      revision: 1,
    };
    expect(row?.revision).toBe(1);
    expect(won[0]).toEqual({ kind: "saved", repeat: false, ...stored });
    const lost = outcomes.filter((outcome) => outcome?.kind !== "saved");
    expect(lost).toHaveLength(49);
    for (const outcome of lost) expect(outcome).toEqual({ kind: "changed", ...stored });
  });

  test("several processes change whole sheets at once: every row counts its winners, and nothing waits in a circle", async () => {
    const { sessionId } = await addSession(store, { sheet: true });
    const teams = await Promise.all(Array.from({ length: 6 }, () => addPlayer(sessionId)));
    const answers = teams.flatMap((playerId) =>
      ["q1", "q2"].map(
        (questionId): AnswerInput => ({
          sessionId,
          playerId,
          questionId,
          submissionId: `first ${questionId}`,
          value: { kind: "text", text: "cat" },
          receivedAt: closesAt,
        }),
      ),
    );
    const committers = [answerCommitter(store), answerCommitter(store)];
    const both = (inputs: AnswerInput[]) =>
      Promise.all(
        committers.flatMap((one, index) =>
          (index ? inputs.toReversed() : inputs).map((input) => one.submit(input)),
        ),
      );
    await both(answers);
    for (let round = 0; round < 5; round++) {
      const outcomes = await both(answers.map((answer) => change(answer, round, round)));
      // both processes sent the same submission: one wrote it, the other repeats it
      expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["saved"]));
      expect(outcomes.filter((outcome) => outcome.kind === "saved" && !outcome.repeat)).toHaveLength(12);
    }
    const rows = await store.prisma.answer.findMany({ where: { sessionId } });
    expect(rows.map(({ revision }) => revision)).toEqual(answers.map(() => 5));
  });

  test("changes race the lock: nothing is acknowledged that the lock did not see, and nothing seen is lost", async () => {
    for (let attempt = 0; attempt < 10; attempt++) {
      const { answer, state, hostId } = await openSheet();
      const events = [{ type: "questionLocked" as const, at: closesAt, by: "deadline" as const }];
      const next = applyEvents(state, events);
      let lockedRow: Awaited<ReturnType<typeof rowOf>>;
      const lock = sessionRepository(store)
        .save({ next, events, hostId, now: 1 })
        .then(async () => {
          lockedRow = await rowOf(answer);
        });
      // each based on the one before, so that the acknowledged ones are a chain
      let revision = 0;
      const acknowledged: AnswerInput[] = [];
      const writing = (async () => {
        for (let n = 0; n < 8; n++) {
          const input = change(answer, revision, n);
          const outcome = await committer.submit(input);
          if (outcome.kind !== "saved") {
            expect(outcome.kind).toBe("closed");
            return;
          }
          acknowledged.push(input);
          revision = outcome.revision;
        }
      })();
      await Promise.all([lock, writing]);
      const last = acknowledged.at(-1) ?? answer;
      expect(lockedRow).toMatchObject({ value: last.value, submissionId: last.submissionId, revision });
      expect(await committer.submit(change(answer, revision, 99))).toEqual({ kind: "closed" });
      expect(await rowOf(answer)).toEqual(lockedRow);
      // the team's answer counts, so it is no late answer
      expect(await lateRowsOf(answer)).toEqual([]);
    }
  });

  test("a change where nothing stands is a first answer; too late it is a late one", async () => {
    const { answer, state, hostId } = await openSheet();
    const other = { ...answer, playerId: await addPlayer(answer.sessionId) };
    expect(await committer.submit(change(other, 4, 1))).toMatchObject({ kind: "saved", revision: 0 });
    const third = { ...answer, playerId: await addPlayer(answer.sessionId) };
    const events = [{ type: "questionLocked" as const, at: closesAt, by: "deadline" as const }];
    await sessionRepository(store).save({ next: applyEvents(state, events), events, hostId, now: 1 });
    expect(await committer.submit(change(third, 0, 1))).toEqual({ kind: "closed" });
    expect(await rowsOf(third)).toEqual([]);
    expect(await lateRowsOf(third)).toHaveLength(1);
  });

  test.each([
    [answerGraceMs, "saved"],
    [answerGraceMs + 1, "closed"],
  ])("time was called: a change %i ms after it is %s", async (afterMs, kind) => {
    const { sessionId } = await addSession(store, { sheet: true, closesAt });
    const answer: AnswerInput = {
      sessionId,
      playerId: await addPlayer(sessionId),
      questionId: "q1",
      submissionId: "first-submission",
      value: { kind: "text", text: "cat" },
      receivedAt: closesAt,
    };
    await committer.submit(answer);
    expect((await committer.submit(change(answer, 0, afterMs))).kind).toBe(kind);
  });

  test("a change of a removed player, or of a player of another session, is not stored", async () => {
    const { answer } = await openSheet();
    const stranger = await openSheet();
    expect(
      (await committer.submit({ ...change(answer, 0, 1), playerId: stranger.answer.playerId })).kind,
    ).toBe("closed");
    await playerRepository(store).setStatus(answer.playerId, "removed");
    expect((await committer.submit(change(answer, 0, 2))).kind).toBe("closed");
    expect((await committer.submit(change(answer, 7, 3))).kind).toBe("closed");
    expect((await rowOf(answer))?.revision).toBe(0);
    expect((await rowOf(stranger.answer))?.revision).toBe(0);
  });

  test("changes and first answers in one batch each go their way; one odd change does not fail the others", async () => {
    const { answer } = await openSheet();
    const others = await Promise.all(
      Array.from({ length: 4 }, async () => ({ ...answer, playerId: await addPlayer(answer.sessionId) })),
    );
    const inputs = [change(answer, 0, 1), ...others, { ...change(answer, 0, 2), receivedAt: Number.NaN }];
    const outcomes = await Promise.all(inputs.map((input) => committer.submit(input)));
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      "saved",
      "saved",
      "saved",
      "saved",
      "saved",
      "changed",
    ]);
  });
});

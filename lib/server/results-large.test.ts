/**
 * A night of 2,000 teams and 100 questions, 200,000 answers, downloaded over HTTP from a process that has just read it
 * from the database. What is measured is what lives after a garbage collection, client and server together: the client
 * keeps nothing, so that growth is the server's.
 */
import { get, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parse } from "csv-parse";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Question, Quiz } from "@/lib/contracts/quiz";
import { newSession, type SessionState } from "@/lib/game/state";
import { sessionRepository } from "@/lib/store/session-repository";
import type { Store } from "@/lib/store/store";
import { openTestStore } from "@/lib/store/test-store";
import type { SessionRoom } from "./session-room";
import { openTestApp, type TestApp } from "./test-app";

const teams = 2_000;
const rounds = 4;
const perRound = 25;
const answers = teams * rounds * perRound;

const question = (id: string, at: number): Question => ({
  id,
  text: `Question ${id}, of the length that a question in a pub usually has?`,
  points: 1,
  timeLimitSeconds: 30,
  explanation: null,
  hostNotes: null,
  ...(at % 2 === 0
    ? { type: "text", accepted: ["Ljubljana"] }
    : {
        type: "single",
        choices: "abcd".split("").map((letter) => ({
          id: `${id}-${letter}`,
          text: `The answer called ${letter}`,
          correct: letter === "b",
        })),
      }),
});
const quiz: Quiz = {
  title: "The whole town",
  rounds: Array.from({ length: rounds }, (_, round) => ({
    id: `r${round}`,
    title: `Round ${round + 1}`,
    questions: Array.from({ length: perRound }, (_, at) => question(`q${round}x${at}`, at)),
  })),
};
const questions = quiz.rounds.flatMap((round) => round.questions);

/** Over, with every answer shown. */
function finished(sessionId: string): SessionState {
  const state = newSession(sessionId, quiz);
  return {
    ...state,
    position: {
      phase: "finished",
      roundIndex: rounds - 1,
      questionIndex: perRound - 1,
      opensAt: null,
      closesAt: null,
    },
    asked: questions.map(({ id }, at) => ({
      questionId: id,
      openedAt: 1_000 + at * 60_000,
      lockedAt: 31_000 + at * 60_000,
      revealed: true,
    })),
    endedAt: 9_000_000,
  };
}

/**
 * One answer in two is typed, 170 letters that no zip makes smaller: what lies in the buffers of a connection on one
 * machine, some megabytes, must be the smaller part of each file.
 */
const typedSql = `to_jsonb(json_build_object('kind', 'text', 'text', replace(
  encode(sha512(($2 || 'x' || n)::bytea), 'base64') || encode(sha512(($2 || 'y' || n)::bytea), 'base64'), E'\\n', '')))`;
const chosenSql = `to_jsonb(json_build_object('kind', 'choice', 'choiceId', $2 || '-' || substr('abcd', 1 + n % 4, 1)))`;

async function fill(store: Store, sessionId: string, hostId: string): Promise<void> {
  await sessionRepository(store).create({
    sessionId,
    hostId,
    quizId: null,
    title: quiz.title,
    pin: "123456",
    joinKey: "the-key-of-the-large-night",
    playerCap: teams,
    state: finished(sessionId),
    now: 1_000,
  });
  await store.query(
    `INSERT INTO "Player" ("id", "sessionId", "name", "nameKey", "activeNameKey", "seatCode", "source", "joinOrder", "joinedAt")
     SELECT 'p' || n, $1, 'Team ' || n, 'team ' || n, 'team ' || n, 'C' || n, 'table-' || (n % 40), n, 500
     FROM generate_series(1, $2::int) n`,
    [sessionId, teams],
  );
  for (const [at, { id, type }] of questions.entries())
    await store.query(
      `INSERT INTO "Answer" ("playerId", "questionId", "sessionId", "submissionId", "value", "receivedAt")
       SELECT 'p' || n, $2::text, $1::text, 's' || n || $2, ${type === "text" ? typedSql : chosenSql}, $3::bigint + n
       FROM generate_series(1, $4::int) n`,
      [sessionId, id, 2_000 + at * 60_000, teams],
    );
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
/** Bytes that live, buffers included. */
function living(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
/** What earlier requests held goes away with their connections, a little after them. */
async function settled(): Promise<number> {
  for (let last = living(); ; ) {
    await store.ping();
    await pause(300);
    const now = living();
    if (last - now < 500_000) return now;
    last = now;
  }
}
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

let app: TestApp;
let store: Store;
let cookie = "";
let room: SessionRoom;
/** cells the server has looked up for the table that is being sent */
let cellsMade = 0;
const sessionId = "the-large-night";

beforeAll(async () => {
  store = await openTestStore();
  app = await openTestApp({ ROOM_SIZE: String(teams) }, store);
  cookie = await app.signIn();
  const me = await app.request<{ hostId: string }>("GET", "/api/me", { cookie });
  await fill(store, sessionId, me.json.hostId);
  const before = living();
  const found = await app.box.service.findRoom(sessionId);
  if (!found) throw new Error("no room");
  room = found;
  room.scores();
  console.info(`the night in memory: ${megabytes(living() - before)}`);
  const look = room.answerOf.bind(room);
  room.answerOf = (...of) => {
    cellsMade += 1;
    return look(...of);
  };
}, 120_000);
afterAll(async () => {
  await app.close();
  await store.close();
});

const open = (name: string): Promise<IncomingMessage> =>
  new Promise((done, fail) => {
    cellsMade = 0;
    get(`${app.url}/api/sessions/${sessionId}/${name}`, { headers: { cookie }, agent: false }, done).on(
      "error",
      fail,
    );
  });

/** Looks made so far, once they stand still. */
async function madeAtRest(): Promise<number> {
  let [last, now] = [-1, cellsMade];
  while (now !== last) {
    await pause(400);
    [last, now] = [now, cellsMade];
  }
  return now;
}

/** Reads to the end and keeps nothing; `look` some ten times on the way. */
async function drain(reply: IncomingMessage, look: () => void): Promise<number> {
  let bytes = 0;
  let nextAt = 0;
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes < nextAt) continue;
    nextAt = bytes + 2e6;
    look();
  }
  return bytes;
}

test("every answer is in the CSV, in the row of its team", async () => {
  const reply = await open("results.csv");
  let [rows, answered] = [0, 0];
  for await (const line of reply.pipe(parse({ bom: true, from: 2 })) as AsyncIterable<string[]>) {
    rows += 1;
    answered += line.filter((cell) => cell === "right" || cell === "wrong").length;
    expect(line[4]).toBe("active");
    if (line[1] === "Team 1") {
      expect(line).toContain("The answer called b");
      expect(Number(line[2])).toBe(line.filter((cell) => cell === "right").length);
    }
  }
  expect([rows, answered]).toEqual([teams, answers]);
}, 60_000);

/** Measured: the CSV is 23 MB and takes up to 7 MB more while it is made, the workbook 16 MB and 5 MB. */
describe.each(["results.csv", "results.xlsx"])("%s of 200,000 answers", (name) => {
  const mostGrowth = 12e6;
  /** looks at a cell for the whole file; the workbook also counts outcomes before it begins */
  let whole = 0;

  test("is made while it is sent", async () => {
    const before = await settled();
    let most = 0;
    const reply = await open(name);
    expect(reply.statusCode).toBe(200);
    const bytes = await drain(reply, () => {
      most = Math.max(most, living() - before);
    });
    whole = cellsMade;
    const after = living() - before;
    console.info(
      `${name}: ${megabytes(bytes)}, ${whole} looks, grew by ${megabytes(most)}, after it ${megabytes(after)}`,
    );
    expect(whole).toBeGreaterThanOrEqual(answers);
    // held as a whole, either file would be more than this
    expect(bytes).toBeGreaterThan(mostGrowth);
    expect(most).toBeLessThan(mostGrowth);
    expect(after).toBeLessThan(mostGrowth / 2);
  }, 60_000);

  test("waits for a slow reader, and ends with one who goes away", async () => {
    const before = await settled();
    const reply = await open(name);
    await new Promise<void>((stopped) =>
      reply.once("data", () => {
        reply.pause();
        stopped();
      }),
    );
    const made = await madeAtRest();
    console.info(`${name}: ${made} looks for a reader that stands still, ${megabytes(living() - before)}`);
    expect(made).toBeLessThan(0.85 * whole);
    expect(living() - before).toBeLessThan(mostGrowth);
    reply.destroy();
    await pause(300);
    expect(await madeAtRest()).toBeLessThan(0.85 * whole);
    expect((await settled()) - before).toBeLessThan(mostGrowth / 2);
    const { rows } = await store.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
      [],
    );
    expect(rows).toEqual([{ count: 0 }]);
    // and the next reader is served
    const next = await open(name);
    expect(next.statusCode).toBe(200);
    next.destroy();
  }, 60_000);
});

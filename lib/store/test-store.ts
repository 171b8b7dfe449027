/**
 * A fresh store for one test file. Embedded by default: in memory, cloned from a migrated dump that is kept under
 * node_modules/.cache and named after the migrations. With TEST_DATABASE_URL: a new Postgres database per call.
 */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { Quiz } from "@/lib/contracts/quiz";
import { newSession, type SessionState } from "@/lib/game/state";
import { listMigrations } from "./migrate";
import { sessionRepository } from "./session-repository";
import { openStore, type Store } from "./store";

const cacheDir = join(process.cwd(), "node_modules/.cache/roomful");
const migrationsDir = join(process.cwd(), "prisma/migrations");

const randomText = () => randomBytes(9).toString("hex");

export async function openTestStore(): Promise<Store> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  return serverUrl ? openOnPostgres(serverUrl) : openStore({ snapshot: await migratedDump() });
}

/** Named after PGlite's version too: a dump of another one may not open. */
function dumpPath(): string {
  const hash = createHash("sha256");
  const pglite = join(process.cwd(), "node_modules/@electric-sql/pglite/package.json");
  hash.update((JSON.parse(readFileSync(pglite, "utf8")) as { version: string }).version);
  for (const name of listMigrations(migrationsDir))
    hash.update(`\0${name}\0`).update(readFileSync(join(migrationsDir, name, "migration.sql")));
  return join(cacheDir, `store-${hash.digest("hex").slice(0, 16)}.dump`);
}

async function migratedDump(): Promise<Uint8Array> {
  const path = dumpPath();
  if (existsSync(path)) return new Uint8Array(readFileSync(path));
  const empty = await openStore({});
  const dump = await empty.dump();
  await empty.close();
  mkdirSync(cacheDir, { recursive: true });
  // renamed into place, because two test files may make it at the same time
  const half = `${path}.${randomText()}`;
  writeFileSync(half, dump);
  renameSync(half, path);
  return dump;
}

async function openOnPostgres(serverUrl: string): Promise<Store> {
  const name = `roomful_test_${randomText()}`;
  const onServer = async (sql: string) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await onServer(`CREATE DATABASE "${name}"`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const drop = () => onServer(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
  try {
    const store = await openStore({ databaseUrl: url.href });
    return {
      ...store,
      async close() {
        await store.close();
        await drop();
      },
    };
  } catch (error) {
    await drop();
    throw error;
  }
}

/** Two questions in one round: one to choose from, one to type. */
export const smallQuiz: Quiz = {
  title: "A small night",
  rounds: [
    {
      id: "r1",
      title: "Round one",
      questions: [
        {
          id: "q1",
          type: "single",
          text: "Which one is red?",
          points: 1,
          timeLimitSeconds: 30,
          explanation: null,
          hostNotes: null,
          choices: [
            { id: "a", text: "A tomato", correct: true },
            { id: "b", text: "The sky", correct: false },
          ],
        },
        {
          id: "q2",
          type: "text",
          text: "What barks?",
          points: 1,
          timeLimitSeconds: 30,
          explanation: null,
          hostNotes: null,
          accepted: ["dog"],
        },
      ],
    },
  ],
};

/** The same questions on an answer sheet. */
export const sheetQuiz: Quiz = {
  ...smallQuiz,
  rounds: smallQuiz.rounds.map((round) => ({ ...round, pace: "sheet" })),
};

export async function addHost(store: Store): Promise<string> {
  const id = randomText();
  await store.prisma.host.create({ data: { id, name: "A host", email: `${id}@example.com` } });
  return id;
}

/**
 * A stored session of `smallQuiz`, in the lobby or with its first question open until `closesAt`. `sheet`: with both
 * questions on the sheet, until `closesAt` or until the host locks.
 */
export async function addSession(
  store: Store,
  o: { closesAt?: number; playerCap?: number; pin?: string; hostId?: string; sheet?: boolean } = {},
): Promise<{ sessionId: string; hostId: string; state: SessionState }> {
  const hostId = o.hostId ?? (await addHost(store));
  const sessionId = randomText();
  const state = newSession(sessionId, o.sheet ? sheetQuiz : smallQuiz);
  if (o.sheet) {
    state.position = {
      phase: "question",
      roundIndex: 0,
      questionIndex: 1,
      opensAt: 1,
      closesAt: o.closesAt ?? null,
    };
    state.asked = ["q1", "q2"].map((questionId) => ({
      questionId,
      openedAt: 1,
      lockedAt: null,
      revealed: false,
    }));
  } else if (o.closesAt !== undefined)
    state.position = {
      phase: "question",
      roundIndex: 0,
      questionIndex: 0,
      opensAt: o.closesAt - 30_000,
      closesAt: o.closesAt,
    };
  const created = await sessionRepository(store).create({
    sessionId,
    hostId,
    quizId: null,
    title: smallQuiz.title,
    pin: o.pin ?? String(Number.parseInt(randomBytes(5).toString("hex"), 16)),
    joinKey: randomText(),
    playerCap: o.playerCap ?? 300,
    state,
    now: Date.now(),
  });
  if (created !== "created") throw new Error(created);
  return { sessionId, hostId, state };
}

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEmbeddedDatabase } from "./embedded-database";
import { listMigrations, migrate } from "./migrate";
import type { Store } from "./store";
import { openTestStore } from "./test-store";

let store: Store;
let folder: string;
// the one method migrate() needs; its statements without parameters may hold several commands
const client = {
  query: (sql: string, params?: unknown[]) => store.query(sql, params as unknown[]),
} as unknown as Parameters<typeof migrate>[0];

beforeAll(async () => {
  store = await openTestStore();
  folder = mkdtempSync(join(tmpdir(), "roomful-migrations-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await store.close();
});
function write(name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, "migration.sql"), sql);
}

test.runIf(!process.env.TEST_DATABASE_URL)(
  "a migration that fails leaves nothing behind, and is done once it is mended",
  async () => {
    write("20990101000000_snack", `CREATE TABLE "Snack" ("id" text); SELECT 1 / 0;`);
    await expect(migrate(client, folder)).rejects.toMatchObject({ code: "MIGRATION_FAILED" });
    write("20990101000000_snack", `CREATE TABLE "Snack" ("id" text);`);
    expect(await migrate(client, folder)).toEqual(["20990101000000_snack"]);
    expect(await migrate(client, folder)).toEqual([]);
    expect((await store.query(`SELECT * FROM "Snack"`, [])).rows).toEqual([]);
  },
);

test("a night under way when the server was updated keeps its open question and its deadline", async () => {
  const everything = join(process.cwd(), "prisma/migrations");
  const older = mkdtempSync(join(tmpdir(), "roomful-migrations-"));
  for (const name of listMigrations(everything).filter((name) => name < "20261130100000"))
    cpSync(join(everything, name), join(older, name), { recursive: true });
  const database = await openEmbeddedDatabase({ rootDir: process.cwd() });
  const connection = await database.pool.connect();
  try {
    expect(await migrate(connection, older)).not.toEqual([]);
    await connection.query(`INSERT INTO "Workspace" ("id", "name") VALUES ('w', 'w')`);
    await connection.query(
      `INSERT INTO "Session" ("id", "workspaceId", "hostId", "title", "joinKey", "version", "state", "phase",
         "openQuestionId", "closesAt", "playerCap")
       VALUES ('open', 'w', 'h', 't', 'k1', 3, '{}', 'question', 'q7', 1800000000000, 10),
              ('idle', 'w', 'h', 't', 'k2', 0, '{}', 'lobby', NULL, NULL, 10)`,
    );
    expect(await migrate(connection, everything)).not.toEqual([]);
    const { rows } = await connection.query(
      `SELECT "id", "openQuestionIds", "closesAt"::text FROM "Session" ORDER BY "id"`,
    );
    expect(rows).toEqual([
      { id: "idle", openQuestionIds: [], closesAt: null },
      { id: "open", openQuestionIds: ["q7"], closesAt: "1800000000000" },
    ]);
  } finally {
    connection.release();
    await database.close();
    rmSync(older, { recursive: true });
  }
}, 60_000);

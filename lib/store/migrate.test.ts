import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "./migrate";
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

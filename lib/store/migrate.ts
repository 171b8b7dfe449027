/**
 * Applies prisma/migrations at start, under an advisory lock, and keeps Prisma's own `_prisma_migrations` book, so that
 * `prisma migrate deploy` and `status` work on the same database.
 */
import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ClientBase } from "pg";
import { StoreError } from "./store-error";

/** The advisory lock Prisma Migrate itself takes. */
const prismaLock = 72707369;
const book = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`;

type Entry = { migration_name: string; checksum: string; finished_at: Date | null; logs: string | null };

/** Names of the migrations in order. */
export function listMigrations(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, "migration.sql")))
    .sort();
}

export async function migrate(client: Pick<ClientBase, "query">, folder: string): Promise<string[]> {
  const applied: string[] = [];
  await client.query("SELECT pg_advisory_lock($1)", [prismaLock]);
  try {
    await client.query(book);
    const { rows } = await client.query<Entry>(
      `SELECT * FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL ORDER BY "started_at"`,
    );
    const failed = rows.find((row) => !row.finished_at);
    if (failed)
      throw new StoreError(
        "MIGRATION_FAILED",
        `The migration ${failed.migration_name} failed earlier: ${failed.logs ?? "no reason kept"}. Repair the database, then run: npx prisma migrate resolve.`,
      );
    const known = new Set(rows.map((row) => row.migration_name));
    for (const name of listMigrations(folder)) {
      if (known.has(name)) continue;
      await applyOne(client, name, readFileSync(join(folder, name, "migration.sql")));
      applied.push(name);
    }
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [prismaLock]);
  }
  return applied;
}

/** The migration and its line in the book are one transaction: killed half-way, the next start simply does it again. */
async function applyOne(client: Pick<ClientBase, "query">, name: string, sql: Buffer): Promise<void> {
  const checksum = createHash("sha256").update(sql).digest("hex");
  try {
    await client.query("BEGIN");
    await client.query(sql.toString("utf8"));
    await client.query(
      `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at", "applied_steps_count")
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw new StoreError("MIGRATION_FAILED", `The migration ${name} failed: ${String(error)}`);
  }
}

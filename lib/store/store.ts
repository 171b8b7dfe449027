/**
 * The database, whichever it is: real Postgres with a DATABASE_URL, the embedded one without. Migrated when it comes
 * back. Prisma serves everything but the two hot statements, which go through `query`.
 */
import { join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { openEmbeddedDatabase } from "./embedded-database";
import { PrismaClient } from "./generated/client";
import { migrate } from "./migrate";
import { StoreError } from "./store-error";

export type Store = {
  prisma: PrismaClient;
  mode: "postgres" | "embedded";
  query<Row extends pg.QueryResultRow>(sql: string, params: unknown[]): Promise<{ rows: Row[] }>;
  /** rejects when the database does not answer */
  ping(): Promise<void>;
  /** embedded only: the whole database as one file */
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** A statement that takes longer is stuck (faults.md 3): the phones retry, the views are served from memory. */
const defaultStatementTimeoutMs = 3_000;
/** A new connection takes some 10 ms; a phone retries sooner than this. */
const connectionTimeoutMs = 5_000;
/** Two cores serve ten connections well; more only queue inside Postgres. */
const defaultPoolSize = 10;
/** The embedded database has no autovacuum; a night writes some thousand rows an hour. */
const upkeepIntervalMs = 60 * 60 * 1000;

/** pg-pool throws a connection away after any failed query; a mere SQL error need not cost a reconnect. */
class KeepingPool extends pg.Pool {
  override query = (async (...args: never[]) => {
    const client = await this.connect();
    let broken: Error | undefined;
    try {
      return await (client.query as (...params: never[]) => Promise<unknown>)(...args);
    } catch (error) {
      if ((error as { severity?: string }).severity !== "ERROR") broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }) as never;
}

/** A connection of its own, without time-outs: a migration may take long, and waits for that of another process. */
async function migrateOver(databaseUrl: string, migrations: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectionTimeoutMs,
  });
  // a connection lost half-way fails the statement as well; without a listener it would end the process
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new StoreError(
      "DATABASE_UNREACHABLE",
      `The database cannot be reached (${(error as NodeJS.ErrnoException).code ?? String(error)}). Check DATABASE_URL and that Postgres is running.`,
    );
  }
  try {
    await migrate(client, migrations);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function openStore(o: {
  databaseUrl?: string | undefined;
  /** undefined: in memory */
  dataDir?: string | undefined;
  snapshot?: Uint8Array | undefined;
  rootDir?: string | undefined;
  statementTimeoutMs?: number | undefined;
  poolSize?: number | undefined;
}): Promise<Store> {
  const rootDir = o.rootDir ?? process.cwd();
  const embedded = o.databaseUrl
    ? null
    : await openEmbeddedDatabase({
        rootDir,
        ...(o.dataDir ? { dataDir: o.dataDir } : {}),
        ...(o.snapshot ? { snapshot: o.snapshot } : {}),
      });
  const pool =
    embedded?.pool ??
    new KeepingPool({
      connectionString: o.databaseUrl,
      max: o.poolSize ?? defaultPoolSize,
      connectionTimeoutMillis: connectionTimeoutMs,
      statement_timeout: o.statementTimeoutMs ?? defaultStatementTimeoutMs,
      // the server may be gone without a word: give up a little after its own timeout
      query_timeout: (o.statementTimeoutMs ?? defaultStatementTimeoutMs) + 1_000,
    });
  // an idle connection that breaks is replaced by the pool; without a listener it would end the process
  pool.on("error", () => undefined);
  const close = async () => {
    await (embedded ? embedded.close() : pool.end());
  };

  try {
    const migrations = join(rootDir, "prisma/migrations");
    if (o.databaseUrl) await migrateOver(o.databaseUrl, migrations);
    else {
      const client = await pool.connect();
      try {
        await migrate(client, migrations);
      } finally {
        client.release();
      }
    }
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }

  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    transactionOptions: { maxWait: 10_000, timeout: 10_000 },
  });
  const query: Store["query"] = (sql, params) => pool.query(sql, params);
  const upkeep = embedded
    ? setInterval(() => {
        pool
          .query("VACUUM (ANALYZE)")
          .then(() => pool.query("CHECKPOINT"))
          .catch(() => undefined);
      }, upkeepIntervalMs)
    : null;
  upkeep?.unref();

  return {
    prisma,
    mode: embedded ? "embedded" : "postgres",
    query,
    ping: async () => {
      await pool.query("SELECT 1");
    },
    dump: () => {
      if (!embedded) throw new Error("only the embedded database can be dumped");
      return embedded.dump();
    },
    async close() {
      if (upkeep) clearInterval(upkeep);
      await prisma.$disconnect();
      await close();
    },
  };
}

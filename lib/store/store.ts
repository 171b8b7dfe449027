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
      connectionTimeoutMillis: 5_000,
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
    const client = await pool.connect().catch((error) => {
      throw new StoreError(
        "DATABASE_UNREACHABLE",
        `The database cannot be reached (${(error as NodeJS.ErrnoException).code ?? String(error)}). Check DATABASE_URL and that Postgres is running.`,
      );
    });
    try {
      await migrate(client, join(rootDir, "prisma/migrations"));
    } finally {
      client.release();
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

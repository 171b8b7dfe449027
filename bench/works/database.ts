/**
 * One throw-away Postgres for the whole run, as it comes: fsync and synchronous_commit on. Each server gets an empty
 * database in it. It runs on the server's core, because it is part of what the server does.
 */
import { spawnSync } from "node:child_process";
import pg from "pg";
import { startPostgres } from "../../scripts/test-postgres.mjs";
import { CannotRun } from "../options";
import { parentOf, pinServer, treeCpuSeconds } from "./machine";

type Cluster = { url: string; pid: number; stop(): Promise<void>; admin: pg.Pool };
let opening: Promise<Cluster> | null = null;
let cluster: Cluster | null = null;
let made = 0;

// stopped also when this process is; all of it happens before the first await
process.on("exit", () => void cluster?.stop());

async function openCluster(): Promise<Cluster> {
  const started = await startPostgres();
  if (!started)
    throw new CannotRun(
      "There is no Postgres on this machine (no initdb found): nothing to measure against.",
    );
  const admin = new pg.Pool({ connectionString: started.url, max: 1 });
  admin.on("error", () => undefined);
  const { rows } = await admin.query(
    "SELECT pg_backend_pid() AS pid, current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS sync",
  );
  if (rows[0].fsync !== "on" || rows[0].sync !== "on")
    throw new CannotRun("This Postgres does not force commits to the disk.");
  const pid = parentOf(Number(rows[0].pid));
  cluster = { ...started, pid, admin };
  for (const one of [pid, ...childrenOf(pid)]) pinServer(one);
  return cluster;
}

const childrenOf = (pid: number): number[] =>
  (spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" }).stdout ?? "")
    .split("\n")
    .map(Number)
    .filter((child) => child > 0);

export type Database = {
  url: string;
  cpuSeconds(): number;
  query(sql: string, params?: unknown[]): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
};

export async function openDatabase(): Promise<Database> {
  opening ??= openCluster();
  const { admin, url, pid } = await opening;
  made += 1;
  const name = `room_${made}`;
  await admin.query(`CREATE DATABASE ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: own.href, max: 1 });
  pool.on("error", () => undefined);
  return {
    url: own.href,
    cpuSeconds: () => treeCpuSeconds(pid),
    query: async (sql, params = []) => (await pool.query(sql, params)).rows,
    async drop() {
      await pool.end();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

export async function closeDatabases(): Promise<void> {
  const { admin, stop } = cluster ?? {};
  cluster = null;
  opening = null;
  await admin?.end().catch(() => undefined);
  await stop?.();
}

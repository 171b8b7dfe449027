// A throw-away Postgres for the tests: its own data in a temporary folder, on a free port, gone afterwards.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

function findBinaries() {
  const folders = (process.env.PATH ?? "").split(":");
  const debian = "/usr/lib/postgresql";
  if (existsSync(debian))
    for (const version of readdirSync(debian).sort((a, b) => Number(b) - Number(a)))
      folders.unshift(join(debian, version, "bin"));
  return (
    folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "pg_ctl"))) ?? null
  );
}

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

/** Null where Postgres is not installed. */
export async function startPostgres() {
  const bin = findBinaries();
  if (!bin) return null;
  const isRoot = process.getuid?.() === 0;
  // Postgres refuses to run as root; Debian's package brings the user `postgres`
  const asUser = (command, args) =>
    isRoot
      ? spawnSync("runuser", ["-u", "postgres", "--", command, ...args], { stdio: "pipe" })
      : spawnSync(command, args, { stdio: "pipe" });
  const folder = mkdtempSync(join(tmpdir(), "roomful-postgres-"));
  chmodSync(folder, 0o777);
  const data = join(folder, "data");
  const port = await freePort();
  const steps = [
    () =>
      asUser(join(bin, "initdb"), [
        "-D",
        data,
        "-U",
        "roomful",
        "--auth=trust",
        "--no-sync",
        "--encoding=UTF8",
        "--locale=C",
      ]),
    () =>
      asUser(join(bin, "pg_ctl"), [
        "-D",
        data,
        "-w",
        "-t",
        "30",
        "-l",
        join(folder, "log"),
        "-o",
        `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=200`,
        "start",
      ]),
  ];
  for (const step of steps) {
    const done = step();
    if (done.status !== 0) {
      console.error(`Postgres could not be started: ${done.stderr?.toString().trim()}`);
      rmSync(folder, { recursive: true, force: true });
      return null;
    }
  }
  return {
    url: `postgresql://roomful@127.0.0.1:${port}/postgres`,
    async stop() {
      asUser(join(bin, "pg_ctl"), ["-D", data, "-m", "immediate", "stop"]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

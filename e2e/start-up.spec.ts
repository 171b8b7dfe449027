/** A server that cannot start says why, in a sentence for the landlord and a code for a script, and ends. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "./fixtures";
import { freePort, gone, type Settings, spawnServer } from "./venue";

/** What it printed; it must end by itself and with a failure. */
async function failsToStart(settings: Settings): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "roomful-start-"));
  const server = spawnServer({ PORT: String(await freePort()), DATA_DIR: dataDir, ...settings }, "pipe");
  let printed = "";
  server.stderr?.on("data", (chunk) => {
    printed += chunk;
  });
  const giveUp = setTimeout(() => server.kill("SIGKILL"), 60_000);
  await gone(server);
  clearTimeout(giveUp);
  rmSync(dataDir, { recursive: true, force: true });
  expect(server.signalCode).toBeNull();
  expect(server.exitCode).toBe(1);
  // no stack: the fault is not in the program
  expect(printed).not.toMatch(/^\s+at /m);
  return printed;
}

test("the port is in use", async ({ venue }) => {
  expect(await failsToStart({ PORT: String(venue.port) })).toMatch(
    /The port is in use by another program\. .*\(PORT_IN_USE\)/,
  );
});

test("two servers on one data directory: the second stops, the first goes on", async ({ venue }) => {
  const printed = await failsToStart({ DATA_DIR: venue.dataDir });
  expect(printed).toMatch(/is in use by another running Roomful\. .*\(DATA_DIR_IN_USE\)/);
  expect((await fetch(`${venue.localUrl}/readyz`)).status).toBe(200);
});

test("the data directory cannot be made", async () => {
  const folder = mkdtempSync(join(tmpdir(), "roomful-start-"));
  const file = join(folder, "a-file");
  writeFileSync(file, "");
  expect(await failsToStart({ DATA_DIR: join(file, "data") })).toMatch(
    /cannot be written.*\(DATA_DIR_UNWRITABLE\)/,
  );
  rmSync(folder, { recursive: true });
  // where nothing can be made at all
  if (process.platform === "linux")
    expect(await failsToStart({ DATA_DIR: "/proc/nope" })).toMatch(/\(DATA_DIR_UNWRITABLE\)/);
});

test("the data directory belongs to somebody else", async () => {
  test.skip(process.getuid?.() === 0, "root may write everywhere");
  expect(await failsToStart({ DATA_DIR: "/roomful-data" })).toMatch(
    /cannot be written.*\(DATA_DIR_UNWRITABLE\)/,
  );
});

test("the database does not answer", async () => {
  const printed = await failsToStart({
    DATABASE_URL: `postgres://quiz:secret-word@127.0.0.1:${await freePort()}/quiz`,
  });
  expect(printed).toMatch(/The database cannot be reached .*\(DATABASE_UNREACHABLE\)/);
  expect(printed).not.toContain("secret-word");
});

test("faulty settings are all told at once, each by its name", async () => {
  const printed = await failsToStart({
    PORT: "eighty",
    ROOM_SIZE: "0",
    LIMITS: "none",
    PUBLIC_URL: "quiz.example",
    SECRET: "short",
    LOG_LEVEL: "loud",
  });
  for (const name of ["PORT", "ROOM_SIZE", "LIMITS", "PUBLIC_URL", "SECRET", "LOG_LEVEL"])
    expect(printed).toMatch(new RegExp(`^\\s*${name}: must .+$`, "m"));
});

test("faulty settings have a code", async () => {
  expect(await failsToStart({ PORT: "eighty" })).toMatch(/\([A-Z_]+\)/);
});

test("an address to listen on that this machine does not have", async () => {
  expect(await failsToStart({ HOST: "203.0.113.7" })).toMatch(/HOST.*\([A-Z_]+\)/);
});

import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStore } from "./store";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "roomful-store-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const addHost = (id: string) => ({ data: { id, name: id, email: `${id}@example.org` } });

/** Another process that opens the directory, writes a host and holds on. */
async function otherHolder(): Promise<ChildProcess> {
  const program = `(async () => {
    const { openStore } = await import("./lib/store/store.ts");
    const store = await openStore({ dataDir: process.argv[1] });
    await store.prisma.host.create({ data: { id: "other", name: "other", email: "other@example.org" } });
    console.log("holding");
    setInterval(() => undefined, 1000);
  })()`;
  const child = spawn(process.execPath, ["--import", "tsx", "--eval", program, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((done, fail) => {
    child.stdout?.once("data", () => done());
    child.once("exit", (code) => fail(new Error(`the other process ended early (${code})`)));
  });
  return child;
}

test("what was written is there after closing and opening again", async () => {
  const first = await openStore({ dataDir });
  await first.prisma.host.create(addHost("anna"));
  await first.close();
  const second = await openStore({ dataDir });
  expect(await second.prisma.host.count()).toBe(1);
  await second.close();
});

test("a second process is refused the directory; SIGKILL frees it, and loses nothing acknowledged", async () => {
  const other = await otherHolder();
  const gone = new Promise((done) => other.once("close", done));
  await expect(openStore({ dataDir })).rejects.toMatchObject({ code: "DATA_DIR_IN_USE" });
  other.kill("SIGKILL");
  await gone;
  const store = await openStore({ dataDir });
  expect(await store.prisma.host.findMany({ select: { id: true } })).toEqual([{ id: "other" }]);
  await store.close();
});

test("a start that fails frees the directory", async () => {
  const failed = openStore({ dataDir, rootDir: dataDir });
  await expect(failed).rejects.toThrow();
  const store = await openStore({ dataDir });
  await store.ping();
  await store.close();
});

// root may write anywhere
test.runIf(process.getuid?.() !== 0)("a directory that cannot be written to is named as such", async () => {
  chmodSync(dataDir, 0o500);
  await expect(openStore({ dataDir })).rejects.toMatchObject({ code: "DATA_DIR_UNWRITABLE" });
});

test("a directory below a file is named as unwritable", async () => {
  const impossible = openStore({ dataDir: join(process.execPath, "database") });
  await expect(impossible).rejects.toMatchObject({ code: "DATA_DIR_UNWRITABLE" });
});

test("a database that does not answer is named as unreachable", async () => {
  // port 9 (discard) is closed everywhere
  const unreachable = openStore({ databaseUrl: "postgresql://roomful@127.0.0.1:9/roomful" });
  await expect(unreachable).rejects.toMatchObject({ code: "DATABASE_UNREACHABLE" });
});

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, expect, it } from "vitest";

const children: ChildProcess[] = [];
const folders: string[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Says "up" when it runs and then never ends by itself. */
async function sleeper(): Promise<ChildProcess> {
  const code = "console.log('up'); setInterval(() => undefined, 1000)";
  const child = spawn(process.execPath, ["-e", code], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  children.push(child);
  await once(child.stdout!, "data");
  return child;
}
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "roomful-clean-up-"));
  folders.push(path);
  writeFileSync(join(path, "database"), "rows");
  return path;
}

it("ends what it was told of when nobody is there to tell it more, and leaves what was taken back", async () => {
  const [left, stopped, kept] = [await sleeper(), await sleeper(), await sleeper()];
  const [leftFolder, keptFolder] = [folder(), folder()];
  // as a Redis that hangs: it hears of its end only when it goes on
  stopped.kill("SIGSTOP");
  const ends = [once(left, "exit"), once(stopped, "exit")];
  const cleanUp = spawn(process.execPath, [resolve("bench/clean-up.mjs")], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  children.push(cleanUp);
  for (const { pid } of [left, stopped, kept]) cleanUp.stdin.write(`+process ${pid}\n`);
  for (const path of [leftFolder, keptFolder]) cleanUp.stdin.write(`+folder ${path}\n`);
  cleanUp.stdin.end(`-process ${kept.pid}\n-folder ${keptFolder}\n`);
  await Promise.all([once(cleanUp, "exit"), ...ends]);
  expect([left, stopped].map(({ signalCode }) => signalCode)).toEqual(["SIGTERM", "SIGTERM"]);
  expect(existsSync(leftFolder)).toBe(false);
  expect(kept.exitCode ?? kept.signalCode).toBeNull();
  expect(existsSync(keptFolder)).toBe(true);
});

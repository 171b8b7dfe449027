/**
 * Ends what a rehearsal started when the rehearsal itself is gone, however it went: Ctrl+C twice, out of memory, kill -9.
 * A process of its own that reads one thing to keep in mind a line, and acts when the line closes, which the operating
 * system does for the dead too: "+process 12", "-process 12", "+folder /tmp/x", "-folder /tmp/x".
 */
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";

/** The server takes 5 s at the most to end in order (docs/operations.md). */
const orderlyMs = 6_000;
const lookEveryMs = 50;

const kept = { process: new Set(), folder: new Set() };
for await (const line of createInterface({ input: process.stdin })) {
  const [, sign, kind, name] = /^([+-])(process|folder) (.+)$/.exec(line) ?? [];
  if (sign === "+") kept[kind].add(name);
  if (sign === "-") kept[kind].delete(name);
}

/** Each was started as the head of a group of its own, with whatever it started in turn. False: it is gone. */
function signal(pid, name) {
  try {
    process.kill(process.platform === "win32" ? Number(pid) : -Number(pid), name);
    return true;
  } catch {
    return false;
  }
}
// a stopped process hears nothing until it goes on
const living = () => [...kept.process].filter((pid) => signal(pid, 0));
for (const pid of kept.process) {
  signal(pid, "SIGTERM");
  if (process.platform !== "win32") signal(pid, "SIGCONT");
}
const startedAt = Date.now();
while (living().length > 0 && Date.now() - startedAt < orderlyMs)
  await new Promise((wake) => setTimeout(wake, lookEveryMs));
for (const pid of living()) signal(pid, "SIGKILL");
for (const folder of kept.folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

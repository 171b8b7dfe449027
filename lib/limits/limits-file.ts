/**
 * Thresholds change on the night: a file that is looked at every second and that the room panel writes. What cannot be
 * used never changes anything: the last good sizes stay in force and `problem` says why. No file is no problem.
 */
import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { LimitsInForce } from "@/lib/contracts/http";
import {
  effectivePolicies,
  type Overrides,
  type ReadOverrides,
  readLimitsFile,
  readOverrides,
  thresholdsInForce,
  versionOf,
} from "./limit-overrides";
import type { Policies, PolicyName } from "./policies";

/** Live within 3 s is the promise; a look is one `stat`. */
const lookEveryMs = 1_000;
/** Some editors delete a file and write it anew: only a file that was gone twice in a row is gone. */
const looksUntilGone = 2;
const mostBytes = 64 * 1024;

export type LimitsFile = {
  /** in force now; another object only after a change */
  policies(): Policies;
  isShadow(policy: PolicyName): boolean;
  thresholds(): LimitsInForce["thresholds"];
  overrides(): Overrides;
  version(): string;
  /** why the file was not taken, one fault a line; null when it was, or when there is none */
  problem(): string | null;
  /** Replaces all overrides, here and in the file. For the room panel. */
  save(overrides: unknown): Promise<{ ok: true } | { ok: false; problem: string }>;
  /** looks at once instead of within a second */
  look(): Promise<void>;
  close(): void;
};

export async function openLimitsFile(o: {
  path: string;
  /** the computed sizes */
  base: Policies;
  log: {
    info(fields: Record<string, unknown>, message: string): void;
    warn(fields: Record<string, unknown>, message: string): void;
  };
}): Promise<LimitsFile> {
  let overrides: Overrides = {};
  let policies = o.base;
  let version = versionOf(o.base, overrides);
  let problem: string | null = null;
  let seen = "";
  let timesGone = 0;
  /** one look or save after the other */
  let last: Promise<unknown> = Promise.resolve();

  function take(read: ReadOverrides): void {
    if (!read.ok) {
      if (read.problem !== problem)
        o.log.warn(
          { path: o.path },
          `The limits file is not used, the last good sizes stay: ${read.problem}`,
        );
      problem = read.problem;
      return;
    }
    if (problem !== null) o.log.info({ path: o.path }, "The limits file can be used again.");
    problem = null;
    if (versionOf(o.base, read.overrides) === version) return;
    overrides = read.overrides;
    policies = effectivePolicies(o.base, overrides);
    version = versionOf(o.base, overrides);
    o.log.info({ path: o.path, version, overrides }, "New limits are in force.");
  }

  const cannot = (what: string, error: unknown): ReadOverrides & { ok: false } => ({
    ok: false,
    problem: `it cannot be ${what} (${(error as NodeJS.ErrnoException).code ?? String(error)})`,
  });

  async function look(): Promise<void> {
    try {
      const found = await stat(o.path);
      timesGone = 0;
      // a rename over the file brings another inode, whatever its time and size
      const fingerprint = `${found.ino} ${found.mtimeMs} ${found.size}`;
      if (fingerprint === seen) return;
      if (found.size > mostBytes) take({ ok: false, problem: `it is larger than ${mostBytes} bytes` });
      else take(readLimitsFile(await readFile(o.path, "utf8")));
      seen = fingerprint;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") return take(cannot("read", error));
      timesGone += 1;
      if (timesGone < looksUntilGone && seen !== "") return;
      seen = "";
      take({ ok: true, overrides: {} });
    }
  }

  async function save(written: unknown): Promise<{ ok: true } | { ok: false; problem: string }> {
    const read = readOverrides(written);
    if (!read.ok) return read;
    // what is in the file this very moment, so that a slip just made there is kept aside too
    await look();
    const path = await realpath(o.path).catch(() => o.path);
    const draft = `${path}.${randomBytes(4).toString("hex")}.tmp`;
    try {
      await mkdir(dirname(path), { recursive: true });
      const file = await open(draft, "wx");
      try {
        await file.writeFile(`${JSON.stringify({ overrides: read.overrides }, null, 2)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      // somebody's work with a slip in it is not thrown away
      if (problem !== null) await rename(path, `${path}.broken`).catch(() => undefined);
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      return cannot("written", error);
    }
    take(read);
    return { ok: true };
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  }

  await inTurn(look);
  const timer = setInterval(() => void inTurn(look), lookEveryMs);
  timer.unref();

  return {
    policies: () => policies,
    isShadow: (policy) => overrides[policy]?.shadow === true,
    thresholds: () => thresholdsInForce(o.base, overrides),
    overrides: () => overrides,
    version: () => version,
    problem: () => problem,
    save: (written) => inTurn(() => save(written)),
    look: () => inTurn(look),
    close: () => clearInterval(timer),
  };
}

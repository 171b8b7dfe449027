import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type LimitsFile, openLimitsFile } from "./limits-file";
import { memoryLimiter } from "./memory-limiter";
import { policiesFor } from "./policies";

const base = policiesFor({ roomSize: 300 });
let directory: string;
let path: string;
let lines: string[];
let opened: LimitsFile[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "roomful-limits-"));
  path = join(directory, "limits.json");
  lines = [];
  opened = [];
});
afterEach(() => {
  for (const file of opened) file.close();
  rmSync(directory, { recursive: true, force: true });
});

async function openIt(at = path): Promise<LimitsFile> {
  const log = (_: unknown, message: string) => void lines.push(message);
  const file = await openLimitsFile({ path: at, base, log: { info: log, warn: log } });
  opened.push(file);
  return file;
}
const write = (overrides: unknown) => writeFileSync(path, JSON.stringify({ overrides }));

describe("reading", () => {
  test("no file is no problem: the computed sizes are in force", async () => {
    const file = await openIt();
    expect(file.problem()).toBeNull();
    expect(file.policies()).toBe(base);
    expect(lines).toEqual([]);
  });

  test("a file is in force from the start", async () => {
    write({ joinSession: { perMinute: 500 }, pinGuess: { shadow: true } });
    const file = await openIt();
    expect(file.policies().joinSession.perMinute).toBe(500);
    expect([file.isShadow("pinGuess"), file.isShadow("joinSession")]).toEqual([true, false]);
  });

  test("fault 26: broken, the last good sizes stay and it says why; mended, they are live", async () => {
    write({ joinSession: { perMinute: 500 } });
    const file = await openIt();
    const version = file.version();
    writeFileSync(path, '{ "overrides": {\n  "joinSession": { "perMinute": lots } } }');
    await file.look();
    expect(file.problem()).toBe('line 2: "lots" needs quotes, or is no number');
    expect(file.policies().joinSession.perMinute).toBe(500);
    expect(file.version()).toBe(version);
    write({ joinSession: { perMinute: 600 } });
    await file.look();
    expect(file.problem()).toBeNull();
    expect(file.policies().joinSession.perMinute).toBe(600);
    expect(file.version()).not.toBe(version);
    expect(lines).toEqual([
      "New limits are in force.",
      'The limits file is not used, the last good sizes stay: line 2: "lots" needs quotes, or is no number',
      "The limits file can be used again.",
      "New limits are in force.",
    ]);
  });

  test("a file that is broken at the start leaves the computed sizes in force", async () => {
    write({ joinSession: { perMinute: 3 } });
    const file = await openIt();
    expect(file.policies()).toBe(base);
    expect(file.problem()).toMatch(/^joinSession\.perMinute must be at least 13/);
  });

  test("fault 26: a change is live within 3 s, without a restart", async () => {
    const file = await openIt();
    const limiter = memoryLimiter({ policies: file.policies, now: () => 0, random: () => 0 });
    const guess = () => limiter.check([{ policy: "pinGuess", key: "pub" }]);
    for (let i = 0; i < 60; i++) await guess();
    expect((await guess()).ok).toBe(false);
    write({ pinGuess: { burst: 100 } });
    await vi.waitFor(async () => expect((await guess()).ok).toBe(true), { timeout: 3_000, interval: 50 });
  });

  test("a file renamed into its place is taken, though its size is the same", async () => {
    write({ joinSession: { perMinute: 500 } });
    const file = await openIt();
    const next = join(directory, "next.json");
    writeFileSync(next, JSON.stringify({ overrides: { joinSession: { perMinute: 600 } } }));
    renameSync(next, path);
    await file.look();
    expect(file.policies().joinSession.perMinute).toBe(600);
  });

  test("a file that is gone for a moment is not gone; one that stays away is", async () => {
    write({ joinSession: { perMinute: 500 } });
    const file = await openIt();
    rmSync(path);
    await file.look();
    expect(file.policies().joinSession.perMinute).toBe(500);
    write({ joinSession: { perMinute: 500 } });
    await file.look();
    rmSync(path);
    await file.look();
    expect(file.policies().joinSession.perMinute).toBe(500);
    await file.look();
    expect(file.policies()).toEqual(base);
    expect(file.problem()).toBeNull();
  });

  test("a directory in its place and a file of a megabyte are problems in words", async () => {
    const file = await openIt(directory);
    expect(file.problem()).toBe("it cannot be read (EISDIR)");
    writeFileSync(path, " ".repeat(1_000_000));
    expect((await openIt()).problem()).toBe("it is larger than 65536 bytes");
  });
});

describe("saving, as the room panel does", () => {
  test("it is in force at once, in the file, and after a restart", async () => {
    const file = await openIt();
    const before = file.version();
    expect(await file.save({ joinSession: { perMinute: 500 } })).toEqual({ ok: true });
    expect(file.policies().joinSession.perMinute).toBe(500);
    expect(file.version()).not.toBe(before);
    expect((await openIt()).policies().joinSession.perMinute).toBe(500);
    expect(readdirSync(directory)).toEqual(["limits.json"]);
  });

  test("what is refused changes neither the file nor what is in force", async () => {
    const file = await openIt();
    await file.save({ joinSession: { perMinute: 500 } });
    const text = readFileSync(path, "utf8");
    expect(await file.save({ joinSession: { perMinute: 3 } })).toEqual({
      ok: false,
      problem:
        "joinSession.perMinute must be at least 13, or else a room of 10 would be locked out; you wrote 3",
    });
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(file.policies().joinSession.perMinute).toBe(500);
  });

  test("the reader beside it never sees half a file", async () => {
    const file = await openIt();
    const reader = await openIt();
    let isSaving = true;
    const reading = (async () => {
      while (isSaving) {
        await reader.look();
        expect(reader.problem()).toBeNull();
      }
    })();
    for (let i = 0; i < 50; i++) await file.save({ joinSession: { perMinute: 500 + i } });
    isSaving = false;
    await reading;
    await reader.look();
    expect(reader.policies().joinSession.perMinute).toBe(549);
  });

  test("two saves at once end with the later one, in force and in the file", async () => {
    const file = await openIt();
    await Promise.all([file.save({ pinGuess: { burst: 70 } }), file.save({ pinGuess: { burst: 80 } })]);
    expect(file.policies().pinGuess.burst).toBe(80);
    expect((await openIt()).policies().pinGuess.burst).toBe(80);
  });

  test("a file with a slip in it is put aside, not thrown away", async () => {
    writeFileSync(path, '{ "overrides": { oops');
    const file = await openIt();
    await file.save({ pinGuess: { burst: 70 } });
    expect(file.problem()).toBeNull();
    expect(readFileSync(`${path}.broken`, "utf8")).toBe('{ "overrides": { oops');
  });

  test("a link stays a link, and what it leads to is written", async () => {
    const target = join(directory, "elsewhere.json");
    writeFileSync(target, '{ "overrides": {} }');
    symlinkSync(target, path);
    const file = await openIt();
    await file.save({ pinGuess: { burst: 70 } });
    expect(JSON.parse(readFileSync(target, "utf8"))).toEqual({ overrides: { pinGuess: { burst: 70 } } });
  });

  test("a place that cannot be written is said in words, and nothing changes", async () => {
    writeFileSync(join(directory, "file"), "");
    const file = await openIt(join(directory, "file", "limits.json"));
    const saved = await file.save({ pinGuess: { burst: 70 } });
    expect(saved).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^it cannot be written \(E\w+\)$/),
    });
    expect(file.policies()).toBe(base);
  });
});

import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDir } from "./make-dir";

test("a path of several new levels is made, and made again without a fault", () => {
  const path = join(mkdtempSync(join(tmpdir(), "roomful-dir-")), "a", "b", "c");
  makeDir(path);
  makeDir(path);
  expect(existsSync(path)).toBe(true);
});

test.skipIf(!existsSync("/proc/self"))("below /proc it fails instead of trying for ever", () => {
  expect(() => makeDir("/proc/nope/database")).toThrow();
});

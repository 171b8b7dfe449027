import { expect, test } from "vitest";
import { retryDelayMs } from "./retry-delay";

test("the first retry comes within seconds and is spread out", () => {
  expect(retryDelayMs(0, 0)).toBe(3000);
  expect(retryDelayMs(0, 0.999)).toBeGreaterThan(5900);
});

test("repeats wait longer, but never more than half a minute", () => {
  expect(retryDelayMs(2, 0)).toBeGreaterThan(retryDelayMs(1, 0));
  expect(retryDelayMs(1000, 0.999)).toBeLessThanOrEqual(30_000);
});

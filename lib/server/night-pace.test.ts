import { expect, test } from "vitest";
import { createNightPace, percentile } from "./night-pace";

test("a minute of joins, ten seconds of answers, and how long phones waited", () => {
  let now = 1_000;
  const pace = createNightPace(() => now);
  for (let n = 0; n < 30; n++) pace.joined("night");
  for (let ms = 1; ms <= 100; ms++) pace.acknowledged("night", ms);
  expect(pace.read("night")).toEqual({
    joinsPerMinute: 30,
    answersPerSecond: 10,
    ackMs: { p50: 50, p99: 99 },
  });
  now += 11_000;
  expect(pace.read("night")).toMatchObject({ joinsPerMinute: 30, answersPerSecond: 0, ackMs: { p50: 50 } });
  now += 50_000;
  expect(pace.read("night")).toEqual({ joinsPerMinute: 0, answersPerSecond: 0, ackMs: null });
});

test("one session's pace is not another's", () => {
  const pace = createNightPace(() => 0);
  pace.joined("one");
  expect(pace.read("other").joinsPerMinute).toBe(0);
});

test("percentiles are measured values by nearest rank", () => {
  expect([
    percentile([7], 50),
    percentile([7], 99),
    percentile([1, 2, 3, 4], 50),
    percentile([], 50),
  ]).toEqual([7, 7, 2, 0]);
});

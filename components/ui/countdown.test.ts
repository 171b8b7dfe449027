import { expect, test } from "vitest";
import { countdownAt } from "./countdown";

test("TMR-04 the clock is what is left until the deadline, however long nobody looked", () => {
  expect(countdownAt(1000, 31_000, 1000)).toEqual({ secondsLeft: 30, fraction: 1 });
  expect(countdownAt(1000, 31_000, 16_000)).toEqual({ secondsLeft: 15, fraction: 0.5 });
  expect(countdownAt(1000, 31_000, 95_000)).toEqual({ secondsLeft: 0, fraction: 0 });
});

test("a second is shown until it is over: 0 only at the deadline", () => {
  expect(countdownAt(0, 10_000, 9001).secondsLeft).toBe(1);
  expect(countdownAt(0, 10_000, 9999).secondsLeft).toBe(1);
  expect(countdownAt(0, 10_000, 10_000).secondsLeft).toBe(0);
});

test("a pint is never more than full, and one without an opening is empty at its deadline", () => {
  expect(countdownAt(5000, 10_000, 0).fraction).toBe(1);
  expect(countdownAt(null, 10_000, 10_000).fraction).toBe(0);
});

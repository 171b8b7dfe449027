import { expect, test } from "vitest";
import { offenderLog } from "./offenders";

function setUp() {
  const lines: Record<string, unknown>[] = [];
  const clock = { nowMs: 0 };
  const offenders = offenderLog({ log: { warn: (fields) => lines.push(fields) }, now: () => clock.nowMs });
  return { lines, clock, offenders };
}

test("an abuser at 200 requests a second makes one line every 10 s, with what was left out", () => {
  const { lines, clock, offenders } = setUp();
  for (; clock.nowMs < 30_000; clock.nowMs += 5) offenders.refused("submitAnswer", "joker");
  expect(lines).toEqual([
    { policy: "submitAnswer", key: "joker", suppressedCount: 0 },
    { policy: "submitAnswer", key: "joker", suppressedCount: 1999 },
    { policy: "submitAnswer", key: "joker", suppressedCount: 1999 },
  ]);
});

test("each key and each policy has a line of its own", () => {
  const { lines, offenders } = setUp();
  offenders.refused("submitAnswer", "joker");
  offenders.refused("sessionPoll", "joker");
  offenders.refused("submitAnswer", "other");
  expect(lines).toHaveLength(3);
});

test("the worst come first in the list", () => {
  const { clock, offenders } = setUp();
  offenders.refused("pinGuess", "once");
  clock.nowMs = 100;
  for (let i = 0; i < 5; i++) offenders.refused("global", "loud");
  for (let i = 0; i < 3; i++) offenders.refused("global", "louder than once");
  expect(offenders.top(2)).toEqual([
    { policy: "global", key: "loud", refusedCount: 5, firstAt: 100, lastAt: 100 },
    { policy: "global", key: "louder than once", refusedCount: 3, firstAt: 100, lastAt: 100 },
  ]);
});

test("who has been quiet for five minutes is forgotten, and starts from nothing when back", () => {
  const { clock, offenders, lines } = setUp();
  for (let i = 0; i < 9; i++) offenders.refused("global", "loud");
  clock.nowMs = 300_001;
  expect(offenders.top(10)).toEqual([]);
  offenders.refused("global", "loud");
  expect(offenders.top(10)).toMatchObject([{ refusedCount: 1 }]);
  expect(lines).toHaveLength(2);
});

test("rotating keys does not grow the list without end", () => {
  const { clock, offenders } = setUp();
  for (; clock.nowMs < 5000; clock.nowMs += 1) offenders.refused("global", `address ${clock.nowMs}`);
  expect(offenders.top(10_000)).toHaveLength(1000);
});

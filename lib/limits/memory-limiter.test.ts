import { expect, test } from "vitest";
import { limiterContract, type MakeLimiter } from "./contract.test-suite";
import { offLimiter } from "./limiter";
import { memoryLimiter } from "./memory-limiter";
import { policiesFor } from "./policies";

const make: MakeLimiter = ({ policies, random }) => {
  let nowMs = 0;
  return {
    limiter: memoryLimiter({ policies, random, now: () => nowMs }),
    advance: (ms) => {
      nowMs += ms;
    },
  };
};
limiterContract("memory", make);

limiterContract("memory, without a promise", (o) => {
  const { limiter, ...rest } = make(o);
  const { checkNow } = limiter;
  if (!checkNow) throw new Error("memory must answer at once");
  return { ...rest, limiter: { ...limiter, check: async (charges) => checkNow(charges) } };
});

test("a flood of new keys stays within the bound and forgets the quietest first", async () => {
  const policies = policiesFor({ roomSize: 100 });
  policies.pinGuess = { ...policies.pinGuess, burst: 1 };
  const limiter = memoryLimiter({ policies: () => policies, random: () => 0, now: () => 0, maxKeys: 100 });
  const guess = (key: string) => limiter.check([{ policy: "pinGuess", key }]);
  await guess("first");
  for (let i = 0; i < 99; i++) await guess(`flood ${i}`);
  expect((await guess("first")).ok).toBe(false);
  for (let i = 99; i < 1000; i++) await guess(`flood ${i}`);
  expect(limiter.size()).toBe(100);
  expect((await guess("flood 999")).ok).toBe(false);
  expect((await guess("first")).ok).toBe(true);
});

test("switched off, everything passes", async () => {
  const limiter = offLimiter();
  for (let i = 0; i < 1000; i++)
    expect((await limiter.check([{ policy: "pinGuess", key: "x", cost: 100 }])).ok).toBe(true);
});

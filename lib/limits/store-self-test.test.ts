import { describe, expect, test } from "vitest";
import { inWords, type LimiterStore } from "./limiter-store";
import { policiesFor } from "./policies";
import { testStore } from "./store-self-test";
import { upstashLimiter } from "./upstash-limiter";

/** Keeps what is written; its scripts answer what they are told to. */
function storeThat(answers: () => unknown, o: Partial<LimiterStore> = {}): LimiterStore {
  const kept = new Map<string, string>();
  return {
    kind: "redis",
    evalsha: async () => answers(),
    eval: async () => answers(),
    get: async (key) => kept.get(key) ?? null,
    set: async (key, value) => void kept.set(key, value),
    connected: async () => undefined,
    close: async () => undefined,
    ...o,
  };
}
const resetAt = Date.now() + 10_000;
/** tokens left or -1, when the next one comes, the size */
const yesThenNo = () => {
  let asked = 0;
  return () => [asked++ === 0 ? 0 : -1, resetAt, 1];
};

describe("fault 5: before a store is used it must limit", () => {
  test("one that says yes and then no is taken", async () => {
    await expect(testStore(storeThat(yesThenNo()), 150)).resolves.toBeUndefined();
  });

  test.each<[string, LimiterStore, RegExp]>([
    ["always says yes", storeThat(() => [0, resetAt, 1]), /^running the limiter's script: it counts wrong$/],
    ["always says no", storeThat(() => [-1, resetAt, 1]), /^running the limiter's script: it counts wrong$/],
    [
      "forgets what was written",
      storeThat(yesThenNo(), { get: async () => null }),
      /^reading: it did not give back what was written$/,
    ],
    [
      "is read-only",
      storeThat(yesThenNo(), { set: () => Promise.reject(new Error("READONLY You can't write")) }),
      /^writing: READONLY/,
    ],
    [
      "never answers",
      storeThat(() => new Promise(() => undefined), { get: () => new Promise(() => undefined) }),
      /^reading: it did not answer within 20 ms$/,
    ],
  ])("one that %s is not, and it is said what failed", async (_, store, reason) => {
    await expect(testStore(store, 20)).rejects.toThrow(reason);
  });
});

describe("an answer that cannot be right is a failure, not a yes", () => {
  test.each([[[5, resetAt, 999]], [["O", "K"]], [[null, null, null]], ["OK"], [{}]])("%j", async (answer) => {
    const limiter = upstashLimiter({
      store: storeThat(() => answer),
      policies: () => policiesFor({ roomSize: 10 }),
      now: () => performance.now(),
      random: Math.random,
      secret: "x",
    });
    const charge = { policy: "submitAnswer" as const, key: "ann" };
    await expect(limiter.check([charge])).rejects.toThrow();
    await expect(limiter.peek([charge])).rejects.toThrow();
  });
});

test("the reason of a failure holds neither the command nor its keys, and is short", () => {
  const error = new Error(`ERR wrong, command was: ["evalsha","roomful:global:secret-key"]`);
  expect(inWords(error)).toBe("ERR wrong");
  expect(
    inWords(new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED 127.0.0.1:1") })),
  ).toBe("it cannot be reached (fetch failed: connect ECONNREFUSED 127.0.0.1:1)");
  expect(inWords(new Error("x".repeat(5_000))).length).toBeLessThan(200);
});

import { stat } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Limiter, Verdict } from "./limiter";
import { memoryLimiter } from "./memory-limiter";
import { policiesFor } from "./policies";
import { resilientLimiter } from "./resilient-limiter";

const answer = [{ policy: "submitAnswer" as const, key: "ann" }];
const never = () => new Promise<never>(() => undefined);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(selfTest: () => Promise<void> = async () => undefined) {
  const lines: string[] = [];
  const log = (_: unknown, message: string) => void lines.push(message);
  const policies = policiesFor({ roomSize: 100 });
  const now = () => Date.now();
  const store = {
    answer: (async () => ({ ok: true })) as () => Promise<Verdict>,
    selfTest,
    asked: 0,
    tested: 0,
  };
  const remote: Limiter = {
    check: () => {
      store.asked += 1;
      return store.answer();
    },
    peek: () => store.answer(),
  };
  const limiter = resilientLimiter({
    kind: "redis",
    remote,
    local: memoryLimiter({ policies: () => policies, now, random: () => 0 }),
    selfTest: () => {
      store.tested += 1;
      return store.selfTest();
    },
    now,
    log: { info: log, warn: log },
  });
  return { limiter, store, lines, policies };
}
/** Fails three times, so that the breaker opens. */
async function breakIt({ limiter, store }: ReturnType<typeof setUp>, error = new Error("ERR broken")) {
  await limiter.tried;
  store.answer = () => Promise.reject(error);
  for (let i = 0; i < 3; i++) await limiter.check(answer);
}

describe("while the store works", () => {
  test("it decides, and the panel says so", async () => {
    const { limiter, store, lines } = setUp();
    await limiter.tried;
    store.answer = async () => ({
      ok: false,
      policy: "submitAnswer",
      key: "ann",
      retryAfterMs: 7,
      limit: 1,
      remaining: 0,
    });
    expect(await limiter.check(answer)).toMatchObject({ retryAfterMs: 7 });
    expect(await limiter.peek(answer)).toMatchObject({ retryAfterMs: 7 });
    expect(limiter.status()).toEqual({ kind: "redis", state: "up", reason: null });
    expect(lines).toEqual(["The limiter's store (redis) works. Limits are shared through it."]);
  });

  test("a request that passes two limits waits for a hung store once, not twice", async () => {
    const { limiter, store } = setUp();
    await limiter.tried;
    store.answer = never;
    const startedAt = Date.now();
    const both = limiter.check(answer).then(() => limiter.check(answer));
    await vi.advanceTimersByTimeAsync(150);
    await both;
    expect(Date.now() - startedAt).toBe(150);
  });

  test("a single failure is answered locally and the store stays in use", async () => {
    const { limiter, store } = setUp();
    await limiter.tried;
    for (let i = 0; i < 10; i++) {
      store.answer = i % 3 === 2 ? async () => ({ ok: true }) : () => Promise.reject(new Error("ERR blip"));
      expect(await limiter.check(answer)).toEqual({ ok: true });
    }
    expect(limiter.status().state).toBe("up");
    expect(store.asked).toBe(10);
  });
});

describe("fault 4: while the store does not work", () => {
  test("a request waits 150 ms for a store that hangs, and then gets a local answer", async () => {
    const { limiter, store } = setUp();
    await limiter.tried;
    store.answer = never;
    let verdict: Verdict | null = null;
    void limiter.check(answer).then((v) => {
      verdict = v;
    });
    await vi.advanceTimersByTimeAsync(149);
    expect(verdict).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(verdict).toEqual({ ok: true });
  });

  describe("on a machine that was busy itself", () => {
    beforeEach(() => void vi.useRealTimers());
    /** Nothing runs meanwhile, and what came in lies unread. */
    const blockFor = (ms: number) => {
      for (const until = Date.now() + ms; Date.now() < until; );
    };

    test("an answer that is there and was not read counts: the store stays in use", async () => {
      const { limiter, store } = setUp();
      await limiter.tried;
      // comes as an answer over a socket does, after the timers
      store.answer = async () => {
        await stat("/");
        await stat("/");
        return { ok: false, policy: "submitAnswer", key: "ann", retryAfterMs: 7, limit: 1, remaining: 0 };
      };
      for (let n = 0; n < 4; n++) {
        const asked = limiter.check(answer);
        blockFor(400);
        expect(await asked).toMatchObject({ ok: false, retryAfterMs: 7 });
      }
      expect(limiter.status().state).toBe("up");
    });

    test("a store that hangs is found out all the same", async () => {
      const { limiter, store } = setUp();
      await limiter.tried;
      store.answer = never;
      for (let n = 0; n < 6; n++) {
        const asked = limiter.check(answer);
        blockFor(300);
        await asked;
        await new Promise((wait) => setTimeout(wait, 100));
      }
      expect(limiter.status()).toMatchObject({ state: "local" });
    });
  });

  test("after three failures in a row nobody asks it any more, and the reason is told once", async () => {
    const it = setUp();
    await breakIt(it);
    for (let i = 0; i < 100; i++) await it.limiter.check(answer);
    expect(it.store.asked).toBe(3);
    expect(it.limiter.status()).toEqual({ kind: "redis", state: "local", reason: "ERR broken" });
    expect(it.lines.slice(1)).toEqual([
      "The limiter's store (redis) cannot be used: ERR broken. Limits of the same size are kept in this process until it can.",
    ]);
  });

  test("it neither denies everybody nor lets everything pass: the local bucket has the same size", async () => {
    const it = setUp();
    await breakIt(it);
    const { burst } = it.policies.submitAnswer;
    let admitted = 3;
    for (let i = 0; i < 100; i++) if ((await it.limiter.check(answer)).ok) admitted += 1;
    expect(admitted).toBe(burst);
    expect(await it.limiter.peek(answer)).toMatchObject({ ok: false, policy: "submitAnswer" });
    expect((await it.limiter.check([{ policy: "submitAnswer", key: "bob" }])).ok).toBe(true);
  });

  test("it is tried again every 2 s beside the requests, and used again once it works", async () => {
    const it = setUp();
    await breakIt(it);
    it.store.selfTest = () => Promise.reject(new Error("running the limiter's script: still broken"));
    const tested = it.store.tested;
    for (let second = 0; second < 10; second++) {
      await vi.advanceTimersByTimeAsync(1_000);
      for (let i = 0; i < 50; i++) await it.limiter.check(answer);
    }
    expect(it.store.tested - tested).toBe(5);
    expect(it.limiter.status().reason).toBe("running the limiter's script: still broken");
    it.store.selfTest = async () => undefined;
    it.store.answer = async () => ({ ok: true });
    await vi.advanceTimersByTimeAsync(2_000);
    await it.limiter.check(answer);
    await vi.advanceTimersByTimeAsync(0);
    expect(it.limiter.status().state).toBe("up");
    const asked = it.store.asked;
    await it.limiter.check(answer);
    expect(it.store.asked).toBe(asked + 1);
  });

  test("while a trial hangs, nobody waits for it", async () => {
    const it = setUp();
    await breakIt(it);
    it.store.selfTest = never;
    await vi.advanceTimersByTimeAsync(2_000);
    // fake timers: a wait would never end here
    for (let i = 0; i < 100; i++) await it.limiter.check(answer);
    expect(it.store.tested).toBe(2);
  });

  test("a late answer from before the break does not close the breaker", async () => {
    const it = setUp();
    await it.limiter.tried;
    let answerLate: (v: Verdict) => void = () => undefined;
    it.store.answer = () =>
      new Promise((resolve) => {
        answerLate = resolve;
      });
    const late = it.limiter.check(answer);
    await breakIt(it);
    answerLate({ ok: true });
    expect(await late).toEqual({ ok: true });
    expect(it.limiter.status().state).toBe("local");
  });
});

describe("at the start", () => {
  test("requests before the store was tried are limited locally and wait for nothing", async () => {
    const { limiter, store, policies } = setUp(never);
    let admitted = 0;
    for (let i = 0; i < 100; i++) if ((await limiter.check(answer)).ok) admitted += 1;
    expect(admitted).toBe(policies.submitAnswer.burst);
    expect(store.asked).toBe(0);
    expect(limiter.status()).toMatchObject({ state: "local", reason: "it is being tried" });
  });

  test("fault 5: a store that refuses the script is named in the log, and not used", async () => {
    const { limiter, store, lines } = setUp(() =>
      Promise.reject(new Error("running the limiter's script: ERR Unexpected flag in script shebang")),
    );
    await limiter.tried;
    expect((await limiter.check(answer)).ok).toBe(true);
    expect(store.asked).toBe(0);
    expect(lines).toEqual([
      "The limiter's store (redis) cannot be used: running the limiter's script: ERR Unexpected flag in script " +
        "shebang. Limits of the same size are kept in this process until it can.",
    ]);
  });
});

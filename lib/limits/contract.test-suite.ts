/**
 * What every backend of the limits must do, run on each of them with the same tests. The clock is given, so a backend
 * that keeps time itself needs a stand-in; nothing here looks inside.
 */
import { describe, expect, test } from "vitest";
import type { Limiter } from "./limiter";
import { type Policies, policiesFor } from "./policies";

export type LimiterUnderTest = {
  limiter: Limiter;
  /** moves the backend's clock on */
  advance(ms: number): void;
};
export type MakeLimiter = (o: { policies: () => Policies; random: () => number }) => LimiterUnderTest;

export function limiterContract(backend: string, make: MakeLimiter): void {
  const policies = policiesFor({ roomSize: 100 });
  policies.submitAnswer = { ...policies.submitAnswer, perMinute: 60, burst: 3 };
  policies.sessionPoll = { ...policies.sessionPoll, perMinute: 60, burst: 5 };
  const answer = (key = "ann", cost?: number) => [{ policy: "submitAnswer" as const, key, cost }];
  const poll = (key = "ann") => [{ policy: "sessionPoll" as const, key }];
  const open = (random = () => 0) => make({ policies: () => policies, random });
  async function drain({ limiter }: LimiterUnderTest, key?: string) {
    for (let i = 0; i < 3; i++) await limiter.check(answer(key));
  }

  describe(`limiter contract: ${backend}`, () => {
    test("a full bucket gives its burst and refuses the next one, with the reason", async () => {
      const it = open();
      for (let i = 0; i < 3; i++) expect(await it.limiter.check(answer())).toEqual({ ok: true });
      expect(await it.limiter.check(answer())).toEqual({
        ok: false,
        policy: "submitAnswer",
        key: "ann",
        retryAfterMs: 1000,
        limit: 3,
        remaining: 0,
      });
    });

    test("who comes back after the time named is let in, and a moment earlier is not", async () => {
      const it = open();
      await drain(it);
      it.advance(900);
      expect(await it.limiter.check(answer())).toMatchObject({ ok: false, retryAfterMs: 100 });
      it.advance(100);
      expect(await it.limiter.check(answer())).toEqual({ ok: true });
    });

    test("over a long time the rate holds, whoever keeps trying", async () => {
      const it = open();
      let admittedCount = 0;
      for (let i = 0; i < 600; i++) {
        if ((await it.limiter.check(answer())).ok) admittedCount += 1;
        it.advance(100);
      }
      expect(admittedCount).toBeGreaterThanOrEqual(60);
      expect(admittedCount).toBeLessThanOrEqual(63);
    });

    test("a refused request costs nothing: trying harder never makes the wait longer", async () => {
      const it = open();
      await drain(it);
      for (let i = 0; i < 50; i++) await it.limiter.check(answer());
      it.advance(1000);
      expect(await it.limiter.check(answer())).toEqual({ ok: true });
    });

    test("a check is all or nothing: what one bucket refuses is charged to none", async () => {
      const it = open();
      await drain(it);
      for (let i = 0; i < 20; i++)
        expect(await it.limiter.check([...poll(), ...answer()])).toMatchObject({ policy: "submitAnswer" });
      for (let i = 0; i < 5; i++) expect(await it.limiter.check(poll())).toEqual({ ok: true });
      expect((await it.limiter.check(poll())).ok).toBe(false);
    });

    test("two charges of one bucket in one check count together", async () => {
      const it = open();
      await it.limiter.check(answer("ann", 2));
      expect((await it.limiter.check([...answer(), ...answer()])).ok).toBe(false);
      expect((await it.limiter.check(answer())).ok).toBe(true);
    });

    test("a peek sees what a check would say and charges nothing", async () => {
      const it = open();
      for (let i = 0; i < 50; i++) expect(await it.limiter.peek(answer())).toEqual({ ok: true });
      await drain(it);
      expect(await it.limiter.peek(answer())).toMatchObject({ ok: false, policy: "submitAnswer" });
    });

    test("keys are apart from each other, and so are policies under one key", async () => {
      const it = open();
      await drain(it, "abuser");
      expect((await it.limiter.check(answer("abuser"))).ok).toBe(false);
      expect((await it.limiter.check(answer("ann"))).ok).toBe(true);
      expect((await it.limiter.check(poll("abuser"))).ok).toBe(true);
    });

    test("the time to wait is jittered upwards only, by half at the most", async () => {
      for (const [random, retryAfterMs] of [
        [0, 1000],
        [0.5, 1250],
        [1, 1500],
      ] as const) {
        const it = open(() => random);
        await drain(it);
        expect(await it.limiter.check(answer())).toMatchObject({ retryAfterMs });
      }
    });

    test("a new size holds at once, without a restart", async () => {
      let current: Policies = policies;
      const it = make({ policies: () => current, random: () => 0 });
      await drain(it);
      expect((await it.limiter.check(answer())).ok).toBe(false);
      current = { ...policies, submitAnswer: { ...policies.submitAnswer, burst: 6 } };
      expect((await it.limiter.check(answer())).ok).toBe(true);
    });

    test.each([
      ["raised and taken back", { perMinute: 60, burst: 3 }, { perMinute: 12_000, burst: 450 }],
      ["lowered", { perMinute: 12_000, burst: 450 }, { perMinute: 60, burst: 3 }],
    ])("a limit that is %s leaves nobody with the debts of the old size", async (_what, from, to) => {
      let current: Policies = { ...policies, submitAnswer: { ...policies.submitAnswer, ...from } };
      const it = make({ policies: () => current, random: () => 0 });
      for (let i = 0; i < from.burst; i++) await it.limiter.check(answer());
      current = { ...policies, submitAnswer: { ...policies.submitAnswer, ...to } };
      const startedAt = Date.now();
      let admitted = 0;
      while (admitted < 10 * to.burst && (await it.limiter.check(answer())).ok) admitted += 1;
      // a store that is slow to answer gives its bucket time to fill again
      const filledAgain = ((Date.now() - startedAt) / 60_000) * to.perMinute;
      expect(admitted).toBeGreaterThanOrEqual(to.burst);
      expect(admitted).toBeLessThanOrEqual(to.burst + Math.ceil(filledAgain) + 1);
    });
  });
}

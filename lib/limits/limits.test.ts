import { describe, expect, test } from "vitest";
import { memoryLimiter } from "./memory-limiter";
import { apologyPath, createPageGate } from "./page-gate";
import { type PolicyName, policiesFor, publishedPolicies } from "./policies";
import { rateLimitHeaders } from "./rate-limit-headers";

function world(policies = policiesFor({ roomSize: 300 })) {
  let now = 0;
  const limiter = memoryLimiter({ policies: () => policies, now: () => now, random: () => 0 });
  return {
    limiter,
    policies,
    pass: (ms: number) => {
      now += ms;
    },
    ok: async (policy: PolicyName, key = "venue") => (await limiter.check([{ policy, key }])).ok,
  };
}

describe("NET-01 a room the model admits is never refused", () => {
  test.each([10, 100, 300, 1000])(
    "%d phones behind one address: scan within 30 s with 20 %% double taps, then all on the fallback",
    async (roomSize) => {
      const { ok, pass } = world(policiesFor({ roomSize }));
      let refused = 0;
      const must = async (policy: PolicyName, key?: string) => {
        if (!(await ok(policy, key))) refused += 1;
      };
      for (let phone = 0; phone < roomSize; phone++) {
        pass(30_000 / roomSize);
        const loads = phone % 5 === 0 ? 2 : 1;
        for (let load = 0; load < loads; load++) {
          await must("playerPageLoad");
          await must("global");
          await must("global");
        }
        await must("joinSession");
        await must("global");
        await must("socketConnect");
      }
      // the server restarts: everybody reloads and reconnects within two seconds
      pass(60_000);
      for (let phone = 0; phone < roomSize; phone++) {
        pass(2_000 / roomSize);
        await must("playerPageLoad");
        await must("socketConnect");
        await must("socketConnect");
        for (let call = 0; call < 3; call++) await must("global");
      }
      // ten minutes of every phone polling every two seconds, charged to its own player
      for (let round = 0; round < 300; round++) {
        pass(2_000);
        for (let phone = 0; phone < Math.min(roomSize, 20); phone++) await must("sessionPoll", `p${phone}`);
      }
      expect(refused).toBe(0);
    },
  );

  test("just beyond the model the bucket binds", async () => {
    const { ok, policies } = world();
    for (let join = 0; join < policies.joinSession.burst; join++) expect(await ok("joinSession")).toBe(true);
    expect(await ok("joinSession")).toBe(false);
  });

  test("one player answering 50 times a second is refused alone", async () => {
    const { ok, pass } = world();
    let refused = 0;
    for (let tap = 0; tap < 100; tap++) {
      pass(20);
      if (!(await ok("submitAnswer", "abuser"))) refused += 1;
    }
    expect(refused).toBeGreaterThan(80);
    expect(await ok("submitAnswer", "honest")).toBe(true);
  });

  test("the published numbers refuse a hundred honest phones", async () => {
    const { ok, pass } = world(publishedPolicies(300));
    let refused = 0;
    for (let phone = 0; phone < 100; phone++) {
      pass(300);
      if (!(await ok("playerPageLoad"))) refused += 1;
    }
    expect(refused).toBeGreaterThan(0);
  });
});

describe("a check", () => {
  test("charges nothing when any of its buckets is empty", async () => {
    const { limiter, policies } = world();
    const poor = { policy: "submitAnswer" as const, key: "poor" };
    const rich = { policy: "sessionPoll" as const, key: "rich" };
    for (let i = 0; i < policies.submitAnswer.burst; i++) await limiter.check([poor]);
    for (let i = 0; i < 100; i++) expect((await limiter.check([rich, poor])).ok).toBe(false);
    for (let i = 0; i < policies.sessionPoll.burst; i++) expect((await limiter.check([rich])).ok).toBe(true);
  });

  test("a peek costs nothing, and the wait it names is enough", async () => {
    const { limiter, pass, policies } = world();
    const guess = { policy: "pinGuess" as const, key: "venue" };
    for (let i = 0; i < 1000; i++) await limiter.peek([guess]);
    for (let i = 0; i < policies.pinGuess.burst; i++) expect((await limiter.check([guess])).ok).toBe(true);
    const refused = await limiter.check([guess]);
    if (refused.ok) throw new Error("the bucket did not bind");
    expect(rateLimitHeaders(refused, policies)).toMatchObject({
      "Cache-Control": "no-store",
      "Retry-After": "3",
    });
    pass(refused.retryAfterMs);
    expect((await limiter.check([guess])).ok).toBe(true);
  });
});

describe("pages", () => {
  test("the apology meets no limiter, so that there is no loop", async () => {
    const { limiter, policies } = world();
    const gate = createPageGate(limiter);
    const page = { ipKey: "venue", pathname: "/play", isNavigation: true };
    for (let i = 0; i < policies.playerPageLoad.burst; i++) await gate(page);
    expect((await gate(page)).ok).toBe(false);
    const apology = new URL(apologyPath("/play"), "http://x").pathname;
    for (let i = 0; i < 10_000; i++) expect((await gate({ ...page, pathname: apology })).ok).toBe(true);
  });
});

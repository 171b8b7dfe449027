/** The whole limiter over a real Redis that works, is refused, hangs, is slow, refuses the script, or talks nonsense. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type CreatedLimiter, createLimiter } from "./create-limiter";
import type { Charge } from "./limiter";
import { type PolicyName, policiesFor } from "./policies";
import { noRedisReason, type RedisTestServer, startRedis } from "./redis.test-server";
import { type SlowLine, startSlowLine } from "./slow-line.test-server";
import { type RestFault, startUpstashRest, type UpstashTestServer } from "./upstash-rest.test-server";

const policies = policiesFor({ roomSize: 100 });
policies.submitAnswer = { ...policies.submitAnswer, perMinute: 1, burst: 5 };
const open: CreatedLimiter[] = [];
let lines: string[] = [];

function make(
  store: { redisUrl?: string; upstash?: { url: string; token: string } },
  o: { shadow?: PolicyName; onShadowRefusal?: (charge: Charge) => void } = {},
): CreatedLimiter {
  const log = (_: unknown, message: string) => void lines.push(message);
  const created = createLimiter({
    ...store,
    policies: () => policies,
    shadow: (policy) => policy === o.shadow,
    onShadowRefusal: o.onShadowRefusal ?? (() => undefined),
    secret: randomUUID(),
    log: { info: log, warn: log },
    now: () => performance.now(),
    random: Math.random,
  });
  open.push(created);
  return created;
}
afterEach(async () => {
  for (const created of open.splice(0)) await created.close();
  lines = [];
});

const answer = (key: string) => [{ policy: "submitAnswer" as const, key }];
async function admittedOf(created: CreatedLimiter, key: string, tries = 20): Promise<number> {
  let admitted = 0;
  for (let i = 0; i < tries; i++) if ((await created.limiter.check(answer(key))).ok) admitted += 1;
  return admitted;
}

/** What a request pays for the limiter while the store is broken, one after the other for `ms`, and what passes. */
async function measured(created: CreatedLimiter, ms: number) {
  const waits: number[] = [];
  let admitted = 0;
  const endAt = performance.now() + ms;
  while (performance.now() < endAt || waits.length < 1_000) {
    const from = performance.now();
    if ((await created.limiter.check(answer("abuser"))).ok) admitted += 1;
    waits.push(performance.now() - from);
    // sockets and timers get their turn
    await new Promise(setImmediate);
  }
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.floor(share * waits.length)]!;
  return { count: waits.length, p50: at(0.5), p99: at(0.99), worst: waits.at(-1)!, admitted };
}
/** Long enough for a trial of the broken store to fall into it. */
const withTrialMs = 2_500;
/** At the worst five from before the break and five from the local bucket. */
function mustBeHarmless(m: Awaited<ReturnType<typeof measured>>, fault: string): void {
  console.info(
    `${fault}: ${m.count} requests, added p50 ${m.p50.toFixed(3)} ms, p99 ${m.p99.toFixed(3)} ms, worst ${m.worst.toFixed(0)} ms`,
  );
  expect(m.p50).toBeLessThan(1);
  expect(m.p99).toBeLessThanOrEqual(160);
  expect(m.admitted).toBeGreaterThanOrEqual(5);
  expect(m.admitted).toBeLessThanOrEqual(10);
}

describe("nothing set: memory", () => {
  test("limits hold, and the panel says memory", async () => {
    const created = make({});
    expect(await admittedOf(created, "ann")).toBe(5);
    expect(created.status()).toEqual({ kind: "memory", state: "up", reason: null });
  });

  test("two stores at once are refused in a sentence", () => {
    expect(() => make({ redisUrl: "redis://x", upstash: { url: "https://x", token: "y" } })).toThrow(
      /^Set either a Redis URL or an Upstash URL/,
    );
  });
});

describe("shadow: a policy is checked and said, and refuses nobody", () => {
  test("what it would have refused is told, with the key", async () => {
    const told: string[] = [];
    const created = make(
      {},
      { shadow: "submitAnswer", onShadowRefusal: ({ policy, key }) => told.push(`${policy} ${key}`) },
    );
    expect(await admittedOf(created, "ann", 8)).toBe(8);
    expect(told).toEqual(["submitAnswer ann", "submitAnswer ann", "submitAnswer ann"]);
    expect(await created.limiter.peek(answer("ann"))).toEqual({ ok: true });
  });

  test("other policies of the same check still refuse, and then nothing is charged in shadow", async () => {
    const told: string[] = [];
    const created = make(
      {},
      { shadow: "submitAnswer", onShadowRefusal: ({ policy }) => void told.push(policy) },
    );
    const guess = { policy: "pinGuess" as const, key: "pub" };
    for (let i = 0; i < policies.pinGuess.burst; i++) await created.limiter.check([guess]);
    for (let i = 0; i < 20; i++)
      expect(await created.limiter.check([...answer("ann"), guess])).toMatchObject({ policy: "pinGuess" });
    for (let i = 0; i < 5; i++) await created.limiter.check(answer("ann"));
    expect(told).toEqual([]);
    await created.limiter.check(answer("ann"));
    expect(told).toEqual(["submitAnswer"]);
  });
});

test("where all is in memory a check needs no promise, and its shadow is the same", () => {
  const told: string[] = [];
  const { limiter } = make(
    {},
    { shadow: "submitAnswer", onShadowRefusal: ({ policy }) => void told.push(policy) },
  );
  const guess = { policy: "pinGuess" as const, key: "pub" };
  for (let i = 0; i < policies.pinGuess.burst; i++) expect(limiter.checkNow?.([guess])).toEqual({ ok: true });
  expect(limiter.checkNow?.([...answer("ann"), guess])).toMatchObject({ ok: false, policy: "pinGuess" });
  expect(told).toEqual([]);
  for (let i = 0; i < 6; i++) expect(limiter.checkNow?.(answer("ann"))).toEqual({ ok: true });
  expect(told).toEqual(["submitAnswer"]);
});

test("with a shared store there is no check without a promise: it must be asked", async () => {
  const created = make({ redisUrl: "redis://127.0.0.1:1" });
  expect(created.limiter.checkNow).toBeUndefined();
  await created.tried;
  await created.close();
});

describe.skipIf(noRedisReason)("with a real Redis", () => {
  let redis: RedisTestServer;
  let line: SlowLine;
  let rest: UpstashTestServer;
  beforeAll(async () => {
    redis = await startRedis();
    line = await startSlowLine(redis.port);
    rest = await startUpstashRest(redis.client);
  });
  afterAll(async () => {
    await line.stop();
    await rest.stop();
    await redis.stop();
  });
  const overTcp = () => make({ redisUrl: `redis://127.0.0.1:${line.port}` });
  const isUp = (created: CreatedLimiter) =>
    vi.waitFor(
      async () => {
        // a request is what makes it look again
        await created.limiter.peek(answer("nobody"));
        expect(created.status().state).toBe("up");
      },
      { timeout: 10_000, interval: 50 },
    );

  test("it limits, and says that limits are shared", async () => {
    const created = make({ redisUrl: redis.url });
    await isUp(created);
    expect(await admittedOf(created, "ann")).toBe(5);
    expect(created.status()).toEqual({ kind: "redis", state: "up", reason: null });
    expect(lines.at(-1)).toBe("The limiter's store (redis) works. Limits are shared through it.");
  });

  test("fault 4: refused, then back", async () => {
    const created = make({ redisUrl: redis.url });
    await isUp(created);
    await redis.kill();
    try {
      mustBeHarmless(await measured(created, withTrialMs), "refused");
      expect(created.status()).toMatchObject({ state: "local", reason: /^it cannot be reached/ });
    } finally {
      await redis.startAgain();
    }
    await isUp(created);
    expect(await admittedOf(created, "bob")).toBe(5);
  });

  test("fault 4: hung, then back", async () => {
    const created = make({ redisUrl: redis.url });
    await isUp(created);
    redis.hang();
    try {
      mustBeHarmless(await measured(created, withTrialMs), "hung");
      expect(created.status().reason).toBe("it did not answer within 150 ms");
    } finally {
      redis.goOn();
    }
    await isUp(created);
    expect(await admittedOf(created, "bob")).toBe(5);
  });

  test("fault 4: two seconds slow, then quick again", async () => {
    const created = overTcp();
    await isUp(created);
    line.delayMs = 2_000;
    try {
      mustBeHarmless(await measured(created, withTrialMs), "+2 s");
      expect(created.status().reason).toBe("it did not answer within 150 ms");
    } finally {
      line.delayMs = 0;
    }
    await isUp(created);
  });

  // on a real clock: a busy machine may need a second try
  test("fault 4: 300 phones at the very moment it hangs wait 150 ms once, and nobody is refused", {
    retry: 2,
  }, async () => {
    const created = make({ redisUrl: redis.url });
    await isUp(created);
    redis.hang();
    try {
      const from = performance.now();
      const verdicts = await Promise.all(
        Array.from({ length: 300 }, (_, phone) =>
          created.limiter.check([{ policy: "sessionPoll", key: `phone ${phone}` }]),
        ),
      );
      expect(verdicts.every(({ ok }) => ok)).toBe(true);
      // one wait for all of them, and the machine's time to wake 300 callers
      expect(performance.now() - from).toBeLessThan(400);
    } finally {
      redis.goOn();
    }
  });

  test("fault 5: a Redis user who may not run scripts is noticed at the start, in plain words", async () => {
    await redis.client.call("ACL", "SETUSER", "noscript", "on", ">pw", "~*", "+@all", "-eval", "-evalsha");
    const created = make({ redisUrl: `redis://noscript:pw@127.0.0.1:${redis.port}` });
    await created.tried;
    expect(created.status()).toMatchObject({
      state: "local",
      reason: expect.stringMatching(/^running the limiter's script: it refuses access \(NOPERM/),
    });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^The limiter's store \(redis\) cannot be used: running the limiter's script: .*NOPERM.*Limits of the same size are kept in this process until it can\.$/,
    );
    expect(await admittedOf(created, "ann")).toBe(5);
  });

  test("a read-only or full Redis is noticed at the start", async () => {
    await redis.client.config("SET", "maxmemory", "1");
    try {
      const created = make({ redisUrl: redis.url });
      await created.tried;
      expect(created.status().reason).toMatch(/^writing: OOM/);
    } finally {
      await redis.client.config("SET", "maxmemory", "0");
    }
  });

  test("a wrong password is said, and the password is not", async () => {
    const created = make({ redisUrl: `redis://noscript:hunter2@127.0.0.1:${redis.port}` });
    await created.tried;
    expect(created.status()).toMatchObject({ state: "local" });
    expect(created.status().reason).toMatch(/WRONGPASS/);
    expect(lines.join()).not.toContain("hunter2");
    expect(await admittedOf(created, "ann")).toBe(5);
  });

  describe("over HTTP", () => {
    afterEach(() => {
      rest.fault = null;
    });

    test("it limits through one shared store", async () => {
      const created = make({ upstash: rest });
      await isUp(created);
      expect(await admittedOf(created, "ann")).toBe(5);
      expect(created.status()).toEqual({ kind: "upstash", state: "up", reason: null });
    });

    test.each<[Exclude<RestFault, null | "refuses scripts">, RegExp]>([
      ["500", /ERR internal/],
      ["hang", /^it did not answer within 150 ms$/],
      ["slow", /^it did not answer within 150 ms$/],
      // a process busy with the requests of this test may run out of time before it reads the reset
      ["reset", /^it cannot be reached|^it did not answer/],
      ["garbage", /JSON/i],
      ["wrong shape", /^it gave a wrong answer/],
    ])("fault 4: %s, then well again", async (fault, reason) => {
      const created = make({ upstash: rest });
      await isUp(created);
      rest.fault = fault;
      mustBeHarmless(await measured(created, 200), fault);
      // the breaker opens beside the requests, one try after the other
      await vi.waitFor(async () => {
        await created.limiter.check(answer("ann"));
        expect(created.status()).toMatchObject({ state: "local", reason: expect.stringMatching(reason) });
      });
      rest.fault = null;
      await isUp(created);
    });

    test("a wrong token (401) is said at the start, without the token", async () => {
      const created = make({ upstash: { url: rest.url, token: "not-the-right-one" } });
      await created.tried;
      expect(created.status().reason).toMatch(/^writing: it refuses access \(WRONGPASS/);
      expect(lines.join()).not.toContain("not-the-right-one");
      expect(await admittedOf(created, "ann")).toBe(5);
    });

    test("fault 5: an endpoint that refuses the script is named, and mended without a restart", async () => {
      rest.fault = "refuses scripts";
      const created = make({ upstash: rest });
      await created.tried;
      expect(lines).toEqual([
        "The limiter's store (upstash) cannot be used: running the limiter's script: ERR Unexpected flag in script " +
          "shebang: allow-key-locking. Limits of the same size are kept in this process until it can.",
      ]);
      expect(await admittedOf(created, "ann")).toBe(5);
      rest.fault = null;
      await isUp(created);
    });
  });
});

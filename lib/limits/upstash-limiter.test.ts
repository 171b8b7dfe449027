/** The contract of every backend over a real Redis, on both roads, and what only a shared store can get wrong. */
import { randomUUID } from "node:crypto";
import { Ratelimit } from "@upstash/ratelimit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limiterContract, type MakeLimiter } from "./contract.test-suite";
import type { LimiterStore } from "./limiter-store";
import { memoryLimiter } from "./memory-limiter";
import { type Policies, policiesFor } from "./policies";
import { noRedisReason, type RedisTestServer, startRedis } from "./redis.test-server";
import { redisStore } from "./redis-store";
import { upstashLimiter } from "./upstash-limiter";
import { startUpstashRest, type UpstashTestServer } from "./upstash-rest.test-server";
import { upstashStore } from "./upstash-store";

describe.skipIf(noRedisReason)("over a real Redis", () => {
  let redis: RedisTestServer;
  let rest: UpstashTestServer;
  let tcp: LimiterStore;
  let http: LimiterStore;
  beforeAll(async () => {
    redis = await startRedis();
    rest = await startUpstashRest(redis.client);
    tcp = redisStore(redis.url);
    http = upstashStore(rest);
    await tcp.connected(2_000);
  });
  afterAll(async () => {
    await tcp.close();
    await rest.stop();
    await redis.stop();
  });

  /** Lets a late promise's store through: the suite is described before the server is up. */
  const later = (store: () => LimiterStore): LimiterStore => ({
    kind: "redis",
    evalsha: (...args) => store().evalsha(...args),
    eval: (...args) => store().eval(...args),
    get: (...args) => store().get(...args),
    set: (...args) => store().set(...args),
    connected: (ms) => store().connected(ms),
    close: () => store().close(),
  });
  const makeOver =
    (store: () => LimiterStore): MakeLimiter =>
    ({ policies, random }) => {
      let nowMs = 0;
      return {
        limiter: upstashLimiter({
          store: later(store),
          policies,
          random,
          now: () => nowMs,
          // other keys for every test
          secret: randomUUID(),
        }),
        advance: (ms) => {
          nowMs += ms;
        },
      };
    };
  limiterContract(
    "Redis over TCP",
    makeOver(() => tcp),
  );
  limiterContract(
    "Upstash over HTTP",
    makeOver(() => http),
  );

  const policies = policiesFor({ roomSize: 100 });
  policies.submitAnswer = { ...policies.submitAnswer, perMinute: 60, burst: 3 };
  const answer = [{ policy: "submitAnswer" as const, key: "ann" }];
  const processAt = (nowMs: () => number, secret: string, of: () => Policies = () => policies) =>
    upstashLimiter({ store: tcp, policies: of, now: nowMs, random: () => 0, secret });

  test("two processes share one bucket", async () => {
    const secret = randomUUID();
    const [one, two] = [processAt(() => 0, secret), processAt(() => 0, secret)];
    const verdicts = [];
    for (let i = 0; i < 6; i++) verdicts.push((await (i % 2 ? one : two).check(answer)).ok);
    expect(verdicts).toEqual([true, true, true, false, false, false]);
  });

  test("fault 12: a process whose clock is five minutes behind refuses no longer than the others", async () => {
    const secret = randomUUID();
    let nowMs = 0;
    const ahead = processAt(() => nowMs, secret);
    const wallClock = Date.now;
    Date.now = () => wallClock() - 300_000;
    const behind = processAt(() => nowMs, secret);
    Date.now = wallClock;
    for (let i = 0; i < 3; i++) expect((await ahead.check(answer)).ok).toBe(true);
    expect(await behind.check(answer)).toMatchObject({ ok: false });
    nowMs += 1_001;
    expect(await behind.check(answer)).toEqual({ ok: true });
  });

  test("fault 12: the wall clock stepping by five minutes either way changes nothing", async () => {
    let nowMs = 0;
    const limiter = processAt(() => nowMs, randomUUID());
    for (let i = 0; i < 3; i++) await limiter.check(answer);
    const wallClock = Date.now;
    try {
      for (const stepMs of [300_000, -300_000]) {
        Date.now = () => wallClock() + stepMs;
        expect(await limiter.check(answer)).toMatchObject({ ok: false, retryAfterMs: 1_000 });
      }
      nowMs = 1_000;
      expect(await limiter.check(answer)).toEqual({ ok: true });
    } finally {
      Date.now = wallClock;
    }
  });

  test("a check that loses the race for the last token gives back what it took elsewhere", async () => {
    const secret = randomUUID();
    const tight = policiesFor({ roomSize: 100 });
    tight.submitAnswer = { ...tight.submitAnswer, perMinute: 1, burst: 1 };
    tight.sessionPoll = { ...tight.sessionPoll, perMinute: 1, burst: 20 };
    const limiter = processAt(
      () => 0,
      secret,
      () => tight,
    );
    const both = [{ policy: "sessionPoll" as const, key: "ann" }, ...answer];
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => limiter.check(both)));
    expect(verdicts.filter(({ ok }) => ok)).toHaveLength(1);
    let left = 0;
    while ((await limiter.check(both.slice(0, 1))).ok) left += 1;
    expect(left).toBe(19);
  });

  test("every key in the store ends by itself, and none holds an address", async () => {
    const limiter = processAt(() => 0, randomUUID());
    for (const name of ["global", "playerPageLoad", "authFailure", "socketConnect"] as const)
      await limiter.check([{ policy: name, key: "203.0.113.7" }]);
    await limiter.check([{ policy: "global", key: "203.0.113.8" }, ...answer]);
    const keys = await redis.client.keys("roomful:*");
    expect(keys.length).toBeGreaterThan(5);
    for (const key of keys) {
      expect(key).not.toContain("203.0.113");
      // -1: it never ends; one that is ending right now has nothing left, or is gone
      expect(await redis.client.pttl(key), key).not.toBe(-1);
    }
  });

  test("a room in one tick is a few HTTP requests, not one for each phone", async () => {
    const limiter = upstashLimiter({
      store: http,
      policies: () => policiesFor({ roomSize: 300 }),
      now: () => 0,
      random: () => 0,
      secret: randomUUID(),
    });
    await limiter.check(answer);
    const before = rest.requests.length;
    const verdicts = await Promise.all(
      Array.from({ length: 300 }, (_, phone) =>
        limiter.check([{ policy: "sessionPoll", key: `phone ${phone}` }]),
      ),
    );
    expect(verdicts.every(({ ok }) => ok)).toBe(true);
    expect(rest.requests.length - before).toBeLessThanOrEqual(10);
  });

  test.each(["global", "playerPageLoad", "socketConnect", "joinSession"] as const)(
    "%s holds a room's burst at once and its rate afterwards, as the memory backend does",
    async (policy) => {
      let nowMs = 0;
      const sizes = policiesFor({ roomSize: 10 });
      const remote = processAt(
        () => nowMs,
        randomUUID(),
        () => sizes,
      );
      const memory = memoryLimiter({ policies: () => sizes, now: () => nowMs, random: () => 0 });
      const admitted = { remote: 0, memory: 0 };
      for (; nowMs < 10_000; nowMs += 20)
        for (const _ of [1, 2, 3, 4, 5, 6]) {
          if ((await remote.check([{ policy, key: "pub" }])).ok) admitted.remote += 1;
          if ((await memory.check([{ policy, key: "pub" }])).ok) admitted.memory += 1;
        }
      expect(admitted.remote).toBeGreaterThanOrEqual(admitted.memory * 0.98);
      expect(admitted.remote).toBeLessThanOrEqual(admitted.memory * 1.03 + 1);
    },
  );

  test("NET-01 the library's sliding window of the same rate refuses a room its bucket lets in", async () => {
    // the room arrives late in a minute and comes back early in the next, 26 s later
    const roomSize = 100;
    const { playerPageLoad } = policiesFor({ roomSize });
    const wallClock = Date.now;
    let nowMs = Math.floor(wallClock() / 60_000) * 60_000 + 50_000;
    const sliding = new Ratelimit({
      redis: tcp as never,
      limiter: Ratelimit.slidingWindow(playerPageLoad.burst, "60 s"),
      prefix: randomUUID(),
      ephemeralCache: false,
      enableTelemetry: false,
      timeout: 0,
    });
    const bucket = processAt(
      () => nowMs,
      randomUUID(),
      () => policiesFor({ roomSize }),
    );
    const refused = { sliding: 0, bucket: 0 };
    Date.now = () => nowMs;
    try {
      for (const laterMs of [0, 26_000]) {
        nowMs += laterMs;
        for (let phone = 0; phone < roomSize * 1.2; phone++) {
          if (!(await sliding.limit("pub")).success) refused.sliding += 1;
          if (!(await bucket.check([{ policy: "playerPageLoad", key: "pub" }])).ok) refused.bucket += 1;
        }
      }
    } finally {
      Date.now = wallClock;
    }
    expect(refused.bucket).toBe(0);
    expect(refused.sliding).toBeGreaterThan(30);
  });
});

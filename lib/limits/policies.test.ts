import { describe, expect, test } from "vitest";
import type { Charge, Limiter } from "./limiter";
import { memoryLimiter } from "./memory-limiter";
import { createPageGate } from "./page-gate";
import { type Policies, policiesFor, policyNames, publishedPolicies } from "./policies";

/** A room of phones behind one address, on a clock of its own: what is refused, and to whom. */
const pub = "192.0.2.1";
type Request = { at: number; who: string; ask: (limiter: Limiter) => Promise<{ ok: boolean }> };

/** Seeded, so that a failure comes back. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function refusalsOf(policies: Policies, requests: Request[]): Promise<Map<string, number>> {
  let nowMs = 0;
  const limiter = memoryLimiter({ policies: () => policies, now: () => nowMs, random: () => 0 });
  const refusedCounts = new Map<string, number>();
  for (const { at, who, ask } of requests.sort((a, b) => a.at - b.at)) {
    nowMs = at;
    if (!(await ask(limiter)).ok) refusedCounts.set(who, (refusedCounts.get(who) ?? 0) + 1);
  }
  return refusedCounts;
}

const charge =
  (...charges: Charge[]) =>
  (limiter: Limiter) =>
    limiter.check(charges);
const page = (limiter: Limiter) =>
  createPageGate(limiter)({ ipKey: pub, pathname: "/j/key", isNavigation: true });
const stranger = charge({ policy: "global", key: pub });
const join = async (limiter: Limiter) => {
  const passed = await stranger(limiter);
  return passed.ok ? limiter.check([{ policy: "joinSession", key: pub }]) : passed;
};
const connect = charge({ policy: "socketConnect", key: pub });
const poll = (key: string) => charge({ policy: "sessionPoll", key });
const answer = (key: string) => charge({ policy: "submitAnswer", key });

/** Everyone scans within 30 s; a fifth taps twice, so that both join before either has a seat. */
function scan(roomSize: number, random: () => number, from = 0): Request[] {
  return Array.from({ length: roomSize }, (_, phone) => {
    const start = from + random() * 30_000;
    const taps = random() < 0.2 ? [0, 250] : [0];
    return taps.flatMap((tap) => [
      { at: start + tap, who: `phone ${phone}`, ask: page },
      { at: start + tap + 300, who: `phone ${phone}`, ask: stranger },
      { at: start + tap + 2_000, who: `phone ${phone}`, ask: join },
      { at: start + tap + 2_200, who: `phone ${phone}`, ask: connect },
    ]);
  }).flat();
}

/** The whole room within one second: a page, its look-up and a socket each. */
const reloadAll = (roomSize: number, random: () => number, from: number): Request[] =>
  Array.from({ length: roomSize }, (_, phone) => {
    const at = from + random() * 1_000;
    return [page, stranger, connect].map((ask, step) => ({ at: at + step * 50, who: `phone ${phone}`, ask }));
  }).flat();

const reconnectAll = (roomSize: number, random: () => number, from: number): Request[] =>
  Array.from({ length: roomSize }, (_, phone) => ({
    at: from + random() * 1_000,
    who: `phone ${phone}`,
    ask: connect,
  }));

/** Three hours of long polls of 20 s, a push every 15 s, an answer with one repeat a question. */
function nightOnPolling(phoneCount: number, random: () => number): Request[] {
  const requests: Request[] = [];
  for (let phone = 0; phone < phoneCount; phone++) {
    const key = `phone ${phone}`;
    for (let at = 0; at < 3 * 3_600_000; ) {
      requests.push({ at, who: key, ask: poll(key) });
      at += Math.min(20_000, 15_000 * (0.5 + random()));
    }
    for (let opensAt = 10_000; opensAt < 3 * 3_600_000; opensAt += 60_000) {
      const at = opensAt + random() * 20_000;
      requests.push({ at, who: key, ask: answer(key) }, { at: at + 800, who: key, ask: answer(key) });
      // the stored answer is a change of the phone's own view, and wakes its poll
      requests.push({ at: at + 100, who: key, ask: poll(key) });
    }
  }
  return requests;
}

const every = (ms: number, untilMs: number, who: string, ask: Request["ask"]): Request[] =>
  Array.from({ length: Math.floor(untilMs / ms) }, (_, i) => ({ at: i * ms, who, ask }));

describe("an honest room is never refused", () => {
  test.each([2, 10, 30, 100, 300, 1000])(
    "NET-01 %i phones scan within 30 s with double taps, reload and reconnect all at once",
    async (roomSize) => {
      for (const seed of [1, 2, 3]) {
        const random = seeded(seed);
        const night = [
          ...scan(roomSize, random),
          ...reloadAll(roomSize, random, 40_000),
          ...reconnectAll(roomSize, random, 70_000),
          ...reloadAll(roomSize, random, 100_000),
        ];
        expect(await refusalsOf(policiesFor({ roomSize }), night)).toEqual(new Map());
      }
    },
  );

  test("a whole night on the polling fallback is never refused a view or an answer", async () => {
    const night = nightOnPolling(20, seeded(7));
    expect(await refusalsOf(policiesFor({ roomSize: 300 }), night)).toEqual(new Map());
  });

  test("a host who opens a question every 2 s for a minute leaves no phone without its view", async () => {
    const random = seeded(11);
    const storm = Array.from({ length: 20 }, (_, phone) =>
      Array.from({ length: 30 }, (_, push) => ({
        at: push * 2_000 + random() * 200,
        who: `phone ${phone}`,
        ask: poll(`phone ${phone}`),
      })),
    ).flat();
    expect(await refusalsOf(policiesFor({ roomSize: 300 }), storm)).toEqual(new Map());
  });
});

describe("an honest room on a bad night is never refused", () => {
  test.each([10, 100, 1000])(
    "%i phones whose sockets all fail may try every 5 s for half an hour",
    async (n) => {
      const random = seeded(13);
      const tries = Array.from({ length: n }, (_, phone) => {
        const requests: Request[] = [];
        let waitMs = 300;
        for (let at = random() * 1_000; at < 1_800_000; at += waitMs * (0.75 + random() / 2)) {
          requests.push({ at, who: `phone ${phone}`, ask: connect });
          waitMs = Math.min(5_000, waitMs * 2);
        }
        return requests;
      }).flat();
      expect(await refusalsOf(policiesFor({ roomSize: n }), tries)).toEqual(new Map());
    },
  );

  test("two big screens on the fallback while the room arrives, each woken once a second", async () => {
    const ask = poll("screen");
    const night = [...every(1_000, 600_000, "first", ask), ...every(1_000, 600_000, "second", ask)];
    expect(await refusalsOf(policiesFor({ roomSize: 300 }), night)).toEqual(new Map());
  });
});

describe("beyond the room the buckets bind", () => {
  test.each([
    ["playerPageLoad", 1.5],
    ["joinSession", 1.3],
    ["socketConnect", 3],
  ] as const)("%s gives the room its burst at once, and nothing more", async (policy, perPhone) => {
    const roomSize = 100;
    const ask = charge({ policy, key: pub });
    const atOnce = Array.from({ length: roomSize * perPhone + 5 }, () => ({ at: 0, who: policy, ask }));
    expect(await refusalsOf(policiesFor({ roomSize }), atOnce)).toEqual(new Map([[policy, 5]]));
  });

  test("NET-01 a phone that sends 50 answers a second is refused alone", async () => {
    const night = [
      ...every(20, 60_000, "joker", answer("joker")),
      ...nightOnPolling(5, seeded(5)).filter(({ at }) => at < 60_000),
    ];
    const refused = await refusalsOf(policiesFor({ roomSize: 100 }), night);
    expect([...refused.keys()]).toEqual(["joker"]);
    // 10 at once and 20 a minute of the 3,000 it sent
    expect(refused.get("joker")).toBe(3_000 - 30 + 1);
  });

  test.each([100, 300, 1000])(
    "an abuser with a seat polling at 200/s beside %i phones is refused alone",
    async (n) => {
      const night = [...scan(n, seeded(3)), ...every(5, 60_000, "joker", poll("joker"))];
      const refused = await refusalsOf(policiesFor({ roomSize: n }), night);
      expect([...refused.keys()]).toEqual(["joker"]);
    },
  );

  test.each([10, 100, 300, 1000])(
    "a stranger's 200 requests a second refuse none of %i phones that arrive",
    async (roomSize) => {
      const night = [...scan(roomSize, seeded(3), 5_000), ...every(5, 60_000, "stranger", stranger)];
      const refused = await refusalsOf(policiesFor({ roomSize }), night);
      refused.delete("stranger");
      expect(refused).toEqual(new Map());
    },
  );

  test("60 wrong codes at once and 20 a minute are all a guesser gets", async () => {
    const guesses = every(100, 600_000, "guesser", charge({ policy: "pinGuess", key: pub }));
    const refused = await refusalsOf(policiesFor({ roomSize: 300 }), guesses);
    const admittedCount = guesses.length - (refused.get("guesser") ?? 0);
    expect(admittedCount).toBeGreaterThanOrEqual(258);
    expect(admittedCount).toBeLessThanOrEqual(260);
  });

  test("ten failed sign-ins in a quarter of an hour, then one every minute and a half", async () => {
    const tries = every(1_000, 900_000, "guesser", charge({ policy: "authFailure", key: pub }));
    const refused = await refusalsOf(policiesFor({ roomSize: 300 }), tries);
    expect(tries.length - (refused.get("guesser") ?? 0)).toBeLessThanOrEqual(20);
  });
});

describe("the table", () => {
  test("every policy has a positive size and says why in a sentence with its numbers", () => {
    for (const policies of [policiesFor({ roomSize: 300 }), publishedPolicies(300)])
      for (const name of policyNames) {
        const { perMinute, burst, because, name: own } = policies[name];
        expect(own).toBe(name);
        expect(perMinute).toBeGreaterThan(0);
        expect(Number.isInteger(burst) && burst > 0).toBe(true);
        expect(because).toMatch(/\.$/);
      }
  });

  test("a faster fallback makes a larger address bucket", () => {
    const slow = policiesFor({ roomSize: 1000, pollSeconds: 5 }).global.perMinute;
    expect(policiesFor({ roomSize: 1000, pollSeconds: 1 }).global.perMinute).toBeGreaterThan(slow);
  });

  test("NET-01 the published numbers do refuse a room of 100 that scans within 30 s", async () => {
    const refused = await refusalsOf(publishedPolicies(100), scan(100, seeded(1)));
    expect(refused.size).toBeGreaterThan(10);
  });
});

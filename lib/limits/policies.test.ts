/** Who is refused when somebody in the room does not behave, and what the table says. */
import { describe, expect, test } from "vitest";
import type { Charge } from "./limiter";
import { memoryLimiter } from "./memory-limiter";
import { type Policies, policiesFor, policyNames, publishedPolicies } from "./policies";
import { behaviours, pub, type Sent, seatOnTheFallback, seeded } from "./well-behaved-room.test-model";

type Request = Sent & { who: string };

/** Refusals by who sent the request. */
async function refusalsOf(policies: Policies, requests: Request[]): Promise<Map<string, number>> {
  let nowMs = 0;
  const limiter = memoryLimiter({ policies: () => policies, now: () => nowMs, random: () => 0 });
  const refusedCounts = new Map<string, number>();
  for (const { at, who, charges } of requests.sort((a, b) => a.at - b.at)) {
    nowMs = at;
    if (!(await limiter.check(charges)).ok) refusedCounts.set(who, (refusedCounts.get(who) ?? 0) + 1);
  }
  return refusedCounts;
}
const by = (who: string, sent: Sent[]): Request[] => sent.map((request) => ({ ...request, who }));
const every = (ms: number, untilMs: number, who: string, charge: Charge): Request[] =>
  Array.from({ length: Math.floor(untilMs / ms) }, (_, i) => ({ at: i * ms, who, charges: [charge] }));
const arriving = (phones: number, from = 0) =>
  by("room", behaviours["a scan within 30 s, a fifth of it twice"]({ phones, from, random: seeded(3) }));

describe("fault 24: an abuser beside an honest room is refused alone", () => {
  test("NET-01 a phone that sends 50 answers a second", async () => {
    const seats = [0, 1, 2, 3, 4].flatMap((seat) =>
      seatOnTheFallback({
        seat: `seat ${seat}`,
        devices: 1,
        hours: 0.5,
        pace: "question",
        random: seeded(seat),
      }),
    );
    const refused = await refusalsOf(policiesFor({ roomSize: 100 }), [
      ...every(20, 60_000, "joker", { policy: "submitAnswer", key: "joker" }),
      ...by("room", seats),
    ]);
    expect([...refused.keys()]).toEqual(["joker"]);
    // of the 3,000 it sent 30 at once and 30 a minute pass
    expect(refused.get("joker")).toBe(3_000 - 60 + 1);
  });

  test.each([100, 300, 1000])("one with a seat, polling 200 times a second beside %i phones", async (n) => {
    const night = [...arriving(n), ...every(5, 60_000, "joker", { policy: "sessionPoll", key: "joker" })];
    expect([...(await refusalsOf(policiesFor({ roomSize: n }), night)).keys()]).toEqual(["joker"]);
  });

  test.each([1, 10, 100, 300, 1000])(
    "a stranger's 200 requests a second refuse none of %i phones that arrive",
    async (roomSize) => {
      const noise = every(5, 60_000, "stranger", { policy: "global", key: pub });
      const refused = await refusalsOf(policiesFor({ roomSize }), [...arriving(roomSize, 5_000), ...noise]);
      expect(refused.get("room")).toBeUndefined();
    },
  );

  test("fault 24: 50 joins a second from one phone of the room refuse nobody who arrives beside it", async () => {
    const flood: Request[] = Array.from({ length: 6_000 }, (_, i) => ({
      at: i * 20,
      who: "flood",
      charges: [
        { policy: "deviceJoin", key: "flood" },
        { policy: "joinSession", key: pub },
      ],
    }));
    for (const phones of [100, 300]) {
      const night = [...flood, ...arriving(phones, 30_000)];
      const refused = await refusalsOf(policiesFor({ roomSize: phones }), night);
      expect([...refused.keys()]).toEqual(["flood"]);
    }
  });

  test("fault 24: joins with a new device each, 50 a second, leave every seat and every answer alone", async () => {
    const flood = every(20, 600_000, "flood", { policy: "joinSession", key: pub });
    const seat = seatOnTheFallback({
      seat: "seat",
      devices: 1,
      hours: 0.2,
      pace: "sheet",
      random: seeded(1),
    });
    const refused = await refusalsOf(policiesFor({ roomSize: 300 }), [...flood, ...by("room", seat)]);
    expect([...refused.keys()]).toEqual(["flood"]);
  });
});

describe("who guesses gets little", () => {
  test("fault 18: at most 260 PINs in ten minutes, and an honest join beside it is let in", async () => {
    const guesses = every(100, 600_000, "guesser", { policy: "pinGuess", key: pub });
    const refused = await refusalsOf(policiesFor({ roomSize: 300 }), [
      ...guesses,
      ...every(10_000, 600_000, "joiner", { policy: "joinSession", key: pub }),
    ]);
    const admittedCount = guesses.length - (refused.get("guesser") ?? 0);
    expect(admittedCount).toBeGreaterThanOrEqual(258);
    expect(admittedCount).toBeLessThanOrEqual(260);
    expect(refused.get("joiner")).toBeUndefined();
  });

  test("ten failed sign-ins in a quarter of an hour, then one every minute and a half", async () => {
    const tries = every(1_000, 900_000, "guesser", { policy: "authFailure", key: pub });
    const refused = await refusalsOf(policiesFor({ roomSize: 300 }), tries);
    expect(tries.length - (refused.get("guesser") ?? 0)).toBe(19);
  });
});

test("a host who opens a question every 2 s for a minute leaves no phone without its view", async () => {
  const random = seeded(11);
  const storm = Array.from({ length: 20 }, (_, phone) =>
    Array.from({ length: 30 }, (_, push) => ({
      at: push * 2_000 + random() * 200,
      who: `phone ${phone}`,
      charges: [{ policy: "sessionPoll" as const, key: `phone ${phone}` }],
    })),
  ).flat();
  expect(await refusalsOf(policiesFor({ roomSize: 300 }), storm)).toEqual(new Map());
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
    expect((await refusalsOf(publishedPolicies(100), arriving(100))).get("room")).toBeGreaterThan(10);
  });
});

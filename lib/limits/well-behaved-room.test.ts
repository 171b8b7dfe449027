/**
 * The property the limits stand on: whatever a well-behaved room of any size does, on a good night and a bad one, no
 * request of it is refused; and just beyond it every bucket binds.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memoryLimiter } from "./memory-limiter";
import { type Policies, type PolicyName, policiesFor, policyNames, publishedPolicies } from "./policies";
import {
  behaviours,
  hostEvening,
  pub,
  type Sent,
  seatOfManySockets,
  seatOnTheFallback,
  seeded,
  workshop,
} from "./well-behaved-room.test-model";

/** Refusals by policy, in the order of time. */
async function refusalsOf(policies: Policies, sent: Sent[]): Promise<Partial<Record<PolicyName, number>>> {
  let nowMs = 0;
  const limiter = memoryLimiter({ policies: () => policies, now: () => nowMs, random: () => 0 });
  const refused: Partial<Record<PolicyName, number>> = {};
  for (const { at, charges } of sent.sort((a, b) => a.at - b.at)) {
    nowMs = at;
    const verdict = await limiter.check(charges);
    if (!verdict.ok) refused[verdict.policy] = (refused[verdict.policy] ?? 0) + 1;
  }
  return refused;
}

const configuredSize = 300;
/** Six seconds of work for all of them together; a machine that does other things takes longer. */
const timeout = 120_000;
const names = Object.keys(behaviours) as (keyof typeof behaviours)[];

describe("NET-01 no request of a well-behaved room is refused", { timeout }, () => {
  test.each(names)(`%s: every room size from 1 to ${configuredSize}`, async (name) => {
    for (let phones = 1; phones <= configuredSize; phones++) {
      const sent = behaviours[name]({ phones, from: 0, random: seeded(phones) });
      expect(await refusalsOf(policiesFor({ roomSize: phones }), sent), `${phones} phones`).toEqual({});
    }
  });

  test.each(names)("%s: 1,000 phones", async (name) => {
    const sent = behaviours[name]({ phones: 1_000, from: 0, random: seeded(1) });
    expect(await refusalsOf(policiesFor({ roomSize: 1_000 }), sent)).toEqual({});
  });

  test("any evening of these, one after the other in any order", async () => {
    const step = fc.record({
      name: fc.constantFrom(...names),
      // what a host or a landlord needs to say something to the room
      quietMs: fc.integer({ min: 20_000, max: 90_000 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: configuredSize }),
        fc.array(step, { minLength: 2, maxLength: 6 }),
        fc.nat(),
        async (phones, steps, seed) => {
          const random = seeded(seed);
          const sent: Sent[] = [];
          let from = 0;
          for (const { name, quietMs } of steps) {
            const part = behaviours[name]({ phones, from, random });
            sent.push(...part);
            const endsAt = part.reduce((latest, { at }) => Math.max(latest, at), from);
            // the same room does not join twice within a minute
            from = endsAt + quietMs + (name.startsWith("a scan") ? 60_000 : 0);
          }
          expect(await refusalsOf(policiesFor({ roomSize: phones }), sent)).toEqual({});
        },
      ),
      { numRuns: 60, seed: 20 },
    );
  });

  test.each([1, 2, 8, 16])(
    "a seat of %i sockets on a flapping WiFi, then refused and reloaded, every hour of a night",
    async (sockets) => {
      for (let seed = 1; seed <= 5; seed++) {
        const sent = seatOfManySockets({ sockets, hours: 3, random: seeded(seed) });
        expect(await refusalsOf(policiesFor({ roomSize: 1 }), sent), `seed ${seed}`).toEqual({});
      }
    },
  );

  test("a workshop of thirty hosts behind one address", async () => {
    expect(await refusalsOf(policiesFor({ roomSize: 1 }), workshop(seeded(5)))).toEqual({});
  });

  test.each([
    ["question", 1],
    ["question", 4],
    ["sheet", 1],
    ["sheet", 4],
  ] as const)("a whole night on the fallback, pace %s, %i devices on a seat", async (pace, devices) => {
    for (let seat = 0; seat < 10; seat++) {
      const random = seeded(seat);
      const sent = seatOnTheFallback({ seat: `seat ${seat}`, devices, hours: 3, pace, random });
      expect(await refusalsOf(policiesFor({ roomSize: 300 }), sent), `seat ${seat}`).toEqual({});
    }
  });

  test("a sheet that is sent over the socket after an outage", async () => {
    const sent: Sent[] = [];
    for (let question = 0; question < 20; question++)
      for (const laterMs of question % 5 < 2 ? [0, 400] : [0]) {
        const key = "seat";
        sent.push({ at: laterMs, charges: [{ policy: "socketMessage", key }] });
        sent.push({ at: laterMs, charges: [{ policy: "submitAnswer", key }] });
      }
    expect(await refusalsOf(policiesFor({ roomSize: 300 }), sent)).toEqual({});
  });

  test("a host's busy hour, with two big screens on the fallback", async () => {
    expect(await refusalsOf(policiesFor({ roomSize: 300 }), hostEvening(seeded(1)))).toEqual({});
  });
});

describe("what the proof rests on", () => {
  test("a larger configured size is never stricter, so that a small crowd in it is covered too", () => {
    let smaller = policiesFor({ roomSize: 1 });
    for (let roomSize = 2; roomSize <= 1_000; roomSize++) {
      const larger = policiesFor({ roomSize });
      for (const name of policyNames) {
        expect(larger[name].perMinute).toBeGreaterThanOrEqual(smaller[name].perMinute);
        expect(larger[name].burst).toBeGreaterThanOrEqual(smaller[name].burst);
      }
      smaller = larger;
    }
  });

  test("what is counted by player or host does not hang on the size of the room", () => {
    const perAddress: PolicyName[] = ["global", "playerPageLoad", "joinSession", "socketConnect"];
    const [small, large] = [policiesFor({ roomSize: 1 }), policiesFor({ roomSize: 1_000 })];
    for (const name of policyNames.filter((name) => !perAddress.includes(name)))
      expect(large[name]).toEqual(small[name]);
  });

  test("the model can tell: the published numbers refuse this room in every way it arrives", async () => {
    const sizes = publishedPolicies(100);
    for (const name of [
      "a scan within 30 s, a fifth of it twice",
      "a scan in one second, when the host says now",
      "everybody reloads in the same second",
      "sockets refused for a minute, and a reload of everybody 15 s in",
    ] as const) {
      const sent = behaviours[name]({ phones: 100, from: 0, random: seeded(1) });
      expect(Object.keys(await refusalsOf(sizes, sent)), name).toContain("playerPageLoad");
    }
  });
});

test("a stranger with 200 page loads a second beside the scan of a room: no honest page is refused", async () => {
  for (const roomSize of [1, 10, 100, 300, 1_000]) {
    const sizes = policiesFor({ roomSize });
    let nowMs = 0;
    const limiter = memoryLimiter({ policies: () => sizes, now: () => nowMs, random: () => 0 });
    const load = () =>
      limiter.check([
        { policy: "playerPageLoad", key: "pub" },
        { policy: "global", key: "pub" },
      ]);
    // the stranger is at it for a minute; then the room scans within 30 s, a fifth of it twice, and looks up
    let honestRefused = 0;
    const scanEveryMs = 30_000 / (roomSize * 1.2);
    let nextScanAt = 60_000;
    for (; nowMs < 90_000; nowMs += 5) {
      await load();
      for (; nextScanAt <= nowMs; nextScanAt += scanEveryMs) {
        if (!(await load()).ok) honestRefused += 1;
        if (!(await limiter.check([{ policy: "global", key: "pub" }])).ok) honestRefused += 1;
      }
    }
    expect({ roomSize, honestRefused }).toEqual({ roomSize, honestRefused: 0 });
  }
});

test("an address drained by bad tokens at 200 a second: no socket of an honest room is refused, whatever it goes through", async () => {
  for (const phones of [10, 100, 300]) {
    const sizes = policiesFor({ roomSize: phones });
    for (const name of [
      "everybody reconnects in the same second, some twice",
      "sockets refused for a minute, and a reload of everybody 15 s in",
      "a WiFi that flaps for five minutes",
    ] as const) {
      const noise: Sent[] = Array.from({ length: 200 * 60 }, (_, i) => ({
        at: i * 5,
        charges: [{ policy: "socketConnect", key: pub }],
      }));
      const honest = behaviours[name]({ phones, from: 30_000, random: seeded(phones) });
      const refused = await refusalsOf(sizes, [...noise, ...honest]);
      expect({ name, phones, policies: Object.keys(refused) }).toEqual({
        name,
        phones,
        policies: ["socketConnect"],
      });
      // and nothing of the honest room is charged there at all
      expect(honest.some(({ charges }) => charges.some(({ policy }) => policy === "socketConnect"))).toBe(
        false,
      );
    }
  }
});

describe("just beyond the model every bucket binds", () => {
  const atOnce = (policy: PolicyName, count: number): Sent[] =>
    Array.from({ length: count }, () => ({ at: 0, charges: [{ policy, key: "one" }] }));

  test.each(policyNames)("%s: its burst at once, and not one more", async (policy) => {
    for (const roomSize of [1, 10, 37, 300, 1_000]) {
      const sizes = policiesFor({ roomSize });
      const { burst } = sizes[policy];
      expect(await refusalsOf(sizes, atOnce(policy, burst))).toEqual({});
      expect(await refusalsOf(sizes, atOnce(policy, burst + 7))).toEqual({ [policy]: 7 });
    }
  });

  test.each(policyNames)("%s: its rate for ever, and not a twentieth more", async (policy) => {
    const sizes = policiesFor({ roomSize: 10 });
    const { perMinute, burst } = sizes[policy];
    const atRate = (share: number) =>
      Array.from({ length: burst * 30 }, (_, i) => ({
        at: (i * 60_000) / (perMinute * share),
        charges: [{ policy, key: "one" }],
      }));
    expect(await refusalsOf(sizes, atRate(1))).toEqual({});
    expect((await refusalsOf(sizes, atRate(1.05)))[policy]).toBeGreaterThan(0);
  });

  test.each([
    ["joinSession", "a scan in one second, when the host says now"],
    ["socketConnect", "another process has not heard of the seats: all sockets at once, and once more"],
  ] as const)("%s binds when twice the room does it: %s", async (policy, name) => {
    for (const roomSize of [10, 100, 300]) {
      const sent = behaviours[name]({ phones: roomSize * 2, from: 0, random: seeded(1) });
      expect((await refusalsOf(policiesFor({ roomSize }), sent))[policy]).toBeGreaterThan(0);
    }
  });
});

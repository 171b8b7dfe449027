import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { memoryLimiter } from "./memory-limiter";
import { describeOffender } from "./offender-words";
import { offenderLog } from "./offenders";
import { policiesFor, policyNames } from "./policies";
import { watchedLimiter } from "./watched-limiter";

function setUp() {
  const lines: (Record<string, unknown> & { message: string })[] = [];
  const clock = { nowMs: 0 };
  const offenders = offenderLog({
    log: { warn: (fields, message) => lines.push({ ...fields, message }) },
    now: () => clock.nowMs,
    roomSize: 300,
  });
  return { lines, clock, offenders };
}

describe("the log", () => {
  test("an abuser at 200 requests a second makes one line every 10 s, with what was left out", () => {
    const { lines, clock, offenders } = setUp();
    for (; clock.nowMs < 30_000; clock.nowMs += 5) offenders.refused("submitAnswer", "joker");
    expect(lines).toEqual([
      {
        policy: "submitAnswer",
        key: "joker",
        who: "player",
        perSecond: 1,
        suppressedCount: 0,
        message: "limited: one player: 1 answer a second (submitAnswer)",
      },
      ...[0, 0].map(() => ({
        policy: "submitAnswer",
        key: "joker",
        who: "player",
        perSecond: expect.closeTo(200, 0),
        suppressedCount: 1999,
        message: "limited: one player: 200 answers a second (submitAnswer)",
      })),
    ]);
  });

  test("each key and each policy has a line of its own", () => {
    const { lines, offenders } = setUp();
    offenders.refused("submitAnswer", "joker");
    offenders.refused("sessionPoll", "joker");
    offenders.refused("submitAnswer", "other");
    expect(lines).toHaveLength(3);
  });

  test("the first line already has the rate, because what was admitted before counts", () => {
    const { lines, clock, offenders } = setUp();
    for (; clock.nowMs < 5_000; clock.nowMs += 100) offenders.admitted("joinSession", "phone");
    offenders.refused("joinSession", "phone", { who: "device" });
    expect(lines[0]?.message).toBe("limited: one device: 10 scans a second (joinSession)");
  });

  test("what a policy in shadow would refuse is said as such", () => {
    const { lines, offenders } = setUp();
    offenders.refused("pinGuess", "pub", { shadow: true });
    expect(lines[0]?.message).toBe("would be limited: one address: 1 wrong code a second (pinGuess)");
  });
});

describe("in words", () => {
  test.each([
    [{ policy: "joinSession", who: "device", perSecond: 12.3 }, "one device: 12 scans a second"],
    [{ policy: "joinSession", who: "address", perSecond: 0.31 }, "one address: 19 scans a minute"],
    [{ policy: "authFailure", who: "address", perSecond: 1 / 60 }, "one address: 1 failed sign-in a minute"],
  ] as const)("%o is %s", (offender, words) =>
    expect(describeOffender({ ...offender, active: true })).toBe(words),
  );

  test("who keeps quiet by now is said to be, whatever its rate", () => {
    const quiet = { policy: "joinSession", who: "device", perSecond: 0.1, active: false } as const;
    expect(describeOffender(quiet)).toBe("one device: too many scans earlier, none refused now");
  });

  test("every policy has words, and none of them is the name a program gave it", () => {
    for (const policy of policyNames) {
      const words = describeOffender({ policy, who: "address", perSecond: 5, active: true });
      expect(words).toMatch(/^one address: 5 [a-zA-Z -]+s a second$/);
      // one word that is a person's and a program's
      if (policy !== "upload") expect(words).not.toContain(policy);
    }
  });

  test("the rate is that of the last 10 s: after a quiet time it falls, and a new start is not thinned by it", () => {
    const { clock, offenders } = setUp();
    const rate = () => offenders.top(1)[0]?.perSecond ?? Number.NaN;
    for (; clock.nowMs < 60_000; clock.nowMs += 50) offenders.refused("global", "loud");
    expect(rate()).toBeCloseTo(20, 0);
    clock.nowMs += 5_000;
    expect(rate()).toBeCloseTo(10, -0.5);
    clock.nowMs += 60_000;
    expect(rate()).toBe(0);
    for (let i = 0; i < 40; i++, clock.nowMs += 50) offenders.refused("global", "loud");
    expect(rate()).toBeCloseTo(20, 0);
  });
});

describe("the panel", () => {
  test("the worst come first in the list", () => {
    const { clock, offenders } = setUp();
    offenders.refused("pinGuess", "once");
    clock.nowMs = 100;
    for (let i = 0; i < 5; i++) offenders.refused("global", "loud");
    for (let i = 0; i < 3; i++) offenders.refused("global", "louder than once");
    expect(offenders.top(2)).toEqual([
      {
        policy: "global",
        key: "loud",
        who: "address",
        perSecond: 5,
        refusedCount: 5,
        firstAt: 100,
        lastAt: 100,
        shadow: false,
        active: true,
        address: null,
        count: 1,
        keys: ["loud"],
        busy: false,
        share: null,
        words: "one address: 5 requests a second",
      },
      expect.objectContaining({ key: "louder than once", refusedCount: 3 }),
    ]);
  });

  test("who is being refused now comes before who was, however often that one was", () => {
    const { clock, offenders } = setUp();
    for (let i = 0; i < 500; i++) offenders.refused("global", "was loud");
    for (let i = 0; i < 50; i++) offenders.refused("sessionPoll", "behaves by now");
    clock.nowMs = 60_000;
    for (; clock.nowMs < 62_000; clock.nowMs += 500) {
      offenders.refused("joinSession", "slow");
      for (let i = 0; i < 3; i++) offenders.refused("joinSession", "fast");
      offenders.admitted("sessionPoll", "behaves by now");
    }
    expect(offenders.top(4).map(({ key, active }) => [key, active])).toEqual([
      ["fast", true],
      ["slow", true],
      ["was loud", false],
      ["behaves by now", false],
    ]);
    expect(offenders.top(1)).toMatchObject([{ key: "fast" }]);
    clock.nowMs += 20_000;
    expect(offenders.top(4).every(({ active }) => !active)).toBe(true);
  });

  test("a policy in shadow is said to be", () => {
    const { offenders } = setUp();
    offenders.refused("pinGuess", "pub", { shadow: true });
    expect(offenders.top(1)).toMatchObject([{ shadow: true, refusedCount: 1 }]);
  });

  test("who has been quiet for five minutes is forgotten, and starts from nothing when back", () => {
    const { clock, offenders, lines } = setUp();
    for (let i = 0; i < 9; i++) offenders.refused("global", "loud");
    clock.nowMs = 300_001;
    expect(offenders.top(10)).toEqual([]);
    offenders.refused("global", "loud");
    expect(offenders.top(10)).toMatchObject([{ refusedCount: 1 }]);
    expect(lines).toHaveLength(2);
  });

  test("rotating keys does not grow the list without end, and does not push out who keeps at it", () => {
    const { clock, offenders } = setUp();
    for (; clock.nowMs < 20_000; clock.nowMs += 1) {
      offenders.refused("global", `address ${clock.nowMs}`);
      if (clock.nowMs % 100 === 0) offenders.refused("global", "steady");
    }
    const all = offenders.top(10_000);
    expect(all).toHaveLength(1000);
    expect(all[0]).toMatchObject({
      key: "steady",
      refusedCount: 200,
      words: "one address: 10 requests a second",
    });
  });

  test("refusals are counted by policy for five minutes, shadow apart", () => {
    const { clock, offenders } = setUp();
    for (let i = 0; i < 4; i++) offenders.refused("joinSession", `phone ${i}`);
    clock.nowMs = 240_000;
    for (let i = 0; i < 3; i++) offenders.refused("joinSession", "pub", { shadow: true });
    offenders.refused("global", "pub");
    for (let i = 0; i < 2; i++) offenders.refused("joinSession", "pub");
    expect(offenders.refusalsByPolicy()).toEqual([
      { policy: "joinSession", perMinute: 2, total: 6, shadow: false },
      { policy: "joinSession", perMinute: 3, total: 3, shadow: true },
      { policy: "global", perMinute: 1, total: 1, shadow: false },
    ]);
    clock.nowMs = 310_000;
    expect(offenders.refusalsByPolicy()[0]).toMatchObject({ policy: "joinSession", perMinute: 0, total: 3 });
    clock.nowMs = 600_000;
    expect(offenders.refusalsByPolicy()).toEqual([]);
  });

  test("counting is cheap: a hundred thousand requests of a thousand phones in less than three seconds", () => {
    const { clock, offenders } = setUp();
    const from = performance.now();
    for (let i = 0; i < 100_000; i++) {
      clock.nowMs += 0.1;
      offenders.admitted("sessionPoll", `phone ${i % 1_000}`);
    }
    expect(performance.now() - from).toBeLessThan(3_000);
  });
});

describe("lines that end without a word", () => {
  const ended = (roomSize: number, perSecond: number, seconds: number) => {
    const clock = { nowMs: 0 };
    const offenders = offenderLog({ log: { warn: () => undefined }, now: () => clock.nowMs, roomSize });
    for (; clock.nowMs < seconds * 1_000; clock.nowMs += 1_000 / perSecond) offenders.lineEndedSilent("pub");
    return offenders.top(10).map(({ words }) => words);
  };

  test.each([300, 1_000, 5_000])(
    "of a room of %i whose every phone loses one while all scan are not told",
    (phones) => expect(ended(phones, phones / 30, 30)).toEqual([]),
  );
  test("nor all of a room at once, as in a restart", () => expect(ended(1_000, 1_000, 1)).toEqual([]));
  test("of a stranger are, as one line", () =>
    expect(ended(300, 100, 10)).toEqual(["one address: 100 silent new lines a second, none refused"]));

  test("not beside new lines that are refused at the same address", () => {
    const { clock, offenders } = setUp();
    for (; clock.nowMs < 8_000; clock.nowMs += 10) {
      offenders.lineEndedSilent("pub");
      offenders.refused("socketConnect", "pub");
    }
    expect(offenders.top(10).map(({ words }) => words)).toEqual(["one address: 100 new lines a second"]);
  });
});

describe("teams of the host's own session", () => {
  test("are told apart from strangers of their address, by name, and each before any is told twice", () => {
    const { clock, offenders } = setUp();
    for (; clock.nowMs < 5_000; clock.nowMs += 100) {
      for (let n = 0; n < 30; n++) offenders.refused("sessionPoll", `stranger ${n}`, { address: "pub" });
      for (const policy of ["playerRequest", "submitAnswer", "socketMessage", "playerConnect"] as const)
        for (let n = 0; n < 3; n++) offenders.refused(policy, "loud team", { address: "pub" });
      for (let n = 0; n < 12; n++) offenders.refused("global", `address ${n}`);
      for (let n = 0; n < 12; n++) offenders.refused("pinGuess", `address ${n}`);
    }
    for (let n = 0; n < 3; n++) offenders.refused("sessionPoll", `team ${n}`, { address: "pub" });
    const rows = offenders.top(10, (key) => key.includes("team"));
    expect(rows).toHaveLength(10);
    const keys = rows.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(["loud team", "team 0", "team 1", "team 2"]));
    expect(rows).toContainEqual(expect.objectContaining({ key: "pub", count: 30 }));
    // however slow it is: the console folds the fourth and all after it away
    expect(offenders.top(10, (key) => key === "team 1").findIndex(({ key }) => key === "team 1")).toBe(2);
    // without a session of one's own nothing is kept
    expect(offenders.top(10).map(({ key }) => key)).not.toContain("team 0");
  });
});

describe("a watched limiter", () => {
  test("fault 24: the device that scans 12 times a second is named, not the address it shares with the room", async () => {
    const { clock, offenders, lines } = setUp();
    const policies = policiesFor({ roomSize: 100 });
    const limiter = watchedLimiter(
      memoryLimiter({ policies: () => policies, now: () => clock.nowMs, random: () => 0 }),
      { offenders, anonymise: (key) => createHash("sha256").update(key).digest("hex") },
    );
    const scan = (device: string) =>
      limiter.check([
        { policy: "deviceJoin", key: device },
        { policy: "joinSession", key: "192.0.2.1", device },
      ]);
    for (let i = 0; i < 12 * 60; i++, clock.nowMs += 1_000 / 12) {
      await scan("abuser");
      if (i % 24 === 0) await scan(`honest ${i}`);
    }
    expect(offenders.top(1)).toMatchObject([
      { policy: "deviceJoin", who: "device", words: "one device: 12 scans a second" },
    ]);
    expect(offenders.top(5)).toHaveLength(1);
    expect(lines[1]).toMatchObject({ message: "limited: one device: 12 scans a second (deviceJoin)" });
    expect(JSON.stringify([lines, offenders.top(100)])).not.toContain("192.0.2.1");
  });

  test("a check that is refused counts on the bucket that refused and on no other", async () => {
    const { offenders } = setUp();
    const policies = policiesFor({ roomSize: 100 });
    const limiter = watchedLimiter(
      memoryLimiter({ policies: () => policies, now: () => 0, random: () => 0 }),
      { offenders, anonymise: (key) => key },
    );
    const both = [
      { policy: "socketMessage" as const, key: "ann" },
      { policy: "hostCommand" as const, key: "ann" },
    ];
    for (let i = 0; i < 40; i++) await limiter.check(both);
    await limiter.peek(both);
    expect(offenders.top(10)).toMatchObject([{ policy: "socketMessage", refusedCount: 10 }]);
    expect(offenders.refusalsByPolicy()).toMatchObject([{ policy: "socketMessage", total: 10 }]);
  });
});

describe("what a policy's sizes are lent to", () => {
  test("is told as what it is, at a rate of its own beside the phone's answers", () => {
    const { clock, offenders, lines } = setUp();
    for (; clock.nowMs < 5_000; clock.nowMs += 100) {
      offenders.admitted("submitAnswer", "phone");
      offenders.refused("submitAnswer", "phone", { purpose: "teamChange" });
    }
    expect(offenders.top(5).map(({ words }) => words)).toEqual([
      "one player: 10 changes to the team a second",
    ]);
    offenders.refused("submitAnswer", "phone");
    expect(offenders.top(5)).toHaveLength(2);
    expect(lines[0]?.message).toBe("limited: one player: 1 change to the team a second (submitAnswer)");
  });

  test("is not told together with something else of the same policy", () => {
    const { offenders } = setUp();
    for (let n = 0; n < 4; n++) {
      offenders.refused("submitAnswer", `phone ${n}`, { address: "pub", purpose: "leftPage" });
      offenders.refused("submitAnswer", `phone ${n}`, { address: "pub" });
    }
    const words = offenders.top(5).map((row) => row.words);
    expect(words).toHaveLength(2);
    expect(words).toContain("4 players from one address: 4 notes of leaving the page a second");
    expect(words).toContain("4 players from one address: 4 answers a second");
  });
});

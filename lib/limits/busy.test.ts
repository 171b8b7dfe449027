import { describe, expect, test } from "vitest";
import { attemptRates } from "./attempt-rates";
import { offenderLog } from "./offenders";

function setUp(roomSize = 300) {
  const clock = { nowMs: 0 };
  const log = offenderLog({ log: { warn: () => undefined }, now: () => clock.nowMs, roomSize });
  /** so many a second, evenly, for so long */
  const send = (perSecond: number, seconds: number, one: () => void) => {
    for (
      const untilMs = clock.nowMs + seconds * 1_000;
      clock.nowMs < untilMs;
      clock.nowMs += 1_000 / perSecond
    )
      one();
  };
  return { clock, log, send };
}

describe("strangers at one address", () => {
  test("a flood beneath every limit is named with its share of all requests, and gone when it stops", () => {
    const { clock, log, send } = setUp();
    let count = 0;
    send(80, 8, () => {
      log.admitted("global", "pub");
      if (count++ % 4 === 0) log.admitted("playerRequest", `phone ${count % 300}`);
    });
    expect(log.top(5)).toMatchObject([
      {
        policy: "global",
        who: "address",
        key: "pub",
        refusedCount: 0,
        active: true,
        busy: true,
        words: "strangers at one address: 80 requests a second, 80 % of all, within the limit",
      },
    ]);
    clock.nowMs += 11_000;
    expect(log.top(5)).toEqual([]);
  });

  test("what takes a moment is not at it: everybody at once, and everybody once more", () => {
    const { log, send, clock } = setUp();
    for (let i = 0; i < 2_400; i++) log.admitted("global", "pub");
    clock.nowMs += 1_500;
    send(400, 2, () => log.admitted("global", "pub"));
    expect(log.top(5)).toEqual([]);
  });

  test("who takes a seat has asked for page and look-up before, and a whole room does", () => {
    const { log, send } = setUp();
    let count = 0;
    send(60, 10, () => {
      log.admitted("global", "pub");
      if (count++ % 5 === 0) log.admitted("joinSession", "pub");
    });
    expect(log.top(5)).toEqual([]);
    // the same many without seats
    send(60, 10, () => log.admitted("global", "pub"));
    expect(log.top(5)).toMatchObject([{ key: "pub", busy: true }]);
  });

  test("beside a house that is busy with its own, a tenth of all is worth a line, and 100 a second always", () => {
    const beside = (strangers: number) => {
      const { log, send } = setUp();
      let debt = 0;
      send(1_000, 10, () => {
        log.admitted("playerRequest", `phone ${Math.random()}`);
        for (debt += strangers / 1_000; debt >= 1; debt--) log.admitted("global", "pub");
      });
      return log.top(5).length;
    };
    expect([60, 99, 115].map(beside)).toEqual([0, 0, 1]);
  });

  test("refused earlier and within the limit by now is one line, with both", () => {
    const { clock, log, send } = setUp();
    send(500, 2, () => log.refused("global", "pub"));
    clock.nowMs += 20_000;
    send(150, 10, () => log.admitted("global", "pub"));
    expect(log.top(5)).toMatchObject([{ key: "pub", active: true, busy: true, refusedCount: 1_000 }]);
    // and while it is refused it is told as that alone
    send(150, 1, () => log.refused("global", "pub"));
    expect(log.top(5)).toMatchObject([{ key: "pub", active: true, busy: false }]);
  });
});

describe("phones and hosts", () => {
  test.each([
    ["playerRequest", 4, 0],
    ["playerRequest", 6, 1],
    ["hostRequest", 6, 0],
    ["hostRequest", 9, 1],
  ] as const)("%s, %i a second for ten seconds: named %i times", (policy, perSecond, lines) => {
    const { log, send } = setUp();
    send(perSecond, 10, () => log.admitted(policy, "one"));
    expect(log.top(5)).toHaveLength(lines);
  });

  test("a sheet that goes out at once after an outage is no flood", () => {
    const { log, clock } = setUp();
    for (let i = 0; i < 90; i++, clock.nowMs += 20) log.admitted("playerRequest", "team");
    expect(log.top(5)).toEqual([]);
  });
});

describe("hosts of one address together", () => {
  /** so many hosts, each with so many requests a second for ten seconds */
  function hosts(count: number, perSecondEach: number, addressOf: (host: number) => string) {
    const { log, send, clock } = setUp();
    let at = 0;
    send(count * perSecondEach, 10, () => {
      const host = at++ % count;
      log.admitted("hostRequest", `host ${host}`, () => addressOf(host));
    });
    return { log, clock, send };
  }

  test("sixty guests, none of them fast, are one line with their number, and nobody is refused", () => {
    const { log, clock } = hosts(60, 4, () => "office");
    expect(log.top(10)).toMatchObject([
      {
        policy: "hostRequest",
        who: "host",
        key: "office",
        count: 60,
        refusedCount: 0,
        busy: true,
        words: "60 hosts from one address: 240 requests a second, 100 % of all, within the limit",
      },
    ]);
    expect(log.refusalsByPolicy()).toEqual([]);
    clock.nowMs += 11_000;
    expect(log.top(10)).toEqual([]);
  });

  test.each([
    ["a workshop of thirty, each with two consoles on the fallback and the panel on both", 30, 3, 0],
    ["more hosts, slower than any phone", 200, 1, 1],
  ])("%s: named %i hosts × %i a second", (_, count, each, lines) => {
    expect(hosts(count, each, () => "office").log.top(10)).toHaveLength(lines);
  });

  test("as many of as many addresses are nobody's flood", () => {
    expect(hosts(60, 4, (host) => `office ${host % 3}`).log.top(10)).toEqual([]);
  });

  test("all of them at once in one moment are over before it counts", () => {
    const { log, clock } = setUp();
    for (let n = 0; n < 1_800; n++) log.admitted("hostRequest", `host ${n % 60}`, () => "office");
    clock.nowMs += 1_000;
    expect(log.top(10)).toEqual([]);
  });

  test("who is fast alone is told beside them, and not once more among them", () => {
    const { log, send } = setUp();
    let at = 0;
    send(250, 10, () => {
      const turn = at++ % 25;
      log.admitted("hostRequest", turn === 0 ? "fast" : `host ${at % 60}`, () => "office");
    });
    const rows = log.top(10);
    expect(rows.map(({ key }) => key)).toEqual(["office", "fast"]);
    expect(rows.flatMap(({ keys }) => keys)).toContain("fast");
    expect(rows[0]?.keys).not.toContain("fast");
    expect(Math.round((rows[0]?.share ?? 0) * 100)).toBe(96);
  });

  test("who is refused is told with that, and not once more among the busy", () => {
    const { log } = hosts(60, 4, () => "office");
    for (let n = 0; n < 60; n++) log.refused("hostRequest", `host ${n}`, { address: "office" });
    expect(log.top(10)).toMatchObject([{ count: 60, busy: false, refusedCount: 60 }]);
  });
});

test("however many are refused, who is only busy has a place", () => {
  const { log, send } = setUp();
  let count = 0;
  send(80, 10, () => {
    log.admitted("global", "pub");
    log.refused("pinGuess", `address ${count++ % 40}`);
  });
  const rows = log.top(10);
  expect(rows).toHaveLength(10);
  expect(rows.at(-1)).toMatchObject({ key: "pub", busy: true });
});

test("addresses and devices without end cost no memory without end", () => {
  const { log, clock } = setUp();
  const rates = attemptRates();
  for (let i = 0; i < 12_000; i++, clock.nowMs += 1) {
    rates.add("joinSession", `address ${i}`, clock.nowMs);
    log.refused("joinSession", "pub", { device: `device ${i}` });
    log.refused("deviceJoin", `device ${i}`, { address: `address ${i}` });
  }
  expect([...rates.all()]).toHaveLength(5_000);
  const rows = log.top(100_000);
  expect(rows).toHaveLength(1_000);
  expect(rows.find(({ policy }) => policy === "joinSession")).toMatchObject({ count: 400 });
});

/**
 * Whom the room panel names, and whom it never may: a room shares one address with whoever means no good, and is told
 * apart from them by what each phone does. Played second by second, the panel read after each.
 */
import { describe, expect, test } from "vitest";
import type { Charge } from "./limiter";
import { memoryLimiter } from "./memory-limiter";
import { type Offender, offenderLog } from "./offenders";
import { policiesFor } from "./policies";
import { watchedLimiter } from "./watched-limiter";
import { behaviours, pub, type Sent, seeded } from "./well-behaved-room.test-model";

const via = () => pub;
const own = (key: string, ...policies: Charge["policy"][]): Charge[][] =>
  policies.map((policy) => [{ policy, key, via }]);
const poll = (key: string) => own(key, "playerRequest", "sessionPoll");
const scan = (device: string): Charge[] => [
  { policy: "deviceJoin", key: device, via },
  { policy: "joinSession", key: pub, device },
];
const stranger: Charge[] = [{ policy: "global", key: pub }];

/** Every check is made at its time; `eachSecond` reads the panel as the host would. */
async function play(o: {
  roomSize: number;
  sent: Sent[];
  untilMs: number;
  eachSecond(rows: Offender[], second: number): void;
}) {
  let nowMs = 0;
  const lines: { message: string; othersAtTheAddress?: number }[] = [];
  const policies = policiesFor({ roomSize: o.roomSize });
  const offenders = offenderLog({
    log: { warn: (fields, message) => lines.push({ ...fields, message }) },
    now: () => nowMs,
    roomSize: o.roomSize,
  });
  const limiter = watchedLimiter(
    memoryLimiter({ policies: () => policies, now: () => nowMs, random: () => 0 }),
    { offenders, anonymise: (key) => key },
  );
  const refused = new Set<string>();
  let second = 0;
  for (const { at, charges } of o.sent.sort((a, b) => a.at - b.at)) {
    for (; (second + 1) * 1_000 <= at; second++) {
      nowMs = (second + 1) * 1_000;
      o.eachSecond(offenders.top(10), second + 1);
    }
    if (at >= o.untilMs) break;
    nowMs = at;
    const verdict = limiter.checkNow?.(charges);
    for (const { key, device } of charges) if (verdict && !verdict.ok) refused.add(device ?? key);
  }
  expect(second).toBeGreaterThan(o.untilMs / 1_000 - 5);
  return { lines, refused };
}

const every = (ms: number, from: number, untilMs: number, charges: (count: number) => Charge[][]): Sent[] => {
  const sent: Sent[] = [];
  for (let count = 0, at = from; at < untilMs; at = from + ++count * ms)
    for (const each of charges(count)) sent.push({ at, charges: each });
  return sent;
};

/** From its seat on: woken by a push every other second, some by one every second in two tabs; sockets tried in vain. */
function onTheFallback(phones: number, from: number, untilMs: number, random: () => number): Sent[] {
  const sent: Sent[] = [];
  for (let phone = 0; phone < phones; phone++) {
    const key = `seat ${phone}`;
    const at = from + random() * 1_000;
    sent.push(...every(phone % 20 === 0 ? 500 : 2_000, at, untilMs, () => poll(key)));
    sent.push(...every(5_000 + random() * 500, at, untilMs, () => own(key, "playerConnect")));
    // a sheet that waited for the WiFi: twenty answers at once, four in ten again
    const backAt = from + 40_000 + random() * 2_000;
    if (backAt >= untilMs) continue;
    for (let answer = 0; answer < 28; answer++)
      for (const charges of own(key, "playerRequest", "submitAnswer"))
        sent.push({ at: backAt + answer * 15, charges });
  }
  return sent;
}

/** Rows that name somebody who is not among the guilty; the address is the room's own and names no phone. */
const named = (rows: Offender[]) => rows.flatMap(({ key, keys }) => [key, ...keys]);
const innocent = (rows: Offender[], isGuilty: (key: string) => boolean) =>
  named(rows).filter((key) => key !== pub && !isGuilty(key));

describe("a room of 1,000 phones on the fallback", () => {
  const roomSize = 1_000;

  test("names nobody all night: a scan in half a minute, pushes, a sheet that waited, and a reload of all at once", async () => {
    const random = seeded(3);
    const sent = [
      ...behaviours["a scan within 30 s, a fifth of it twice"]({ phones: roomSize, from: 0, random }),
      ...onTheFallback(roomSize, 40_000, 150_000, random),
      ...behaviours["everybody reloads in the same second"]({ phones: roomSize, from: 110_000, random }),
    ];
    let most = 0;
    await play({
      roomSize,
      sent,
      untilMs: 150_000,
      eachSecond: (rows, second) => {
        expect({ second, rows }).toEqual({ second, rows: [] });
        most = Math.max(most, second);
      },
    });
    expect(most).toBeGreaterThan(140);
  });

  test("a scan in one second, when the host says now, names nobody either", async () => {
    const sent = behaviours["a scan in one second, when the host says now"]({
      phones: roomSize,
      from: 0,
      random: seeded(4),
    });
    const seen: Offender[] = [];
    sent.push({ at: 30_000, charges: own("seat 1", "playerRequest")[0] ?? [] });
    await play({ roomSize, sent, untilMs: 30_000, eachSecond: (rows) => seen.push(...rows) });
    expect(seen).toEqual([]);
  });

  // the whole room and the abusers at a part of their speed, as a machine that is behind hears them
  test.each([1, 2, 4])(
    "at 1/%i of its speed, a player and a stranger with 200 requests a second are named within 10 s, and nobody else ever",
    async (slowness) => {
      const random = seeded(5);
      const abusedFrom = 50_000;
      const untilMs = 80_000;
      const honest = [
        ...behaviours["a scan within 30 s, a fifth of it twice"]({ phones: roomSize, from: 0, random }),
        ...onTheFallback(roomSize, 40_000, 40_000 + (untilMs - 40_000) / slowness, random),
      ].map(({ at, charges }) => ({ charges, at: at < 40_000 ? at : 40_000 + (at - 40_000) * slowness }));
      const noise = every(5 * slowness, abusedFrom, untilMs, (count) =>
        count % 2 ? poll("abuser") : own("abuser", "playerRequest", "submitAnswer"),
      );
      const strange = every(5 * slowness, abusedFrom, untilMs, () => [stranger]);
      const within: Record<string, number> = {};
      await play({
        roomSize,
        sent: [...honest, ...noise, ...strange],
        untilMs,
        eachSecond: (rows, second) => {
          expect(innocent(rows, (key) => key === "abuser")).toEqual([]);
          for (const key of named(rows)) within[key] ??= second - abusedFrom / 1_000;
        },
      });
      expect(Object.keys(within).sort()).toEqual([pub, "abuser"].sort());
      for (const seconds of Object.values(within)) expect(seconds).toBeGreaterThan(0);
      expect(Math.max(...Object.values(within))).toBeLessThanOrEqual(10);
    },
  );
});

describe("a room of 300 honest phones and 30 abusers behind one address", () => {
  const roomSize = 300;
  const abusers = Array.from({ length: 30 }, (_, number) => `abuser ${number}`);
  const isGuilty = (key: string) => key.startsWith("abuser") || key.startsWith("minted");
  const honest = (random: () => number, untilMs: number) => onTheFallback(roomSize, 0, untilMs, random);

  test("abusers with seats are one row with their number, and the fastest by name; no honest phone is in it", async () => {
    const noise = abusers.flatMap((key, number) =>
      every(100 + number * 5, 10_000 + number, 60_000, () => poll(key)),
    );
    let last: Offender[] = [];
    const { lines } = await play({
      roomSize,
      sent: [...honest(seeded(6), 60_000), ...noise],
      untilMs: 60_000,
      eachSecond(rows) {
        expect(innocent(rows, isGuilty)).toEqual([]);
        last = rows;
      },
    });
    // what is refused as a view is refused as a request, too
    expect(last.length).toBeLessThanOrEqual(3);
    const row = last.find(({ policy }) => policy === "sessionPoll");
    expect(row).toMatchObject({ who: "player", key: pub, count: 30, active: true, busy: false });
    expect(row?.keys).toHaveLength(5);
    expect(row?.keys).toContain("abuser 0");
    expect(row?.words).toMatch(/^30 players from one address: 1\d\d views a second$/);
    // thirty of them under two limits would have made 300 lines in the log
    expect(lines.length).toBeLessThan(50);
    expect(lines.some(({ othersAtTheAddress = 0 }) => othersAtTheAddress > 0)).toBe(true);
  });

  test("minted devices that keep joining are one row", async () => {
    const minted = abusers.map((_, number) => `minted ${number}`);
    const scans = minted.flatMap((device) => every(400, 10_000, 40_000, () => [scan(device)]));
    let last: Offender[] = [];
    await play({
      roomSize,
      sent: [...honest(seeded(7), 40_000), ...scans],
      untilMs: 40_000,
      eachSecond(rows) {
        expect(innocent(rows, isGuilty)).toEqual([]);
        last = rows;
      },
    });
    expect(last).toMatchObject([{ policy: "deviceJoin", who: "device", key: pub, count: 30 }]);
    expect(last[0]?.words).toMatch(/^30 devices from one address: \d\d scans a second$/);
  });

  test("a new device for every join empties the room's bucket: honest latecomers are refused with them and not named", async () => {
    const random = seeded(8);
    const minted = every(20, 0, 60_000, (count) => [scan(`minted ${count}`)]);
    const latecomers = Array.from({ length: 20 }, (_, phone) =>
      every(700 + random() * 300, 20_000 + random() * 20_000, 60_000, () => [scan(`latecomer ${phone}`)]),
    ).flat();
    let last: Offender[] = [];
    const { refused, lines } = await play({
      roomSize,
      sent: [...minted, ...latecomers],
      untilMs: 60_000,
      eachSecond(rows) {
        expect(innocent(rows, () => false)).toEqual([]);
        last = rows;
      },
    });
    expect([...refused].some((key) => key.startsWith("latecomer"))).toBe(true);
    expect(last).toMatchObject([
      { policy: "joinSession", who: "address", key: pub, keys: [pub], count: 400 },
    ]);
    expect(last[0]?.words).toMatch(/^400 or more new devices at one address: \d\d scans a second$/);
    expect(lines.length).toBeLessThan(10);
    expect(JSON.stringify([lines, last])).not.toMatch(/latecomer|minted/);
  });

  test("abusers beneath every limit are one row, busy and not refused, with their share of all requests", async () => {
    const noise = abusers.flatMap((key, number) =>
      every(160, 10_000 + number, 60_000, () => own(key, "playerRequest")),
    );
    let last: Offender[] = [];
    const { refused } = await play({
      roomSize,
      sent: [
        ...honest(seeded(9), 60_000).filter(({ charges }) => charges[0]?.policy !== "submitAnswer"),
        ...noise,
      ],
      untilMs: 60_000,
      eachSecond(rows) {
        expect(innocent(rows, isGuilty)).toEqual([]);
        last = rows;
      },
    });
    expect([...refused]).toEqual([]);
    expect(last).toMatchObject([
      {
        policy: "playerRequest",
        who: "player",
        key: pub,
        count: 30,
        refusedCount: 0,
        active: true,
        busy: true,
      },
    ]);
    expect(last[0]?.words).toMatch(
      /^30 players from one address: 1[89]\d requests a second, [45]\d % of all, within the limit$/,
    );
  });
});

/**
 * A model of a room that does nothing wrong: what its phones send, when, behind one address. The sizes of policies.ts
 * must let all of it through. Times follow the client (session-connection.ts, outbox.ts): tries after 0.3 s, doubling
 * up to 5 s; polls that wait 20 s.
 */
import type { Charge } from "./limiter";
import type { PolicyName } from "./policies";

export const pub = "192.0.2.1";
export type Sent = { at: number; charges: Charge[] };
/** What a room of so many phones sends from a moment on. */
export type Behaviour = (o: { phones: number; from: number; random: () => number }) => Sent[];

/** Seeded, so that a failure comes back. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const one = (policy: PolicyName, key = pub): Charge[] => [{ policy, key }];
const page: Charge[] = [...one("playerPageLoad"), ...one("global")];
const lookup = one("global");
const join = (device: string): Charge[] => [...one("deviceJoin", device), ...one("joinSession")];
/** The socket of a phone with a seat is its player's. */
const connect = (phone: number): Charge[] => one("playerConnect", `seat ${phone}`);

/** Page, look-up, name, seat, socket. A phone without a seat pays with the address. */
function arrival(at: number, typingMs: number, phone: number): Sent[] {
  const device = `device ${phone}`;
  return [
    { at, charges: page },
    { at: at + 300, charges: lookup },
    { at: at + 300 + typingMs, charges: lookup },
    { at: at + 300 + typingMs, charges: join(device) },
    { at: at + 600 + typingMs, charges: connect(phone) },
  ];
}

/** Which phones: the first share of them, rounded up; the times are random, so that nothing hangs on the order. */
const share = (phones: number, part: number) => Math.ceil(phones * part);

/** Everybody within `withinMs`; a fifth taps twice, both before there is a seat, and a tenth changes a taken name. */
const scanWithin =
  (withinMs: number): Behaviour =>
  ({ phones, from, random }) =>
    Array.from({ length: phones }, (_, phone) => {
      const at = from + random() * withinMs;
      const typingMs = 2_000 + random() * 4_000;
      const device = `device ${phone}`;
      const sent = arrival(at, typingMs, phone);
      if (phone < share(phones, 0.2)) sent.push(...arrival(at + 250, typingMs, phone));
      if (phone >= phones - share(phones, 0.1)) {
        const again = at + typingMs + 5_000;
        sent.push({ at: again, charges: lookup }, { at: again, charges: join(device) });
      }
      return sent;
    }).flat();

/** The client's tries from a moment on, until `untilMs`: 0.3, 0.6, 1.2, 2.4, 4.8 and then every 5 s, jittered. */
export function tries(phone: number, from: number, untilMs: number, random: () => number): Sent[] {
  const sent: Sent[] = [];
  let at = from + random() * 300;
  for (let waitMs = 300; at < untilMs; waitMs = Math.min(5_000, waitMs * 2)) {
    sent.push({ at, charges: connect(phone) });
    at += waitMs * (0.75 + random() / 2);
  }
  return sent;
}

/** A line that falls as soon as it has held for 2 s: back after 0.3 s and up to 3 s more (session-connection.ts). */
function flapping(phone: number, from: number, untilMs: number, random: () => number): Sent[] {
  const sent: Sent[] = [];
  for (let at = from + random() * 2_000; at < untilMs; at += 2_000 + 300 + random() * 3_000)
    sent.push({ at, charges: connect(phone) });
  return sent;
}

const eachPhone =
  (sends: (phone: number, from: number, random: () => number) => Sent[]): Behaviour =>
  ({ phones, from, random }) =>
    Array.from({ length: phones }, (_, phone) => sends(phone, from, random)).flat();

/**
 * Page, look-up by the stored token, view, socket, all phones in the same second. With the address, though a seat's pass
 * takes page and look-up off it: a browser that keeps no cookies has none.
 */
const reload = (phone: number, from: number, random: () => number): Sent[] => {
  const at = from + random() * 1_000;
  return [
    { at, charges: page },
    { at: at + 50, charges: lookup },
    { at: at + 100, charges: lookup },
    { at: at + 100, charges: connect(phone) },
  ];
};

export const behaviours = {
  "a scan within 30 s, a fifth of it twice": scanWithin(30_000),
  "a scan in one second, when the host says now": scanWithin(1_000),
  "everybody reloads in the same second": eachPhone(reload),
  "everybody reconnects in the same second, some twice": ({ phones, from, random }) =>
    Array.from({ length: phones }, (_, phone) => {
      const at = from + random() * 1_000;
      const again = phone < share(phones, 0.3) ? [{ at: at + 400, charges: connect(phone) }] : [];
      return [{ at, charges: connect(phone) }, ...again];
    }).flat(),
  "the server restarts: sockets at once, and a third reloads": ({ phones, from, random }) =>
    Array.from({ length: phones }, (_, phone) => [
      { at: from + random() * 500, charges: connect(phone) },
      { at: from + 500 + random() * 1_000, charges: connect(phone) },
      ...(phone < share(phones, 1 / 3) ? reload(phone, from + 3_000, random) : []),
    ]).flat(),
  "sockets refused for a minute, and a reload of everybody 15 s in": eachPhone((phone, from, random) => {
    const reloadsAt = from + 15_000;
    return [
      ...tries(phone, from, reloadsAt, random),
      ...reload(phone, reloadsAt, random).slice(0, 3),
      ...tries(phone, reloadsAt + 100, from + 60_000, random),
    ];
  }),
  "a WiFi that flaps for five minutes": eachPhone((phone, from, random) =>
    flapping(phone, from, from + 300_000, random),
  ),
  "another process has not heard of the seats: all sockets at once, and once more": eachPhone(
    (_phone, from, random) => {
      const at = from + random() * 1_000;
      return [at, at + 300 + random() * 3_000].map((at) => ({ at, charges: one("socketConnect") }));
    },
  ),
  "back from the break: all phones wake within 5 s, half of them by a reload": ({ phones, from, random }) =>
    Array.from({ length: phones }, (_, phone) => {
      const at = from + random() * 4_000;
      return phone % 2 ? reload(phone, at, random) : [{ at, charges: connect(phone) }];
    }).flat(),
  "one in twenty mistypes the PIN": ({ phones, from, random }) =>
    Array.from({ length: share(phones, 0.05) }, () => {
      const at = from + random() * 30_000;
      return [
        { at, charges: lookup },
        { at, charges: one("pinGuess") },
        { at: at + 8_000, charges: lookup },
      ];
    }).flat(),
} satisfies Record<string, Behaviour>;

/** A table that shares a seat: every phone, and every second tab, is a line of its own on the seat's bucket. */
export function seatOfManySockets(o: { sockets: number; hours: number; random: () => number }): Sent[] {
  const sent: Sent[] = [];
  const hourMs = 3_600_000;
  for (let socket = 0; socket < o.sockets; socket++)
    for (let hour = 0; hour < o.hours; hour++) {
      const from = hour * hourMs;
      // half an hour of a flapping WiFi; then sockets are refused for good, and everybody reloads after 15 s
      sent.push(...flapping(0, from, from + hourMs / 2, o.random));
      const downAt = from + hourMs / 2 + 60_000;
      sent.push(...tries(0, downAt, downAt + 15_000, o.random));
      sent.push(...tries(0, downAt + 15_000, from + hourMs, o.random));
    }
  return sent;
}

/** A night of one seat on the fallback: `devices` phones of one team, sockets refused from the first minute to the last. */
export function seatOnTheFallback(o: {
  seat: string;
  devices: number;
  hours: number;
  pace: "question" | "sheet";
  random: () => number;
}): Sent[] {
  const { seat, random } = o;
  const untilMs = o.hours * 3_600_000;
  const poll = one("sessionPoll", seat);
  const answer = one("submitAnswer", seat);
  const sent: Sent[] = [];
  /** what changes the view: every device's waiting poll returns and is made again */
  const wakes: number[] = [];

  const questions = 20;
  const roundMs = o.pace === "question" ? questions * 30_000 : 10 * 60_000;
  for (let roundAt = 10_000; roundAt + roundMs < untilMs; roundAt += roundMs + 60_000) {
    if (o.pace === "question")
      for (let question = 0; question < questions; question++) {
        const opensAt = roundAt + question * 30_000;
        // opened, locked, revealed, standings
        wakes.push(opensAt, opensAt + 20_000, opensAt + 23_000, opensAt + 27_000);
        const at = opensAt + 1_000 + random() * 18_000;
        sent.push({ at, charges: answer });
        wakes.push(at + 50);
        // an acknowledgement that was lost
        if (random() < 0.3) sent.push({ at: at + 400, charges: answer });
      }
    else {
      // the host reads out a question every 20 s, the team writes along and changes a third
      for (let question = 0; question < questions; question++) {
        const askedAt = roundAt + question * 20_000;
        wakes.push(askedAt);
        const at = askedAt + 3_000 + random() * 15_000;
        sent.push({ at, charges: answer });
        wakes.push(at + 50);
        if (random() < 0.33) {
          sent.push({ at: at + 5_000, charges: answer });
          wakes.push(at + 5_050);
        }
      }
      // the last minute: eight answers are changed in a rush
      for (let change = 0; change < 8; change++) {
        const at = roundAt + questions * 20_000 + 20_000 + change * 2_500;
        sent.push({ at, charges: answer });
        wakes.push(at + 50);
      }
      // then half a minute without WiFi, and the whole sheet goes out at once, four in ten twice
      const backAt = roundAt + questions * 20_000 + 90_000;
      for (let question = 0; question < questions; question++) {
        const at = backAt + random() * 200;
        sent.push({ at, charges: answer });
        wakes.push(at + 50);
        if (question % 5 < 2) sent.push({ at: at + 400, charges: answer });
      }
    }
  }
  // a server that is down for a moment, once an hour: every poll fails and is made again after 0.3, 0.6, 1.2 s
  for (let downAt = 1_800_000; downAt < untilMs; downAt += 3_600_000)
    for (const laterMs of [0, 300, 900, 2_100]) wakes.push(downAt + laterMs);

  wakes.sort((a, b) => a - b);
  for (let device = 0; device < o.devices; device++) {
    let next = 0;
    for (let at = random() * 1_000; at < untilMs; ) {
      sent.push({ at, charges: poll });
      while (wakes[next] !== undefined && wakes[next]! <= at) next += 1;
      // a woken poll is made again after its way back, its pause of 50 ms and its way there
      const woken = (wakes[next] ?? Number.POSITIVE_INFINITY) + 100 + random() * 50;
      at = Math.max(at + 100, Math.min(at + 20_000, woken));
    }
  }
  return sent;
}

/** Thirty teachers who press "host now" when they are told to, every other one in a second browser. */
export const workshop = (random: () => number): Sent[] =>
  Array.from({ length: 45 }, () => ({ at: random() * 30_000, charges: one("newHost") }));

/** A host's evening of an hour: a command every 2 s in the busy minutes, ten quick ones, two big screens on the fallback. */
export function hostEvening(random: () => number): Sent[] {
  const sent: Sent[] = [];
  for (let minute = 0; minute < 60; minute++) {
    for (let second = 0; second < 60; second += 2)
      sent.push({
        at: minute * 60_000 + second * 1_000 + random() * 500,
        charges: one("hostCommand", "host"),
      });
    // a table of jokers is removed
    for (let press = 0; press < 10; press++)
      sent.push({ at: minute * 60_000 + 30_000 + press * 200, charges: one("hostCommand", "host") });
    for (let second = 0; second < 60; second++)
      for (const screen of [0, 1])
        sent.push({
          at: minute * 60_000 + second * 1_000 + screen * 300,
          charges: one("sessionPoll", "screen"),
        });
  }
  // every order, every poll of two consoles and their room panels is a request of the host's as well
  for (const { charges, at } of sent.filter(({ charges }) => charges[0]?.policy === "hostCommand"))
    sent.push({ at, charges: one("hostRequest", charges[0]?.key) });
  for (let second = 0; second < 3_600; second++)
    for (const console of [0, 1]) {
      sent.push({ at: second * 1_000 + console * 400, charges: one("hostRequest", "host") });
      if (second % 2 === 0)
        sent.push({ at: second * 1_000 + 200 + console * 400, charges: one("hostRequest", "host") });
    }
  // five files read in, an evening's pictures dropped in at once, every kind of results looked at, three wrong passwords
  for (let i = 0; i < 5; i++) sent.push({ at: i * 3_000, charges: one("importFile", "host") });
  for (let i = 0; i < 60; i++) sent.push({ at: 60_000 + i * 50, charges: one("upload", "host") });
  for (let i = 0; i < 12; i++)
    sent.push({ at: 3_000_000 + i * 1_000, charges: one("exportResults", "host") });
  for (let i = 0; i < 3; i++) sent.push({ at: i * 10_000, charges: one("authFailure", "account") });
  return sent;
}

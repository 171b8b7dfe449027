/**
 * A room of phones from the scan to the last reveal, and everything that is measured on the way. Rooms of one run take
 * turns (floor, product, floor, product …), are played once and looked at by every work that needs them.
 */
import { CannotRun } from "../options";
import type { Counts, LightSocket } from "./light-socket";
import { ownShare } from "./machine";
import { openStage, type Place, type Stage } from "./stage";
import type { WorkOptions } from "./work";

export type RoomSpec = {
  place: Place;
  phones: number;
  questions: number;
  /** counted and not timed, or for information: one run tells */
  once?: boolean;
};

/** One thing everybody does at once: how long it took each, and how busy the generator was meanwhile. */
export type Burst = { p50: number; p99: number; max: number; share: number };

export type Night = {
  join: Burst & { failures: number };
  /** by question; those for warming up are not among them */
  fanOuts: Burst[];
  acks: Burst[];
  reveals: Burst[];
  /** per question */
  serverCpuSeconds: number;
  databaseCpuSeconds: number;
  /** per phone and question, as if each answer were sent once */
  messagesIn: number;
  messagesOut: number;
  acksIn: number;
  bytes: number;
  stallMs: number | null;
  /** rows of the last question in the database */
  stored: number | null;
  rssMb: { before: number; seated: number; early: number; end: number };
};

/** The slowest floor on a busy machine needs a few seconds; whoever is not there by then is a failure. */
const joinWithinMs = 60_000;
const viewWithinMs = 20_000;
/** The version is named again 1.5 s after a change: that message is counted, too. */
const announcedByMs = 1_700;
const settleMs = 300;
/** Until the code both sides run is compiled: the third costs what the thirtieth does. */
const warmUpQuestions = 3;
/** Look-ups before the measured moment: as many at a time as do not queue. */
const meetAtOnce = 50;
/** After each press and each burst: what was asked for arrives before the next. */
const breathMs = 250;
/** A whole night's answers stay within the limits (submitAnswer: 30 at once and 30 a minute): 60 questions take over a minute. */
const nightPauseMs = 450;

const sleep = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms));

type Phone = { socket: LightSocket; version: number };

export async function playRoom(spec: RoomSpec): Promise<Night> {
  const stage = await openStage(spec.place, spec);
  const phones: Phone[] = [];
  try {
    return await play(spec, stage, phones);
  } finally {
    for (const { socket } of phones) socket?.close();
    await stage.close();
  }
}

async function play(spec: RoomSpec, stage: Stage, phones: Phone[]): Promise<Night> {
  const isLong = spec.questions > 10;
  const warmUps = isLong ? 1 : warmUpQuestions;
  const measured = spec.questions - warmUps;
  await meetAll(stage, spec.phones);
  const before = stage.usage().rssMb;
  const join = await joinAll(stage, phones, spec.phones);
  const seated = phones.filter(Boolean);
  if (seated.length === 0) throw new CannotRun("No phone got a seat.");
  await sleep(announcedByMs);
  const rssSeated = stage.usage().rssMb;

  // the round's title, which wakes the code up
  await show(stage, seated);
  await sleep(settleMs);

  const night: Omit<Night, "join" | "stored" | "rssMb"> = {
    fanOuts: [],
    acks: [],
    reveals: [],
    serverCpuSeconds: 0,
    databaseCpuSeconds: 0,
    messagesIn: 0,
    messagesOut: 0,
    acksIn: 0,
    bytes: 0,
    stallMs: null,
  };
  let from = { ...stage.usage(), ...sum(seated) };
  let early = 0;
  for (let question = 0; question < spec.questions; question++) {
    const isWarmUp = question < warmUps;
    // of a warm-up nothing is counted, so that what comes late need not be waited for
    const pauseMs = isLong ? nightPauseMs : isWarmUp || !stage.announces ? breathMs : announcedByMs;
    if (question === warmUps) {
      if (stage.announces) await sleep(announcedByMs);
      from = { ...stage.usage(), ...sum(seated) };
    }
    const fanOut = await show(stage, seated);
    await sleep(breathMs);
    await stage.stallMs();
    const ack = await answerAll(stage, seated, question, isLong ? 1 : 2);
    const stall = await stage.stallMs();
    await sleep(pauseMs);
    const reveal = await show(stage, seated);
    await sleep(pauseMs);
    if (question === 4) early = stage.usage().rssMb;
    if (isWarmUp) continue;
    night.fanOuts.push(fanOut);
    night.acks.push(ack);
    night.reveals.push(reveal);
    if (stall !== null) night.stallMs = Math.max(night.stallMs ?? 0, stall);
  }
  const to = { ...stage.usage(), ...sum(seated) };
  const each = (name: keyof ReturnType<typeof sum>) => (to[name] - from[name]) / seated.length / measured;
  night.serverCpuSeconds = (to.cpuSeconds - from.cpuSeconds) / measured;
  night.databaseCpuSeconds = (to.databaseCpuSeconds - from.databaseCpuSeconds) / measured;
  const times = isLong ? 1 : 2;
  night.messagesIn = each("messagesIn");
  night.messagesOut = each("messagesOut") / times;
  night.acksIn = each("acksIn") / times;
  // what was sent a second time, and its acknowledgement, are not part of a phone's question
  night.bytes = each("bytesIn") + each("bytesOut") / times - (each("ackBytesIn") / times) * (times - 1);
  const rssMb = { before, seated: rssSeated, early, end: to.rssMb };
  return { join, ...night, rssMb, stored: await stage.stored(spec.questions - 1) };
}

async function meetAll(stage: Stage, count: number): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: meetAtOnce }, async () => {
      while (next < count) await stage.meet(next++);
    }),
  );
}

/** Everybody presses Join in the same instant; done with the first view on the phone. */
async function joinAll(stage: Stage, phones: Phone[], count: number): Promise<Night["join"]> {
  const took: number[] = [];
  let failures = 0;
  const share = ownShare();
  await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const startedAt = performance.now();
      try {
        const socket = await stage.join(number);
        await within(joinWithinMs, (done, fail) => {
          const phone: Phone = { socket, version: -1 };
          socket.onLost = (why) => fail(new Error(why));
          socket.onEvent = (name, start) => {
            if (!stage.isView(name)) return;
            phone.version = versionIn(start);
            phones[number] = phone;
            done();
          };
        });
        took.push(performance.now() - startedAt);
      } catch {
        failures += 1;
      }
    }),
  );
  return { ...burst(took, share()), failures };
}

/** The host presses; from the press to each phone having the whole view. */
async function show(stage: Stage, phones: Phone[]): Promise<Burst> {
  const took: number[] = [];
  const share = ownShare();
  const startedAt = performance.now();
  const { version, done } = stage.press();
  await within(viewWithinMs, (everybody, fail) => {
    for (const phone of phones)
      phone.socket.onEvent = (name, start) => {
        if (!stage.isView(name) || phone.version >= version || versionIn(start) < version) return;
        phone.version = versionIn(start);
        took.push(performance.now() - startedAt);
        if (took.length === phones.length) everybody();
      };
    done.catch(fail);
  });
  const busy = share();
  await done;
  return burst(took, busy);
}

/** Everybody taps in the same instant, `times` times the same; from each tap to each of its acknowledgements. */
async function answerAll(stage: Stage, phones: Phone[], question: number, times: number): Promise<Burst> {
  const frames = phones.map((_, number) =>
    Array.from({ length: times }, (_, time) => stage.answer(number, question, question * 2 + time)),
  );
  const took: number[] = [];
  let refused = "";
  const tappedAt: number[] = [];
  const share = ownShare();
  await within(viewWithinMs, (everybody) => {
    for (const [number, phone] of phones.entries())
      phone.socket.onAck = (_id, read) => {
        if (!refused && !read().includes('"ok":true')) refused = read();
        took.push(performance.now() - (tappedAt[number] ?? 0));
        if (took.length === phones.length * times) everybody();
      };
    for (let time = 0; time < times; time++)
      for (const [number, phone] of phones.entries()) {
        if (time === 0) tappedAt[number] = performance.now();
        const bytes = frames[number]?.[time];
        if (bytes) phone.socket.send(bytes);
      }
  });
  if (refused) throw new CannotRun(`An answer was refused: ${refused}`);
  return burst(took, share());
}

const versionIn = (start: string): number => Number(/"version":(\d+)/.exec(start)?.[1] ?? -1);

function sum(phones: Phone[]): Counts {
  const total: Counts = { messagesIn: 0, acksIn: 0, messagesOut: 0, bytesIn: 0, ackBytesIn: 0, bytesOut: 0 };
  for (const { socket } of phones)
    for (const name of Object.keys(total) as (keyof Counts)[]) total[name] += socket.counts[name];
  return total;
}

function burst(took: number[], share: number): Burst {
  const sorted = [...took].sort((a, b) => a - b);
  // the nearest rank, as in measures.ts
  const at = (part: number) => sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: at(1), share };
}

function within(ms: number, run: (done: () => void, fail: (error: Error) => void) => void): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new CannotRun(`Not done after ${ms / 1000} s.`)), ms);
    const settle = (error?: Error) => {
      clearTimeout(timer);
      if (error) fail(error);
      else done();
    };
    run(() => settle(), settle);
  });
}

// ---- runs ------------------------------------------------------------------------------------------------------

const played = new Map<string, Night[]>();
const nameOf = (spec: RoomSpec) => `${spec.place}, ${spec.phones} phones, ${spec.questions} questions`;

/** Plays what has not been played yet: every room once, then every room again, so that all share the drifting machine. */
export async function playRooms(specs: RoomSpec[], o: Pick<WorkOptions, "runs" | "log">): Promise<void> {
  const wanted = [...new Map(specs.map((spec) => [nameOf(spec), spec])).entries()];
  for (let run = 0; run < o.runs; run++)
    for (const [name, spec] of wanted) {
      const nights = played.get(name) ?? [];
      if (nights.length > run) continue;
      if (spec.once && run > 0) continue;
      o.log(`run ${run + 1} of ${o.runs}: ${name}`);
      // a shared machine has bad moments; a second one in a row is a fault
      const night = await playRoom(spec).catch((error: unknown) => {
        o.log(`once more, because of this: ${String(error)}`);
        return playRoom(spec);
      });
      nights.push(night);
      played.set(name, nights);
    }
}

export const nightsOf = (spec: RoomSpec): Night[] => played.get(nameOf(spec)) ?? [];

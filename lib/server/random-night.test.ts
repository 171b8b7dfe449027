/**
 * A seeded random night at the real server, over both roads. `ROOMFUL_NIGHT_SEED=<number>` plays that night alone; a
 * failure names its seed. Which requests of one moment arrive first is not drawn, so a seed may need a few tries.
 */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { drawing, RandomNight } from "./random-night.test-support";
import { checkNight, checkOpenTaps } from "./random-night-checks.test-support";

const own = process.env.ROOMFUL_NIGHT_SEED;
const seeds = own ? [Number(own)] : [20_261_130, 7];
const beats = 150;
/** A look at everything is some 30 requests: after every death of the process, and this often besides. */
const looksEvery = 40;

let skewMs = 0;
beforeAll(() => {
  const wall = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => wall() + skewMs);
});
afterAll(() => {
  vi.restoreAllMocks();
});

async function play(night: RandomNight): Promise<void> {
  const { draw, phones } = night;
  for (let beat = 1; beat <= beats; beat++) {
    const movers = phones.filter(() => draw.chance(0.08));
    const answering = phones.filter((phone) => !movers.includes(phone) && draw.chance(0.5));
    const burst = answering.flatMap((phone) => night.answer(phone));
    if (beat % 50 === 0) {
      await night.dieAndStart(burst);
      await checkNight(night);
      continue;
    }
    // an open question is what most of a night consists of
    if (draw.chance(night.phase === "question" ? 0.25 : 0.8)) burst.push(...night.steps());
    if (draw.chance(0.15)) burst.push(night.mark());
    burst.push(...movers.map((phone) => night.fidget(phone)));
    if (draw.chance(0.1)) night.passTime();
    await Promise.all(burst);
    if (draw.chance(0.03)) await night.rearrange();
    // phones without a socket poll
    for (const phone of phones)
      if (phone.isSeated && !phone.socket?.connected && draw.chance(0.6)) await phone.look({ since: true });
    if (beat % looksEvery === 0) await checkNight(night);
  }
}

const played: { sent: number; codes: Set<string>; reached: Set<string>; asked: number; commands: number }[] =
  [];

test.each(seeds)(
  "a random night over both roads keeps what it promises (seed %i)",
  async (seed) => {
    const night = await RandomNight.open(drawing(seed), (ms) => {
      skewMs += ms;
    });
    try {
      await play(night);
      await night.finish();
      await checkNight(night);
      const asked = await checkOpenTaps(night);
      const replies = night.taps.flatMap((tap) => tap.replies);
      played.push({
        sent: night.phones.reduce((sum, phone) => sum + phone.sentCount, 0),
        codes: new Set(replies.map((reply) => (reply.ok ? "ok" : reply.code))),
        reached: night.reached,
        asked,
        commands: night.commandCount,
      });
    } catch (error) {
      throw new Error(`play this night again with ROOMFUL_NIGHT_SEED=${seed}`, { cause: error });
    } finally {
      await night.close();
    }
  },
  // a minute where ten other programs share the cores
  120_000,
);

test.skipIf(own !== undefined)("the nights were long enough to mean something", () => {
  const sum = (of: (night: (typeof played)[number]) => number) =>
    played.reduce((total, night) => total + of(night), 0);
  const all = (of: (night: (typeof played)[number]) => Set<string>) =>
    played.flatMap((night) => [...of(night)]);
  expect(sum(({ sent }) => sent)).toBeGreaterThan(700);
  expect(sum(({ commands }) => commands)).toBeGreaterThan(150);
  expect(sum(({ asked }) => asked)).toBeGreaterThan(0);
  expect(all(({ codes }) => codes)).toEqual(
    expect.arrayContaining(["ok", "ALREADY_ANSWERED", "ANSWER_CHANGED", "QUESTION_CLOSED"]),
  );
  expect(all(({ reached }) => reached)).toEqual(
    expect.arrayContaining(
      [1, 2, 3, 4].flatMap((round) => [`question ${round}`, `reveal ${round}`, `standings ${round}`]),
    ),
  );
});

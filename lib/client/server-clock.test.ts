import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { serverClock } from "./server-clock";

/** A device whose monotonic clock the test moves, and a server whose clock is `ahead` of it. */
function device(ahead = 1_800_000_000_000) {
  const time = { monotonic: 0, ahead };
  const clock = serverClock(() => time.monotonic);
  return {
    time,
    clock,
    truth: () => time.monotonic + time.ahead,
    error: () => Math.abs(clock.now() - (time.monotonic + time.ahead)),
    push(latencyMs: number) {
      const sentAt = time.monotonic + time.ahead;
      time.monotonic += latencyMs;
      return clock.hear(sentAt);
    },
    ask(thereMs: number, backMs: number) {
      time.monotonic += thereMs;
      const sentAt = time.monotonic + time.ahead;
      time.monotonic += backMs;
      return clock.hear(sentAt, thereMs + backMs);
    },
  };
}

describe("the server's clock", () => {
  test("TMR-01 a round trip is right to half its length, however lopsided, and the quickest is believed", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(900), fc.nat(900)), { minLength: 1, maxLength: 8 }), (trips) => {
        const phone = device();
        for (const [there, back] of trips) phone.ask(there, back);
        const best = Math.min(...trips.map(([there, back]) => there + back));
        expect(phone.error()).toBeLessThanOrEqual(best / 2 + 0.001);
      }),
    );
  });

  test("TMR-01 pushes can only move it on: right to the quickest of them", () => {
    const phone = device();
    for (const latency of [400, 900, 30, 700]) phone.push(latency);
    expect(phone.error()).toBeCloseTo(30, 3);
  });

  test("TMR-01 a wait of the poll is no travelling time", () => {
    const phone = device();
    phone.ask(20, 20);
    // a poll that waited 19 s hears no round trip, only that the server was that far
    phone.time.monotonic += 19_000;
    phone.push(40);
    expect(phone.error()).toBeLessThanOrEqual(20);
  });

  test("TMR-01 a slower measurement a minute later replaces a quicker one, since clocks drift", () => {
    const phone = device();
    phone.ask(5, 5);
    phone.time.monotonic += 61_000;
    phone.time.ahead += 60;
    phone.ask(100, 100);
    expect(phone.error()).toBeLessThanOrEqual(100);
  });

  test("TMR-01 a monotonic clock that stood still during sleep is overruled by the next reply, slow as it is", () => {
    const phone = device();
    phone.ask(5, 5);
    phone.time.ahead += 90_000;
    phone.ask(200, 400);
    expect(phone.error()).toBeLessThanOrEqual(300);
  });

  test("TMR-01 sleep that was noticed is right before any reply, and the next reply has the last word", () => {
    const phone = device();
    phone.ask(5, 5);
    phone.time.ahead += 90_000;
    phone.clock.slept(90_000);
    expect(phone.error()).toBeLessThanOrEqual(5);
    // it was not sleep: somebody had set the wall clock, by a little or by much
    phone.clock.slept(1_500);
    phone.ask(2_400, 100);
    expect(phone.error()).toBeLessThanOrEqual(1_250);
    phone.clock.slept(3_600_000);
    phone.ask(100, 100);
    expect(phone.error()).toBeLessThanOrEqual(100);
  });

  test("TMR-01 a server's clock that was set back is noticed by a push, and measured", () => {
    const phone = device();
    phone.ask(5, 5);
    expect(phone.push(500)).toBe(false);
    phone.time.ahead -= 300_000;
    expect(phone.push(10)).toBe(true);
    phone.ask(50, 50);
    expect(phone.error()).toBeLessThanOrEqual(50);
  });

  test("a time that is no number changes nothing", () => {
    const phone = device();
    phone.ask(5, 5);
    for (const sentAt of [Number.NaN, Number.POSITIVE_INFINITY, undefined as unknown as number])
      phone.clock.hear(sentAt, 1);
    expect(phone.error()).toBeLessThanOrEqual(5);
  });
});

import { describe, expect, test, vi } from "vitest";
import { hide, openPhone, seconds, shown, world } from "./player-session.test-support";
import { pass } from "./test-venue";

vi.mock("socket.io-client", () => import("./test-venue"));

describe("TMR-01 the countdown", () => {
  const wrong = [-600_000, -3_000, 0, 3_000, 600_000];
  for (const road of ["socket", "fallback"] as const)
    test.each(wrong)(
      `TMR-01 a phone %i ms off, on the ${road}: within half a second all the way down`,
      async (offBy) => {
        vi.setSystemTime(world.venue.now() + offBy);
        world.venue.socketsBlocked = road === "fallback";
        const phone = openPhone();
        await pass(500);
        world.venue.ask("q2");
        await pass(200);
        for (let second = 0; second < 20; second++) {
          // set to one hour on in the middle of the question
          if (second === 8) vi.setSystemTime(Date.now() + 3_600_000);
          const truth = (world.venue.closesAt - world.venue.now()) / 1000;
          expect(Math.abs(seconds(phone) - truth)).toBeLessThan(0.5);
          await pass(1_000);
        }
        expect(shown(phone)).toBe("q2");
      },
    );

  test("TMR-01 a laptop whose lid was closed: the clock is right again with the first reply, on the backup line too", async () => {
    world.venue.socketsBlocked = true;
    const phone = openPhone();
    await pass(2_000);
    world.venue.ask("q2");
    await pass(500);
    // asleep for 90 s with the page visible: timers and performance.now() stood still, and the next reply is slow
    vi.setSystemTime(Date.now() + 90_000);
    world.venue.clockSkewMs += 90_000;
    world.venue.replyMs = 300;
    await pass(1_500);
    expect(seconds(phone)).toBeLessThan(0);
    expect(Math.abs(seconds(phone) * 1000 - (world.venue.closesAt - world.venue.now()))).toBeLessThan(500);
  });

  test("TMR-01 the server's clock is set back five minutes: phones on the socket follow", async () => {
    const phone = openPhone();
    await pass(5_000);
    world.venue.clockSkewMs -= 300_000;
    world.venue.ask("q2");
    await pass(1_000);
    expect(Math.abs(seconds(phone) - 19)).toBeLessThan(0.5);
  });

  test("TMR-04 a tab whose timers stood still paints the right number at once", async () => {
    const phone = openPhone();
    await pass(100);
    world.venue.ask("q2");
    await pass(100);
    hide();
    // fifteen seconds without a single tick of any timer: only the clocks go on
    const asOf = performance.now();
    const clock = vi.spyOn(performance, "now").mockImplementation(() => asOf + 15_000);
    expect(seconds(phone)).toBeCloseTo(4.9, 1);
    clock.mockRestore();
  });
});

import { describe, expect, it } from "vitest";
import { exampleNight } from "./example-night";
import { measure, spread } from "./measures";

describe("measures of a rehearsal", () => {
  it("takes percentiles by nearest rank", () => {
    const values = Array.from({ length: 200 }, (_, index) => index + 1).reverse();
    expect(spread(values)).toEqual({ p50: 100, p99: 198, max: 200, count: 200 });
    expect(spread([7])).toEqual({ p50: 7, p99: 7, max: 7, count: 1 });
    expect(spread([])).toBeNull();
  });

  it("counts from the tap to saved, and from the host's press to the phone", () => {
    const { ackMs, viewLagMs, fanOutMs, joinMs } = measure(exampleNight(3, 2).entries);
    expect(ackMs).toEqual({ p50: 11, p99: 12, max: 12, count: 6 });
    // pressed 5 ms before the host was told, shown 4 to 6 ms after
    expect(viewLagMs).toEqual({ p50: 10, p99: 11, max: 11, count: 6 });
    expect(fanOutMs).toEqual(viewLagMs);
    expect(joinMs).toMatchObject({ max: 5, count: 3 });
  });

  it("counts a change from the change and not from the answer before it", () => {
    const { entries } = exampleNight(1, 1);
    const tap = entries.find((entry) => entry.kind === "tapped");
    if (tap?.kind !== "tapped") throw new Error("nobody tapped");
    const { questionId, value } = tap.answer;
    entries.push({ kind: "changed", at: 3_000, who: 0, answer: tap.answer });
    entries.push({ kind: "saved", at: 3_030, who: 0, questionId, value, revision: 1 });
    expect(measure(entries).ackMs).toEqual({ p50: 10, p99: 30, max: 30, count: 2 });
  });

  it("keeps what came by polling out of the fan-out", () => {
    const { entries } = exampleNight(3, 1);
    for (const entry of entries) if (entry.kind === "shown" && entry.who === 2) entry.road = "poll";
    expect(measure(entries).fanOutMs).toMatchObject({ max: 10, count: 2 });
    expect(measure(entries).viewLagMs).toMatchObject({ max: 11, count: 3 });
  });

  it("takes a later version for an earlier one, and says what was never shown", () => {
    const { entries } = exampleNight(2, 2);
    const without = entries.filter(
      (entry) => entry.kind !== "shown" || entry.who !== 0 || entry.version !== 1,
    );
    // shown a second late: with the next step
    expect(measure(without)).toMatchObject({ neverShown: 0, viewLagMs: { max: 1_009 } });
    const never = entries.filter((entry) => entry.kind !== "shown" || entry.who !== 0);
    expect(measure(never).neverShown).toBe(2);
  });

  it("counts what had to be tried again, but not an abuser's", () => {
    const { entries } = exampleNight(1, 1);
    const call = { kind: "call", at: 1, what: "join", ms: 1 } as const;
    entries.push({ ...call, who: 0, outcome: "NO_REPLY" }, { ...call, who: 0, outcome: "UNAVAILABLE" });
    entries.push({ ...call, who: 0, outcome: "NO_REPLY" }, { ...call, who: "abuser", outcome: "NO_REPLY" });
    expect(measure(entries).setbacks).toEqual({ "join NO_REPLY": 2, "join UNAVAILABLE": 1 });
  });

  it("expects no step of a phone that was not in yet, and times none that another reply told of", () => {
    const { entries } = exampleNight(2, 1);
    for (const entry of entries) if (entry.kind === "seated" && entry.who === 0) entry.at = 5_000;
    expect(measure(entries).viewLagMs).toMatchObject({ count: 1 });
    for (const entry of entries) if (entry.kind === "step") entry.isTimed = false;
    expect(measure(entries).viewLagMs).toBeNull();
  });

  it("says what a hanging store cost: the slowest of the honest meanwhile, over half of its kind before", () => {
    const { entries } = exampleNight(1, 1);
    expect(measure(entries).store).toBeNull();
    const call = { kind: "call", what: "answer", who: 0, outcome: "ok" } as const;
    for (const [at, ms] of [
      [1_010, 8],
      [1_020, 10],
      [1_030, 900],
      [2_000, 160],
      [2_500, 30],
    ] as const)
      entries.push({ ...call, at, ms });
    // an abuser's, one without a reply and one after the store was back do not count, nor a kind not seen before
    entries.push({ ...call, who: "abuser", at: 2_100, ms: 5_000 });
    entries.push({ ...call, outcome: "NO_REPLY", at: 2_100, ms: 5_000 });
    entries.push({ ...call, at: 4_001, ms: 5_000 });
    entries.push({ ...call, what: "join", at: 2_100, ms: 5_000 });
    const hung = { hungAt: 1_050, hungMs: 2_950, localAfterMs: 600, backAfterMs: 1_500 };
    entries.push({ kind: "storeHung", at: 5_000, ...hung });
    expect(measure(entries).store).toEqual({
      ...hung,
      hungFromMs: 1_050,
      worstAdded: { ms: 150, what: "answer" },
    });
  });
});

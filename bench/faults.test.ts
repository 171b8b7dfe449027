import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { faultsAt, Recovery } from "./faults";
import { History } from "./history";
import { only } from "./measures";
import type { Fault } from "./options";

describe("when faults strike", () => {
  const all = new Set<Fault>(["socket-down", "server-kill", "deploy", "redis-hang", "double-taps"]);
  const strikes = (fault: Fault, questions: number) =>
    Array.from({ length: questions }, (_, index) => index + 1).filter((number) =>
      faultsAt(number, all, questions).includes(fault),
    );

  it("kills the server six times at the most, from the second question on", () => {
    expect(strikes("server-kill", 10)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(strikes("server-kill", 3)).toEqual([2, 3]);
    expect(strikes("server-kill", 1)).toEqual([1]);
  });

  it("does once what is done once", () => {
    expect(strikes("socket-down", 8)).toEqual([2]);
    expect(strikes("deploy", 8)).toEqual([5]);
    expect(strikes("redis-hang", 1)).toEqual([1]);
    expect(strikes("double-taps", 8)).toEqual([]);
  });

  it("strikes only what was asked for", () => {
    expect(faultsAt(2, new Set<Fault>(["deploy"]), 8)).toEqual([]);
  });
});

describe("recovery", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout"] }));
  afterEach(() => void vi.useRealTimers());
  const recovered = (history: History) =>
    only(history.entries, "fault").map(({ recoveredMs }) => recoveredMs);

  it("lasts from the blow to the last phone, on a road opened after it and at the current version (CON-13)", async () => {
    const history = new History();
    const recovery = new Recovery(history, () => 7);
    const passes = (ms: number) => new Promise<void>((over) => setTimeout(over, ms));
    const blow = async () => {
      await passes(50);
      recovery.heard(0, performance.now(), 7); // the old process is not gone yet
      recovery.roadsAreNew();
      await passes(200);
      return { goneMs: 50, bootMs: 200 };
    };
    const timed = recovery.timed("server-kill", [0, 1], blow);
    await vi.advanceTimersByTimeAsync(250);
    const newRoad = performance.now();
    recovery.heard(0, newRoad, 7);
    recovery.heard(1, newRoad - 500, 7);
    recovery.heard(1, newRoad, 6);
    await vi.advanceTimersByTimeAsync(300);
    expect(recovered(history)).toEqual([]);
    recovery.heard(1, newRoad, 7);
    await timed;
    expect(recovered(history)).toEqual([550]);
  });

  it("is none when the night ends before the last phone is back", async () => {
    const history = new History();
    const recovery = new Recovery(history, () => 1);
    const timed = recovery.timed("socket-down", [0, 1], async () => null);
    await vi.advanceTimersByTimeAsync(10);
    recovery.heard(0, performance.now(), 1);
    recovery.close();
    await timed;
    expect(recovered(history)).toEqual([null]);
  });
});

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
      recovery.heard(0, performance.now(), 7, performance.now()); // the old process is not gone yet
      recovery.roadsAreNew();
      await passes(200);
      return { goneMs: 50, bootMs: 200 };
    };
    const timed = recovery.timed("server-kill", [0, 1], blow);
    await vi.advanceTimersByTimeAsync(250);
    const newRoad = performance.now();
    recovery.heard(0, newRoad, 7, performance.now());
    recovery.heard(1, newRoad - 500, 7, performance.now());
    recovery.heard(1, newRoad, 6, performance.now());
    await vi.advanceTimersByTimeAsync(300);
    expect(recovered(history)).toEqual([]);
    recovery.heard(1, newRoad, 7, performance.now());
    await timed;
    expect(recovered(history)).toEqual([550]);
  });

  it("does not count how long a poll is held because there is nothing new", async () => {
    const history = new History();
    let version = 7;
    const recovery = new Recovery(history, () => version);
    const timed = recovery.timed("deploy", [0, 1], async () => null);
    await vi.advanceTimersByTimeAsync(400);
    const askedAt = performance.now();
    expect(recovery.isAwaitingNews).toBe(false);
    for (const who of [0, 1]) expect(recovery.polls(who, 7)).toBe(true);
    expect(recovery.isAwaitingNews).toBe(true);
    await vi.advanceTimersByTimeAsync(9_000);
    // not before the reply proves that the server held it
    expect(recovered(history)).toEqual([]);
    version = 8;
    recovery.polled(0);
    expect(recovery.isAwaitingNews).toBe(false);
    recovery.heard(0, askedAt, 8, askedAt);
    recovery.polled(1);
    recovery.heard(1, askedAt, 8, askedAt);
    await timed;
    expect(recovered(history)).toEqual([400]);
  });

  it("counts the wait of a poll for what was already there", () => {
    const recovery = new Recovery(new History(), () => 8);
    void recovery.timed("deploy", [0], async () => null);
    expect(recovery.polls(0, 7)).toBe(false);
    expect(recovery.isAwaitingNews).toBe(false);
  });

  it("is none when the next blow falls before the last phone is back", async () => {
    const history = new History();
    const recovery = new Recovery(history, () => 1);
    const first = recovery.timed("server-kill", [0], async () => null);
    await vi.advanceTimersByTimeAsync(10);
    const second = recovery.timed("server-kill", [0], async () => null);
    await vi.advanceTimersByTimeAsync(10);
    recovery.heard(0, performance.now(), 1, performance.now());
    await Promise.all([first, second]);
    expect(recovered(history)).toEqual([null, 10]);
  });

  it("is none when the night ends before the last phone is back", async () => {
    const history = new History();
    const recovery = new Recovery(history, () => 1);
    const timed = recovery.timed("socket-down", [0, 1], async () => null);
    await vi.advanceTimersByTimeAsync(10);
    recovery.heard(0, performance.now(), 1, performance.now());
    recovery.close();
    await timed;
    expect(recovered(history)).toEqual([null]);
  });
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createWaiters, type Waiters } from "./waiters";

let waiters: Waiters;
let now: number;
beforeEach(() => {
  vi.useFakeTimers();
  now = 0;
  waiters = createWaiters(() => now);
});
afterEach(() => {
  waiters.close();
  vi.useRealTimers();
});

test("news wakes those who wait for it and nobody else", async () => {
  const mine = waiters.wait("night", "me", 20_000);
  const other = waiters.wait("night", "other", 20_000);
  const elsewhere = waiters.wait("another night", "me", 20_000);
  waiters.wake("night", "me");
  expect(await mine).toBe(true);
  expect(waiters.size()).toBe(2);
  waiters.wakeSession("night");
  expect(await other).toBe(true);
  expect(waiters.isWaiting("another night", "me")).toBe(true);
  waiters.close();
  expect(await elsewhere).toBe(true);
});

test("a wait ends by itself, with one timer for all of them", async () => {
  const before = vi.getTimerCount();
  const waits = Array.from({ length: 500 }, (_, n) => waiters.wait("night", `player ${n}`, 20_000));
  expect(vi.getTimerCount()).toBe(before);
  now = 20_000;
  vi.advanceTimersByTime(1_000);
  expect(new Set(await Promise.all(waits))).toEqual(new Set([false]));
  expect(waiters.size()).toBe(0);
});

test("a client that goes away is forgotten at once", async () => {
  const gone = new AbortController();
  const wait = waiters.wait("night", "me", 20_000, gone.signal);
  gone.abort();
  expect(await wait).toBe(false);
  expect(waiters.size()).toBe(0);
});

test("a thousand polls of one session are woken in slices, and others get their turn between", async () => {
  const waits = Array.from({ length: 1_000 }, (_, n) => waiters.wait("night", `player ${n}`, 20_000));
  waiters.wakeSession("night");
  expect(waiters.size()).toBe(900);
  vi.advanceTimersToNextTimer();
  expect(waiters.size()).toBe(800);
  for (let turn = 0; turn < 20; turn++) vi.advanceTimersToNextTimer();
  expect(await Promise.all(waits)).toHaveLength(1_000);
});

test("a seat that was just woken is woken again when half a second is over, once, with one timer for all seats", async () => {
  const before = vi.getTimerCount();
  const wait = (who: string) => waiters.wait("night", who, 20_000);
  const seats = Array.from({ length: 100 }, (_, n) => `player ${n}`);
  for (const who of seats) {
    const first = wait(who);
    waiters.wakeSettled("night", who);
    expect(await first).toBe(true);
  }
  const woken: string[] = [];
  for (const who of seats) void wait(who).then(() => woken.push(who));
  vi.advanceTimersByTime(200);
  for (let change = 0; change < 3; change++) for (const who of seats) waiters.wakeSettled("night", who);
  await vi.advanceTimersByTimeAsync(299);
  expect(woken).toEqual([]);
  expect(vi.getTimerCount()).toBe(before + 1);
  await vi.advanceTimersByTimeAsync(2);
  expect(woken).toEqual(seats);
  // what changes for everybody waits for nothing
  const next = wait("player 0");
  waiters.wakeSettled("night", "player 0");
  expect(waiters.isWaiting("night", "player 0")).toBe(true);
  waiters.wakeSession("night");
  expect(await next).toBe(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(vi.getTimerCount()).toBe(before);
});

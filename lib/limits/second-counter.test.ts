import { expect, test } from "vitest";
import { SecondCounter } from "./second-counter";

test("what is older than the seconds asked for is not counted, whatever lay between", () => {
  const counter = new SecondCounter(10);
  for (let ms = 0; ms < 20_000; ms += 100) counter.add(ms);
  expect(counter.sum(10, 19_999)).toBe(100);
  expect(counter.sum(1, 19_999)).toBe(10);
  expect(counter.sum(10, 24_999)).toBe(50);
  expect(counter.sum(10, 60_000)).toBe(0);
  counter.add(60_500);
  expect(counter.sum(10, 60_900)).toBe(1);
});

test("it counts as a list of times would, over gaps of any length", () => {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const counter = new SecondCounter(10);
  const times: number[] = [];
  let now = 0;
  for (let i = 0; i < 5_000; i++) {
    now += random() < 0.01 ? random() * 30_000 : random() * 400;
    times.push(now);
    counter.add(now);
    const from = (Math.floor(now / 1000) - 9) * 1000;
    expect(counter.sum(10, now)).toBe(times.filter((at) => at >= from).length);
    while (times[0]! < from) times.shift();
  }
});

test("it knows in how many of the last seconds there were so many", () => {
  const counter = new SecondCounter(10);
  for (let ms = 0; ms < 3_000; ms += 100) counter.add(ms);
  for (let ms = 5_000; ms < 7_000; ms += 500) counter.add(ms);
  expect(counter.secondsWith(1, 10, 9_999)).toBe(5);
  expect(counter.secondsWith(3, 10, 9_999)).toBe(3);
  expect(counter.secondsWith(11, 10, 9_999)).toBe(0);
  expect(counter.secondsWith(1, 4, 9_999)).toBe(1);
  expect(counter.secondsWith(1, 10, 11_500)).toBe(3);
  expect(counter.secondsWith(1, 10, 90_000)).toBe(0);
});

test("it says how many there were in the running second, and when nothing is left", () => {
  const counter = new SecondCounter(10);
  expect(counter.isSilent(0)).toBe(true);
  expect([0, 500, 999, 1_000].map((now) => counter.add(now))).toEqual([1, 2, 3, 1]);
  // to look is not to count
  expect(counter.sum(10, 5_000)).toBe(4);
  expect(counter.isSilent(10_999)).toBe(false);
  expect(counter.sum(10, 10_999)).toBe(1);
  expect(counter.isSilent(11_000)).toBe(true);
  expect(counter.sum(10, 11_000)).toBe(0);
});

import { describe, expect, test } from "vitest";
import { ringExponent, ringPath } from "./ring-path";

const pointsOf = (path: string) =>
  path
    .slice(1)
    .split("L")
    .map((pair) => pair.split(" ").map(Number) as [number, number]);

/** Even-odd rule: is the point inside the line? */
function isInside(points: [number, number][], x: number, y: number): boolean {
  let inside = false;
  for (let here = 0, before = points.length - 1; here < points.length; before = here++) {
    const [hx, hy] = points[here]!;
    const [bx, by] = points[before]!;
    if (hy > y !== by > y && x < ((bx - hx) * (y - hy)) / (by - hy) + hx) inside = !inside;
  }
  return inside;
}

const font = 40;
describe.each([
  ["one letter", 24, 46],
  ["a word", 190, 46],
  ["a long line", 900, 46],
  ["three lines", 620, 138],
])("a ring round %s", (_, width, height) => {
  const points = pointsOf(ringPath(width, height, font / 2));

  test("has all the ink inside", () => {
    const ink = height - font * 0.36;
    const [top, bottom] = [(height - ink) / 2, (height + ink) / 2];
    for (const x of [1, width / 4, width / 2, width - 1])
      for (const y of [top, height / 2, bottom]) expect(isInside(points, x, y), `${x} ${y}`).toBe(true);
  });

  test("stays close to the words", () => {
    for (const [x, y] of points) {
      expect(Math.max(-x, x - width)).toBeLessThan(font);
      expect(Math.max(-y, y - height)).toBeLessThan(font * 0.75);
    }
  });

  test("closes: the end passes the beginning", () => {
    const [startX, startY] = points[0]!;
    const nearest = Math.min(...points.slice(-8).map(([x, y]) => Math.hypot(x - startX, y - startY)));
    expect(nearest).toBeLessThan(width * 0.12 + font / 2);
  });
});

test("short words get a rounder ring than long ones", () => {
  const round = ringExponent(24 / 64, 33 / 86);
  const flat = ringExponent(900 / 940, 33 / 66);
  expect(round).toBe(2);
  expect(flat).toBeGreaterThan(3);
});

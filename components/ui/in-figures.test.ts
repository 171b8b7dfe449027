import { expect, test } from "vitest";
import { inFigures } from "./in-figures";

test("points are shown with two decimals at the most and a true minus sign", () => {
  expect([3, 10 / 3, 12.5, -6, -0.5, -0.001].map(inFigures)).toEqual([
    "3",
    "3.33",
    "12.5",
    "−6",
    "−0.5",
    "0",
  ]);
});

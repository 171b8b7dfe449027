import { expect, test } from "vitest";
import { bestFit, type Fit } from "./use-fit";

const stages = ["whole", "tight"];
const smallest = 0.86;

test("SCR-01 words that fit keep their step of the type scale", () => {
  expect(bestFit(stages, smallest, () => true)).toEqual({ stage: "whole", scale: 1 });
});

test("SCR-01 words are made no smaller than they must be", () => {
  expect(bestFit(stages, smallest, ({ scale }) => scale <= 0.95)).toEqual({ stage: "whole", scale: 0.94 });
});

test("SCR-01 shortening comes before letters nobody can read, and starts at full size again", () => {
  const fits = ({ stage, scale }: Fit) => stage === "tight" && scale <= 0.97;
  expect(bestFit(stages, smallest, fits)).toEqual({ stage: "tight", scale: 0.96 });
});

test("SCR-01 no letter is ever below the floor, whatever the text", () => {
  const tried: number[] = [];
  const fit = bestFit(stages, smallest, ({ scale }) => {
    tried.push(scale);
    return false;
  });
  expect(fit).toEqual({ stage: "tight", scale: 0.86 });
  expect(Math.min(...tried)).toBe(0.86);
});

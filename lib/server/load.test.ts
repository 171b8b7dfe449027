import { expect, test } from "vitest";
import { paceFor } from "./load";

test("a calm house paces nobody", () => {
  expect(paceFor(0, 0.99)).toBe(0);
  expect(paceFor(49, 0.99)).toBe(0);
});

test("a house that is behind spreads the polls over three times its lag, and never over more than a second", () => {
  expect(paceFor(100, 0.5)).toBe(150);
  expect(paceFor(100, 0)).toBe(0);
  expect(paceFor(60_000, 1)).toBe(1_000);
});

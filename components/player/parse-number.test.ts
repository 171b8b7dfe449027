import { expect, test } from "vitest";
import { parseNumber } from "./parse-number";

test.each([
  ["1969", 1969],
  ["1,000", 1000],
  ["1 000", 1000],
  ["1,234,567", 1234567],
  ["1,234.5", 1234.5],
  ["3,5", 3.5],
  ["3.5", 3.5],
  [" -2 ", -2],
  ["\u22122", -2],
  ["3.142", Math.PI],
  ["０７", 7],
])("%s is read as %s", (typed, value) => expect(parseNumber(typed)).toBe(value));

test.each(["", "abc", "1e9", "--1", "1.2.3", "Infinity"])("%s is no number", (typed) =>
  expect(parseNumber(typed)).toBeNull(),
);

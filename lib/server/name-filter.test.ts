import { expect, test } from "vitest";
import { isFriendly } from "./name-filter";

test("a number that stands alone is a number, whatever letters its digits look like", () => {
  for (const name of ["Table 455", "Team 455", "Phone 717", "Table 8008", "The 69ers of 1969"])
    expect({ name, isFriendly: isFriendly(name) }).toEqual({ name, isFriendly: true });
});

test("digits inside a word still are letters", () => {
  for (const name of ["a55hole", "Team sh1t"]) expect(isFriendly(name)).toBe(false);
});

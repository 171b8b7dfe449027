import { describe, expect, test } from "vitest";
import { isTakenBy } from "./use-keys";

/** The focus on this element: all that is asked of it is which of the selectors it is. */
const focusOn = (tag: string) => ({
  closest: (selectors: string) => (selectors.split(", ").includes(tag) ? ({} as Element) : null),
});

describe("which keys a focused control keeps", () => {
  test("space on a link is the page's: pressing Big screen must not take the large button's key away", () => {
    expect(isTakenBy(focusOn("a"), " ")).toBe(false);
    expect(isTakenBy(focusOn("a"), "Enter")).toBe(true);
    expect(isTakenBy(focusOn("a"), "u")).toBe(false);
  });

  test("a button keeps what presses it, and leaves the letters to the page", () => {
    for (const tag of ["button", "summary"]) {
      expect([" ", "Enter", "u"].map((key) => isTakenBy(focusOn(tag), key))).toEqual([true, true, false]);
    }
  });

  test("fields to type in and to choose from keep every key", () => {
    for (const tag of ["input", "textarea", "select"])
      for (const key of [" ", "Enter", "u", "+", "ArrowDown"])
        expect(isTakenBy(focusOn(tag), key)).toBe(true);
  });

  test("elsewhere every key is the page's", () => {
    for (const key of [" ", "Enter", "u"]) {
      expect(isTakenBy(focusOn("body"), key)).toBe(false);
      expect(isTakenBy(null, key)).toBe(false);
    }
  });
});

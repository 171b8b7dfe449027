import { expect, test } from "vitest";
import { shownVersions } from "./shown-versions";

test("nothing older than what is shown is taken, equal versions are", () => {
  const versions = shownVersions();
  expect(versions.complete()).toBe(-1);
  expect(versions.take(3, "whole")).toBe(true);
  expect(versions.take(3, "whole")).toBe(true);
  expect(versions.take(2, "whole")).toBe(false);
  expect(versions.take(2, "me")).toBe(false);
  expect(versions.take(3, "me")).toBe(true);
  expect(versions.take(Number.NaN, "whole")).toBe(false);
  expect(versions.complete()).toBe(3);
});

test("CON-05 the personal part of a newer view is not that view, and a whole older one cannot take it back", () => {
  const versions = shownVersions();
  versions.take(1, "whole");
  expect(versions.take(2, "me")).toBe(true);
  expect(versions.complete()).toBe(1);
  expect(versions.newest()).toBe(2);
  expect(versions.take(1, "whole")).toBe(false);
  expect(versions.take(2, "whole")).toBe(true);
  expect(versions.complete()).toBe(2);
});

import { describe, expect, test } from "vitest";
import { returnPath } from "./return-path";

describe("the way back from the apology page", () => {
  test.each(["/", "/play/407189", "/host/results?id=a-b", "/j/Key_1-2#x"])("%s is followed", (path) => {
    expect(returnPath(path)).toBe(path);
  });

  test.each([
    null,
    "",
    "play",
    "//evil.example/x",
    "/\\evil.example",
    "/\t/evil.example",
    "\\\\evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "/a/..//evil.example",
    "/.//evil.example",
  ])("%j leads home instead of off the site", (path) => {
    expect(returnPath(path)).toBe("/");
  });

  test.each(["/too-many-requests", "/too-many-requests?from=/too-many-requests", "/x/../too-many-requests"])(
    "%s is not a loop",
    (path) => {
      expect(returnPath(path)).toBe("/");
    },
  );
});

import { describe, expect, test } from "vitest";
import type { Phase } from "@/lib/contracts/views";
import { cueFor, type HeardView, tickDelaysMs } from "./sound-cues";

const view = (phase: Phase, playerCount = 4, sessionId = "s1"): HeardView => ({
  shared: { sessionId, phase },
  live: { playerCount },
});

describe("what is heard on the big screen", () => {
  test.each<[Phase, Phase, string]>([
    ["question", "locked", "bell"],
    ["locked", "reveal", "clink"],
    ["question", "reveal", "clink"],
    ["reveal", "standings", "murmur"],
    ["question", "standings", "murmur"],
    ["standings", "finished", "cheer"],
    ["paused", "finished", "cheer"],
  ])("from %s to %s: %s", (from, to, cue) => {
    expect(cueFor(view(from), view(to))).toBe(cue);
  });

  test.each<[Phase, Phase]>([
    ["reveal", "locked"],
    ["reveal", "question"],
    ["standings", "reveal"],
    ["paused", "locked"],
    ["paused", "reveal"],
    ["paused", "standings"],
    ["roundIntro", "question"],
    ["finished", "finished"],
  ])("a step back, a resumed break and an opening are silent: %s to %s", (from, to) => {
    expect(cueFor(view(from), view(to))).toBeNull();
  });

  test("a sheet: the answers come one by one, each with its clink; back is silent", () => {
    const reveal = (number: number): HeardView => ({
      shared: { sessionId: "s1", phase: "reveal", question: { number } },
      live: { playerCount: 4 },
    });
    expect(cueFor(reveal(1), reveal(2))).toBe("clink");
    expect(cueFor(reveal(2), reveal(1))).toBeNull();
    expect(cueFor(reveal(2), reveal(2))).toBeNull();
  });

  test("the first view after a reload is silent", () => {
    expect(cueFor(null, view("locked"))).toBeNull();
  });

  test("another session's view is silent", () => {
    expect(cueFor(view("question", 4, "s1"), view("locked", 4, "s2"))).toBeNull();
  });

  test("a team that comes in is heard, one that goes is not", () => {
    expect(cueFor(view("lobby", 4), view("lobby", 5))).toBe("coin");
    expect(cueFor(view("lobby", 5), view("lobby", 4))).toBeNull();
    expect(cueFor(view("lobby", 5), view("lobby", 5))).toBeNull();
  });

  test("a latecomer does not clatter into a question", () => {
    expect(cueFor(view("question", 4), view("question", 5))).toBeNull();
  });
});

describe("chalk ticks in the last five seconds", () => {
  test("fall on the turns of the clock", () => {
    expect(tickDelaysMs(20_000, 0)).toEqual([15_000, 16_000, 17_000, 18_000, 19_000]);
  });

  test("that are past are left out, also on a screen that wakes late", () => {
    expect(tickDelaysMs(20_000, 17_200)).toEqual([800, 1800]);
    expect(tickDelaysMs(20_000, 90_000)).toEqual([]);
  });
});

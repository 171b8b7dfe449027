import { expect, test } from "vitest";
import { policyNames } from "@/lib/limits/policies";
import {
  andOthers,
  countedPer,
  databaseWords,
  limiterWords,
  offenderSentence,
  policyLabel,
  rateWords,
  typedSize,
  verdictOf,
} from "./room-words";

const limits = {
  version: "1",
  mode: "default" as const,
  roomSize: 300,
  file: { path: "limits.json", problem: null },
  canChange: true,
  thresholds: [],
};
const refused = (policy: string, shadow: boolean) => ({ policy, perMinute: 3, total: 9, shadow });

test("every limit has a name and a key that a host understands", () => {
  for (const policy of policyNames) {
    expect(policyLabel(policy)).not.toBe(policy);
    expect(countedPer(policy)).not.toBe("");
  }
  expect(policyLabel("aNewOne")).toBe("aNewOne");
});

test("the verdict is good only while nobody is really refused", () => {
  expect(verdictOf({ refusals: [], limits }).tone).toBe("good");
  expect(verdictOf({ refusals: [refused("joinSession", true)], limits }).tone).toBe("good");
  expect(verdictOf({ refusals: [refused("joinSession", false)], limits })).toEqual({
    tone: "warn",
    text: "Turned away: Joins",
  });
});

test("with limits off the panel does not pretend that all is well", () => {
  expect(verdictOf({ refusals: [], limits: { ...limits, mode: "off" } }).tone).toBe("neutral");
});

test("an offender is said to be refused only where somebody was", () => {
  const is = { shadow: false, busy: false };
  expect(offenderSentence({ ...is, refusedCount: 1 })).toBe("refused 1 time");
  expect(offenderSentence({ ...is, refusedCount: 1_200, shadow: true })).toBe(
    "counted 1,200 times, nothing refused",
  );
  expect(offenderSentence({ ...is, refusedCount: 0 })).toBe("nothing refused so far");
  expect(offenderSentence({ ...is, refusedCount: 0, busy: true })).toBe("busy, not refused");
  expect(offenderSentence({ ...is, refusedCount: 3, busy: true })).toBe(
    "busy, not refused now; refused 3 times before",
  );
});

test("of many told together the host reads how many there are besides the names", () => {
  expect(andOthers({ names: ["Spam 1", "Spam 2"], count: 31 })).toBe(" and 29 more");
  expect(andOthers({ names: ["A", "B", "C", "D"], count: 4 })).toBe("");
});

test("rates under one a minute are said by the hour", () => {
  expect(rateWords({ perMinute: 15_300, burst: 2_400 })).toBe("15,300 a minute, 2,400 at once");
  expect(rateWords({ perMinute: 10 / 15, burst: 10 })).toBe("40 an hour, 10 at once");
});

test("a limit store that is away is said with its reason and what stands in", () => {
  const words = limiterWords({ kind: "redis", state: "local", reason: "timed out" });
  expect(words.good).toBe(false);
  expect(words.text).toMatch(/Redis.*timed out.*same size/);
  expect(databaseWords({ state: "down", kind: "postgres" }).good).toBe(false);
  expect(databaseWords({ state: "up", kind: "embedded" }).good).toBe(true);
});

test("sizes are numbers above nothing, typed as people type them", () => {
  expect(typedSize(" 1,200 ")).toBe(1200);
  expect(typedSize("0.667")).toBe(0.667);
  for (const typed of ["", "0", "-1", "many", "Infinity"]) expect(typedSize(typed)).toBeNull();
});

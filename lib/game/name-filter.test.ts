import { expect, test } from "vitest";
import { decide } from "./decide";
import { applyEvents } from "./evolve";
import { exampleQuiz } from "./example-quiz";
import { currentState, newSession, type SessionState } from "./state";

test("a night saved before there was a switch filters names; the switch is no step that can be undone", () => {
  const fresh = newSession("s", exampleQuiz);
  const { filtersNames: _, ...saved } = fresh;
  expect(currentState(saved as SessionState).filtersNames).toBe(true);
  const decided = decide(fresh, { type: "setNameFilter", basedOn: 0, on: false }, { now: 1, teamCount: 1 });
  if (!decided.ok) throw new Error(decided.error.code);
  const next = applyEvents(fresh, decided.value);
  expect([next.filtersNames, next.history]).toEqual([false, []]);
});

import { describe, expect, test } from "vitest";
import type { Question } from "@/lib/contracts/quiz";
import { buzzTurns } from "./buzz-turns";
import { newSession, type SessionState } from "./state";

const question: Question = {
  id: "b1",
  type: "buzzer",
  text: "Who sings?",
  answer: "a wren",
  points: 2,
  timeLimitSeconds: 30,
  explanation: null,
  hostNotes: null,
};
const quiz = { title: "Night", rounds: [{ id: "r1", title: "Ears", questions: [question] }] };
const fresh = newSession("s1", quiz);
const marked = (marks: Record<string, number>, more: Partial<SessionState> = {}): SessionState => ({
  ...fresh,
  overrides: Object.entries(marks).map(([playerId, fraction]) => ({
    questionId: "b1",
    playerId,
    fraction,
    reason: "buzzer",
  })),
  ...more,
});
const turns = (state: SessionState, line = "abc", gone = "") =>
  buzzTurns(state, question, [...line], (playerId) => !gone.includes(playerId)).join(" ");

describe("TMR-07 whose turn it is at the buzzer", () => {
  test.each<[string, Record<string, number>, string]>([
    ["nobody is judged: the first", {}, "now waiting waiting"],
    ["the first missed: the second", { a: 0 }, "missed now waiting"],
    ["out of order: still the first nobody judged", { b: 0 }, "now missed waiting"],
    ["all missed: nobody", { a: 0, b: 0, c: 0 }, "missed missed missed"],
    ["one is right: nobody else is asked", { a: 0, b: 1 }, "missed right over"],
    ["right in part counts as right", { a: 0.5 }, "right over over"],
    ["right behind one that was passed over", { b: 1 }, "over right over"],
    ["right without a buzzer, as a team on paper", { paper: 1 }, "over over over"],
  ])("%s", (_, marks, expected) => expect(turns(marked(marks))).toBe(expected));

  test("who presses after all have missed is called", () => {
    expect(turns(marked({ a: 0 }), "a")).toBe("missed");
    expect(turns(marked({ a: 0 }), "ab")).toBe("missed now");
  });
  test("a team that has left takes its mark along", () => {
    expect(turns(marked({ z: 1 }), "ab", "z")).toBe("now waiting");
  });
  test("marks of all who pressed, and of other questions", () => {
    expect(turns(marked({ b: 1 }, { marks: { b1: { buzz: 0 } } }))).toBe("missed right missed");
    const other = { questionId: "b2", playerId: "a", fraction: 1, reason: "buzzer" };
    expect(turns({ ...fresh, overrides: [other] })).toBe("now waiting waiting");
  });
  test("a question that counts no more calls nobody", () => {
    expect(turns(marked({ a: 0 }, { voidedQuestionIds: ["b1"] }))).toBe("missed over over");
  });
});

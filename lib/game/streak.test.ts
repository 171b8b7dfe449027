import { describe, expect, test } from "vitest";
import type { Question } from "@/lib/contracts/quiz";
import { advancedTo, corrected, given, question, quizOf, seat, start } from "./night.test-support";
import { scoreSession } from "./scoring";
import { newSession, type SessionState } from "./state";

const typed = (id: string) => question(id, { type: "text", accepted: ["yes"] });
const streak = { points: 3 };
/** Sheets, so that all questions of a round are shown in one go. */
const shownAll = (questions: Question[], more: object = {}): SessionState =>
  advancedTo("standings", newSession("s", quizOf({ pace: "sheet", streak, questions, ...more })));
const points = (state: SessionState, answers: Record<string, string>, joinedAt = 0) => {
  const records = Object.entries(answers).map(([id, text]) => given("a", id, text));
  const { cells, standings } = scoreSession(state, [seat("a", { joinedAt })], records);
  const row = [...(cells.get("a") ?? new Map())].map(([, cell]) => cell.points);
  expect(standings[0]?.points).toBe(row.reduce((sum, one) => sum + one, 0));
  return row;
};
const three = ["q1", "q2", "q3"].map(typed);

describe("right answers in a row", () => {
  test("each that follows a right one brings more, and the first one of a row does not", () => {
    expect(points(shownAll(three), { q1: "yes", q2: "yes", q3: "yes" })).toEqual([10, 13, 13]);
    expect(points(shownAll(three), { q1: "yes", q2: "no", q3: "yes" })).toEqual([10, 0, 10]);
    expect(points(shownAll(three), { q1: "yes", q3: "yes" })).toEqual([10, 0, 10]);
  });

  test("off unless the round asks for it", () => {
    const state = shownAll(three, { streak: undefined });
    expect(points(state, { q1: "yes", q2: "yes", q3: "yes" })).toEqual([10, 10, 10]);
  });

  test("half a point ends it, and a mark after publication gives it back", () => {
    const state = shownAll(three);
    const half = corrected(state, { type: "markGroup", questionId: "q2", key: "yes", fraction: 0.5 });
    expect(points(half, { q1: "yes", q2: "yes", q3: "yes" })).toEqual([10, 5, 10]);
    const back = corrected(half, { type: "markGroup", questionId: "q2", key: "yes", fraction: null });
    expect(points(back, { q1: "yes", q2: "yes", q3: "yes" })).toEqual([10, 13, 13]);
  });

  test("LAT-02 a voided question and one asked before the team joined leave it as it is", () => {
    const state = shownAll(three);
    const voided = corrected(state, { type: "voidQuestion", questionId: "q2", isVoid: true });
    expect(points(voided, { q1: "yes", q2: "no", q3: "yes" })).toEqual([10, 0, 13]);
    const late = { ...state, asked: state.asked.map((entry) => ({ ...entry, joinBy: start - 1 })) };
    expect(points(late, { q1: "yes", q3: "yes" }, start)).toEqual([10, 0, 13]);
  });

  test("it begins anew with every round", () => {
    const quiz = quizOf(
      { pace: "sheet", streak, questions: [typed("q1")] },
      { pace: "sheet", streak, questions: [typed("q2"), typed("q3")] },
    );
    const state = advancedTo("standings", advancedTo("standings", newSession("s", quiz)));
    expect(points(state, { q1: "yes", q2: "yes", q3: "yes" })).toEqual([10, 10, 13]);
  });

  test("a joker doubles it", () => {
    const state = shownAll(three, { hasJoker: true });
    const joker = { ...given("a", "joker:r1", "x"), value: { kind: "joker" as const, played: true } };
    const answers = [joker, given("a", "q1", "yes"), given("a", "q2", "yes")];
    const { cells } = scoreSession(state, [seat("a")], answers);
    expect(cells.get("a")?.get("q2")).toMatchObject({ points: 26, bonus: 16 });
  });
});

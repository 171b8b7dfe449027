import { describe, expect, test } from "vitest";
import { isTooLateFor } from "./late-join";
import { given, type Press, play, pressed, question, quizOf, seat, start } from "./night.test-support";
import { scoreSession } from "./scoring";
import { currentState, newSession, type SessionState } from "./state";
import { meView } from "./views";

const typed = (id: string) => question(id, { type: "text", accepted: ["yes"] });
const single = quizOf({ questions: [typed("q1"), typed("q2")] });
const onSheet = quizOf({ pace: "sheet", questions: [typed("s1"), typed("s2"), typed("s3")] });
const wait: Press = { type: "setLateJoin", policy: "nextQuestion" };
const atOnce: Press = { type: "setLateJoin", policy: "atOnce" };
const opened = (quiz = single) => play([wait, "advance", "advance"], newSession("s", quiz), start);

const missed = (state: SessionState, joinedAt: number) => {
  const player = { playerId: "late", name: "Late", seatCode: "X", joinedAt };
  return meView({ state, player, answerOf: () => null, scores: null }).missed ?? [];
};
const outcome = (state: SessionState, questionId: string, joinedAt: number) =>
  scoreSession(state, [seat("a", { joinedAt })], [])
    .cells.get("a")
    ?.get(questionId)?.outcome;

describe("LAT-01 who joins while a question is open", () => {
  test("answers it at once, unless the host wants otherwise", () => {
    const state = play(["advance", "advance"], newSession("s", single), start);
    expect(isTooLateFor(state, "q1", start + 5_000)).toBe(false);
    expect(missed(state, start + 5_000)).toEqual([]);
  });

  test("waits for the next question, which is open to it", () => {
    const state = opened();
    expect(isTooLateFor(state, "q1", start)).toBe(false);
    expect(isTooLateFor(state, "q1", start + 1)).toBe(true);
    expect(missed(state, start + 1)).toEqual(["q1"]);
    const shown = pressed(state, "advance", start + 9_000);
    expect(outcome(shown, "q1", start + 1)).toBe("joinedLater");
    expect(outcome(shown, "q1", start)).toBe("unanswered");
    const next = pressed(shown, "advance", start + 20_000);
    expect(missed(next, start + 1)).toEqual([]);
    expect(isTooLateFor(next, "q2", start + 1)).toBe(false);
  });

  test("on a sheet it answers what is asked from then on", () => {
    const state = pressed(opened(onSheet), "advance", start + 10_000);
    expect(missed(state, start + 5_000)).toEqual(["s1"]);
    expect(missed(state, start + 15_000)).toEqual(["s1", "s2"]);
    const third = pressed(state, "advance", start + 20_000);
    expect(missed(third, start + 15_000)).toEqual(["s1", "s2"]);
    expect(missed(pressed(third, { type: "lockQuestion" }, start + 21_000), start + 15_000)).toEqual([
      "s1",
      "s2",
    ]);
  });

  test("the host may open the door to those who wait, and close it again", () => {
    const open = pressed(opened(), atOnce, start + 2_000);
    expect(isTooLateFor(open, "q1", start + 1_000)).toBe(false);
    const closed = pressed(open, wait, start + 3_000);
    expect(isTooLateFor(closed, "q1", start + 1_000)).toBe(true);
  });

  test("a change of mind later in the night changes no score of before", () => {
    const shown = pressed(opened(), "advance", start + 9_000);
    expect(outcome(pressed(shown, atOnce), "q1", start + 1)).toBe("joinedLater");
    const kind = play(["advance", "advance", "advance"], newSession("s", single), start);
    expect(outcome(pressed(kind, wait), "q1", start)).toBe("unanswered");
  });

  test("who was in the room when an undone question is asked again may answer it", () => {
    const undone = pressed(opened(), "undo", start + 10_000);
    const again = pressed(undone, "advance", start + 30_000);
    expect(isTooLateFor(again, "q1", start + 20_000)).toBe(false);
    expect(isTooLateFor(again, "q1", start + 31_000)).toBe(true);
  });

  test("an answer given while the door was open counts", () => {
    const state = play(["advance", "advance", wait], newSession("s", single), start);
    const shown = pressed(state, "advance", start + 9_000);
    const scores = scoreSession(
      shown,
      [seat("a", { joinedAt: start + 1_000 })],
      [given("a", "q1", "yes", start + 2_000)],
    );
    expect(scores.cells.get("a")?.get("q1")).toMatchObject({ outcome: "right", points: 10 });
  });

  test("a night saved by an earlier version lets latecomers answer", () => {
    const { lateJoin: _, ...saved } = newSession("s", single);
    expect(currentState(saved as SessionState).lateJoin).toBe("atOnce");
  });
});

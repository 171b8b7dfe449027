import { describe, expect, test } from "vitest";
import { decide } from "./decide";
import { closesDueAt } from "./evolve";
import { play, pressed, question, quizOf, refusal, start, where } from "./night.test-support";
import { acceptsAnswer, openQuestionIds, takingAnswers } from "./questions";
import { answerGraceMs, lateDraftsMs, newSession } from "./state";
import { sharedView } from "./views";

const typed = (id: string) => question(id, { type: "text", accepted: [`right ${id}`] });
const slide = (id: string) => question(id, { type: "info" });
const quiz = quizOf(
  { pace: "sheet", questions: [typed("q1"), slide("i1"), typed("q2"), typed("q3")] },
  { questions: [typed("p1")] },
);
const open = play(["advance", "advance", "advance", "advance"], newSession("s1", quiz));
const lockAt = start + 60_000;
const locked = pressed(open, { type: "lockQuestion" }, lockAt);
const isTaken = (state: typeof locked, at: number) => acceptsAnswer(state, "q1", at).ok;

describe("a sheet locked by hand", () => {
  test("is locked for every eye, and takes in what stood in the fields for two seconds", () => {
    expect(where(locked)).toBe("locked 0.2");
    expect(sharedView(locked, null).phase).toBe("locked");
    expect(openQuestionIds(locked)).toEqual([]);
    expect(takingAnswers(locked)).toEqual({ questionIds: ["q1", "q2"], untilAt: lockAt + lateDraftsMs });
    expect(isTaken(locked, lockAt + lateDraftsMs)).toBe(true);
    expect(isTaken(locked, lockAt + lateDraftsMs + 1)).toBe(false);
    expect(acceptsAnswer(locked, "q3", lockAt)).toMatchObject({ error: { code: "UNKNOWN_QUESTION" } });
    expect(acceptsAnswer(locked, "i1", lockAt)).toMatchObject({ error: { code: "UNKNOWN_QUESTION" } });
  });

  test("by the large button after the last question, too", () => {
    const byButton = play(["advance", "advance"], open, lockAt);
    expect(where(byButton)).toBe("locked 0.3");
    expect(isTaken(byButton, lockAt + lateDraftsMs)).toBe(true);
  });

  test("no longer once an answer is shown, nor after that was taken back, nor on a break", () => {
    const shown = pressed(locked, "advance", lockAt + 100);
    expect(isTaken(shown, lockAt + 101)).toBe(false);
    const back = pressed(shown, "undo", lockAt + 200);
    expect(where(back)).toBe("locked 0.2");
    expect(isTaken(back, lockAt + 201)).toBe(false);
    expect(closesDueAt(back)).toBeNull();
    const paused = pressed(locked, { type: "pause", minutes: 5 }, lockAt + 100);
    expect(isTaken(paused, lockAt + 101)).toBe(false);
    expect(closesDueAt(paused)).toBeNull();
    // also when the break is over before the two seconds are
    const resumed = pressed(paused, "resume", lockAt + 200);
    expect(isTaken(resumed, lockAt + 201)).toBe(false);
    expect(closesDueAt(resumed)).toBeNull();
    expect(isTaken(pressed(open, { type: "lockAndReveal" }, lockAt), lockAt)).toBe(false);
  });

  test("an undone lock has everything open as before it", () => {
    const back = pressed(locked, "undo", lockAt + 500);
    expect(back.position).toEqual(open.position);
    expect(isTaken(back, lockAt + 3_600_000)).toBe(true);
  });

  test("the end of the taking is a version, and makes no press stale", () => {
    expect(refusal(locked, "closeDue", lockAt + lateDraftsMs)).toBe("WRONG_PHASE");
    const taken = pressed(locked, "closeDue", lockAt + lateDraftsMs + 1);
    expect(taken.version).toBe(locked.version + 1);
    expect(taken.position).toEqual({ ...locked.position, draftsUntil: undefined });
    expect(taken.history).toEqual(locked.history);
    expect(isTaken(taken, lockAt + 1)).toBe(false);
    expect(refusal(taken, "closeDue", lockAt + 9_000)).toBe("WRONG_PHASE");
    // pressed on the version before it
    const reveal = { type: "advance", basedOn: locked.version } as const;
    expect(decide(taken, reveal, { now: lockAt + 9_000 })).toMatchObject({
      ok: true,
      value: [{ type: "answerRevealed" }],
    });
  });
});

test("a sheet that locks by time called, and a question alone, have the grace only", () => {
  const called = pressed(open, { type: "callTime", seconds: 10 }, start);
  const dueAt = start + 10_000 + answerGraceMs;
  const byTime = pressed(called, "closeDue", dueAt + 1);
  expect(where(byTime)).toBe("locked 0.2");
  expect(isTaken(byTime, dueAt)).toBe(false);
  const alone = play(["advance", "advance"], newSession("s1", quizOf({ questions: [typed("q1")] })));
  expect(isTaken(pressed(alone, { type: "lockQuestion" }), start)).toBe(false);
});

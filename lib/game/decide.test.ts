import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PhaseCommand } from "@/lib/contracts/commands";
import { decide, type Order } from "./decide";
import { applyEvents, closesDueAt } from "./evolve";
import { acceptsAnswer, currentQuestion } from "./questions";
import { answerGraceMs, newSession, type SessionState } from "./state";
import { testQuiz } from "./test-quiz";

type Loose = PhaseCommand extends infer C
  ? C extends { basedOn: number }
    ? Omit<C, "basedOn">
    : never
  : never;

/** Obeys an order based on the state at hand; throws on a refusal, so that a test that means success says so. */
function obey(state: SessionState, now: number, ...orders: Loose[]): SessionState {
  return orders.reduce((at, order) => {
    const decided = decide(at, { ...order, basedOn: at.version } as Order, { now });
    if (!decided.ok) throw new Error(`${order.type}: ${decided.error.code}`);
    return applyEvents(at, decided.value);
  }, state);
}
const lobby = () => newSession("s1", testQuiz());
const advance = { type: "advance" } as const;
const open = (now = 1000) => obey(lobby(), now, advance, advance);
const refusal = (state: SessionState, order: Loose | { type: "closeDue" }, now: number) => {
  const decided = decide(state, { ...order, basedOn: state.version } as Order, { now });
  return decided.ok ? "accepted" : decided.error.code;
};

describe("the night", () => {
  test("goes from the lobby through every phase to the podium by one button", () => {
    const phases: string[] = [];
    let state = lobby();
    while (state.endedAt === null) {
      state = obey(state, 1000 + phases.length, advance);
      phases.push(state.position.phase);
    }
    const asked = ["question", "reveal"];
    expect(phases).toEqual([
      "roundIntro",
      ...asked,
      ...asked,
      ...asked,
      "standings",
      "roundIntro",
      ...asked,
      ...asked,
      "standings",
      "finished",
    ]);
  });

  test("HST-06 a second press based on the same state is STALE and changes nothing", () => {
    const state = open();
    const order = { ...advance, basedOn: state.version };
    const first = decide(state, order, { now: 2000 });
    if (!first.ok) throw new Error(first.error.code);
    const next = applyEvents(state, first.value);
    expect(decide(next, order, { now: 2001 })).toMatchObject({ ok: false, error: { code: "STALE" } });
    expect(next.version).toBe(state.version + 1);
  });

  test("HST-05 a skip voids that one question and opens the next one once", () => {
    const skipped = obey(open(), 2000, { type: "skipQuestion" });
    expect(skipped.skippedQuestionIds).toEqual(["q1"]);
    expect(currentQuestion(skipped)?.id).toBe("q2");
    const undone = obey(skipped, 3000, { type: "undo" });
    expect(undone.skippedQuestionIds).toEqual([]);
    expect(currentQuestion(undone)?.id).toBe("q1");
  });

  test("HST-07 an ended session takes no further order", () => {
    const ended = obey(open(), 2000, { type: "endSession" });
    expect(ended.position.phase).toBe("finished");
    expect(refusal(ended, advance, 2001)).toBe("SESSION_ENDED");
    expect(refusal(ended, { type: "undo" }, 2001)).toBe("SESSION_ENDED");
  });
});

describe("deadlines", () => {
  test("HST-04 the clock closes a question once, after the grace and not before", () => {
    const state = open(1000);
    const dueAt = 1000 + 30_000 + answerGraceMs;
    expect(closesDueAt(state)).toBe(dueAt);
    expect(refusal(state, { type: "closeDue" }, dueAt)).toBe("WRONG_PHASE");
    const closed = decide(state, { type: "closeDue" }, { now: dueAt + 1 });
    if (!closed.ok) throw new Error(closed.error.code);
    const locked = applyEvents(state, closed.value);
    expect(locked.position.phase).toBe("locked");
    expect(refusal(locked, { type: "closeDue" }, dueAt + 2)).toBe("WRONG_PHASE");
  });

  test("TMR-05 an answer counts up to the end of the grace and not a millisecond longer", () => {
    const closesAt = 31_000;
    expect(acceptsAnswer(open(1000), "q1", closesAt + answerGraceMs).ok).toBe(true);
    expect(acceptsAnswer(open(1000), "q1", closesAt + answerGraceMs + 1)).toMatchObject({
      error: { code: "QUESTION_CLOSED" },
    });
    expect(acceptsAnswer(open(1000), "nope", 1000)).toMatchObject({ error: { code: "UNKNOWN_QUESTION" } });
    expect(acceptsAnswer(open(1000), "q2", 1000)).toMatchObject({ error: { code: "QUESTION_CLOSED" } });
  });

  test("HST-12 a break keeps what was left of the question, however long it lasts", () => {
    const paused = obey(open(1000), 11_000, { type: "pause", minutes: null });
    expect(closesDueAt(paused)).toBeNull();
    expect(acceptsAnswer(paused, "q1", 11_001).ok).toBe(false);
    const resumed = obey(paused, 500_000, { type: "resume" });
    expect(resumed.position.closesAt).toBe(500_000 + 20_000);
  });

  test("+15 s counts from the deadline, and from now when that has passed", () => {
    const seconds = { type: "extendQuestion", seconds: 15 } as const;
    expect(obey(open(1000), 2000, seconds).position.closesAt).toBe(46_000);
    expect(obey(open(1000), 31_200, seconds).position.closesAt).toBe(46_200);
  });

  test("an undone lock gives back what was left, and at least ten seconds", () => {
    const early = obey(open(1000), 6_000, { type: "lockQuestion" }, { type: "undo" });
    expect(early.position).toMatchObject({ phase: "question", closesAt: 6_000 + 25_000 });
    const late = obey(open(1000), 30_500, { type: "lockQuestion" }, { type: "undo" });
    expect(late.position.closesAt).toBe(30_500 + 10_000);
    expect(refusal(lobby(), { type: "undo" }, 1)).toBe("NOTHING_TO_UNDO");
  });
});

describe("a random night", () => {
  const order = fc.oneof(
    fc.constant<Loose>({ type: "advance" }),
    fc.constant<Loose>({ type: "undo" }),
    fc.constant<Loose>({ type: "skipQuestion" }),
    fc.constant<Loose>({ type: "lockQuestion" }),
    fc.constant<Loose>({ type: "lockAndReveal" }),
    fc.constant<Loose>({ type: "showStandings" }),
    fc.constant<Loose>({ type: "pause", minutes: null }),
    fc.constant<Loose>({ type: "resume" }),
    fc.constant<Loose>({ type: "extendQuestion", seconds: 15 }),
    fc.constant<Loose | { type: "closeDue" }>({ type: "closeDue" }),
  );
  test("every order is obeyed or refused with a code, and replaying the events gives the same state", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(order, fc.integer({ min: 0, max: 40_000 })), { maxLength: 60 }),
        (steps) => {
          let state = lobby();
          let replayed = lobby();
          let now = 1000;
          for (const [step, pauseMs] of steps) {
            now += pauseMs;
            const decided = decide(state, { ...step, basedOn: state.version } as Order, { now });
            if (!decided.ok) continue;
            state = applyEvents(state, decided.value);
            replayed = applyEvents(
              JSON.parse(JSON.stringify(replayed)),
              JSON.parse(JSON.stringify(decided.value)),
            );
            const open = state.position.phase === "question";
            expect(open).toBe(state.position.closesAt !== null);
            expect(state.asked.filter((entry) => entry.lockedAt === null).length).toBeLessThanOrEqual(1);
          }
          expect(replayed).toEqual(state);
        },
      ),
      { numRuns: 300 },
    );
  });
});

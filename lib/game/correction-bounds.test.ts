import { describe, expect, test } from "vitest";
import type { MarkCommand, PhaseCommand } from "@/lib/contracts/commands";
import { mostAdjustments, mostOverrides, removedIdsKept } from "./corrections";
import { decide } from "./decide";
import { applyEvents } from "./evolve";
import { advancedTo, corrected, play, pressed, question, quizOf, start } from "./night.test-support";
import { newSession, type SessionState, undoDepth } from "./state";

const quiz = quizOf(
  { questions: [question("q1", { type: "text", accepted: ["yes"] })] },
  { questions: [question("q2", { type: "text", accepted: ["yes"] })] },
);
const standings = advancedTo("standings", newSession("s", quiz));

const override = (playerId: string, fraction: number | null = 1): MarkCommand => ({
  type: "overrideMark",
  questionId: "q1",
  playerId,
  fraction,
  reason: "r".repeat(200),
});
const adjust = (count: number): MarkCommand => ({
  type: "adjustPoints",
  adjustmentId: `adjustment ${count}`,
  playerId: "a",
  round: null,
  points: 1,
  reason: "r".repeat(200),
});
const many = (most: number, command: (count: number) => MarkCommand) =>
  Array.from({ length: most }, (_, count) => command(count)).reduce(
    (state, one) => corrected(state, one),
    standings,
  );

describe("corrections by hand are bounded, since the whole state is saved with every version", () => {
  test("marks of single teams: full says what to do, and whatever makes none more goes on", () => {
    const full = many(mostOverrides, (count) => override(`p${count}`));
    const refused = decide(full, override("one more"), { now: start });
    expect(refused).toMatchObject({ ok: false, error: { code: "CORRECTIONS_FULL" } });
    expect(refused.ok ? "" : refused.error.message).toContain("500 marks of single teams");
    expect(decide(full, override("p0", 0.5), { now: start }).ok).toBe(true);
    expect(decide(full, override("one more", null), { now: start })).toEqual({ ok: true, value: [] });
    const room = corrected(full, override("p0", null));
    expect(corrected(room, override("one more")).overrides).toHaveLength(mostOverrides);
  });

  test("points by hand: one that is taken back makes room, and comes back by no late repeat", () => {
    const full = many(mostAdjustments, adjust);
    const refused = decide(full, adjust(mostAdjustments), { now: start });
    expect(refused).toMatchObject({ ok: false, error: { code: "CORRECTIONS_FULL" } });
    expect(decide(full, adjust(0), { now: start })).toEqual({ ok: true, value: [] });
    let state = full;
    for (let count = 0; count < removedIdsKept + 5; count += 1)
      state = corrected(state, { type: "removeAdjustment", adjustmentId: `adjustment ${count}` });
    expect(state.removedAdjustmentIds).toHaveLength(removedIdsKept);
    expect(decide(state, adjust(removedIdsKept), { now: start })).toEqual({ ok: true, value: [] });
    expect(corrected(state, adjust(mostAdjustments)).adjustments).toHaveLength(
      mostAdjustments - removedIdsKept - 4,
    );
    // the reasoning beside the numbers
    const full2 = { ...full, overrides: many(mostOverrides, (count) => override(`p${count}`)).overrides };
    expect(JSON.stringify(full2).length).toBeLessThan(700_000);
  });
});

type Setting = PhaseCommand extends infer C ? (C extends unknown ? Omit<C, "basedOn"> : never) : never;
test.each<[Setting, Setting]>([
  [
    { type: "setJoinLocked", locked: true },
    { type: "setJoinLocked", locked: false },
  ],
  [
    { type: "setLateJoin", policy: "nextQuestion" },
    { type: "setLateJoin", policy: "atOnce" },
  ],
  [
    { type: "setStandings", show: "staged" },
    { type: "setStandings", show: "all" },
  ],
  [
    { type: "setStandings", show: "hidden" },
    { type: "setStandings", show: "all" },
  ],
])("a setting that is set already makes no version: %o", (set, back) => {
  const order = (state: SessionState, setting: Setting) =>
    decide(state, { ...setting, basedOn: state.version } as PhaseCommand, { now: start });
  const fresh = newSession("s", quiz);
  expect(order(fresh, back)).toEqual({ ok: true, value: [] });
  const once = pressed(fresh, set);
  expect(once.version).toBe(1);
  expect(order(once, set)).toEqual({ ok: true, value: [] });
  expect(order(once, back)).toMatchObject({ ok: true, value: [{}] });
});

describe("a table uncovered place by place does not push the steps before it out of reach of undo", () => {
  const uncover = (from: SessionState, teamCount: number, presses = teamCount) => {
    let state = from;
    for (let count = 0; count < presses; count += 1) {
      const order = { type: "advance" as const, basedOn: state.version };
      const decided = decide(state, order, { now: start, teamCount });
      if (!decided.ok) throw new Error(decided.error.code);
      state = applyEvents(state, decided.value);
    }
    return state;
  };
  const undone = (from: SessionState) => {
    const seen: string[] = [];
    let state = from;
    while (state.history.length > 0) {
      state = pressed(state, "undo");
      const { phase, roundIndex, covered } = state.position;
      seen.push(
        covered === undefined ? `${phase} ${roundIndex}` : `${phase} ${roundIndex}, ${covered} covered`,
      );
    }
    return seen;
  };
  const staged = advancedTo(
    "standings",
    pressed(newSession("s", quiz), { type: "setStandings", show: "staged" }),
  );
  const before = ["reveal 0", "locked 0", "question 0", "roundIntro 0", "lobby -1"];

  test("while it is up every place is a step", () => {
    expect(undone(uncover(staged, 3))).toEqual([
      "standings 0, 1 covered",
      "standings 0, 2 covered",
      "standings 0, every covered",
      ...before,
    ]);
  });

  test("of a hundred the last are, then the whole table, and then the steps before", () => {
    const shown = uncover(staged, 100);
    const steps = undone(shown);
    expect(steps).toHaveLength(undoDepth + before.length);
    expect(steps.slice(0, 2)).toEqual(["standings 0, 1 covered", "standings 0, 2 covered"]);
    expect(steps.slice(undoDepth - 2)).toEqual([
      "standings 0, 19 covered",
      "standings 0, every covered",
      ...before,
    ]);
    // half way through, too
    expect(undone(uncover(staged, 100, 60)).slice(-before.length)).toEqual(before);
  });

  test("once the night has gone on it is one step, as a table shown at once", () => {
    const next = uncover(staged, 100, 101);
    expect(undone(next)).toEqual(["standings 0", ...before]);
    const all = play(["advance"], standings);
    expect(undone(all)).toEqual(["standings 0", ...before]);
  });

  test("undone and uncovered again it is the same", () => {
    const again = uncover(pressed(pressed(uncover(staged, 30), "undo"), "undo"), 30, 2);
    expect(undone(again)).toEqual(undone(uncover(staged, 30)));
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MarkCommand } from "@/lib/contracts/commands";
import { decide } from "./decide";
import { applyEvents } from "./evolve";
import {
  advancedTo,
  corrected,
  given,
  play,
  pressed,
  question,
  quizOf,
  seat,
  start,
} from "./night.test-support";
import { scoreSession } from "./scoring";
import { currentState, newSession, type SessionState } from "./state";
import { meView } from "./views";

const quiz = quizOf(
  {
    pace: "sheet",
    questions: [
      question("q1", { type: "text", accepted: ["Shakespeare"], wrongPoints: 2 }),
      question("q2", { type: "text", accepted: ["Elbe"], wrongPoints: 2 }),
      question("i1", { type: "info" }),
    ],
  },
  { questions: [question("b1", { type: "buzzer", answer: "Elvis", wrongPoints: 3 })] },
);
const open = play(["advance", "advance", "advance", "advance"], newSession("s1", quiz));
const locked = pressed(open, { type: "lockQuestion" });
const standings = advancedTo("standings", locked);
const finished = pressed(standings, { type: "endSession" });

const players = ["a", "b", "c", "d"].map((id) => seat(id));
const answers = [
  given("a", "q1", "Shakespear"),
  given("b", "q1", "shakespear "),
  given("c", "q1", "Marlowe"),
  given("a", "q2", "constructor"),
  given("b", "q2", "__proto__"),
];
const pointsIn = (state: SessionState) =>
  Object.fromEntries(
    scoreSession(state, players, answers).standings.map((row) => [row.playerId, row.points]),
  );
const refusalOf = (state: SessionState, command: MarkCommand) => {
  const decided = decide(state, command, { now: start });
  return decided.ok ? null : decided.error.code;
};

const markGroup = (questionId: string, key: string, fraction: number | null): MarkCommand => ({
  type: "markGroup",
  questionId,
  key,
  fraction,
});
const override = (questionId: string, playerId: string, fraction: number | null): MarkCommand => ({
  type: "overrideMark",
  questionId,
  playerId,
  fraction,
  reason: "heard it",
});
const adjust = (
  adjustmentId: string,
  playerId: string,
  points: number,
  round: number | null = null,
): MarkCommand => ({
  type: "adjustPoints",
  adjustmentId,
  playerId,
  round,
  points,
  reason: "a song",
});

describe("a mark of a group", () => {
  test("counts for every answer that reads the same, and none for others; null takes it back", () => {
    expect(pointsIn(standings)).toEqual({ a: -4, b: -4, c: -2, d: 0 });
    const marked = corrected(standings, markGroup("q1", "shakespear", 1));
    expect(pointsIn(marked)).toEqual({ a: 8, b: 8, c: -2, d: 0 });
    expect(pointsIn(corrected(marked, markGroup("q1", "shakespear", null)))).toEqual(pointsIn(standings));
  });

  test("half points are partly right, and nothing is taken for them", () => {
    const half = corrected(standings, markGroup("q1", "shakespear", 0.5));
    const scores = scoreSession(half, players, answers);
    expect(scores.cells.get("a")?.get("q1")).toEqual({ outcome: "partly", points: 5, bonus: 0 });
    expect(scores.questionStats.get("q1")).toMatchObject({ rightCount: 0, answeredCount: 3 });
  });

  test("what people type may be the name of anything: keys are nobody's properties", () => {
    expect(pointsIn(corrected(standings, markGroup("q2", "elbe", 1)))).toEqual(pointsIn(standings));
    const odd = corrected(
      corrected(standings, markGroup("q2", "__proto__", 1)),
      markGroup("q2", "constructor", 1),
    );
    expect(pointsIn(JSON.parse(JSON.stringify(odd)))).toEqual({ a: 8, b: 8, c: -2, d: 0 });
    expect(Object.getPrototypeOf(odd.marks.q2)).toBe(Object.prototype);
  });
});

describe("an override", () => {
  test("goes before the mark of the group, for that team alone", () => {
    const marked = corrected(corrected(standings, markGroup("q1", "shakespear", 1)), override("q1", "b", 0));
    expect(pointsIn(marked)).toEqual({ a: 8, b: -4, c: -2, d: 0 });
    expect(pointsIn(corrected(marked, override("q1", "b", null)))).toEqual({ a: 8, b: 8, c: -2, d: 0 });
  });

  test("gives points to a team that sent nothing, and takes none from it", () => {
    const given1 = corrected(standings, override("q1", "d", 1));
    expect(scoreSession(given1, players, answers).cells.get("d")?.get("q1")).toEqual({
      outcome: "right",
      points: 10,
      bonus: 0,
    });
    expect(pointsIn(corrected(standings, override("q1", "d", 0)))).toEqual(pointsIn(standings));
  });
});

describe("when a correction is taken", () => {
  test("WRONG_PHASE while the question takes answers, also behind a break; UNKNOWN_QUESTION before it is asked", () => {
    const paused = pressed(open, { type: "pause", minutes: 5 });
    const voided: MarkCommand = { type: "voidQuestion", questionId: "q1", isVoid: true };
    for (const state of [open, paused])
      for (const command of [markGroup("q1", "x", 1), override("q1", "a", 1), voided])
        expect([command.type, refusalOf(state, command)]).toEqual([command.type, "WRONG_PHASE"]);
    for (const id of ["b1", "nope"])
      for (const command of [markGroup(id, "x", 1), override(id, "a", 1), { ...voided, questionId: id }])
        expect([command.type, refusalOf(locked, command)]).toEqual([command.type, "UNKNOWN_QUESTION"]);
    expect(refusalOf(locked, markGroup("i1", "x", 1))).toBe("WRONG_PHASE");
  });

  test("locked, shown, on a break and after the podium: a re-mark corrects every table", () => {
    const onBreak = pressed(locked, { type: "pause", minutes: null });
    for (const state of [locked, onBreak, standings, finished])
      expect(refusalOf(state, markGroup("q1", "shakespear", 1))).toBeNull();
    expect(pointsIn(corrected(finished, markGroup("q1", "shakespear", 1)))).toEqual({
      a: 8,
      b: 8,
      c: -2,
      d: 0,
    });
  });

  test("a buzz is judged while the next in line may still press", () => {
    const buzzing = play(["advance", "advance"], standings);
    expect(refusalOf(buzzing, override("b1", "a", 1))).toBeNull();
    expect(refusalOf(standings, override("b1", "a", 1))).toBe("UNKNOWN_QUESTION");
  });
});

describe("a correction is no step of the night", () => {
  test("undo leaves it alone, and it leaves undo alone", () => {
    const marked = corrected(standings, markGroup("q1", "shakespear", 1));
    expect(marked.history).toBe(standings.history);
    expect(marked.version).toBe(standings.version + 1);
    const back = pressed(marked, "undo");
    expect(back.marks).toEqual(marked.marks);
    expect(back.position.phase).toBe("reveal");
  });

  test("HST-06 the marker's work makes no press stale; a press makes the next one stale all the same", () => {
    const marked = corrected(standings, markGroup("q1", "shakespear", 1));
    const press = { type: "advance" as const, basedOn: standings.version };
    const decided = decide(marked, press, { now: start });
    if (!decided.ok) throw new Error(decided.error.code);
    const next = corrected(applyEvents(marked, decided.value), markGroup("q1", "x", 1));
    expect(decide(next, press, { now: start })).toMatchObject({ error: { code: "STALE" } });
    const ahead = { type: "advance" as const, basedOn: next.version + 1 };
    expect(decide(next, ahead, { now: start })).toMatchObject({ error: { code: "STALE" } });
  });

  test("a repeat changes nothing: there is no event to save", () => {
    const once: MarkCommand[] = [
      markGroup("q1", "shakespear", 0.5),
      override("q1", "c", 1),
      { type: "voidQuestion", questionId: "q2", isVoid: true },
      {
        type: "editQuestion",
        questionId: "q2",
        text: "Which river?",
        explanation: "Long.",
        accepted: ["Elbe", "Labe"],
      },
      adjust("adjust-1", "a", 5),
    ];
    for (const command of once) {
      const set = corrected(standings, command);
      expect([command.type, decide(set, command, { now: start + 9 })]).toEqual([
        command.type,
        { ok: true, value: [] },
      ]);
    }
    const nothing: MarkCommand[] = [
      markGroup("q1", "shakespear", null),
      override("q1", "c", null),
      { type: "removeAdjustment", adjustmentId: "adjust-1" },
    ];
    for (const command of nothing)
      expect(decide(standings, command, { now: start })).toEqual({ ok: true, value: [] });
  });
});

describe("void and edit", () => {
  test("a void question gives nobody points, is skipped in every cell, and counts again when it is taken back", () => {
    const voided = corrected(standings, { type: "voidQuestion", questionId: "q1", isVoid: true });
    const scores = scoreSession(voided, players, answers);
    expect(scores.cells.get("a")?.get("q1")).toEqual({ outcome: "skipped", points: 0, bonus: 0 });
    expect(pointsIn(voided)).toEqual({ a: -2, b: -2, c: 0, d: 0 });
    const back = corrected(voided, { type: "voidQuestion", questionId: "q1", isVoid: false });
    expect(pointsIn(back)).toEqual(pointsIn(standings));
  });

  test("an accepted answer that was missing counts at once, in this session's copy of the quiz alone", () => {
    const edited = corrected(standings, {
      type: "editQuestion",
      questionId: "q1",
      accepted: ["Shakespeare", "Shakespear"],
    });
    expect(pointsIn(edited)).toEqual({ a: 8, b: 8, c: -2, d: 0 });
    expect(quiz.rounds[0]?.questions[0]).toMatchObject({ accepted: ["Shakespeare"] });
  });

  test("text of a question to come and of an open one; accepted answers of typed questions only", () => {
    const edit: MarkCommand = {
      type: "editQuestion",
      questionId: "b1",
      text: "Who\u0000 sang it?",
      explanation: null,
    };
    const edited = corrected(open, edit);
    expect(edited.quiz.rounds[1]?.questions[0]?.text).toBe("Who sang it?");
    expect(refusalOf(open, { type: "editQuestion", questionId: "q1", text: "Who?" })).toBeNull();
    expect(refusalOf(open, { ...edit, accepted: ["x"] })).toBe("BAD_REQUEST");
    expect(refusalOf(open, { ...edit, questionId: "nope" })).toBe("UNKNOWN_QUESTION");
  });
});

describe("points by hand", () => {
  test("are part of the total, and of their round; the same adjustment counts once; taken back they are gone", () => {
    const twice = corrected(
      corrected(standings, adjust("adjust-1", "d", 7.5, 1)),
      adjust("adjust-1", "d", 9, 1),
    );
    const row = scoreSession(twice, players, answers).standings.find(({ playerId }) => playerId === "d");
    expect(row).toMatchObject({ points: 7.5, roundPoints: 7.5, rank: 1 });
    const whole = corrected(twice, adjust("adjust-2", "d", -3));
    const wholeRow = scoreSession(whole, players, answers).standings.find(({ playerId }) => playerId === "d");
    expect(wholeRow).toMatchObject({ points: 4.5, roundPoints: 7.5 });
    expect(pointsIn(corrected(twice, { type: "removeAdjustment", adjustmentId: "adjust-1" }))).toEqual(
      pointsIn(standings),
    );
  });

  test("one that comes again after it was taken back stays taken back, also in a state saved before that was kept", () => {
    const { removedAdjustmentIds: _, ...saved } = corrected(standings, adjust("adjust-1", "d", 7, 1));
    const taken = corrected(currentState(saved as SessionState), {
      type: "removeAdjustment",
      adjustmentId: "adjust-1",
    });
    expect(decide(taken, adjust("adjust-1", "d", 7, 1), { now: start })).toEqual({ ok: true, value: [] });
    expect(pointsIn(corrected(taken, adjust("adjust-2", "d", 7, 1)))).toEqual(
      pointsIn(corrected(standings, adjust("adjust-1", "d", 7, 1))),
    );
  });

  test("in a round that exists and has begun", () => {
    expect(refusalOf(standings, adjust("adjust-1", "d", 7, 2))).toBe("WRONG_PHASE");
    expect(refusalOf(standings, adjust("adjust-1", "d", 7, 3))).toBe("BAD_REQUEST");
    expect(refusalOf(pressed(standings, "advance"), adjust("adjust-1", "d", 7, 2))).toBeNull();
  });

  test("the team reads the reason, once standings are up", () => {
    const state = corrected(standings, adjust("adjust-1", "d", 7, 1));
    const scores = scoreSession(state, players, answers);
    const standingOf = (playerId: string) =>
      meView({ state, player: { playerId, name: playerId, seatCode: "X" }, answerOf: () => null, scores })
        .standing;
    expect(standingOf("d")?.adjustments).toEqual([{ round: 1, points: 7, reason: "a song" }]);
    expect(standingOf("a")).not.toHaveProperty("adjustments");
  });

  test("movement: what was given before the round is in the earlier standings, what was given since is not", () => {
    const later = play(["advance", "advance", "advance", "advance"], standings, start + 60_000);
    expect(later.position).toMatchObject({ phase: "standings", roundIndex: 1 });
    const movementOf = (at: number) => {
      const state = corrected(later, adjust("adjust-1", "c", 50), at);
      const row = scoreSession(state, players, answers).standings.find(({ playerId }) => playerId === "c");
      return [row?.rank, row?.movement];
    };
    expect(movementOf(start + 59_999)).toEqual([1, 0]);
    expect(movementOf(start + 60_001)).toEqual([1, 1]);
  });
});

const command: fc.Arbitrary<MarkCommand> = fc.oneof(
  fc.record({
    type: fc.constant("markGroup" as const),
    questionId: fc.constantFrom("q1", "q2"),
    key: fc.constantFrom("shakespear", "marlowe", "constructor", "__proto__"),
    fraction: fc.constantFrom(0, 0.5, 1, null),
  }),
  fc.record({
    type: fc.constant("overrideMark" as const),
    questionId: fc.constantFrom("q1", "q2"),
    playerId: fc.constantFrom("a", "b", "c", "d"),
    fraction: fc.constantFrom(0, 0.5, 1, null),
    reason: fc.constant("heard"),
  }),
  fc.record({
    type: fc.constant("adjustPoints" as const),
    adjustmentId: fc.constantFrom("adjust-1", "adjust-2", "adjust-3"),
    playerId: fc.constantFrom("a", "d"),
    round: fc.constantFrom(null, 1),
    points: fc.constantFrom(-5, 0.1, 7.3),
    reason: fc.constant("song"),
  }),
  fc.record({
    type: fc.constant("voidQuestion" as const),
    questionId: fc.constantFrom("q1", "q2"),
    isVoid: fc.boolean(),
  }),
);
/** What a command sets: the last one of two that set the same thing holds, so only different things may swap. */
const targetOf = (one: MarkCommand): string =>
  "adjustmentId" in one
    ? one.adjustmentId
    : `${one.type} ${one.questionId} ${"key" in one ? one.key : "playerId" in one ? one.playerId : ""}`;

test("the order in which marks, overrides, adjustments and voids arrive does not matter", () => {
  const some = fc.uniqueArray(command, { selector: targetOf, maxLength: 12 });
  const twoOrders = some.chain((commands) =>
    fc.tuple(fc.constant(commands), fc.shuffledSubarray(commands, { minLength: commands.length })),
  );
  fc.assert(
    fc.property(twoOrders, ([one, other]) => {
      const scores = [one, other].map((commands) =>
        scoreSession(
          commands.reduce((state, next) => corrected(state, next), finished),
          players,
          answers,
        ),
      );
      expect(scores[1]).toEqual(scores[0]);
    }),
    { numRuns: 200 },
  );
});

test("a state saved by a version that knew no corrections reads as one without any", () => {
  const {
    marks: _m,
    overrides: _o,
    adjustments: _a,
    voidedQuestionIds: _v,
    withdrawn: _w,
    ...old
  } = standings;
  const { movedAtVersion: _p, ...older } = old;
  expect(currentState(older as SessionState)).toEqual(standings);
  expect(currentState(standings)).toEqual(standings);
});

describe("a table that changed after the room had seen it says so", () => {
  const marked = (state: SessionState) =>
    state.asked.filter((entry) => entry.corrected).map(({ questionId }) => questionId);

  test("a mark, a void or another key counts from the reveal on, and only for its question", () => {
    const accept = (questionId: string): MarkCommand => ({
      type: "editQuestion",
      questionId,
      accepted: ["Elbe", "Labe"],
    });
    for (const command of [markGroup("q2", "constructor", 1), override("q2", "a", 1), accept("q2")]) {
      expect(marked(corrected(locked, command))).toEqual([]);
      expect(marked(corrected(finished, command))).toEqual(["q2"]);
    }
    const voided = corrected(finished, { type: "voidQuestion", questionId: "q1", isVoid: true });
    expect(marked(voided)).toEqual(["q1"]);
  });

  test("mended words and points by hand are no corrections of a question", () => {
    expect(marked(corrected(finished, { type: "editQuestion", questionId: "q2", text: "Which?" }))).toEqual(
      [],
    );
    expect(marked(corrected(finished, adjust("adjust-1", "a", 5)))).toEqual([]);
  });
});

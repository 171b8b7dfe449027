import { describe, expect, test } from "vitest";
import type { AnswerValue } from "@/lib/contracts/answers";
import type { SpeedBonus } from "@/lib/contracts/quiz";
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
import { currentQuestion } from "./questions";
import { type AnswerRecord, scoreSession } from "./scoring";
import { newSession, type SessionState } from "./state";
import { meView, sharedView } from "./views";

const players = ["a", "b", "c", "d"].map((id) => seat(id));
const cellsOf = (state: SessionState, answers: AnswerRecord[], questionId: string, of = players) => {
  const { cells } = scoreSession(state, of, answers);
  return Object.fromEntries(
    of.map(({ playerId }) => {
      const cell = cells.get(playerId)?.get(questionId);
      return [playerId, cell ? [cell.outcome, cell.points, cell.bonus] : null];
    }),
  );
};
const table = (state: SessionState, answers: AnswerRecord[], of = players) =>
  scoreSession(state, of, answers).standings.map((row) => `${row.rank} ${row.playerId} ${row.points}`);
/** The only question of a night, shown. */
const shown = (asked: ReturnType<typeof question>, round: object = {}) =>
  advancedTo("reveal", newSession("s1", quizOf({ ...round, questions: [asked] })));

describe("points of a question", () => {
  test("wrong points are taken for a wrong answer and never for none", () => {
    const state = shown(question("q", { type: "text", accepted: ["Elbe"], wrongPoints: 4 }));
    expect(cellsOf(state, [given("a", "q", "elbe"), given("b", "q", "Rhine")], "q")).toEqual({
      a: ["right", 10, 0],
      b: ["wrong", -4, 0],
      c: ["unanswered", 0, 0],
      d: ["unanswered", 0, 0],
    });
  });

  test("a list gives its share for each right thing, in hundredths of a point, and the sum fits the table", () => {
    const list = question("q", {
      type: "list",
      items: [["Mercury"], ["Venus"], ["Mars"], ["Earth"]],
      wanted: 3,
    });
    const named = (...texts: string[]): AnswerValue => ({ kind: "texts", texts });
    const state = shown(list);
    const answers = [
      given("a", "q", named("mercury", "venus", "mars")),
      given("b", "q", named("mercury", "venus")),
      given("c", "q", named("pluto")),
    ];
    expect(cellsOf(state, answers, "q")).toEqual({
      a: ["right", 10, 0],
      b: ["partly", 6.67, 0],
      c: ["wrong", 0, 0],
      d: ["unanswered", 0, 0],
    });
    expect(table(state, answers)).toEqual(["1 a 10", "2 b 6.67", "3 c 0", "3 d 0"]);
  });

  test("LAT-02, EXP-06 right, partly, wrong, unanswered, joined later and skipped are six different things", () => {
    const list = question("q", { type: "list", items: [["Mercury"], ["Venus"]], wanted: 2 });
    const state = shown(list, { pace: "sheet" });
    const late = seat("e", { joinedAt: (state.asked[0]?.lockedAt ?? 0) + 1 });
    const answers = [
      given("a", "q", { kind: "texts", texts: ["Mercury", "Venus"] }),
      given("b", "q", { kind: "texts", texts: ["Mercury"] }),
      given("c", "q", { kind: "texts", texts: ["Pluto"] }),
    ];
    const outcomes = (night: SessionState) =>
      [...players, late].map(
        ({ playerId }) =>
          scoreSession(night, [...players, late], answers)
            .cells.get(playerId)
            ?.get("q")?.outcome,
      );
    expect(outcomes(state)).toEqual(["right", "partly", "wrong", "unanswered", "joinedLater"]);
    const voided = corrected(state, { type: "voidQuestion", questionId: "q", isVoid: true });
    expect(new Set(outcomes(voided))).toEqual(new Set(["skipped"]));
  });
});

describe("closest number wins", () => {
  const state = shown(
    question("q", { type: "number", value: 100, tolerance: 50, closestWins: true, wrongPoints: 1 }),
  );

  test("the nearest gets the points, however far off; the tolerance is not looked at", () => {
    expect(cellsOf(state, [given("a", "q", 900), given("b", "q", 130), given("c", "q", 99)], "q")).toEqual({
      a: ["wrong", -1, 0],
      b: ["wrong", -1, 0],
      c: ["right", 10, 0],
      d: ["unanswered", 0, 0],
    });
    expect(cellsOf(state, [given("a", "q", -9000)], "q").a).toEqual(["right", 10, 0]);
  });

  test("from below and from above is a tie: it shares the win, and each has the full points", () => {
    const answers = [given("a", "q", 90), given("b", "q", 110), given("c", "q", 111)];
    expect(table(state, answers)).toEqual(["1 a 10", "1 b 10", "3 d 0", "4 c -1"]);
    expect(sharedView(state, scoreSession(state, players, answers))).toMatchObject({
      reveal: {
        winners: [
          { playerId: "a", name: "A", text: "90" },
          { playerId: "b", name: "B", text: "110" },
        ],
      },
    });
  });

  test("who was removed, and whom a person called wrong, is out of it, and the next nearest wins", () => {
    const answers = [given("a", "q", 100), given("b", "q", 101), given("c", "q", 105)];
    const gone = [seat("a", { removed: true }), ...players.slice(1)];
    expect(cellsOf(state, answers, "q", gone).b).toEqual(["right", 10, 0]);
    const judged = corrected(state, {
      type: "overrideMark",
      questionId: "q",
      playerId: "a",
      fraction: 0,
      reason: "looked it up",
    });
    expect(cellsOf(judged, answers, "q")).toMatchObject({ a: ["wrong", -1, 0], b: ["right", 10, 0] });
  });
});

describe("ANS-08 tie-break", () => {
  const quiz = quizOf({
    questions: [
      question("q", { type: "text", accepted: ["Elbe"] }),
      question("t", { type: "number", value: 100, tolerance: 0, isTieBreak: true }),
      question("u", { type: "number", value: 7, tolerance: 0, isTieBreak: true }),
    ],
  });
  const night = advancedTo("standings", newSession("s1", quiz));

  test("gives no points, and decides only between equal totals: there the ranks differ", () => {
    const answers = [
      given("a", "q", "Elbe"),
      given("b", "q", "Elbe"),
      given("a", "t", 90),
      given("b", "t", 101),
      given("d", "t", 100),
    ];
    expect(table(night, answers)).toEqual(["1 b 10", "2 a 10", "3 d 0", "4 c 0"]);
    expect(cellsOf(night, answers, "t").d).toEqual(["right", 0, 0]);
  });

  test("equally far off is settled by the next one; still equal is a tie, 1, 2, 2, 4", () => {
    const equal = [given("a", "t", 90), given("b", "t", 110), given("c", "t", 110)];
    expect(table(night, equal)).toEqual(["1 a 0", "1 b 0", "1 c 0", "4 d 0"]);
    expect(table(night, [...equal, given("c", "u", 7)])).toEqual(["1 c 0", "2 a 0", "2 b 0", "4 d 0"]);
  });

  test("does not decide before its reveal, nor when it was voided", () => {
    const answers = [given("a", "t", 100), given("b", "t", 0)];
    const before = advancedTo("question", advancedTo("reveal", newSession("s1", quiz)));
    expect(currentQuestion(before)?.id).toBe("t");
    expect(table(before, answers)).toEqual(["1 a 0", "1 b 0", "1 c 0", "1 d 0"]);
    const voided = corrected(night, { type: "voidQuestion", questionId: "t", isVoid: true });
    expect(table(voided, answers)).toEqual(["1 a 0", "1 b 0", "1 c 0", "1 d 0"]);
  });

  test("the gap to the next place may be nothing, and the next name is right", () => {
    const scores = scoreSession(night, players, [given("a", "t", 100), given("b", "t", 90)]);
    const me = meView({
      state: night,
      player: { playerId: "b", name: "B", seatCode: "X" },
      answerOf: () => null,
      scores,
    });
    expect(me.standing).toMatchObject({ rank: 2, gapToNext: 0, nextName: "A" });
  });
});

describe("speed bonus", () => {
  const asked = question("q", { type: "text", accepted: ["Elbe"], timeLimitSeconds: 30, wrongPoints: 2 });
  const nightOf = (speedBonus: SpeedBonus, round: object = {}) => shown(asked, { speedBonus, ...round });
  const sent = (playerId: string, ms: number, text = "Elbe") => given(playerId, "q", text, start + ms);

  test("linear: all of it at the opening, none at the deadline, in whole points, for right answers only", () => {
    const state = nightOf({ mode: "linear", points: 5 });
    const answers = [sent("a", 0), sent("b", 13_000), sent("c", 30_200), sent("d", 1_000, "Rhine")];
    expect(cellsOf(state, answers, "q")).toEqual({
      a: ["right", 15, 5],
      b: ["right", 13, 3],
      c: ["right", 10, 0],
      d: ["wrong", -2, 0],
    });
  });

  test("TMR-06 time runs from the opening for everybody: who joined late gains nothing", () => {
    const state = nightOf({ mode: "linear", points: 100 });
    const late = seat("e", { joinedAt: start + 25_000 });
    const cells = cellsOf(state, [sent("a", 27_000), sent("e", 27_000)], "q", [...players, late]);
    expect(cells.e).toEqual(["right", 20, 10]);
    expect(cells.e).toEqual(cells.a);
  });

  test("first: the first right ones by the server's receipt, in the same millisecond by a stable id", () => {
    const state = nightOf({ mode: "first", points: 3, count: 2 });
    const answers = [sent("c", 900), sent("b", 900), sent("a", 900), sent("d", 100, "Rhine")];
    const bonusOf = (of: AnswerRecord[]) => Object.values(cellsOf(state, of, "q")).map((cell) => cell?.[2]);
    expect(bonusOf(answers)).toEqual([3, 3, 0, 0]);
    expect(bonusOf(answers.toReversed())).toEqual([3, 3, 0, 0]);
    expect(bonusOf([sent("d", 300), sent("a", 900), sent("b", 800)])).toEqual([0, 3, 0, 3]);
    const removed = [seat("a", { removed: true }), ...players.slice(1)];
    expect(Object.values(cellsOf(state, answers, "q", removed)).map((cell) => cell?.[2])).toEqual([
      0, 3, 3, 0,
    ]);
  });

  test("a late mark moves it: the bonus follows what is right in the end", () => {
    const state = nightOf({ mode: "first", points: 3, count: 1 });
    const answers = [sent("a", 100, "Labe"), sent("b", 900)];
    expect(cellsOf(state, answers, "q").b).toEqual(["right", 13, 3]);
    const marked = corrected(state, { type: "markGroup", questionId: "q", key: "labe", fraction: 1 });
    expect(cellsOf(marked, answers, "q")).toMatchObject({ a: ["right", 13, 3], b: ["right", 10, 0] });
  });

  test("no bonus on a sheet, nor for a tie-break", () => {
    const speedBonus: SpeedBonus = { mode: "linear", points: 5 };
    expect(cellsOf(nightOf(speedBonus, { pace: "sheet" }), [sent("a", 0)], "q").a).toEqual(["right", 10, 0]);
    const tieBreak = shown(question("q", { type: "number", value: 1, tolerance: 0, isTieBreak: true }), {
      speedBonus,
    });
    expect(cellsOf(tieBreak, [given("a", "q", 1)], "q").a).toEqual(["right", 0, 0]);
  });

  test("a break and an undone lock cost nobody speed, and more time makes nobody quicker", () => {
    const opened = play(
      ["advance", "advance"],
      newSession("s1", quizOf({ speedBonus: { mode: "linear", points: 30 }, questions: [asked] })),
    );
    const bonusAt = (state: SessionState, ms: number) => cellsOf(state, [sent("a", ms)], "q").a?.[2];
    const toReveal = (state: SessionState, ms: number) =>
      pressed(state, { type: "lockAndReveal" }, start + ms);

    const paused = pressed(opened, { type: "pause", minutes: null }, start + 10_000);
    const resumed = toReveal(pressed(paused, "resume", start + 310_000), 315_000);
    expect([bonusAt(resumed, 5_000), bonusAt(resumed, 312_000)]).toEqual([25, 18]);

    const locked = pressed(opened, { type: "lockQuestion" }, start + 10_000);
    const reopened = toReveal(pressed(locked, "undo", start + 70_000), 80_000);
    expect([bonusAt(reopened, 5_000), bonusAt(reopened, 72_000)]).toEqual([25, 18]);

    const longer = toReveal(pressed(opened, { type: "extendQuestion", seconds: 60 }, start + 10_000), 80_000);
    expect([bonusAt(longer, 15_000), bonusAt(longer, 45_000)]).toEqual([15, 0]);
  });

  test("an opening that was undone is still the first one: an early answer does not become a quick one", () => {
    const opened = play(
      ["advance", "advance"],
      newSession("s1", quizOf({ speedBonus: { mode: "linear", points: 30 }, questions: [asked] })),
    );
    const again = pressed(pressed(opened, "undo", start + 20_000), "advance", start + 60_000);
    const state = pressed(again, { type: "lockAndReveal" }, start + 70_000);
    expect(cellsOf(state, [sent("a", 15_000), sent("b", 62_000)], "q")).toMatchObject({
      a: ["right", 25, 15],
      b: ["right", 18, 8],
    });
    expect(state.asked).toHaveLength(1);
  });
});

describe("TMR-07 buzzer", () => {
  const state = shown(question("q", { type: "buzzer", answer: "Elvis", wrongPoints: 3 }));
  const buzz = (playerId: string, receivedAt: number) => given(playerId, "q", { kind: "buzz" }, receivedAt);
  const answers = [buzz("c", start + 40), buzz("b", start + 40), buzz("d", start + 90)];
  const judged = (from: SessionState, playerId: string, fraction: number) =>
    corrected(from, { type: "overrideMark", questionId: "q", playerId, fraction, reason: "said it" });

  test("by itself a buzz is worth nothing and costs nothing", () => {
    expect(cellsOf(state, answers, "q")).toEqual({
      a: ["unanswered", 0, 0],
      b: ["unanswered", 0, 0],
      c: ["unanswered", 0, 0],
      d: ["unanswered", 0, 0],
    });
  });

  test("the host judges: wrong costs the one who was heard, right gives the points, and the room sees who", () => {
    const heard = judged(judged(state, "b", 0), "c", 1);
    expect(cellsOf(heard, answers, "q")).toMatchObject({
      b: ["wrong", -3, 0],
      c: ["right", 10, 0],
      d: ["unanswered", 0, 0],
    });
    expect(sharedView(heard, scoreSession(heard, players, answers))).toMatchObject({
      reveal: { answerText: "Elvis", winners: [{ playerId: "c", name: "C", text: "buzzed" }], rightCount: 1 },
    });
  });

  test("who got the points stands in order of receipt", () => {
    const both = judged(judged(state, "d", 1), "a", 1);
    const later = [...answers, buzz("a", start + 200)];
    const stats = scoreSession(both, players, later).questionStats.get("q");
    expect(stats?.winners.map((winner) => winner.playerId)).toEqual(["d", "a"]);
  });

  test("of two buzzes in one millisecond the same is first everywhere", () => {
    const both = judged(judged(state, "c", 1), "b", 1);
    for (const order of [answers, answers.toReversed()]) {
      const stats = scoreSession(both, players, order).questionStats.get("q");
      expect(stats?.winners.map((winner) => winner.playerId)).toEqual(["b", "c"]);
    }
  });
});

test("points are the sum of what the table shows: long fractions do not drift", () => {
  const thirds = Array.from({ length: 9 }, (_, at) =>
    question(`q${at}`, { type: "list", items: [["Mars"], ["Venus"], ["Earth"]], wanted: 3, points: 1 }),
  );
  const state = advancedTo("standings", newSession("s1", quizOf({ pace: "sheet", questions: thirds })));
  const answers = thirds.map(({ id }) => given("a", id, { kind: "texts", texts: ["Mars"] }));
  expect(scoreSession(state, players, answers).standings[0]).toMatchObject({
    points: 2.97,
    roundPoints: 2.97,
  });
});

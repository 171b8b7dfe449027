import { describe, expect, test } from "vitest";
import { markingViewSchema } from "@/lib/contracts/marking";
import { groupAnswers, markingView, toMarkCount } from "./marking-view";
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
import { newSession, type SessionState } from "./state";

const quiz = quizOf(
  {
    pace: "sheet",
    questions: [
      question("q1", { type: "text", accepted: ["Shakespeare"], wrongPoints: 2 }),
      question("n1", { type: "number", value: 100, tolerance: 0, closestWins: true }),
      question("i1", { type: "info" }),
    ],
  },
  {
    questions: [
      question("b1", { type: "buzzer", answer: "Elvis" }),
      question("q2", { type: "text", accepted: ["Elbe"] }),
    ],
  },
);
const open = play(["advance", "advance", "advance", "advance"], newSession("s1", quiz));
const locked = pressed(open, { type: "lockQuestion" });
const players = [seat("a"), seat("b"), seat("c"), seat("d"), seat("e"), seat("x", { removed: true })];
const answers = [
  given("a", "q1", "Shakespear"),
  given("b", "q1", "shakespear."),
  given("c", "q1", "Shakespear"),
  given("d", "q1", "William"),
  given("e", "q1", "SHAKESPEARE"),
  given("x", "q1", "Shakespear"),
  given("a", "n1", 90),
  given("b", "n1", 110),
  given("c", "n1", 1),
];
const viewOf = (state: SessionState) => {
  const view = markingView(state, players, answers, scoreSession(state, players, answers));
  expect(markingViewSchema.parse(view)).toEqual(view);
  return view;
};
const groupsOf = (state: SessionState, id: string) =>
  viewOf(state).questions.find((q) => q.questionId === id)?.groups;
const mark = (key: string, fraction: number | null) =>
  ({ type: "markGroup", questionId: "q1", key, fraction }) as const;
const override = (playerId: string, fraction: number) =>
  ({ type: "overrideMark", questionId: "q1", playerId, fraction, reason: "heard" }) as const;

describe("the queue", () => {
  test("holds every locked question of the night in the order of the quiz; none that is open, no slides", () => {
    expect(viewOf(open).questions).toEqual([]);
    expect(viewOf(locked).questions.map((q) => [q.questionId, q.round, q.number, q.isRevealed])).toEqual([
      ["q1", 1, 1, false],
      ["n1", 1, 2, false],
    ]);
    const later = play(["advance", "advance", "advance", "advance", "advance"], locked);
    expect(later.position).toMatchObject({ phase: "question", roundIndex: 1 });
    // the buzzer is judged while it is open
    expect(viewOf(later).questions.map((q) => q.questionId)).toEqual(["q1", "n1", "b1"]);
  });

  test("equal answers stand together under their most common spelling; near misses first, then by size", () => {
    const groups = groupsOf(locked, "q1");
    expect(
      groups?.map((group) => [group.text, group.automatic, group.answers.length, group.fraction]),
    ).toEqual([
      ["Shakespear", "near", 3, 0],
      ["SHAKESPEARE", "right", 1, 1],
      ["William", "wrong", 1, 0],
    ]);
    expect(
      groups?.[0]?.answers.map((answer) => [answer.playerId, answer.name, answer.text, answer.points]),
    ).toEqual([
      ["a", "A", "Shakespear", -2],
      ["b", "B", "shakespear.", -2],
      ["c", "C", "Shakespear", -2],
    ]);
  });

  test("a mark and an override show in the group and in the points of each team", () => {
    const marked = corrected(corrected(locked, mark("shakespear", 0.5)), override("c", 1));
    const [group] = groupsOf(marked, "q1") ?? [];
    expect(group).toMatchObject({ automatic: "near", judged: true, fraction: 0.5 });
    expect(group?.answers.map(({ points, override: own }) => [points, own?.fraction ?? null])).toEqual([
      [5, null],
      [5, null],
      [10, 1],
    ]);
  });

  test("an override of a team that sent nothing can be seen and taken back", () => {
    const missing = corrected(locked, { ...override("e", 1), questionId: "n1" });
    const group = groupsOf(missing, "n1")?.find(({ key }) => key === "");
    expect(group?.answers).toMatchObject([
      { playerId: "e", text: "", points: 10, override: { fraction: 1 } },
    ]);
    expect(viewOf(missing).questions[1]?.unansweredCount).toBe(2);
  });

  test("of the nearest numbers the winners are right", () => {
    expect(groupsOf(locked, "n1")?.map((group) => [group.key, group.automatic, group.fraction])).toEqual([
      ["1", "wrong", 0],
      ["110", "right", 1],
      ["90", "right", 1],
    ]);
  });

  test("an answer in parts says how many there are, and keeps what counts by itself beside what a person said", () => {
    const lists = quizOf({
      questions: [question("l1", { type: "list", items: [["red"], ["green"], ["blue"]], wanted: 2 })],
    });
    const shut = pressed(play(["advance", "advance"], newSession("s2", lists)), { type: "lockQuestion" });
    const named = [{ ...given("a", "l1", ""), value: { kind: "texts" as const, texts: ["red", "grene"] } }];
    const listOf = (state: SessionState) =>
      markingView(state, players, named, scoreSession(state, players, named)).questions[0];
    const [group] = listOf(shut)?.groups ?? [];
    expect(listOf(shut)?.parts).toBe(2);
    expect(group).toMatchObject({ automatic: "near", fraction: 0.5, automaticFraction: 0.5, judged: false });
    const all = corrected(shut, {
      type: "markGroup",
      questionId: "l1",
      key: group?.key ?? "",
      fraction: 1,
    });
    expect(listOf(all)?.groups[0]).toMatchObject({ fraction: 1, automaticFraction: 0.5, judged: true });
    expect(viewOf(locked).questions.map(({ parts }) => parts)).toEqual([null, null]);
  });

  test("who joined after the lock is not missing from it", () => {
    const late = seat("z", { joinedAt: start + 1 });
    const view = markingView(
      locked,
      [...players, late],
      answers,
      scoreSession(locked, [...players, late], answers),
    );
    expect(view.questions.map((q) => q.unansweredCount)).toEqual([0, 2]);
  });

  test("shows totals, adjustments with their reasons, and what is void", () => {
    const state = corrected(corrected(locked, { type: "voidQuestion", questionId: "q1", isVoid: true }), {
      type: "adjustPoints",
      adjustmentId: "adjust-1",
      playerId: "d",
      round: 1,
      points: 4,
      reason: "a song",
    });
    const view = viewOf(state);
    expect(view.questions[0]?.isVoid).toBe(true);
    expect(view.adjustments).toEqual([
      {
        adjustmentId: "adjust-1",
        playerId: "d",
        name: "D",
        round: 1,
        points: 4,
        reason: "a song",
        at: start,
      },
    ]);
    expect(view.players[0]).toEqual({ playerId: "d", name: "D", points: 4 });
    expect(view.players).toHaveLength(5);
  });

  test("its points and those of the tables are the same", () => {
    const marked = corrected(corrected(locked, mark("shakespear", 0.5)), override("d", 1));
    const shown = advancedTo("standings", marked);
    const { cells } = scoreSession(shown, players, answers);
    for (const { questionId, groups } of viewOf(shown).questions)
      for (const { playerId, points } of groups.flatMap((group) => group.answers))
        expect([playerId, points]).toEqual([playerId, cells.get(playerId)?.get(questionId)?.points]);
  });
});

describe("how many are left to mark", () => {
  const count = (state: SessionState) => toMarkCount(state, players, answers);

  test("near misses of the locked sheet that nobody has judged, one by one or as a group", () => {
    expect(count(open)).toBe(0);
    expect(count(locked)).toBe(1);
    expect(count(pressed(locked, "advance"))).toBe(1);
    expect(count(corrected(locked, mark("shakespear", 0)))).toBe(0);
    const oneByOne = ["a", "b", "c"].reduce((state, id) => corrected(state, override(id, 1)), locked);
    expect(count(oneByOne)).toBe(0);
    expect(count(corrected(corrected(locked, override("a", 1)), override("b", 1)))).toBe(1);
    expect(count(advancedTo("standings", locked))).toBe(0);
  });
});

test("a buzzer's one group is in the order of the server's receipt", () => {
  const later = play(["advance", "advance", "advance", "advance", "advance"], locked);
  const buzz = (playerId: string, at: number) => given(playerId, "b1", { kind: "buzz" }, at);
  const buzzes = [buzz("c", 9), buzz("b", 5), buzz("a", 9)];
  const byPlayer = new Map(buzzes.map((answer) => [answer.playerId, answer]));
  const [group] = groupAnswers(later, quiz.rounds[1]!.questions[0]!, players, byPlayer);
  expect([group?.key, group?.answers.map((answer) => answer.playerId)]).toEqual(["buzz", ["b", "a", "c"]]);
});

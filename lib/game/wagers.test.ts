import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AnswerValue, wagerIdOf } from "@/lib/contracts/answers";
import { playableQuizSchema, type Question } from "@/lib/contracts/quiz";
import { meViewSchema, sharedViewSchema } from "@/lib/contracts/views";
import { corrected, given, play, pressed, question, quizOf, seat, start } from "./night.test-support";
import { acceptsAnswer, acceptsChanges, isAsked, openQuestionIds } from "./questions";
import { scoreSession } from "./scoring";
import { newSession, type SessionState } from "./state";
import { meView, sharedView } from "./views";
import { checkWager, wonByWager } from "./wagers";

const typed = (id: string, more: Partial<Extract<Question, { type: "text" }>> = {}) =>
  question(id, { type: "text", accepted: ["Elbe"], ...more });
const quiz = quizOf(
  { questions: [typed("p1")] },
  { hasJoker: true, questions: [typed("q1"), typed("q2", { wager: { max: 20 }, wrongPoints: 4 })] },
  { pace: "sheet", questions: [typed("s1", { wager: { max: 5 } }), typed("s2", { wager: { max: 7 } })] },
);
const lobby = newSession("s1", quiz);
const to = (presses: number, from = lobby) => play(Array<"advance">(presses).fill("advance"), from);
const intro2 = to(5);
const [on2, on1, sheet1, sheet2] = ["q2", "q1", "s1", "s2"].map(wagerIdOf) as [
  string,
  string,
  string,
  string,
];
const stake = (points: number): AnswerValue => ({ kind: "wager", stake: points });

describe("when points may be staked", () => {
  test("while the round of the question is introduced, and never once it has begun, nor on a break", () => {
    expect([intro2.position.phase, intro2.position.roundIndex]).toEqual(["roundIntro", 1]);
    expect(openQuestionIds(to(1))).toEqual([]);
    expect(openQuestionIds(intro2)).toEqual(["joker:r2", on2]);
    expect(openQuestionIds(pressed(intro2, { type: "pause", minutes: 5 }))).toEqual([]);
    expect(acceptsAnswer(intro2, on2, start + 3_600_000).ok).toBe(true);
    for (const later of [1, 2, 3, 4, 5])
      expect(acceptsAnswer(to(later, intro2), on2, start)).toMatchObject({
        error: { code: "QUESTION_CLOSED" },
      });
    for (const unknown of [on1, sheet1, wagerIdOf("nope")])
      expect(acceptsAnswer(intro2, unknown, start)).toMatchObject({ error: { code: "UNKNOWN_QUESTION" } });
    expect([isAsked(to(1), on2), isAsked(intro2, on2), isAsked(to(1), sheet1)]).toEqual([false, true, false]);
    const intro3 = to(6, intro2);
    expect(openQuestionIds(intro3)).toEqual([sheet1, sheet2]);
  });

  test("undo opens it again only while nobody has seen the question", () => {
    // the first question alone was seen
    expect(openQuestionIds(play(["advance", "undo"], intro2))).toContain(on2);
    const seen = play(["advance", "advance", "advance", "undo", "undo", "undo", "undo"], intro2);
    expect(seen.position).toMatchObject({ phase: "roundIntro", roundIndex: 1 });
    expect(seen.withdrawn.map(({ questionId }) => questionId)).toContain("q2");
    expect(openQuestionIds(seen)).toEqual([]);
  });

  test("it may be changed, within what the question allows, and nothing else is stored for it", () => {
    expect([acceptsChanges(intro2, on2), acceptsChanges(intro2, on1)]).toEqual([true, false]);
    expect(checkWager(intro2, on2, stake(20))).toEqual({ ok: true, value: stake(20) });
    expect(checkWager(intro2, on2, stake(21))).toMatchObject({
      error: { code: "BAD_ANSWER", message: expect.stringContaining("At most 20") },
    });
    expect(checkWager(intro2, on2, { kind: "text", text: "all" })).toMatchObject({
      error: { code: "BAD_ANSWER" },
    });
    expect(checkWager(intro2, on1, stake(1))).toMatchObject({ error: { code: "UNKNOWN_QUESTION" } });
  });

  test("a quiz with a wager on a tie-break, a slide or a buzzer question cannot be saved", () => {
    const wager = { max: 5 };
    const withOne = (one: Question) => playableQuizSchema.safeParse(quizOf({ questions: [one] })).success;
    expect(withOne(typed("q", { wager }))).toBe(true);
    expect(withOne(question("q", { type: "number", value: 1, tolerance: 0, wager }))).toBe(true);
    expect(withOne(question("q", { type: "number", value: 1, tolerance: 0, wager, isTieBreak: true }))).toBe(
      false,
    );
    for (const type of ["info", "buzzer"] as const)
      expect(withOne({ ...question("q", { type, answer: "x" } as never), wager } as Question)).toBe(false);
    for (const max of [0, -1, 1.5, 1001]) expect(withOne(typed("q", { wager: { max } }))).toBe(false);
  });
});

describe("what it does", () => {
  const revealed = to(4, intro2);
  const players = [seat("a"), seat("b"), seat("c"), seat("d")];
  const cellOf = (state: SessionState, answers: ReturnType<typeof given>[], playerId = "a") =>
    scoreSession(state, players, answers).cells.get(playerId)?.get("q2");
  const answers = [
    given("a", "q2", "Elbe"),
    given("b", "q2", "Rhine"),
    given("a", on2, stake(15)),
    given("b", on2, stake(15)),
    given("c", on2, stake(15)),
  ];

  test("right wins the stake, wrong and unanswered lose it, and who staked nothing has nothing at stake", () => {
    expect(revealed.position).toMatchObject({ phase: "reveal", questionIndex: 1 });
    expect(cellOf(revealed, answers)).toEqual({
      outcome: "right",
      points: 25,
      bonus: 0,
      wager: { stake: 15, points: 15 },
    });
    expect(cellOf(revealed, answers, "b")).toMatchObject({ points: -19, wager: { stake: 15, points: -15 } });
    expect(cellOf(revealed, answers, "c")).toMatchObject({
      outcome: "unanswered",
      points: -15,
      wager: { points: -15 },
    });
    expect(cellOf(revealed, answers, "d")).toEqual({ outcome: "unanswered", points: 0, bonus: 0 });
    const standings = scoreSession(revealed, players, answers).standings;
    expect(standings.map(({ playerId, points }) => [playerId, points])).toEqual([
      ["a", 25],
      ["d", 0],
      ["c", -15],
      ["b", -19],
    ]);
  });

  test("a mark in part wins and loses in proportion, and a later mark corrects it", () => {
    const at = (fraction: number) =>
      cellOf(
        corrected(revealed, {
          type: "overrideMark",
          questionId: "q2",
          playerId: "b",
          fraction,
          reason: "heard",
        }),
        answers,
        "b",
      );
    expect(at(0.5)).toMatchObject({ points: 5, wager: { points: 0 } });
    expect(at(0.75)).toMatchObject({ points: 15, wager: { points: 7.5 } });
    expect(at(1)).toMatchObject({ outcome: "right", points: 25, wager: { points: 15 } });
  });

  test("a joker leaves the stake alone", () => {
    const joker = given("a", "joker:r2", { kind: "joker", played: true });
    expect(cellOf(revealed, [...answers, joker])).toEqual({
      outcome: "right",
      points: 35,
      bonus: 10,
      wager: { stake: 15, points: 15 },
    });
  });

  test("a question that was voided or skipped, or that a team came too late for, costs no stake", () => {
    const isVoid = corrected(revealed, { type: "voidQuestion", questionId: "q2", isVoid: true });
    expect(cellOf(isVoid, answers, "b")).toEqual({ outcome: "skipped", points: 0, bonus: 0 });
    const skipped = play(["skipQuestion"], to(3, intro2));
    expect(cellOf(skipped, answers, "b")).toEqual({ outcome: "skipped", points: 0, bonus: 0 });
    expect(wonByWager(15, "joinedLater", 0)).toBeNull();
  });

  test("nothing of it counts before the reveal, nor as a question of the results", () => {
    const open = to(3, intro2);
    expect(scoreSession(open, players, answers).standings.every(({ points }) => points === 0)).toBe(true);
    expect([...scoreSession(revealed, players, answers).questionStats.keys()]).toEqual(["p1", "q1", "q2"]);
  });

  test("a team on paper that staked by phone before pays for it", () => {
    const onPaper = [seat("a", { onPaper: true })];
    const cells = scoreSession(revealed, onPaper, [given("a", on2, stake(3))]).cells.get("a");
    expect(cells?.get("q2")).toMatchObject({ points: -3 });
    expect(cells?.has("q1")).toBe(false);
  });

  test("whatever is staked, answered and marked, in whatever order it came: points are the sum of their parts", () => {
    const fractions = fc.constantFrom(null, 0, 0.25, 0.5, 1);
    const team = fc.record({
      stake: fc.option(fc.integer({ min: 0, max: 20 })),
      answer: fc.constantFrom("Elbe", "Rhine", null),
      joker: fc.boolean(),
      fraction: fractions,
    });
    fc.assert(
      fc.property(
        fc.array(team, { minLength: 1, maxLength: 4 }),
        fc.infiniteStream(fc.nat()),
        (teams, mix) => {
          const records = teams.flatMap((one, at) => {
            const id = "abcd"[at] ?? "a";
            return [
              ...(one.stake === null ? [] : [given(id, on2, stake(one.stake))]),
              ...(one.answer === null ? [] : [given(id, "q2", one.answer)]),
              ...(one.joker ? [given(id, "joker:r2", { kind: "joker", played: true })] : []),
            ];
          });
          const marks = teams.flatMap(({ fraction }, at) =>
            fraction === null
              ? []
              : [
                  {
                    type: "overrideMark" as const,
                    questionId: "q2",
                    playerId: "abcd"[at] ?? "a",
                    fraction,
                    reason: "heard",
                  },
                ],
          );
          const marked = (list: typeof marks) =>
            list.reduce((state, mark) => corrected(state, mark), revealed);
          const scores = scoreSession(marked(marks), players, records);
          const shuffled = records
            .map((record) => ({ record, at: mix.next().value as number }))
            .sort((one, other) => one.at - other.at)
            .map(({ record }) => record);
          const again = scoreSession(marked(marks.toReversed()), players.toReversed(), shuffled);
          expect(again.standings).toEqual(scores.standings);
          for (const { playerId, points } of scores.standings) {
            const cell = scores.cells.get(playerId)?.get("q2");
            expect(again.cells.get(playerId)?.get("q2")).toEqual(cell);
            const own = teams["abcd".indexOf(playerId)];
            expect(Math.abs(cell?.wager?.points ?? 0)).toBeLessThanOrEqual(own?.stake ?? 0);
            expect(points).toBe(cell?.points ?? 0);
          }
        },
      ),
    );
  });
});

describe("what is shown of it", () => {
  const meOf = (
    state: SessionState,
    stored: Record<string, { value: AnswerValue; revision: number }> = {},
  ) => {
    const answers = Object.entries(stored).map(([id, { value }]) => given("a", id, value));
    const me = meView({
      state,
      player: { playerId: "a", name: "A", seatCode: "X" },
      answerOf: (id) => stored[id] ?? null,
      scores: scoreSession(state, [seat("a")], answers),
    });
    return meViewSchema.parse(me);
  };
  const mine = { [on2]: { value: stake(12), revision: 3 } };

  test("a team sees its own stake all round long, and an offer while it may be changed", () => {
    expect(meOf(to(1)).wagers).toBeUndefined();
    const entry = { questionId: "q2", number: 2, max: 20 };
    expect(meOf(intro2).wagers).toEqual([{ ...entry, stake: 0, offer: { wagerId: on2, revision: null } }]);
    expect(meOf(intro2, mine).wagers).toEqual([
      { ...entry, stake: 12, offer: { wagerId: on2, revision: 3 } },
    ]);
    expect(meOf(to(3, intro2), mine).wagers).toEqual([{ ...entry, stake: 12, offer: null }]);
    expect(meOf(to(4, intro2), mine)).toMatchObject({
      wagers: [{ stake: 12 }],
      result: { outcome: "unanswered", points: -12, wager: { stake: 12, points: -12 } },
    });
    expect(meOf(to(5, intro2), mine).wagers).toBeUndefined();
  });

  test("the room is told which question of the round it is and how much may be staked, and never who staked what", () => {
    const shared = sharedViewSchema.parse(sharedView(intro2, null));
    expect(shared).toMatchObject({ round: { wagers: [{ number: 2, max: 20 }] } });
    expect(sharedView(to(1), null)).not.toHaveProperty("round.wagers");
    expect(sharedView(to(3, intro2), null)).toMatchObject({ question: { id: "q2", wager: 20 } });
    expect(sharedView(to(1, intro2), null)).not.toHaveProperty("question.wager");
  });
});

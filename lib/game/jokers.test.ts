import { describe, expect, test } from "vitest";
import { type AnswerValue, jokerIdOf } from "@/lib/contracts/answers";
import { checkJoker } from "./jokers";
import { given, play, pressed, question, quizOf, seat, start } from "./night.test-support";
import { acceptsAnswer, acceptsChanges, isAsked, openQuestionIds } from "./questions";
import { scoreSession } from "./scoring";
import { newSession, type SessionState } from "./state";
import { meView, sharedView } from "./views";

const typed = (id: string) => question(id, { type: "text", accepted: ["Elbe"], wrongPoints: 4 });
const quiz = quizOf(
  { questions: [typed("p1")] },
  {
    hasJoker: true,
    questions: [typed("q1"), typed("q2")],
    speedBonus: { mode: "first", points: 3, count: 1 },
  },
  { hasJoker: true, pace: "sheet", questions: [typed("s1")] },
);
const lobby = newSession("s1", quiz);
const to = (presses: number, from = lobby) => play(Array<"advance">(presses).fill("advance"), from);
const intro2 = to(5);
const intro3 = to(6, intro2);
const [one, two, three] = ["r1", "r2", "r3"].map(jokerIdOf) as [string, string, string];
const played: AnswerValue = { kind: "joker", played: true };
const kept: AnswerValue = { kind: "joker", played: false };

const jokerOf = (
  state: SessionState,
  stored: Record<string, { value: AnswerValue; revision: number }> = {},
) =>
  meView({
    state,
    player: { playerId: "a", name: "A", seatCode: "X" },
    answerOf: (id) => stored[id] ?? null,
    scores: null,
  }).joker;

describe("when a joker may be played", () => {
  test("while a round that takes one is introduced, and not when it has begun, nor on a break", () => {
    expect([intro2.position.phase, intro2.position.roundIndex]).toEqual(["roundIntro", 1]);
    expect(openQuestionIds(to(1))).toEqual([]);
    expect(openQuestionIds(intro2)).toEqual([two]);
    expect(openQuestionIds(pressed(intro2, { type: "pause", minutes: 5 }))).toEqual([]);
    expect(acceptsAnswer(intro2, two, start + 3_600_000).ok).toBe(true);
    expect(acceptsAnswer(pressed(intro2, "advance"), two, start)).toMatchObject({
      error: { code: "QUESTION_CLOSED" },
    });
    for (const unknown of [one, three, jokerIdOf("nope")])
      expect(acceptsAnswer(intro2, unknown, start)).toMatchObject({ error: { code: "UNKNOWN_QUESTION" } });
    expect([isAsked(intro2, two), isAsked(intro3, two), isAsked(to(1), two)]).toEqual([true, true, false]);
  });

  test("once a question of the round was seen it stays as it is, also when the host goes back to the introduction", () => {
    expect(openQuestionIds(play(["undo", "advance"], intro2))).toEqual([two]);
    const revealed = play(["advance", { type: "lockQuestion" }, "advance"], intro2);
    expect(revealed.position.phase).toBe("reveal");
    for (const back of [
      play(["advance", "undo"], intro2),
      play(["undo", "undo", "undo"], revealed),
      play(["advance", "undo"], play(["advance", "undo"], intro2)),
      play(["advance", "advance", "undo", "undo"], intro3),
    ]) {
      const id = back.position.roundIndex === 1 ? two : three;
      expect(back.position.phase).toBe("roundIntro");
      expect(openQuestionIds(back)).toEqual([]);
      expect(acceptsAnswer(back, id, start)).toMatchObject({ error: { code: "QUESTION_CLOSED" } });
      expect(jokerOf(back)).toEqual({ playedIn: null, offer: null });
      expect(jokerOf(back, { [id]: { value: played, revision: 1 } })?.offer).toBeNull();
    }
    // the round after it is a round of its own
    expect(openQuestionIds(to(6, play(["advance", "undo"], intro2)))).toEqual([three]);
  });

  test("it may be taken back: a joker is changed, not answered once", () => {
    expect([acceptsChanges(intro2, two), acceptsChanges(intro2, one)]).toEqual([true, false]);
  });

  test("once a night: JOKER_PLAYED in another round; again in the same one, or taking it back, is fine", () => {
    const storedFor = (id: string) => (id === two ? played : null);
    expect(checkJoker(intro3, three, played, storedFor)).toMatchObject({ error: { code: "JOKER_PLAYED" } });
    expect(checkJoker(intro3, three, kept, storedFor).ok).toBe(true);
    expect(checkJoker(intro2, two, played, storedFor)).toEqual({ ok: true, value: played });
    expect(checkJoker(intro3, three, played, (id) => (id === two ? kept : null)).ok).toBe(true);
  });

  test("nothing else is stored for it", () => {
    expect(checkJoker(intro2, two, { kind: "text", text: "x" }, () => null)).toMatchObject({
      error: { code: "BAD_ANSWER" },
    });
    expect(checkJoker(intro2, one, played, () => null)).toMatchObject({
      error: { code: "UNKNOWN_QUESTION" },
    });
  });
});

describe("what it does", () => {
  const afterTwo = to(5, intro2);
  const answers = [
    given("a", "q1", "Elbe"),
    given("a", "q2", "Rhine"),
    given("b", "q1", "Elbe", start + 1),
    given("a", "p1", "Elbe"),
  ];
  const players = [seat("a"), seat("b")];
  const cells = (of: typeof answers) => {
    const scored = scoreSession(afterTwo, players, of).cells.get("a");
    return ["p1", "q1", "q2"].map((id) => [scored?.get(id)?.points, scored?.get(id)?.bonus]);
  };

  test("the round counts double for the team: points, bonus and wrong points alike, and nothing else", () => {
    expect(afterTwo.position.phase).toBe("standings");
    expect(cells(answers)).toEqual([
      [10, 0],
      [13, 3],
      [-4, 0],
    ]);
    expect(cells([...answers, given("a", two, played)])).toEqual([
      [10, 0],
      [26, 16],
      [-8, -4],
    ]);
    expect(cells([...answers, given("a", two, kept)])).toEqual(cells(answers));
    expect(
      scoreSession(afterTwo, players, [...answers, given("a", two, played)])
        .cells.get("b")
        ?.get("q1")?.points,
    ).toBe(10);
  });

  test("played in two rounds (two phones, two processes) the first one counts; in a round without one none does", () => {
    const both = [...answers, given("a", three, played), given("a", two, played), given("a", one, played)];
    expect(cells(both)).toEqual([
      [10, 0],
      [26, 16],
      [-8, -4],
    ]);
    const last = to(4, intro3);
    const sheet = [given("a", "s1", "Elbe")];
    const pointsOf = (jokers: string[]) =>
      scoreSession(last, players, [...sheet, ...jokers.map((id) => given("a", id, played))])
        .cells.get("a")
        ?.get("s1")?.points;
    expect([pointsOf([three]), pointsOf([two, three])]).toEqual([20, 10]);
  });

  test("it is no question of the results", () => {
    const scores = scoreSession(afterTwo, players, [...answers, given("a", two, played)]);
    expect([...scores.questionStats.keys()]).toEqual(["p1", "q1", "q2"]);
  });
});

describe("what the phone shows of it", () => {
  test("offered in the introduction, with the revision a change is made on; then where it was played", () => {
    expect(jokerOf(to(1))).toEqual({ playedIn: null, offer: null });
    expect(jokerOf(intro2)).toEqual({ playedIn: null, offer: { questionId: two, revision: null } });
    const mine = { [two]: { value: played, revision: 2 } };
    expect(jokerOf(intro2, mine)).toEqual({ playedIn: 2, offer: { questionId: two, revision: 2 } });
    expect(jokerOf(pressed(intro2, "advance"), mine)).toEqual({ playedIn: 2, offer: null });
    expect(jokerOf(intro3, mine)).toEqual({ playedIn: 2, offer: null });
    expect(jokerOf(intro3, { [two]: { value: kept, revision: 3 } })?.offer).toEqual({
      questionId: three,
      revision: null,
    });
  });

  test("nothing where no round of the quiz takes one", () => {
    expect(jokerOf(newSession("s1", quizOf({ questions: [typed("q1")] })))).toBeNull();
    expect(sharedView(intro2, null)).toMatchObject({ round: { hasJoker: true, pace: "question" } });
    expect(sharedView(intro3, null)).toMatchObject({ round: { hasJoker: true, pace: "sheet" } });
  });
});

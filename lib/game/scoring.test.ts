import { describe, expect, test } from "vitest";
import { decide, type Order } from "./decide";
import { applyEvents } from "./evolve";
import { exampleQuiz } from "./example-quiz";
import { type AnswerRecord, type PlayerRecord, scoreSession } from "./scoring";
import { newSession, type SessionState } from "./state";

type Press = "advance" | "undo" | "skipQuestion" | "lockQuestion";
const start = 1_000_000;

/** Questions that give points, as seen from outside. */
const scoredQuestionIds = (state: SessionState): string[] =>
  [...scoreSession(state, [], []).questionStats.keys()].filter(
    (id) => !state.skippedQuestionIds.includes(id),
  );

/** One press a minute from `start`, so that the question of press n opens at `start + n minutes`. */
function play(presses: Press[], from: SessionState = newSession("s1", exampleQuiz)): SessionState {
  return presses.reduce((state, type) => {
    const order = { type, basedOn: state.version } as Order;
    const decided = decide(state, order, { now: start + state.version * 60_000 });
    if (!decided.ok) throw new Error(decided.error.code);
    return applyEvents(state, decided.value);
  }, from);
}
const toReveal1: Press[] = ["advance", "advance", "advance"];
const toStandings1: Press[] = [...toReveal1, "advance", "advance", "advance", "advance", "advance"];

const player = (playerId: string, joinOrder: number, more: Partial<PlayerRecord> = {}): PlayerRecord => ({
  playerId,
  name: playerId.toUpperCase(),
  joinedAt: 0,
  joinOrder,
  removed: false,
  ...more,
});
const right: Record<string, AnswerRecord["value"]> = {
  q1: { kind: "choice", choiceId: "q1-x" },
  q2: { kind: "choices", choiceIds: ["q2-w", "q2-y"] },
  q3: { kind: "choice", choiceId: "q3-w" },
  q4: { kind: "text", text: "sesame" },
  q5: { kind: "number", number: 8_675_309 },
};
function answer(
  playerId: string,
  questionId: string,
  state: SessionState,
  o: { right?: boolean; afterMs?: number } = {},
) {
  const openedAt = state.asked.find((entry) => entry.questionId === questionId)?.openedAt ?? 0;
  const rightValue = right[questionId];
  if (!rightValue) throw new Error(questionId);
  const value: AnswerRecord["value"] = o.right === false ? { kind: "text", text: "no idea" } : rightValue;
  return { playerId, questionId, value, receivedAt: openedAt + (o.afterMs ?? 5_000) };
}
const ranks = (scores: ReturnType<typeof scoreSession>) =>
  scores.standings.map((row) => `${row.rank} ${row.playerId} ${row.points}`);

describe("what counts", () => {
  test("a question counts from its reveal on, not while it is open or locked", () => {
    const open = play(toReveal1.slice(0, 2));
    const locked = play(["lockQuestion"], open);
    const revealed = play(["advance"], locked);
    for (const state of [open, locked]) {
      expect(scoredQuestionIds(state)).toEqual([]);
      const scores = scoreSession(state, [player("a", 0)], [answer("a", "q1", state)]);
      expect(ranks(scores)).toEqual(["1 a 0"]);
      expect(scores.cells.get("a")?.size).toBe(0);
      expect(scores.questionStats.size).toBe(0);
    }
    expect(scoredQuestionIds(revealed)).toEqual(["q1"]);
    expect(ranks(scoreSession(revealed, [player("a", 0)], [answer("a", "q1", revealed)]))).toEqual([
      "1 a 10",
    ]);
    expect(scoredQuestionIds(play(["undo"], revealed))).toEqual([]);
  });

  test("HST-05 a skipped question gives nobody points, also when its answer had been shown", () => {
    const skipped = play([...toReveal1, "skipQuestion"]);
    const scores = scoreSession(skipped, [player("a", 0)], [answer("a", "q1", skipped)]);
    expect(scoredQuestionIds(skipped)).toEqual([]);
    expect(scores.cells.get("a")?.get("q1")).toEqual({ outcome: "skipped", points: 0, bonus: 0 });
    expect(ranks(scores)).toEqual(["1 a 0"]);
  });

  test("HST-07 a session ended in an open question does not score that question", () => {
    const open = play([...toReveal1, "advance"]);
    const decided = decide(open, { type: "endSession", basedOn: open.version }, { now: start });
    if (!decided.ok) throw new Error(decided.error.code);
    const ended = applyEvents(open, decided.value);
    expect(scoredQuestionIds(ended)).toEqual(["q1"]);
  });
});

describe("what happened to an answer", () => {
  const state = play(toReveal1);
  const lockedAt = state.asked[0]?.lockedAt ?? 0;

  test("LAT-02 right, wrong, unanswered and joined later are four different outcomes", () => {
    const players = [
      player("a", 0),
      player("b", 1),
      player("c", 2),
      player("d", 3, { joinedAt: lockedAt + 1 }),
      player("e", 4, { joinedAt: lockedAt }),
    ];
    const { cells } = scoreSession(state, players, [
      answer("a", "q1", state),
      answer("b", "q1", state, { right: false }),
    ]);
    expect(players.map(({ playerId }) => cells.get(playerId)?.get("q1"))).toEqual([
      { outcome: "right", points: 10, bonus: 0 },
      { outcome: "wrong", points: 0, bonus: 0 },
      { outcome: "unanswered", points: 0, bonus: 0 },
      { outcome: "joinedLater", points: 0, bonus: 0 },
      { outcome: "unanswered", points: 0, bonus: 0 },
    ]);
  });

  test("LAT-03 who joined during the reveal is no late-comer to the next question", () => {
    const next = play(["advance", "advance"], state);
    const { cells } = scoreSession(next, [player("d", 0, { joinedAt: lockedAt + 1 })], []);
    expect(cells.get("d")?.get("q1")?.outcome).toBe("joinedLater");
    expect(cells.get("d")?.get("q2")?.outcome).toBe("unanswered");
  });

  test("HST-09 a removed player is out of the ranking and the counts but keeps the cells", () => {
    const players = [player("a", 0, { removed: true }), player("b", 1)];
    const scores = scoreSession(state, players, [answer("a", "q1", state), answer("b", "q1", state)]);
    expect(ranks(scores)).toEqual(["1 b 10"]);
    expect(scores.cells.get("a")?.get("q1")?.points).toBe(10);
    expect(scores.questionStats.get("q1")).toMatchObject({ answeredCount: 1, rightCount: 1 });
  });

  test("picks are counted per choice, in the order of the quiz", () => {
    const players = [player("a", 0), player("b", 1), player("c", 2)];
    const wrong: AnswerRecord = { ...answer("c", "q1", state), value: { kind: "choice", choiceId: "q1-w" } };
    const scores = scoreSession(state, players, [answer("a", "q1", state), answer("b", "q1", state), wrong]);
    expect(scores.questionStats.get("q1")).toEqual({
      answeredCount: 3,
      rightCount: 2,
      distribution: [
        { choiceId: "q1-w", count: 1 },
        { choiceId: "q1-x", count: 2 },
        { choiceId: "q1-y", count: 0 },
        { choiceId: "q1-z", count: 0 },
      ],
      winners: [],
    });
  });
});

describe("ANS-08 ranking", () => {
  const state = play(toStandings1);

  test("1, 2, 2, 4; inside a tie earlier total answer time, then joining, without changing the number", () => {
    const players = ["a", "b", "c", "d", "e"].map((id, index) => player(id, index));
    const scores = scoreSession(state, players, [
      answer("d", "q1", state),
      answer("d", "q2", state),
      answer("b", "q1", state, { afterMs: 9_000 }),
      answer("c", "q1", state, { afterMs: 2_000 }),
    ]);
    expect(ranks(scores)).toEqual(["1 d 20", "2 c 10", "2 b 10", "4 a 0", "4 e 0"]);
  });

  test("the order in which players and answers are read does not matter", () => {
    const players = ["a", "b", "c"].map((id, index) => player(id, index));
    const answers = players.map(({ playerId }) => answer(playerId, "q1", state));
    const there = scoreSession(state, players, answers);
    const back = scoreSession(state, players.toReversed(), answers.toReversed());
    expect(back.standings).toEqual(there.standings);
  });
});

describe("movement and round points", () => {
  const state = play([...toStandings1, "advance", "advance", "advance"]);
  const firstRoundEndedAt = state.asked[2]?.lockedAt ?? 0;

  test("places gained and lost against the standings before this round", () => {
    const players = [player("a", 0), player("b", 1), player("n", 2, { joinedAt: firstRoundEndedAt + 1 })];
    const scores = scoreSession(state, players, [
      answer("a", "q1", state),
      answer("b", "q4", state),
      answer("b", "q2", state),
      answer("a", "q3", state),
      answer("a", "q2", state),
      answer("n", "q4", state),
    ]);
    expect(
      scores.standings.map(({ playerId, points, roundPoints, movement }) => ({
        playerId,
        points,
        roundPoints,
        movement,
      })),
    ).toEqual([
      { playerId: "a", points: 30, roundPoints: 0, movement: 0 },
      { playerId: "b", points: 20, roundPoints: 10, movement: 0 },
      { playerId: "n", points: 10, roundPoints: 10, movement: 0 },
    ]);
  });

  test("overtaking is +1 and −1; who is new has not moved", () => {
    const later = play(["advance", "advance"], state);
    const players = [player("a", 0), player("b", 1), player("n", 2, { joinedAt: firstRoundEndedAt + 1 })];
    const scores = scoreSession(later, players, [
      answer("a", "q1", later),
      answer("b", "q4", later),
      answer("b", "q5", later),
      answer("n", "q5", later),
    ]);
    expect(scores.standings.map(({ playerId, rank, movement }) => `${rank} ${playerId} ${movement}`)).toEqual(
      ["1 b 1", "2 a -1", "2 n 0"],
    );
  });

  test("in the first round nobody has moved", () => {
    const first = play(toReveal1);
    const scores = scoreSession(first, [player("a", 0), player("b", 1)], [answer("b", "q1", first)]);
    expect(scores.standings.map((row) => row.movement)).toEqual([0, 0]);
  });
});

test("a thousand players and sixty typed questions are scored well within a reveal", () => {
  const questions = Array.from({ length: 60 }, (_, index) => ({
    ...exampleQuiz.rounds[1]?.questions[0],
    id: `t${index}`,
    type: "text" as const,
    text: "?",
    points: 1,
    timeLimitSeconds: 30,
    explanation: null,
    hostNotes: null,
    accepted: ["Blackbird", "the black bird", "Amsel", "Merle noir", "Mirlo"],
  }));
  const quiz = { title: "Large", rounds: [{ id: "r", title: "Large", questions }] };
  const presses = Array.from({ length: 1 + 60 * 2 }, (): Press => "advance");
  const state = play(presses, newSession("s1", quiz));
  expect(scoredQuestionIds(state)).toHaveLength(60);
  const players = Array.from({ length: 1000 }, (_, index) => player(`p${index}`, index));
  // two in three spell it in a way of their own: far more than a room does
  const answers = players.flatMap(({ playerId }, index) =>
    questions.map(({ id }) => ({
      playerId,
      questionId: id,
      value: { kind: "text" as const, text: index % 3 ? `Blackbird ${index}` : "blackbird" },
      receivedAt: start,
    })),
  );
  // processor time, not the clock on the wall: a busy machine says nothing about the rules
  const cpuMs = (scored: SessionState) => {
    const from = process.cpuUsage();
    scoreSession(scored, players, answers);
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1000;
  };
  // a copy has questions of its own, so that no spelling has been looked at yet: the first reveal after a restart
  const firstMs = [1, 2, 3, 4, 5].map(() => cpuMs(structuredClone(state)));
  expect(Math.min(...firstMs)).toBeLessThan(150);
  // and again with every correction, for which 100 marks must not add up: measured 40 ms
  const againMs = [1, 2, 3, 4, 5].map(() => cpuMs(state));
  expect(Math.min(...againMs)).toBeLessThan(100);
});

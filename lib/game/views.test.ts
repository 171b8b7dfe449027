import { describe, expect, test } from "vitest";
import type { AnswerValue } from "@/lib/contracts/answers";
import { meViewSchema, phases, sharedViewSchema } from "@/lib/contracts/views";
import { decide } from "./decide";
import { applyEvents } from "./evolve";
import { currentQuestion } from "./questions";
import { type AnswerRecord, type PlayerRecord, scoreSession } from "./scoring";
import { newSession, type SessionState } from "./state";
import { secret, testQuiz } from "./test-quiz";
import { meView, sharedView } from "./views";

const anna: PlayerRecord = { playerId: "p1", name: "Anna", joinedAt: 1, joinOrder: 1, removed: false };
const right: Record<string, AnswerValue> = {
  q1: { kind: "choice", choiceId: "q1c1" },
  q2: { kind: "choices", choiceIds: ["q2c0", "q2c2"] },
  q3: { kind: "text", text: "rock n roll" },
  q4: { kind: "number", number: 1 },
  q5: { kind: "choice", choiceId: "q5c1" },
};
const answers: AnswerRecord[] = Object.entries(right).map(([questionId, value]) => ({
  playerId: "p1",
  questionId,
  value,
  receivedAt: 2000,
}));

const step = (state: SessionState, type: "advance" | "pause" | "lockQuestion") => {
  const extra = type === "pause" ? { minutes: 5 } : {};
  const decided = decide(state, { type, basedOn: state.version, ...extra } as never, { now: 2000 });
  if (!decided.ok) throw new Error(decided.error.code);
  return applyEvents(state, decided.value);
};

/** Every state of a whole night, each also as a break. */
function everyState(): SessionState[] {
  const states = [newSession("s1", testQuiz())];
  let state = states[0] as SessionState;
  while (state.endedAt === null) {
    if (state.position.phase === "question") states.push(step(state, "lockQuestion"));
    state = step(state, "advance");
    states.push(state);
  }
  return [...states, ...states.filter((at) => at.endedAt === null).map((at) => step(at, "pause"))];
}

describe("ANS-09 what leaves the house", () => {
  const states = everyState();
  test("the walk meets every phase", () => {
    const met = new Set(states.map((state) => sharedView(state, scoreSession(state, [anna], answers)).phase));
    expect([...met].sort()).toEqual([...phases].sort());
  });

  test.each(
    states.map((state) => [
      `${state.position.phase}${state.paused ? " on a break" : ""} v${state.version}`,
      state,
    ]),
  )("%s: strict schemas hold, and nothing gives an unrevealed answer away", (_name, state) => {
    const scores = scoreSession(state, [anna], answers);
    const question = currentQuestion(state);
    const shared = sharedView(state, scores);
    const me = meView({
      state,
      player: { playerId: "p1", name: "Anna", seatCode: "ABC23" },
      answer: question ? (right[question.id] ?? null) : null,
      scores,
    });
    expect(sharedViewSchema.parse(shared)).toEqual(shared);
    expect(meViewSchema.parse(me)).toEqual(me);
    if (shared.phase === "reveal") return;
    const bytes = JSON.stringify({ shared, me });
    for (const word of [secret, "correct", "accepted", "987654321", "explanation", "hostNotes"])
      expect(bytes).not.toContain(word);
    if (state.position.phase === "question" || state.position.phase === "locked")
      expect(me).toMatchObject({ result: null, standing: null });
  });
});

describe("scores", () => {
  const revealed = () =>
    ["advance", "advance", "advance"].reduce((at) => step(at, "advance"), newSession("s1", testQuiz()));
  const player = (id: string, order: number, joinedAt = 1): PlayerRecord => ({
    playerId: id,
    name: id,
    joinedAt,
    joinOrder: order,
    removed: false,
  });
  const gives = (playerId: string, choiceId: string, receivedAt = 2000): AnswerRecord => ({
    playerId,
    questionId: "q1",
    value: { kind: "choice", choiceId },
    receivedAt,
  });

  test("ANS-08 ties share a rank and the next one is skipped: 1, 2, 2, 4", () => {
    const state = step(step(revealed(), "advance"), "advance");
    const players = ["a", "b", "c", "d"].map((id, index) => player(id, index));
    const both = (id: string): AnswerRecord => ({
      playerId: id,
      questionId: "q2",
      value: { kind: "choices", choiceIds: ["q2c0", "q2c2"] },
      receivedAt: 2000,
    });
    const { standings } = scoreSession(state, players, [
      gives("a", "q1c1"),
      both("a"),
      gives("c", "q1c1", 5000),
      gives("b", "q1c1", 9000),
    ]);
    expect(standings.map(({ playerId, rank, points }) => [playerId, rank, points])).toEqual([
      ["a", 1, 20],
      ["c", 2, 10],
      ["b", 2, 10],
      ["d", 4, 0],
    ]);
  });

  test("LAT-02 who joined after a question is neither wrong nor unanswered", () => {
    const state = revealed();
    const { cells } = scoreSession(state, [player("early", 1), player("late", 2, 99_999)], []);
    expect(cells.get("early")?.get("q1")?.outcome).toBe("unanswered");
    expect(cells.get("late")?.get("q1")?.outcome).toBe("joinedLater");
  });

  test("HST-09 a removed player leaves the standings and keeps its cells", () => {
    const players = [player("a", 1), { ...player("b", 2), removed: true }];
    const { standings, cells } = scoreSession(revealed(), players, [gives("b", "q1c1")]);
    expect(standings.map((row) => row.playerId)).toEqual(["a"]);
    expect(cells.get("b")?.get("q1")).toEqual({ outcome: "right", points: 10 });
  });

  test("points are the sum of the cells", () => {
    const players = [player("a", 1), player("b", 2)];
    const { standings, cells } = scoreSession(revealed(), players, [gives("a", "q1c1"), gives("b", "q1c0")]);
    for (const row of standings) {
      const sum = [...(cells.get(row.playerId)?.values() ?? [])].reduce(
        (total, cell) => total + cell.points,
        0,
      );
      expect(row.points).toBe(sum);
    }
  });
});

import { expect, test } from "vitest";
import { advancedTo, given, question, quizOf, seat } from "./night.test-support";
import { ScoreCells } from "./score-cells";
import { scoreSession } from "./scoring";
import { newSession } from "./state";

const right = { outcome: "right", points: 10, bonus: 0 } as const;

test("read like a map: in the order of the questions, without those the team was not asked", () => {
  const places = new Map([
    ["q1", 0],
    ["q2", 1],
    ["q3", 2],
  ]);
  const cells = new ScoreCells(places);
  cells.set("q3", right);
  cells.set("q1", right);
  expect([...cells]).toEqual([
    ["q1", right],
    ["q3", right],
  ]);
  expect(cells.size).toBe(2);
  expect([cells.has("q1"), cells.has("q2"), cells.has("other")]).toEqual([true, false, false]);
  expect(cells.get("other")).toBeUndefined();
  expect(() => cells.set("other", right)).toThrow("other");
});

test("teams with the same outcome, points and bonus share one cell; a list of answers and a room's map score alike", () => {
  const quiz = quizOf({ questions: [question("q1", { type: "text", accepted: ["Rhine"] })] });
  const state = advancedTo("reveal", newSession("night", quiz));
  const players = ["a", "b", "c", "d", "e"].map((id) => seat(id));
  const answers = [given("a", "q1", "Rhine"), given("b", "q1", "Elbe"), given("c", "q1", "Rhine")];
  const scores = scoreSession(state, players, answers);
  const cellOf = (playerId: string) => scores.cells.get(playerId)?.get("q1");
  expect(cellOf("c")).toBe(cellOf("a"));
  expect(cellOf("e")).toBe(cellOf("d"));
  // no points for a wrong answer, nor for none, and yet two different things
  expect(cellOf("d")).not.toEqual(cellOf("b"));
  const byQuestion = new Map([["q1", new Map(answers.map((answer) => [answer.playerId, answer]))]]);
  expect(scoreSession(state, players, byQuestion)).toEqual(scores);
});

import { expect, test } from "vitest";
import type { AnswerCell, ResultsReply } from "@/lib/contracts/http";
import {
  givenAnswers,
  mostMissed,
  nightFigures,
  nightPoints,
  outcomeParts,
  percent,
  printedCell,
  printedSigns,
  questionFigures,
} from "./results-figures";

const question = (questionId: string, round: number, skipped = false) => ({
  questionId,
  round,
  number: 1,
  text: questionId,
  answerText: "",
  skipped,
  wager: null,
  contest: false,
  corrected: false,
  answeredCount: 0,
  rightCount: 0,
});
const player = (name: string, outcomes: AnswerCell[], removed = false) => ({
  playerId: name,
  name,
  rank: removed ? null : 1,
  points: 0,
  removed,
  source: "qr",
  jokerRound: null,
  heads: null,
  handicap: 0,
  roundPoints: [],
  adjustments: [],
  overrides: [],
  cells: outcomes.map((outcome) => ({ outcome, text: "", points: outcome === "right" ? 10 : 0, bonus: 0 })),
});
const results: ResultsReply = {
  sessionId: "s",
  title: "Quiz",
  createdAt: 0,
  finished: true,
  handicap: null,
  rounds: [{ title: "One" }, { title: "Two" }],
  questions: [question("easy", 1), question("hard", 1), question("void", 2, true), question("last", 2)],
  players: [
    player("Anna", ["right", "wrong", "skipped", "right"]),
    player("Bert", ["right", "unanswered", "skipped", "not asked"]),
    player("Cleo", ["joined later", "refused late", "skipped", "not asked"]),
    player("Gone", ["right", "right", "skipped", "right"], true),
  ],
};
const figures = questionFigures(results);
const of = (id: string) => figures.find((figure) => figure.question.questionId === id);

test("EXP-06 right, wrong, too late, no answer, joined later and skipped are counted apart", () => {
  expect(of("hard")?.outcomes).toEqual({
    right: 0,
    "partly right": 0,
    wrong: 1,
    "refused late": 1,
    unanswered: 1,
    "joined later": 0,
    skipped: 0,
    "not asked": 0,
  });
  expect(outcomeParts(of("hard")?.outcomes ?? ({} as never)).map(({ words }) => words)).toEqual([
    "1 wrong",
    "1 too late",
    "1 no answer",
  ]);
});

test("the share is of every team that was in the room, answered or not", () => {
  expect(of("easy")?.rightShare).toBe(1);
  expect(of("hard")?.rightShare).toBe(0);
  expect(percent(2 / 3)).toBe("67 %");
});

test("a skipped question has no share, and a question nobody met has none", () => {
  expect(of("void")?.rightShare).toBeNull();
  expect(percent(of("void")?.rightShare ?? null)).toBe("–");
});

test("HST-09 a removed team counts in no figure", () => {
  expect(of("easy")?.outcomes.right).toBe(2);
  expect(nightFigures(results, figures)).toEqual({ teams: 3, given: 4, possible: 6, rightShare: 3 / 6 });
});

test("the most missed come first; what everybody knew is not among them", () => {
  expect(mostMissed(figures, 3).map((figure) => figure.question.questionId)).toEqual(["hard"]);
});

test("where the nearest or the first wins there is no share of right answers, and nothing was missed", () => {
  const contest = { ...results.questions.find(({ questionId }) => questionId === "hard")!, contest: true };
  const questions = results.questions.map((one) => (one.questionId === "hard" ? contest : one));
  const own = questionFigures({ ...results, questions });
  expect(own.find(({ question }) => question === contest)).toMatchObject({
    rightShare: null,
    partlyShare: 0,
  });
  expect(mostMissed(own, 3)).toEqual([]);
  // the answers were given all the same; of the others, every one was right
  expect(nightFigures({ ...results, questions }, own)).toEqual({
    teams: 3,
    given: 4,
    possible: 6,
    rightShare: 1,
  });
});

test("points by hand of the whole night are told apart from those of a round", () => {
  const adjustments = [
    { adjustmentId: "a", round: 2, points: 7, reason: "paper sheet" },
    { adjustmentId: "b", round: null, points: -5, reason: "a phone in the gents" },
  ];
  expect(nightPoints({ adjustments })).toBe(-5);
});

test("what the room said: the most common first, one spelling for capitals, removed teams left out", () => {
  const said = (text: string, outcome: AnswerCell = "wrong") => ({ outcome, text, points: 0, bonus: 0 });
  const players = ["Saturn", "saturn ", "Mars"].map((text) => ({
    ...results.players[0]!,
    cells: [said(text)],
  }));
  players.push({ ...results.players[0]!, removed: true, cells: [said("Mars")] });
  expect(givenAnswers({ ...results, players }, 0)).toEqual([
    { text: "Saturn", count: 2, outcome: "wrong" },
    { text: "Mars", count: 1, outcome: "wrong" },
  ]);
});

test("a question that most got something of is not the most missed", () => {
  const players = [player("Anna", ["partly right", "wrong"]), player("Bert", ["partly right", "right"])];
  const [list, other] = questionFigures({ ...results, questions: results.questions.slice(0, 2), players });
  expect([list?.rightShare, list?.partlyShare]).toEqual([0, 1]);
  expect(mostMissed([list!, other!], 3)).toEqual([other]);
});

test("EXP-06 on paper a cell says what it brought, and where that is nothing, why", () => {
  const cell = (outcome: AnswerCell, points: number) => printedCell({ outcome, text: "", points, bonus: 0 });
  expect([cell("right", 10), cell("partly right", 2.5), cell("wrong", -5), cell("right", 0)]).toEqual([
    "10",
    "2.5",
    "-5",
    "0",
  ]);
  const nothing: AnswerCell[] = ["wrong", "unanswered", "refused late", "joined later", "skipped"];
  expect(nothing.map((outcome) => cell(outcome, 0))).toEqual(printedSigns.map(([sign]) => sign));
  expect(new Set([...printedSigns.map(([sign]) => sign), cell("not asked", 0), cell("right", 0)]).size).toBe(
    7,
  );
});

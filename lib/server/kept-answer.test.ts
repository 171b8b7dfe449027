import { expect, test } from "vitest";
import type { AnswerValue } from "@/lib/contracts/answers";
import { answerKeeper } from "./kept-answer";

/** As it comes in: every id a copy of its own. */
const sent = (value: AnswerValue) => ({
  value: JSON.parse(JSON.stringify(value)) as AnswerValue,
  submissionId: "tap-00000001",
  receivedAt: 1_796_022_148_802,
  revision: 0,
});

const values: AnswerValue[] = [
  { kind: "choice", choiceId: "red" },
  { kind: "choice", choiceId: "blue" },
  { kind: "choices", choiceIds: ["red", "blue"] },
  { kind: "text", text: "red" },
  { kind: "number", number: 7 },
  { kind: "buzz" },
  { kind: "joker", played: true },
  { kind: "joker", played: false },
  { kind: "wager", stake: 3 },
];

test("what is kept is what was committed, to the letter, in whatever order answers come", () => {
  const keep = answerKeeper();
  for (const value of [...values, ...values.toReversed()])
    expect(keep("anna", "q1", sent(value))).toEqual({ playerId: "anna", questionId: "q1", ...sent(value) });
});

test("equal choices, jokers and buzzes are one object for all teams; typed answers are each team's own", () => {
  const keep = answerKeeper();
  const isShared = (value: AnswerValue) =>
    keep("anna", "q1", sent(value)).value === keep("ben", "q1", sent(value)).value;
  expect(values.filter(isShared).map(({ kind }) => kind)).toEqual([
    "choice",
    "choice",
    "buzz",
    "joker",
    "joker",
  ]);
});

test("only what was committed is kept, not the row it was read from", () => {
  const row = { ...sent({ kind: "buzz" }), sessionId: "night", playerId: "anna", questionId: "q1" };
  expect(Object.keys(answerKeeper()("anna", "q1", row))).not.toContain("sessionId");
});

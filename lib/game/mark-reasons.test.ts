/** Why one team's answer was marked alone: that team reads it, from the reveal on, and nobody else does. */
import { expect, test } from "vitest";
import { buzzReason } from "@/lib/contracts/buzz-reason";
import type { MarkCommand } from "@/lib/contracts/commands";
import { meViewSchema } from "@/lib/contracts/views";
import { advancedTo, corrected, given, pressed, question, quizOf, seat } from "./night.test-support";
import { newSession, type SessionState } from "./state";
import { scoresToShow } from "./told-corrections";
import { meView, sharedView } from "./views";

const quiz = quizOf({
  questions: [
    question("q1", { type: "text", accepted: ["Elbe"], points: 2 }),
    question("q2", { type: "text", accepted: ["Oder"], points: 2 }),
  ],
});
const players = [seat("a"), seat("b")];
const answers = [given("a", "q1", "Elbe"), given("b", "q1", "Rhine"), given("b", "q2", "Oder")];

const reason = "said it out loud";
const override = (fraction: number | null, why = reason, playerId = "a"): MarkCommand => ({
  type: "overrideMark",
  questionId: "q1",
  playerId,
  fraction,
  reason: why,
});

const scoresOf = (state: SessionState) => {
  const { phase } = state.position;
  return phase === "question" || phase === "locked" ? null : scoresToShow(state, players, answers);
};
const me = (state: SessionState, playerId: string) =>
  meViewSchema.parse(
    meView({
      state,
      player: { playerId, name: playerId, seatCode: "X" },
      answerOf: () => null,
      scores: scoresOf(state),
    }),
  );

const locked = pressed(advancedTo("question", newSession("s", quiz)), { type: "lockQuestion" });
const marked = corrected(locked, override(0));
const reveal = pressed(marked, "advance");

test("marked before the answer is shown: beside the team's own result at the reveal, and nowhere before", () => {
  expect(JSON.stringify(me(marked, "a"))).not.toContain(reason);
  expect(me(reveal, "a").result).toMatchObject({ outcome: "wrong", points: 0, reason });
  expect(me(reveal, "a").corrections).toBeUndefined();
  expect(me(pressed(reveal, "advance"), "a").result).toBeNull();
});

test("nobody else is told, neither the other team nor the room", () => {
  expect(me(reveal, "b").result).not.toHaveProperty("reason");
  const late = corrected(pressed(locked, "advance"), override(0));
  for (const state of [reveal, late]) {
    expect(JSON.stringify(me(state, "b"))).not.toContain(reason);
    expect(JSON.stringify(sharedView(state, scoresOf(state)))).not.toContain(reason);
  }
});

test("marked after the answer was shown: with the correction, also where the question is not on show any more", () => {
  const told = corrected(advancedTo("standings", pressed(locked, "advance")), override(0.5));
  expect(me(told, "a")).toMatchObject({
    result: null,
    corrections: [{ round: 1, question: 1, outcome: "partly", points: 1, of: 2, reason }],
  });
  const both = corrected(pressed(locked, "advance"), override(0.5));
  expect(me(both, "a")).toMatchObject({ result: { reason }, corrections: [{ reason }] });
});

test("a correction that is not of the mark alone does not say its reason", () => {
  const standings = advancedTo("standings", reveal);
  const other = corrected(standings, { type: "markGroup", questionId: "q2", key: "oder", fraction: 0.5 });
  expect(JSON.stringify(me(other, "a"))).not.toContain(reason);
  // marked as its group again: points came back, and no reason holds
  const back = corrected(standings, override(null));
  expect(me(back, "a").corrections).toMatchObject([{ outcome: "right", points: 2 }]);
  expect(JSON.stringify(me(back, "a"))).not.toContain(reason);
});

test("a question that counts for nobody tells no reason of a mark that is gone with it", () => {
  const right = pressed(corrected(locked, override(1, reason, "b")), "advance");
  expect(me(right, "b").result).toMatchObject({ outcome: "right", reason });
  const voided = corrected(right, { type: "voidQuestion", questionId: "q1", isVoid: true });
  expect(me(voided, "b")).toMatchObject({ result: { outcome: "skipped" }, corrections: [{ points: 0 }] });
  expect(JSON.stringify(me(voided, "b"))).not.toContain(reason);
});

test("what the console gives as a reason when a buzz is judged is told to nobody; the host's own is", () => {
  const buzzed = pressed(corrected(locked, override(0, buzzReason)), "advance");
  expect(me(buzzed, "a").result).toMatchObject({ outcome: "wrong" });
  expect(me(buzzed, "a").result).not.toHaveProperty("reason");
});

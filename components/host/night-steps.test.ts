import { describe, expect, test } from "vitest";
import type { HostView } from "@/lib/contracts/views";
import { nextStepWords } from "./next-step";
import { nightSteps, placeWords, roundPips } from "./night-steps";

const round = { number: 3, count: 6, title: "Rivers", questionCount: 4 };
const common = { sessionId: "s", title: "Quiz", joinLocked: false };
const question = {
  id: "q",
  number: 2,
  type: "single" as const,
  text: "?",
  choices: [],
  points: 10,
  isLastOfRound: false,
  isLastOfQuiz: false,
};

function viewOf(shared: HostView["shared"], more: Partial<HostView> = {}): HostView {
  return {
    shared,
    pin: "123456",
    joinUrl: "http://pub.test/j/x",
    unreachable: false,
    screenPath: "/screen",
    quizId: "z",
    question: null,
    progress: { asked: 9, total: 24 },
    canUndo: true,
    nextStep: "lockAndReveal",
    live: { playerCount: 4, answeredCount: 3, players: [], distribution: [] },
    ...more,
  };
}
const open = { ...common, round, phase: "question" as const, question, opensAt: 0, closesAt: 1 };

describe("the steps bar", () => {
  test("marks exactly the phase that is on", () => {
    const now = nightSteps("locked", null).filter((step) => step.state === "now");
    expect(now.map((step) => step.phase)).toEqual(["locked"]);
  });

  test("keeps this step and its neighbours on a phone, from the lobby to the end of the night", () => {
    const near = (phase: Parameters<typeof nightSteps>[0]) =>
      nightSteps(phase, null)
        .filter((step) => step.near)
        .map((step) => step.phase);
    expect(near("lobby")).toEqual(["lobby", "roundIntro", "question"]);
    expect(near("reveal")).toEqual(["locked", "reveal", "standings"]);
    expect(near("question")).toEqual(["question", "locked", "reveal"]);
    expect(near("finished")).toEqual(["reveal", "standings", "finished"]);
  });

  test("puts a break after the step it will go back to", () => {
    const steps = nightSteps("paused", "reveal");
    const at = steps.findIndex((step) => step.phase === "paused");
    expect(steps[at]?.state).toBe("now");
    expect(steps[at - 1]).toMatchObject({ phase: "reveal", state: "held" });
    expect(steps.filter((step) => step.near)).toHaveLength(3);
  });

  test("draws one pip for each question of the round: behind, now, ahead", () => {
    expect(roundPips(viewOf(open))).toEqual(["done", "now", "next", "next"]);
    const shown = { ...common, round, phase: "standings" as const, standings: { rows: [], playerCount: 0 } };
    expect(roundPips(viewOf(shown, { nextStep: "nextRound" }))).toEqual(Array(4).fill("done"));
    expect(roundPips(viewOf(shown, { nextStep: "nextQuestion" }))).toEqual([]);
  });

  test("draws no pips where they would be thinner than a finger", () => {
    expect(roundPips(viewOf({ ...open, round: { ...round, questionCount: 40 } }))).toEqual([]);
  });

  test("says the place in words in every kind of phase", () => {
    expect(placeWords(viewOf(open))).toBe("Round 3, question 2 of 4");
    expect(placeWords(viewOf({ ...common, round, phase: "roundIntro" }))).toBe("Round 3 of 6: Rivers");
    expect(placeWords(viewOf({ ...common, phase: "lobby" }))).toBe("9 of 24 questions asked");
  });
});

describe("the large button", () => {
  test("says how many teams have not answered before it locks", () => {
    expect(nextStepWords(viewOf(open))).toEqual({
      label: "Lock and reveal",
      hint: "1 team still to answer",
    });
    const all = { playerCount: 4, answeredCount: 4, players: [], distribution: [] };
    expect(nextStepWords(viewOf(open, { live: all }))?.hint).toBe("Every team has answered");
  });

  test("names the question that comes next", () => {
    const hint = nextStepWords(viewOf(open, { nextStep: "nextQuestion" }))?.hint;
    expect(hint).toBe("Question 3 of 4");
  });

  test("is not there when the quiz is over", () => {
    expect(nextStepWords(viewOf(open, { nextStep: null }))).toBeNull();
  });
});

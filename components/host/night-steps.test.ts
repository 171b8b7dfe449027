import { describe, expect, test } from "vitest";
import { nextStepWords } from "./next-step";
import { nightSteps, placeWords, roundPips } from "./night-steps";
import {
  common,
  hostViewOf,
  liveOf,
  livePlayer,
  publicQuestion,
  roundOf,
  typedQuestion,
} from "./sample-views";

const round = roundOf();
const question = publicQuestion(2);
const open = { ...common, round, phase: "question" as const, question, sheet: null, opensAt: 0, closesAt: 1 };
const viewOf = hostViewOf;
const sheetOf = (asked: number) => ({
  ...open,
  round: roundOf({ pace: "sheet" }),
  question: publicQuestion(asked),
  sheet: Array.from({ length: asked }, (_, index) => publicQuestion(index + 1)),
  closesAt: null,
});

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
    const shown = {
      ...common,
      round,
      phase: "standings" as const,
      standings: { rows: [], playerCount: 0, show: "all" as const, coveredCount: 0 },
    };
    expect(roundPips(viewOf(shown, { nextStep: "nextRound" }))).toEqual(Array(4).fill("done"));
    expect(roundPips(viewOf(shown, { nextStep: "nextQuestion" }))).toEqual([]);
  });

  test("draws no pips where they would be thinner than a finger", () => {
    expect(roundPips(viewOf({ ...open, round: { ...round, questionCount: 40 } }))).toEqual([]);
  });

  test("names the phases of a sheet as a host does", () => {
    const labels = nightSteps("locked", null, "sheet").map(({ label }) => label);
    expect(labels).toContain("Sheets open");
    expect(labels).toContain("Marking");
    expect(placeWords(viewOf(sheetOf(2)))).toBe("Round 3, sheet: 2 of 4 asked");
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
    const all = liveOf({ answeredCount: 4 });
    expect(nextStepWords(viewOf(open, { live: all }))?.hint).toBe("Every team has answered");
  });

  test("names the question that comes next", () => {
    const hint = nextStepWords(viewOf(open, { nextStep: "nextQuestion" }))?.hint;
    expect(hint).toBe("Question 3 of 4");
  });

  test("is not there when the quiz is over", () => {
    expect(nextStepWords(viewOf(open, { nextStep: null }))).toBeNull();
  });

  test("asks a sheet's questions by number, with the next one's words, and locks with the full sheets counted", () => {
    const upNext = typedQuestion(3, { text: "Which planet has the shortest day?" });
    expect(nextStepWords(viewOf(sheetOf(2), { nextStep: "nextQuestion", upNext }))).toEqual({
      label: "Ask question 3",
      hint: "Which planet has the shortest day?",
    });
    const players = [
      livePlayer("full", { sheetCount: 4 }),
      livePlayer("half", { sheetCount: 2 }),
      livePlayer("paper", { isPaper: true }),
    ];
    expect(nextStepWords(viewOf(sheetOf(4), { nextStep: "lockSheets", live: liveOf({ players }) }))).toEqual({
      label: "Lock the sheets",
      hint: "1 of 2 sheets full",
    });
  });

  test("reveals a sheet answer by answer, and says first what is still to mark", () => {
    const locked = {
      ...common,
      round: roundOf({ pace: "sheet" }),
      phase: "locked" as const,
      question,
      sheet: [],
    };
    expect(nextStepWords(viewOf(locked, { nextStep: "reveal", toMark: 7 }))).toEqual({
      label: "Reveal answer 1",
      hint: "7 still to mark",
    });
    const revealed = {
      ...common,
      round: roundOf({ pace: "sheet" }),
      phase: "reveal" as const,
      question,
      reveal: {
        correctChoiceIds: [],
        answerText: "Jupiter",
        explanation: null,
        skipped: false,
        rightCount: 1,
        answeredCount: 2,
        distribution: [],
      },
    };
    expect(nextStepWords(viewOf(revealed, { nextStep: "nextQuestion" }))?.label).toBe("Reveal answer 3");
    expect(nextStepWords(viewOf(revealed, { nextStep: "reveal" }))?.label).toBe("Reveal answer 3");
  });
});

import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { BuzzTurn, MeView, PublicQuestion } from "@/lib/contracts/views";
import { buzzTurns } from "@/lib/contracts/views";
import { buzzWords, inLineOf } from "./buzz-words";
import { Buzzer } from "./buzzer";
import { LockedPhase } from "./locked-phase";

const question = { id: "b1", type: "buzzer", text: "Who sings?", choices: [] } as unknown as PublicQuestion;
const answer = { value: { kind: "buzz" as const }, status: "saved" as const };
const open = (place: number, turn: BuzzTurn) =>
  renderToStaticMarkup(
    <Buzzer
      question={question}
      opensAt={0}
      serverNow={() => 1}
      answer={answer}
      inLine={{ place, turn }}
      onBuzz={() => {}}
    />,
  );
const locked = (place: number, turn: BuzzTurn) =>
  renderToStaticMarkup(
    <LockedPhase question={question} answer={answer} inLine={{ place, turn }} draft={null} />,
  );

describe("TMR-07 whose turn it is, on the phone that pressed", () => {
  test.each<[number, BuzzTurn, string]>([
    [1, "now", "You are first. Say your answer out loud."],
    [2, "now", "The others missed. Say your answer out loud."],
    [2, "waiting", "You are 2nd in line."],
    [1, "missed", "Your answer was wrong."],
    [1, "right", "The host has taken your answer."],
    [3, "over", "Nobody else is asked."],
  ])("place %s, %s: %s, while it is open and after it has closed", (place, turn, said) => {
    for (const page of [open(place, turn), locked(place, turn)]) {
      expect(page).toContain(said);
      expect(page).toContain(`data-turn="${turn}"`);
    }
  });
  test("only who is called is told to speak", () => {
    for (const turn of buzzTurns)
      expect(buzzWords({ place: 2, turn }).text.includes("out loud")).toBe(turn === "now");
  });
  test("the line of another question is not this one's", () => {
    const me = { answer: { questionId: "b1", place: 2, turn: "now" } } as unknown as MeView;
    expect(inLineOf(me, "b1")).toEqual({ place: 2, turn: "now" });
    expect(inLineOf(me, "b2")).toBeNull();
  });
});

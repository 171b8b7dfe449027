/** What a phone that pressed says of its turn, while the buzzer is open and after it has closed: never nothing (TMR-07). */
import { ordinalSuffix } from "@/components/ui/ordinal";
import type { BuzzTurn, MeView } from "@/lib/contracts/views";

/** Where the team stands in line, where the house has said it. */
export type InLine = { place: number; turn: BuzzTurn };

/** Null: not pressed, or the house has not said yet where. */
export function inLineOf(me: MeView, questionId: string): InLine | null {
  if (me.answer?.questionId !== questionId) return null;
  const { place, turn } = me.answer;
  return place === undefined || turn === undefined ? null : { place, turn };
}

export function buzzWords({ place, turn }: InLine): { title: string; text: string } {
  const ordinal = `${place}${ordinalSuffix(place)}`;
  switch (turn) {
    case "now":
      return place === 1
        ? { title: ordinal, text: "You are first. Say your answer out loud." }
        : { title: "Your turn", text: "The others missed. Say your answer out loud." };
    case "waiting":
      return {
        title: ordinal,
        text: `You are ${ordinal} in line. Your turn comes if the others miss.`,
      };
    case "missed":
      return { title: "Missed", text: "Your answer was wrong. The others get their turn." };
    case "right":
      return { title: "Right", text: "The host has taken your answer." };
    case "over":
      return { title: ordinal, text: "Nobody else is asked. Eyes on the big screen." };
  }
}

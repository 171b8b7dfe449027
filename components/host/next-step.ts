/** What the one large button says, and what is worth knowing before it is pressed. */
import type { HostView } from "@/lib/contracts/views";
import { counted } from "./phase-words";

const words: Record<NonNullable<HostView["nextStep"]>, string> = {
  openDoors: "Start the quiz",
  startRound: "Ask the first question",
  lockAndReveal: "Lock and reveal",
  reveal: "Reveal the answer",
  nextQuestion: "Next question",
  standings: "Show the standings",
  nextRound: "Next round",
  podium: "Show the podium",
  resume: "Go on",
};

export function nextStepWords(view: HostView): { label: string; hint: string } | null {
  if (!view.nextStep) return null;
  return { label: words[view.nextStep], hint: hintFor(view) };
}

function hintFor({ shared, live, nextStep }: HostView): string {
  const { playerCount, answeredCount } = live;
  switch (nextStep) {
    case "openDoors":
      return playerCount === 0 ? "Nobody has joined yet" : `${counted(playerCount, "team")} in the room`;
    case "startRound":
      return "round" in shared ? `${counted(shared.round.questionCount, "question")} in this round` : "";
    case "lockAndReveal": {
      const waiting = playerCount - answeredCount;
      if (playerCount === 0) return "Nobody has joined yet";
      return waiting > 0 ? `${counted(waiting, "team")} still to answer` : "Every team has answered";
    }
    case "reveal":
      return `${answeredCount} of ${counted(playerCount, "team")} answered`;
    case "nextQuestion":
      if ("question" in shared)
        return `Question ${shared.question.number + 1} of ${shared.round.questionCount}`;
      return "The round goes on";
    case "standings":
      return "That was the last question of the round";
    case "nextRound":
      return "round" in shared ? `Round ${shared.round.number + 1} of ${shared.round.count}` : "";
    case "podium":
      return "This ends the quiz";
    case "resume":
      return "Ends the break";
    default:
      return "";
  }
}

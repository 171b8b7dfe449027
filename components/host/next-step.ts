/** What the one large button says, and what is worth knowing before it is pressed. */
import type { HostView } from "@/lib/contracts/views";
import { counted } from "./phase-words";

type NextStep = NonNullable<HostView["nextStep"]>;

const words: Record<NextStep, string> = {
  openDoors: "Start the quiz",
  startRound: "Ask the first question",
  lockAndReveal: "Lock and reveal",
  reveal: "Reveal the answer",
  nextQuestion: "Next question",
  lockSheets: "Lock the sheets",
  standings: "Show the standings",
  nextRound: "Next round",
  podium: "Show the podium",
  uncoverPlace: "Show the next place",
  resume: "Go on",
};

export function nextStepWords(view: HostView): { label: string; hint: string } | null {
  if (!view.nextStep) return null;
  return { label: labelFor(view, view.nextStep), hint: hintFor(view) };
}

const isSheet = (view: HostView): boolean => "round" in view.shared && view.shared.round.pace === "sheet";

/** On a sheet the number matters: the host reads ten questions in a row, and reveals ten in a row. */
function labelFor(view: HostView, step: NextStep): string {
  const { shared } = view;
  if (!isSheet(view)) return words[step];
  if (step === "nextQuestion" && shared.phase === "question")
    return `Ask question ${shared.question.number + 1}`;
  if (step === "startRound") return "Ask question 1";
  if (step === "reveal" && shared.phase === "locked") return "Reveal answer 1";
  if ((step === "reveal" || step === "nextQuestion") && shared.phase === "reveal")
    return `Reveal answer ${shared.question.number + 1}`;
  return words[step];
}

/** Sheets with an answer to every question asked so far; paper teams have none to fill. */
export function sheetsFilled({ shared, live }: HostView): { full: number; teams: number; asked: number } {
  const asked = "sheet" in shared ? (shared.sheet ?? []).filter(({ type }) => type !== "info").length : 0;
  const teams = live.players.filter(({ isPaper }) => !isPaper);
  return {
    full: teams.filter(({ sheetCount, missedCount }) => sheetCount + missedCount >= asked).length,
    teams: teams.length,
    asked,
  };
}

function hintFor(view: HostView): string {
  const { shared, live, nextStep, upNext, toMark } = view;
  const { playerCount, answeredCount } = live;
  switch (nextStep) {
    case "openDoors":
      return playerCount === 0 ? "Nobody has joined yet" : `${counted(playerCount, "team")} in the room`;
    case "startRound":
      return "round" in shared ? `${counted(shared.round.questionCount, "question")} in this round` : "";
    case "lockAndReveal": {
      if (view.question?.type === "buzzer")
        return live.buzzes.length > 0
          ? `${counted(live.buzzes.length, "team")} pressed`
          : "Nobody has pressed";
      const missing = live.players.filter(({ answered, missedCount }) => !answered && missedCount > 0).length;
      const waiting = playerCount - answeredCount - missing;
      if (playerCount === 0) return "Nobody has joined yet";
      return waiting > 0 ? `${counted(waiting, "team")} still to answer` : "Every team has answered";
    }
    case "lockSheets": {
      const { full, teams } = sheetsFilled(view);
      return `${full} of ${counted(teams, "sheet")} full`;
    }
    case "reveal":
      if (toMark > 0) return `${toMark} still to mark`;
      if (shared.phase === "reveal")
        return `Question ${shared.question.number + 1} of ${"round" in shared ? shared.round.questionCount : ""}`;
      return isSheet(view)
        ? "Everything is marked"
        : `${answeredCount} of ${counted(playerCount, "team")} answered`;
    case "nextQuestion":
      if (isSheet(view) && shared.phase === "question" && upNext) return startOf(upNext.text);
      if ("question" in shared)
        return `Question ${shared.question.number + 1} of ${shared.round.questionCount}`;
      return "The round goes on";
    case "standings":
      return "The round is through";
    case "uncoverPlace":
      return shared.phase === "standings"
        ? `${counted(shared.standings.coveredCount, "place")} still covered`
        : "";
    case "nextRound":
      return "round" in shared ? `Round ${shared.round.number + 1} of ${shared.round.count}` : "";
    case "podium":
      return toMark > 0 ? `${toMark} still to mark` : "This ends the quiz";
    case "resume":
      return "Ends the break";
    default:
      return "";
  }
}

/** As much of a question as fits under a button: enough to know it again. */
const startLength = 34;
const startOf = (text: string): string =>
  text.length <= startLength ? text : `${text.slice(0, startLength).trimEnd()}…`;

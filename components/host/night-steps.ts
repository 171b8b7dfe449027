/** Where in the night we are, as the steps bar shows it. Pure: phases in, words out. */
import type { Pace } from "@/lib/contracts/quiz";
import type { HostView, Phase } from "@/lib/contracts/views";
import { phaseWords } from "./phase-words";

const order = ["lobby", "roundIntro", "question", "locked", "reveal", "standings", "finished"] as const;

export type NightStep = {
  phase: Phase;
  label: string;
  state: "now" | "held" | "other";
  /** shown on a phone too: this step and its neighbours */
  near: boolean;
};

/** Sheets are written on for a whole round, and marking needs a word of its own there. */
const sheetWords: Partial<Record<Phase, string>> = { question: "Sheets open", locked: "Marking" };

/** `held`: the step a break will go back to; the break itself then is the step that is on. */
export function nightSteps(phase: Phase, pausedFrom: Phase | null, pace: Pace = "question"): NightStep[] {
  const label = (step: Phase) => (pace === "sheet" ? sheetWords[step] : undefined) ?? phaseWords[step];
  const at = order.indexOf((phase === "paused" ? pausedFrom : phase) as (typeof order)[number]);
  // what comes next matters until the answers are locked; from then on also what has just been
  const from = at <= order.indexOf("question") ? Math.max(0, at) : Math.min(at - 1, order.length - 3);
  const steps: NightStep[] = order.map((step, index) => ({
    phase: step,
    label: label(step),
    state: index !== at ? "other" : phase === "paused" ? "held" : "now",
    near: index >= from && index < from + (phase === "paused" ? 2 : 3),
  }));
  if (phase === "paused")
    steps.splice(at + 1, 0, { phase: "paused", label: phaseWords.paused, state: "now", near: true });
  return steps;
}

/** More pips than this are thinner than a finger and say less than the words beside them. */
const mostPips = 15;

/** One pip for each question of the round, or none when the round is long or no round is on. */
export function roundPips(view: HostView): ("done" | "now" | "next")[] {
  const { shared } = view;
  if (!("round" in shared) || shared.round.questionCount > mostPips) return [];
  const now = "question" in shared ? shared.question.number : 0;
  const isOver = shared.phase === "standings";
  // standings in the middle of a round do not say after which question
  if (isOver && view.nextStep === "nextQuestion") return [];
  return Array.from({ length: shared.round.questionCount }, (_, index) =>
    isOver || index + 1 < now ? "done" : index + 1 === now ? "now" : "next",
  );
}

export function placeWords({ shared, progress }: HostView): string {
  if ("question" in shared && shared.round.pace === "sheet" && shared.phase !== "reveal")
    return `Round ${shared.round.number}, sheet: ${shared.question.number} of ${shared.round.questionCount} asked`;
  if ("question" in shared)
    return `Round ${shared.round.number}, question ${shared.question.number} of ${shared.round.questionCount}`;
  if ("round" in shared)
    return `Round ${shared.round.number} of ${shared.round.count}: ${shared.round.title}`;
  return `${progress.asked} of ${progress.total} questions asked`;
}

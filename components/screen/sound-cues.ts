/**
 * Which sound goes with which change on the big screen. Only steps forward are heard: a step back, a resumed break and
 * the first view after a reload are silent. Knows nothing of how a sound is made.
 */
import type { Phase, ScreenView } from "@/lib/contracts/views";
import type { SoundName } from "./sounds";

export type HeardView = {
  shared: { sessionId: string; phase: Phase; question?: { number: number } };
  live: { playerCount: number };
};

/** A latecomer does not clatter into a question. */
const doorIsHeard: Phase[] = ["lobby", "roundIntro", "paused"];
const asking: Phase[] = ["question", "locked"];

const numberIn = ({ shared }: HeardView): number => shared.question?.number ?? 0;

export function cueFor(before: HeardView | null, now: HeardView): SoundName | null {
  if (!before || before.shared.sessionId !== now.shared.sessionId) return null;
  const from = before.shared.phase;
  const to = now.shared.phase;
  if (to === "locked" && from === "question") return "bell";
  if (to === "reveal" && asking.includes(from)) return "clink";
  if (to === "reveal" && from === to && numberIn(now) > numberIn(before)) return "clink";
  if (to === "standings" && (from === "reveal" || asking.includes(from))) return "murmur";
  if (to === "finished" && from !== "finished") return "cheer";
  if (from === to && doorIsHeard.includes(to) && now.live.playerCount > before.live.playerCount)
    return "coin";
  return null;
}

const lastSeconds = [5, 4, 3, 2, 1];

/** Milliseconds from `now` to each chalk tick: when the clock turns to 5, 4, 3, 2 and 1. Past ones are left out. */
export function tickDelaysMs(closesAt: number, now: number): number[] {
  return lastSeconds.map((second) => closesAt - second * 1000 - now).filter((delayMs) => delayMs >= 0);
}

/** When the open question closes; null when none is open. */
export const closingTime = (view: ScreenView | null): number | null =>
  view?.shared.phase === "question" ? view.shared.closesAt : null;

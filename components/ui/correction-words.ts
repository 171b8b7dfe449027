/** What big screen and phones say of a correction: which question it was and what a team has now, never who or why. */
import type { Correction, OwnCorrection } from "@/lib/contracts/views";
import { inFigures } from "./in-figures";

/** More numbers than these are a list nobody reads from ten metres. */
const mostNamed = 4;

const listed = (words: string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** `round`: the one on show, which needs no naming; null: none is. */
export function correctedWords(corrections: Correction[], round: number | null): string {
  const questions = corrections.filter((entry) => entry.question !== null);
  const isByHand = questions.length < corrections.length;
  if (questions.length === 0) return "Points were changed by hand";
  const isPlural = questions.length > 1 || isByHand;
  const what = [...questionWords(questions, round), ...(isByHand ? ["points by hand"] : [])];
  return `${listed(what)} ${isPlural ? "were" : "was"} corrected`;
}

function questionWords(questions: Correction[], round: number | null): string[] {
  const [first] = questions;
  const isOneRound = questions.every((entry) => entry.round === first?.round);
  if (questions.length > mostNamed || !isOneRound) return [`${questions.length} questions`];
  const [one = "", ...others] = questions.map(({ question }) => String(question));
  const ofRound = first?.round === round ? "" : ` of round ${first?.round}`;
  return [`${others.length === 0 ? "Question" : "Questions"} ${listed([one, ...others])}${ofRound}`];
}

const points = (count: number): string =>
  `${inFigures(count).replace("-", "−")} ${count === 1 ? "point" : "points"}`;

/** To the team whose own points changed. */
export function ownCorrectedWords(correction: OwnCorrection, round: number | null): string {
  if (correction.question === null) {
    const { points: change } = correction;
    return `${correctedWords([correction], round)}: ${change > 0 ? "+" : ""}${points(change)} for you`;
  }
  const what = correctedWords([correction], round);
  if (correction.outcome === "skipped") return `${what}: it gives no points any more`;
  // a joker or a bonus makes more of it than the question has
  const isPlain = correction.bonus === 0 && correction.of > 0 && correction.points >= 0;
  const now = isPlain
    ? `${inFigures(correction.points)} of ${points(correction.of)}`
    : points(correction.points);
  return `${what}: you now have ${now}`;
}

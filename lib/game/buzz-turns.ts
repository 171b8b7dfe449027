/**
 * Whose turn it is at the buzzer: the first in line whom nobody has judged, until somebody is right. Made from the marks
 * every time, so that a mark taken back brings the turn back. Pure; the order of the line is the server's (room-counts.ts).
 */
import type { Question } from "@/lib/contracts/quiz";
import type { BuzzTurn } from "@/lib/contracts/views";
import { markOf } from "./corrections";
import { overrideOf } from "./judging";
import { markerFor } from "./marking";
import type { SessionState } from "./state";

/** `line`: who pressed, first in line first. `isHere`: a team that has left blocks nobody with its mark. */
export function buzzTurns(
  state: SessionState,
  question: Question,
  line: string[],
  isHere: (playerId: string) => boolean,
): BuzzTurn[] {
  const { id: questionId } = question;
  const groupMark = markOf(state, questionId, markerFor(question).keyOf({ kind: "buzz" }));
  const fractions = line.map((playerId) => overrideOf(state, questionId, playerId)?.fraction ?? groupMark);
  // a team on paper may have called it out without a buzzer
  const isWon =
    fractions.some((fraction) => (fraction ?? 0) > 0) ||
    state.overrides.some(
      (entry) => entry.questionId === questionId && entry.fraction > 0 && isHere(entry.playerId),
    );
  const isOver = isWon || state.voidedQuestionIds.includes(questionId);
  const current = isOver ? -1 : fractions.indexOf(null);
  return fractions.map((fraction, index) => {
    if (fraction !== null) return fraction > 0 ? "right" : "missed";
    if (isOver) return "over";
    return index === current ? "now" : "waiting";
  });
}

/**
 * The joker: once a night a team doubles a round, before it knows the questions. A joker is stored like an answer, to
 * the id `joker:<round id>`, so that it survives what answers survive.
 */
import { type AnswerValue, jokerIdOf } from "@/lib/contracts/answers";
import type { Round } from "@/lib/contracts/quiz";
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import { currentRound, isKnown } from "./course-of-round";
import type { SessionState } from "./state";

/** The round whose joker this id is; null where it is a question, or a round without one. */
export const roundOfJoker = (state: SessionState, questionId: string): Round | null =>
  state.quiz.rounds.find((round) => round.hasJoker && jokerIdOf(round.id) === questionId) ?? null;

export const takesJokers = (state: SessionState): boolean =>
  state.quiz.rounds.some((round) => round.hasJoker);

/** The joker that may be played or taken back now, whether or not the night is on a break. */
export function openJoker(state: SessionState): string | null {
  const round = state.position.phase === "roundIntro" ? currentRound(state) : undefined;
  const isOpen = round?.hasJoker && !round.questions.some(({ id }) => isKnown(state, id));
  return isOpen ? jokerIdOf(round.id) : null;
}

/**
 * May this team play (or take back) the joker `questionId`, given what else is stored of it? UNKNOWN_QUESTION,
 * BAD_ANSWER, JOKER_PLAYED, or the value to store. `storedFor`: the team's stored answer to a joker's id.
 */
export function checkJoker(
  state: SessionState,
  questionId: string,
  value: AnswerValue,
  storedFor: (jokerId: string) => AnswerValue | null,
): Result<AnswerValue> {
  if (!roundOfJoker(state, questionId)) return refuse("UNKNOWN_QUESTION");
  if (value.kind !== "joker") return refuse("BAD_ANSWER", "A joker is played or taken back, nothing else.");
  const playedIn = value.played ? jokerRoundIndex(state, storedFor) : null;
  const isElsewhere = playedIn !== null && jokerIdOf(state.quiz.rounds[playedIn]?.id ?? "") !== questionId;
  return isElsewhere ? refuse("JOKER_PLAYED") : ok(value);
}

/** 0-based round a team's joker counts in: the first it was played in; null while it is in hand. */
export function jokerRoundIndex(
  state: SessionState,
  storedFor: (jokerId: string) => AnswerValue | null,
): number | null {
  const index = state.quiz.rounds.findIndex((round) => {
    const stored = round.hasJoker ? storedFor(jokerIdOf(round.id)) : null;
    return stored?.kind === "joker" && stored.played;
  });
  return index < 0 ? null : index;
}

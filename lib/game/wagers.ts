/**
 * The wager: a team stakes points on a question its author set one for, before it knows it. A stake is stored like an
 * answer, to the id `wager:<question id>`, so that it survives what answers survive and may be changed like a joker.
 *
 * It is staked while the round is introduced, the one moment of both paces in which nobody can know a question of the round:
 * an author who wants it right before the last question gives that a round of its own. The most a team may stake is a number
 * of the question, not the team's total: totals move with every mark and correction, and a stake that was in order when it
 * was made must not turn into too much of one afterwards.
 */
import { type AnswerValue, wagerIdOf } from "@/lib/contracts/answers";
import { type Question, type Round, takesWager } from "@/lib/contracts/quiz";
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import type { Outcome } from "@/lib/contracts/views";
import { isKnown } from "./course-of-round";
import type { SessionState } from "./state";

/** `max`: the most points a team may stake; `number`: of the question within its round, from 1. */
export type Wager = { questionId: string; wagerId: string; roundIndex: number; number: number; max: number };

/** null: nothing can be staked on it */
export const mostToStake = (question: Question): number | null =>
  "wager" in question && question.wager && takesWager(question) ? question.wager.max : null;

/** In the order of the round. */
export const wagersOfRound = (round: Round, roundIndex: number): Wager[] =>
  round.questions.flatMap((question, index) => {
    const max = mostToStake(question);
    const { id: questionId } = question;
    return max === null
      ? []
      : [{ questionId, wagerId: wagerIdOf(questionId), roundIndex, number: index + 1, max }];
  });

/** The wager this id is a stake on; null where it is none of this quiz. */
export function findWager(state: SessionState, wagerId: string): Wager | null {
  if (!wagerId.startsWith(wagerIdOf(""))) return null;
  for (const [roundIndex, round] of state.quiz.rounds.entries()) {
    const found = wagersOfRound(round, roundIndex).find((wager) => wager.wagerId === wagerId);
    if (found) return found;
  }
  return null;
}

/** Every phone's view asks for them: looked up once per state, which never changes. */
const wagersByState = new WeakMap<SessionState, Wager[]>();

/** The wagers of the round on show; none before the first. */
export function currentWagers(state: SessionState): Wager[] {
  const known = wagersByState.get(state);
  if (known) return known;
  const { roundIndex } = state.position;
  const round = state.quiz.rounds[roundIndex];
  const wagers = round ? wagersOfRound(round, roundIndex) : [];
  wagersByState.set(state, wagers);
  return wagers;
}

/** What may be staked on now, whether or not the night is on a break. */
export const openWagers = (state: SessionState): Wager[] =>
  state.position.phase === "roundIntro"
    ? currentWagers(state).filter(({ questionId }) => !isKnown(state, questionId))
    : [];

/** UNKNOWN_QUESTION, BAD_ANSWER, or the value to store. Whether it is open is asked elsewhere. */
export function checkWager(state: SessionState, wagerId: string, value: AnswerValue): Result<AnswerValue> {
  const wager = findWager(state, wagerId);
  if (!wager) return refuse("UNKNOWN_QUESTION");
  if (value.kind !== "wager") return refuse("BAD_ANSWER", "A wager is a number of points, nothing else.");
  return value.stake > wager.max
    ? refuse("BAD_ANSWER", `At most ${wager.max} points can be staked on this question.`)
    : ok(value);
}

/** Who staked nothing staked 0. */
export const stakeIn = (value: AnswerValue | null | undefined): number =>
  value?.kind === "wager" ? value.stake : 0;

/**
 * Right: the stake is won. Wrong or unanswered: it is lost. Right in part: it is won for that part and lost for the rest, so
 * half right neither wins nor loses, and a better mark never costs points. Who could not answer, because the question was
 * skipped, voided or over before the team came, loses nothing. Joker and bonuses never touch it: a team loses no more than
 * it staked. `fraction`: what the answer was judged to be worth, 0 for none. null: nothing was at stake.
 */
export const wonByWager = (stake: number, outcome: Outcome, fraction: number): number | null =>
  stake === 0 || outcome === "skipped" || outcome === "joinedLater" ? null : stake * (2 * fraction - 1);

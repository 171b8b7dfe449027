/**
 * The handicap: points a large team gives away, so many for each head over a limit. It is derived from the rule in force and
 * the size of each team every time scores are made, and stands in no cell and no round: results and exports name it beside
 * what was won, and a rule or a size that is mended corrects every table.
 */
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import type { HandicapRule, TeamHandicap } from "@/lib/contracts/team-size";
import type { Shown } from "./scoring";
import type { SessionState } from "./state";

/** Of a team of that size. A team that has not said how many it is gives nothing away: the console names it instead. */
export const headsOver = ({ freeHeads }: HandicapRule, heads: number | null | undefined): number =>
  Math.max(0, (heads ?? 0) - freeHeads);

export const isSameRule = (one: HandicapRule | null, other: HandicapRule | null): boolean =>
  one?.freeHeads === other?.freeHeads && one?.points === other?.points && one?.per === other?.per;

export type HandicapRounds = {
  rule: HandicapRule;
  /** 0-based index of every round that counts so far → epoch ms after which a team came too late for it */
  endedAt: ReadonlyMap<number, number>;
};

/**
 * By the round, a round counts as soon as one of its answers has been shown that gives points: before that nobody had a
 * chance to win anything in it. Questions that were skipped or voided and tie-breaks make no round.
 */
export function handicapRounds(
  state: SessionState,
  shown: Shown[],
  givesPoints: (entry: Shown) => boolean,
): HandicapRounds | null {
  const { handicap: rule } = state;
  if (!rule) return null;
  const endedAt = new Map<number, number>();
  for (const entry of shown) {
    if (entry.isVoid || !givesPoints(entry)) continue;
    const { roundIndex, asked } = entry;
    endedAt.set(roundIndex, Math.max(endedAt.get(roundIndex) ?? 0, asked.lockedAt ?? asked.openedAt));
  }
  return { rule, endedAt };
}

/** Whole points, as the rule has them; `before`: those of earlier rounds than `roundIndex`. null: the team gives none away. */
export function handicapOf(
  { rule, endedAt }: HandicapRounds,
  team: { heads?: number | null; joinedAt: number },
  roundIndex: number,
): (TeamHandicap & { before: number }) | null {
  const over = headsOver(rule, team.heads);
  // for the night as a whole from the first answer on, like everything else that counts
  const rounds = [...endedAt].filter(([, ended]) => team.joinedAt <= ended).map(([index]) => index);
  const earlier = rounds.filter((index) => index < roundIndex);
  const times = (count: number) => (rule.per === "round" ? count : Math.min(1, count));
  const each = over * rule.points;
  const points = -each * times(rounds.length);
  if (points === 0) return null;
  return {
    heads: team.heads ?? 0,
    over,
    rounds: times(rounds.length),
    points,
    before: -each * times(earlier.length),
  };
}

/**
 * May the team itself say how many it is? The host's word stands, because it is the host who can count heads: SIZE_SET. And
 * once points have been shown nobody's number grows smaller by itself: WRONG_PHASE. Who has said nothing yet may at any time.
 */
export function maySayHeads(
  state: SessionState,
  { heads, headsByHost }: { heads: number | null; headsByHost: boolean },
): Result<null> {
  if (state.endedAt !== null) return refuse("SESSION_ENDED");
  if (headsByHost) return refuse("SIZE_SET");
  return heads !== null && state.asked.some(({ revealed }) => revealed)
    ? refuse("WRONG_PHASE", "Points have been given by now. Ask the host to change how many you are.")
    : ok(null);
}

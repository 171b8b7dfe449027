/**
 * From what each player won to the standings: totals of the round and of the night, points by hand, places and movement.
 * Removed players stand in none; who answered what is not looked at here.
 */

import type { TeamHandicap } from "@/lib/contracts/team-size";
import type { StandingRow } from "@/lib/contracts/views";
import { type HandicapRounds, handicapOf } from "./handicaps";
import { roundedPoints } from "./judging";
import { ranked } from "./ranking";
import type { ScoreCells } from "./score-cells";
import type { PlayerRecord, Shown } from "./scoring";
import type { SessionState } from "./state";
import type { StreakAt } from "./streak";

export type Tally = {
  player: PlayerRecord;
  /** question id → what it brought */
  cells: ScoreCells;
  /** won in the current round, and before it */
  round: number;
  before: number;
  /** given by hand for the night as a whole since the current round began */
  sinceRound: number;
  /** what being many costs; `before`: in earlier rounds. null: nothing */
  handicap: { points: number; before: number } | null;
  timeMs: number;
  streakAt: StreakAt;
  /** to the values of the tie-break questions, in the order they were asked; and those of earlier rounds alone */
  distances: number[];
  distancesBefore: number[];
};

export const newTally = (player: PlayerRecord, cells: ScoreCells): Tally => ({
  player,
  cells,
  round: 0,
  before: 0,
  sinceRound: 0,
  handicap: null,
  timeMs: 0,
  streakAt: null,
  distances: [],
  distancesBefore: [],
});

/** What is given for the night as a whole counts among the earlier rounds if it was given before this one began. */
export function addAdjustments(state: SessionState, tallies: ReadonlyMap<string, Tally>): void {
  const { roundIndex } = state.position;
  const ids = new Set(state.quiz.rounds[roundIndex]?.questions.map(({ id }) => id));
  const roundBeganAt = state.asked.find(({ questionId }) => ids.has(questionId))?.openedAt;
  for (const { playerId, round, points, at } of state.adjustments) {
    const tally = tallies.get(playerId);
    if (!tally) continue;
    if (round === roundIndex + 1) tally.round += points;
    else if (round === null && roundBeganAt !== undefined && at >= roundBeganAt) tally.sinceRound += points;
    else tally.before += points;
  }
}

/** Beside what was won in a round, never in it: a round's points are those of its questions everywhere alike. */
export function addHandicaps(
  state: SessionState,
  tallies: ReadonlyMap<string, Tally>,
  rounds: HandicapRounds | null,
): Map<string, TeamHandicap> {
  const handicaps = new Map<string, TeamHandicap>();
  if (!rounds) return handicaps;
  for (const [playerId, tally] of tallies) {
    const found = handicapOf(rounds, tally.player, state.position.roundIndex);
    if (!found) continue;
    const { before, ...handicap } = found;
    tally.handicap = { points: handicap.points, before };
    handicaps.set(playerId, handicap);
  }
  return handicaps;
}

export function standingsOf(state: SessionState, shown: Shown[], tallies: Tally[]): StandingRow[] {
  const active = tallies.filter(({ player }) => !player.removed);
  const contenders = (pointsOf: (tally: Tally) => number, distancesOf: (tally: Tally) => number[]) =>
    active.map((tally) => ({
      tally,
      points: roundedPoints(pointsOf(tally)),
      distances: distancesOf(tally),
      timeMs: tally.timeMs,
      joinOrder: tally.player.joinOrder,
    }));
  const now = contenders(
    ({ before, round, sinceRound, handicap }) => before + round + sinceRound + (handicap?.points ?? 0),
    (tally) => tally.distances,
  );
  const earlier = contenders(
    ({ before, handicap }) => before + (handicap?.before ?? 0),
    (tally) => tally.distancesBefore,
  );
  const earlierRanks = new Map(ranked(earlier).map(({ contender, rank }) => [contender.tally, rank]));
  // who joined after the earlier rounds stood in none of their standings, so has not moved
  const earlierRounds = shown.filter((entry) => entry.roundIndex < state.position.roundIndex);
  const earlierEndedAt = Math.max(...earlierRounds.map(({ asked }) => asked.lockedAt ?? asked.openedAt));
  return ranked(now).map(({ contender: { tally, points }, rank }) => ({
    playerId: tally.player.playerId,
    name: tally.player.name,
    rank,
    points,
    roundPoints: roundedPoints(tally.round),
    ...(tally.handicap ? { handicap: tally.handicap.points } : {}),
    movement: tally.player.joinedAt <= earlierEndedAt ? (earlierRanks.get(tally) ?? rank) - rank : 0,
  }));
}

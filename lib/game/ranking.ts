/**
 * Places in the standings: 1, 2, 2, 4, the same on every screen and in every export (ANS-08). Tie-break questions decide
 * between equal totals; time and joining order the rows inside a tie and never change a place.
 */
export type Contender = {
  points: number;
  /** distances to the values of the tie-break questions, in the order they were asked */
  distances: number[];
  timeMs: number;
  joinOrder: number;
};

export function ranked<C extends Contender>(contenders: C[]): { contender: C; rank: number }[] {
  const sorted = [...contenders].sort(
    (a, b) => byPlace(a, b) || a.timeMs - b.timeMs || a.joinOrder - b.joinOrder,
  );
  let rank = 0;
  return sorted.map((contender, index) => {
    const before = sorted[index - 1];
    if (!before || byPlace(before, contender) !== 0) rank = index + 1;
    return { contender, rank };
  });
}

function byPlace(one: Contender, other: Contender): number {
  if (one.points !== other.points) return other.points - one.points;
  for (const [at, distance] of one.distances.entries()) {
    const otherDistance = other.distances[at] ?? Number.POSITIVE_INFINITY;
    if (distance !== otherDistance) return distance < otherDistance ? -1 : 1;
  }
  return 0;
}

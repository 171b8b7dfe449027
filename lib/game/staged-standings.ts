/**
 * What of the standings is on show: all of it, one place after the other from the bottom, or nothing, as the host wants
 * it. Big screen and phones ask the same functions, so that no phone knows its place before the big screen shows it.
 * Results, export and the host's own list are not staged.
 */
import type { StandingRow } from "@/lib/contracts/views";
import type { Position, SessionState } from "./state";

/** How many places at the top are still covered, of `teamCount`. */
export function coveredCount(state: SessionState, teamCount: number): number {
  const { phase, covered = 0 } = state.position;
  if (phase === "finished" || state.showsStandings === "all") return 0;
  if (state.showsStandings === "hidden" || phase !== "standings" || covered === "every") return teamCount;
  return Math.min(covered, teamCount);
}

/** The rows a large table shows: from the newest place downwards. */
export function rowsOnShow(state: SessionState, standings: StandingRow[], most: number): StandingRow[] {
  const covered = coveredCount(state, standings.length);
  return standings.slice(covered, covered + most);
}

/** The next press uncovers a place. */
export const hasPlaceToUncover = (state: SessionState, teamCount: number): boolean =>
  state.position.phase === "standings" &&
  state.showsStandings === "staged" &&
  coveredCount(state, teamCount) > 0;

/** Counted from the top, so that a team that leaves or joins meanwhile uncovers nobody. */
export function withCovered({ covered: _, ...position }: Position, covered: number | "every"): Position {
  return covered === 0 ? position : { ...position, covered };
}

/** How the table stands when it comes up, or when the host changes his mind while it is up. */
export function positionAs(show: SessionState["showsStandings"], position: Position): Position {
  if (position.phase !== "standings") return position;
  if (show === "all") return withCovered(position, 0);
  return show === "staged" && position.covered === undefined ? withCovered(position, "every") : position;
}

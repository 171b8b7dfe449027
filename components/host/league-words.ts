/** How leagues are spoken of and where their pages are. Pure. */
import type { LeagueNightScore, LeagueReply, LeagueRules } from "@/lib/contracts/league";
import { counted } from "./phase-words";

/** "The best 5 nights of a team count, by points." */
export function rulesInWords({ bestOf, byPlaces }: LeagueRules): string {
  const nights =
    bestOf === null
      ? "Every night counts"
      : bestOf === 1
        ? "The best night of a team counts"
        : `The best ${bestOf} nights of a team count`;
  return `${nights}, ${byPlaces ? "by places" : "by points"}.`;
}

/** The dates of one league tell its nights apart; the year only where there are several. */
export function dayOf(playedAt: number, o: { year?: boolean } = {}): string {
  return new Date(playedAt).toLocaleDateString(undefined, {
    day: "numeric",
    month: "short",
    ...(o.year ? { year: "numeric" } : {}),
  });
}

/** What a night gave a team, for a screen reader and a pointer that rests on it. */
export const scoreInWords = ({ rank, points, value, counted: isCounted }: LeagueNightScore): string =>
  `place ${rank}, ${counted(points, "point")}, worth ${value}${isCounted ? "" : ", not among the best"}`;

export const openSeats = (league: LeagueReply): number =>
  league.nights.reduce((sum, { openCount }) => sum + openCount, 0);

export const nightsPlayed = (team: LeagueReply["teams"][number]): number =>
  team.nights.filter((night) => night !== null).length;

export const leagueHref = (leagueId: string, part: { night?: string; team?: string } = {}): string =>
  `/host/league?${new URLSearchParams({ id: leagueId, ...part })}`;

/**
 * The first look after a start reads every night from the disk: 92 ms each (50 teams, 40 questions; two cores under a
 * load of 23), so 18 s for the 200 nights a league may have. The looks after it took 1 to 5 ms a night.
 */
export const firstLookMs = 20_000;

/** The address of the API; no parts: all leagues. */
export const leagueApi = (...parts: string[]): string =>
  ["/api/leagues", ...parts.map(encodeURIComponent)].join("/");

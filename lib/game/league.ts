/**
 * A league: many nights in one table. Which seat is which team is given to it as links; here nights become totals and
 * places, and seats get proposals. Nothing is stored of it, so that a re-mark of an old night corrects the table.
 */
import type { LeagueNightScore, LeagueRules } from "@/lib/contracts/league";
import { roundedPoints } from "./judging";
import { normaliseAnswer } from "./normalise";

/** `teamCount`: all that played, also those whose team is undecided; `rank`: among them, 1, 2, 2, 4. */
export type LeagueNight = {
  teamCount: number;
  seats: { leagueTeamId: string; rank: number; points: number }[];
};
export type LeagueRow = {
  leagueTeamId: string;
  rank: number;
  total: number;
  nights: (LeagueNightScore | null)[];
};

/**
 * By places a night is worth the number of its teams less the place plus one: of 12 teams the winner gets 12 and the
 * last 1, and who shares a place gets the same (places 1, 2, 2, 4 of four: 4, 3, 3, 1). So a full house is worth more
 * than a quiet Monday, being last more than staying at home, and nobody needs a table of prizes to check the sum.
 */
const worthOf = (night: LeagueNight, seat: { rank: number; points: number }, byPlaces: boolean): number =>
  byPlaces ? night.teamCount - seat.rank + 1 : seat.points;

/** Ranked 1, 2, 2, 4 by the total; inside a tie in no order that means anything. */
export function leagueTable(nights: LeagueNight[], { bestOf, byPlaces }: LeagueRules): LeagueRow[] {
  const byTeam = new Map<string, (LeagueNightScore | null)[]>();
  for (const [index, night] of nights.entries())
    for (const { leagueTeamId, rank, points } of night.seats) {
      const scores = byTeam.get(leagueTeamId) ?? nights.map(() => null);
      byTeam.set(leagueTeamId, scores);
      scores[index] = { rank, points, value: worthOf(night, { rank, points }, byPlaces), counted: true };
    }
  const rows = [...byTeam].map(([leagueTeamId, scores]) => {
    const played = scores.filter((score) => score !== null);
    // equal nights: the earlier one counts, so that the same one is dropped at every look
    const best = played.toSorted((a, b) => b.value - a.value).slice(0, bestOf ?? played.length);
    for (const score of played) score.counted = best.includes(score);
    const total = roundedPoints(best.reduce((sum, { value }) => sum + value, 0));
    return { leagueTeamId, total, nights: scores };
  });
  rows.sort((a, b) => b.total - a.total);
  let rank = 0;
  return rows.map((row, index) => {
    if (row.total !== rows[index - 1]?.total) rank = index + 1;
    return { rank, ...row };
  });
}

/** The places of those who take part in the league, when others of the night (practice bots) do not. */
export function ranksWithout<R extends { playerId: string; rank: number }>(
  standings: R[],
  isLeftOut: (playerId: string) => boolean,
): R[] {
  const rows = standings.filter(({ playerId }) => !isLeftOut(playerId));
  return rows.map((row) => ({ ...row, rank: 1 + rows.filter(({ rank }) => rank < row.rank).length }));
}

export type SeatToLink = { playerId: string; name: string; deviceIds: string[] };
export type KnownTeam = {
  leagueTeamId: string;
  /** its own and those it played under */
  names: string[];
  /** the phones it played with on other nights; epoch ms of the latest of them */
  devices: Map<string, number>;
};
/** `isSure`: may be linked without asking. */
export type Proposal = { leagueTeamId: string; because: "device" | "name"; isSure: boolean };

/**
 * Which team each seat of a night may be. A phone is better evidence than a name: it is not typed anew every week. A
 * name alone never links by itself, nor does a phone when another seat of the night bears the team's name: somebody has
 * changed tables, and only the host knows who. A team is proposed to one seat, but for that case. Seats nothing is known
 * of are not in the reply.
 */
export function proposeTeams(seats: SeatToLink[], teams: KnownTeam[]): Map<string, Proposal> {
  const proposals = new Map<string, Proposal>();
  const keys = new Map(teams.map((team) => [team, new Set(team.names.map(normaliseAnswer))]));
  const bears = (seat: SeatToLink, team: KnownTeam) =>
    keys.get(team)?.has(normaliseAnswer(seat.name)) === true;
  const bySeat = new Map<SeatToLink, KnownTeam>();
  const given = new Set<KnownTeam>();
  const give = (seat: SeatToLink, team: KnownTeam) => {
    bySeat.set(seat, team);
    given.add(team);
  };
  const withPhones = seats.flatMap((seat) =>
    teams.flatMap((team) => {
      const shared = seat.deviceIds.flatMap((id) => team.devices.get(id) ?? []);
      return shared.length > 0 ? [{ seat, team, count: shared.length, latest: Math.max(...shared) }] : [];
    }),
  );
  withPhones.sort(
    (a, b) =>
      b.count - a.count ||
      Number(bears(b.seat, b.team)) - Number(bears(a.seat, a.team)) ||
      b.latest - a.latest ||
      (a.team.leagueTeamId < b.team.leagueTeamId ? -1 : 1),
  );
  for (const { seat, team } of withPhones) if (!bySeat.has(seat) && !given.has(team)) give(seat, team);
  for (const [seat, team] of bySeat)
    proposals.set(seat.playerId, {
      leagueTeamId: team.leagueTeamId,
      because: "device",
      isSure: bears(seat, team) || !seats.some((other) => !bySeat.has(other) && bears(other, team)),
    });
  for (const seat of seats) {
    if (bySeat.has(seat)) continue;
    const team = teams.find((one) => !given.has(one) && bears(seat, one)) ?? contested(seat);
    if (!team) continue;
    given.add(team);
    proposals.set(seat.playerId, { leagueTeamId: team.leagueTeamId, because: "name", isSure: false });
  }
  return proposals;

  /** The team of this seat's name, which another seat's phone claims under another name. */
  function contested(seat: SeatToLink): KnownTeam | undefined {
    return [...bySeat].find(([claimant, team]) => bears(seat, team) && !bears(claimant, team))?.[1];
  }
}

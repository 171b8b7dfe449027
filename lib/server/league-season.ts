/**
 * A league as it stands now: its nights with their standings, and whose each seat was. Read anew for every question; what is
 * dear about it is kept by league-nights.ts. The three views of a league are made of it here.
 */
import type {
  LeagueNightReply,
  LeagueNightScore,
  LeagueReply,
  LeagueTeamReply,
} from "@/lib/contracts/league";
import { type LeagueRow, leagueTable, type Proposal } from "@/lib/game/league";
import type { LeagueRepository, StoredLeague, StoredNight } from "@/lib/store/league-repository";
import { type LeagueNights, takesPart } from "./league-nights";

export type SeasonSeat = {
  playerId: string;
  name: string;
  rank: number;
  points: number;
  leagueTeamId: string | null;
  byDevice: boolean;
};
export type SeasonNight = StoredNight & {
  /** by place */
  seats: SeasonSeat[];
  /** seats that are linked and count no more */
  goneIds: string[];
};
export type Season = {
  league: StoredLeague;
  nights: SeasonNight[];
  /** team id → name */
  teams: Map<string, string>;
};

/** `also`: a night that is not in the league yet. */
export async function readSeason(
  o: { leagues: LeagueRepository; nights: LeagueNights },
  league: StoredLeague,
  also?: StoredNight,
): Promise<Season> {
  const { leagueId } = league;
  const stored = await o.leagues.nights(leagueId);
  if (also && !stored.some(({ sessionId }) => sessionId === also.sessionId)) stored.push(also);
  const [seats, teams, links] = await Promise.all([
    o.leagues.seats(stored.map(({ sessionId }) => sessionId)),
    o.leagues.teams(leagueId),
    o.leagues.links(leagueId),
  ]);
  const seatsOf = grouped(seats, ({ sessionId }) => sessionId);
  const linkOf = new Map(links.map((link) => [link.playerId, link]));
  const nights: SeasonNight[] = [];
  // one after the other: a season of answers at once would hold the answers of tonight's quiz back
  for (const night of stored) {
    const all = seatsOf.get(night.sessionId) ?? [];
    const placed = await o.nights.standings(night, all);
    const counting = all.flatMap((seat) => {
      const place = takesPart(seat) && placed.get(seat.playerId);
      const link = linkOf.get(seat.playerId);
      return place
        ? [
            {
              playerId: seat.playerId,
              name: seat.name,
              ...place,
              leagueTeamId: link?.leagueTeamId ?? null,
              byDevice: link?.byDevice ?? false,
            },
          ]
        : [];
    });
    counting.sort((a, b) => a.rank - b.rank || a.name.localeCompare(b.name));
    const counted = new Set(counting.map(({ playerId }) => playerId));
    nights.push({
      ...night,
      seats: counting,
      goneIds: all
        .map(({ playerId }) => playerId)
        .filter((playerId) => linkOf.has(playerId) && !counted.has(playerId)),
    });
  }
  return { league, nights, teams: new Map(teams.map(({ leagueTeamId, name }) => [leagueTeamId, name])) };
}

/** Map.groupBy, which Node 20 has not. */
export function grouped<T>(entries: T[], keyOf: (entry: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const entry of entries) {
    const group = groups.get(keyOf(entry));
    if (group) group.push(entry);
    else groups.set(keyOf(entry), [entry]);
  }
  return groups;
}

const nameIn = ({ teams }: Season, leagueTeamId: string): string => teams.get(leagueTeamId) ?? "";

/** By place; inside a tie by name. */
function rowsOf(season: Season): LeagueRow[] {
  const nights = season.nights.map(({ seats }) => ({
    teamCount: seats.length,
    seats: seats.flatMap(({ leagueTeamId, rank, points }) =>
      leagueTeamId === null ? [] : [{ leagueTeamId, rank, points }],
    ),
  }));
  return leagueTable(nights, season.league).sort(
    (a, b) => a.rank - b.rank || nameIn(season, a.leagueTeamId).localeCompare(nameIn(season, b.leagueTeamId)),
  );
}

export function tableView(season: Season): LeagueReply {
  return {
    ...season.league,
    nights: season.nights.map(({ sessionId, title, playedAt, seats }) => ({
      sessionId,
      title,
      playedAt,
      teamCount: seats.length,
      openCount: seats.filter(({ leagueTeamId }) => leagueTeamId === null).length,
    })),
    teams: rowsOf(season).map((row) => ({
      leagueTeamId: row.leagueTeamId,
      name: nameIn(season, row.leagueTeamId),
      rank: row.rank,
      total: row.total,
      nights: row.nights,
    })),
  };
}

export const byName = (season: Season): { leagueTeamId: string; name: string }[] =>
  [...season.teams]
    .map(([leagueTeamId, name]) => ({ leagueTeamId, name }))
    .sort((a, b) => a.name.localeCompare(b.name));

export function nightView(
  season: Season,
  night: SeasonNight,
  proposals: Map<string, Proposal>,
): LeagueNightReply {
  const seatOf = new Map(night.seats.map((seat) => [seat.leagueTeamId, seat.playerId]));
  const teamOf = (leagueTeamId: string) => ({ leagueTeamId, name: nameIn(season, leagueTeamId) });
  return {
    leagueId: season.league.leagueId,
    leagueName: season.league.name,
    sessionId: night.sessionId,
    title: night.title,
    playedAt: night.playedAt,
    seats: night.seats.map(({ playerId, name, rank, points, leagueTeamId, byDevice }) => {
      const proposal = leagueTeamId === null ? proposals.get(playerId) : undefined;
      return {
        playerId,
        name,
        rank,
        points,
        team: leagueTeamId === null ? null : teamOf(leagueTeamId),
        byDevice,
        suggestion: proposal ? { ...teamOf(proposal.leagueTeamId), because: proposal.because } : null,
      };
    }),
    teams: byName(season).map((team) => ({ ...team, playerId: seatOf.get(team.leagueTeamId) ?? null })),
  };
}

/** Null: the league has no such team, or none with a seat that counts. */
export function teamView(season: Season, leagueTeamId: string): LeagueTeamReply | null {
  const row = rowsOf(season).find((one) => one.leagueTeamId === leagueTeamId);
  if (!row) return null;
  const { league } = season;
  return {
    leagueId: league.leagueId,
    leagueName: league.name,
    bestOf: league.bestOf,
    byPlaces: league.byPlaces,
    leagueTeamId,
    name: nameIn(season, leagueTeamId),
    rank: row.rank,
    total: row.total,
    nights: season.nights.flatMap((night, index) => {
      const score: LeagueNightScore | null = row.nights[index] ?? null;
      const seat = night.seats.find((one) => one.leagueTeamId === leagueTeamId);
      if (!score || !seat) return [];
      const { sessionId, title, playedAt, seats } = night;
      return [{ sessionId, title, playedAt, seatName: seat.name, teamCount: seats.length, ...score }];
    }),
    others: byName(season).filter((team) => team.leagueTeamId !== leagueTeamId),
  };
}

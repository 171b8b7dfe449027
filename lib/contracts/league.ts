/** Leagues over HTTP: what a host sends and what comes back. Paths and examples: docs/api.md. */
import { z } from "zod";

/** `bestOf`: the best so many nights of each team count; null: all. `byPlaces`: points by place instead of points scored. */
export type LeagueRules = { bestOf: number | null; byPlaces: boolean };

// how long a name and how many nights may be is said in words by the server, not by a schema
const leagueFields = { name: z.string().max(500), bestOf: z.number().nullable(), byPlaces: z.boolean() };
/** POST /api/leagues */
export const createLeagueSchema = z.object({
  name: leagueFields.name,
  bestOf: leagueFields.bestOf.default(null),
  byPlaces: leagueFields.byPlaces.default(false),
});
/** PATCH /api/leagues/:leagueId: what is not named stays. */
export const changeLeagueSchema = z.object(leagueFields).partial();
/** POST /api/leagues/:leagueId/sessions */
export const addToLeagueSchema = z.object({ sessionId: z.string().min(1).max(64) });
/** PUT /api/leagues/:leagueId/sessions/:sessionId/seats. `leagueTeamId` null: a new team, named as the seat. */
export const linkSeatsSchema = z.object({
  links: z
    .array(z.object({ playerId: z.string().min(1).max(64), leagueTeamId: z.string().max(64).nullable() }))
    .min(1)
    // 200 of them fit into the 16 KiB of a body
    .max(200),
});
export type SeatLink = z.infer<typeof linkSeatsSchema>["links"][number];
/** PATCH /api/leagues/:leagueId/teams/:leagueTeamId */
export const renameLeagueTeamSchema = z.object({ name: z.string().max(500) });
/** POST /api/leagues/:leagueId/teams/:leagueTeamId/merge: its nights become those of the other, which keeps its name. */
export const mergeLeagueTeamsSchema = z.object({ into: z.string().min(1).max(64) });

export type LeagueSummary = LeagueRules & {
  leagueId: string;
  name: string;
  teamCount: number;
  /** the nights in it */
  sessionIds: string[];
};

/** `value`: what the night is worth in the league; `counted`: it is among the best. */
export type LeagueNightScore = { rank: number; points: number; value: number; counted: boolean };

export type LeagueReply = LeagueRules & {
  leagueId: string;
  name: string;
  /** in the order they were played. `openCount`: seats whose team is not decided; their points are in no total. */
  nights: { sessionId: string; title: string; playedAt: number; teamCount: number; openCount: number }[];
  /** `nights`: one for each of the league's, null where the team did not play */
  teams: {
    leagueTeamId: string;
    name: string;
    rank: number;
    total: number;
    nights: (LeagueNightScore | null)[];
  }[];
};

/** The seats of one night and whose they are. `suggestion`: only while `team` is null. */
export type LeagueNightReply = {
  leagueId: string;
  leagueName: string;
  sessionId: string;
  title: string;
  playedAt: number;
  seats: {
    playerId: string;
    name: string;
    rank: number;
    points: number;
    team: { leagueTeamId: string; name: string } | null;
    /** linked by itself, because one of its phones had played for that team */
    byDevice: boolean;
    suggestion: { leagueTeamId: string; name: string; because: "device" | "name" } | null;
  }[];
  /** all of the league; `playerId`: the seat it has on this night */
  teams: { leagueTeamId: string; name: string; playerId: string | null }[];
};

export type LeagueTeamReply = LeagueRules & {
  leagueId: string;
  leagueName: string;
  leagueTeamId: string;
  name: string;
  rank: number;
  total: number;
  /** those it played, in order; `seatName`: what it was called on that night, `teamCount`: how many played */
  nights: (LeagueNightScore & {
    sessionId: string;
    title: string;
    playedAt: number;
    seatName: string;
    teamCount: number;
  })[];
  /** the other teams, by name: what it can be merged with */
  others: { leagueTeamId: string; name: string }[];
};

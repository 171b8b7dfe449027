/**
 * Leagues, their nights, their teams, and which seat of a night was which team. A team that has no seat left goes with
 * its last one. Every question names the host: somebody else's league is one that does not exist.
 */
import { randomBytes } from "node:crypto";
import type { LeagueRules, LeagueSummary, SeatLink } from "@/lib/contracts/league";
import type { Prisma } from "./generated/client";
import { isUniqueViolation } from "./prisma-errors";
import type { Store } from "./store";
import { workspaceOf } from "./workspace";

export type LeagueRepository = ReturnType<typeof leagueRepository>;
export type StoredLeague = LeagueRules & { leagueId: string; name: string };
export type StoredNight = { sessionId: string; title: string; playedAt: number; version: number };
/** A seat that counts: no practice bot, not removed, not left. */
export type StoredSeat = {
  playerId: string;
  sessionId: string;
  name: string;
  source: string;
  status: string;
  joinOrder: number;
  joinedAt: number;
  heads: number | null;
};
export type StoredLink = SeatLink & { sessionId: string; leagueTeamId: string; byDevice: boolean };
/** `leagueTeamId` null: a new team of this name. */
export type NewLink = SeatLink & { name: string; byDevice: boolean };

const newRowId = () => randomBytes(12).toString("base64url");

export function leagueRepository(store: Store) {
  const { prisma } = store;
  const owned = (hostId: string) => ({ workspace: { members: { some: { hostId } } } });

  /** In the transaction that makes the rows: a new team for each link without one. */
  async function writeLinks(
    tx: Prisma.TransactionClient,
    night: { leagueId: string; sessionId: string },
    links: NewLink[],
  ): Promise<void> {
    const { leagueId, sessionId } = night;
    const rows = links.map((link) => ({ ...link, team: link.leagueTeamId ?? newRowId() }));
    await tx.leagueTeam.createMany({
      data: rows
        .filter(({ leagueTeamId }) => leagueTeamId === null)
        .map(({ team, name }) => ({ id: team, leagueId, name })),
    });
    await tx.leagueSeat.createMany({
      data: rows.map(({ playerId, team, byDevice }) => ({
        leagueId,
        sessionId,
        playerId,
        leagueTeamId: team,
        byDevice,
      })),
    });
    await dropEmptyTeams(tx, leagueId);
  }
  const dropEmptyTeams = (tx: Prisma.TransactionClient, leagueId: string) =>
    tx.leagueTeam.deleteMany({ where: { leagueId, seats: { none: {} } } });

  return {
    async list(hostId: string): Promise<LeagueSummary[]> {
      const rows = await prisma.league.findMany({
        where: owned(hostId),
        orderBy: { createdAt: "desc" },
        include: { sessions: { select: { sessionId: true } }, _count: { select: { teams: true } } },
      });
      return rows.map(({ id, name, bestOf, byPlaces, sessions, _count }) => ({
        leagueId: id,
        name,
        bestOf,
        byPlaces,
        teamCount: _count.teams,
        sessionIds: sessions.map(({ sessionId }) => sessionId),
      }));
    },

    async create(hostId: string, fields: LeagueRules & { name: string }): Promise<string> {
      const workspaceId = await workspaceOf(prisma, hostId);
      const { id } = await prisma.league.create({ data: { id: newRowId(), workspaceId, ...fields } });
      return id;
    },

    async find(hostId: string, leagueId: string): Promise<StoredLeague | null> {
      const row = await prisma.league.findFirst({ where: { id: leagueId, ...owned(hostId) } });
      return row && { leagueId: row.id, name: row.name, bestOf: row.bestOf, byPlaces: row.byPlaces };
    },

    async change(leagueId: string, fields: Partial<LeagueRules & { name: string }>): Promise<void> {
      await prisma.league.updateMany({ where: { id: leagueId }, data: fields });
    },

    /** The nights themselves stay. */
    async remove(leagueId: string): Promise<void> {
      await prisma.league.deleteMany({ where: { id: leagueId } });
    },

    /** A session of the host's own, whether or not it has ended. */
    async ownSession(
      hostId: string,
      sessionId: string,
    ): Promise<(StoredNight & { isFinished: boolean }) | null> {
      const row = await prisma.session.findFirst({
        where: { id: sessionId, ...owned(hostId) },
        select: { id: true, title: true, createdAt: true, version: true, endedAt: true },
      });
      return row && { ...toNight(row), isFinished: row.endedAt !== null };
    },

    /** In the order they were played, which need not be the one they were added in. */
    async nights(leagueId: string): Promise<StoredNight[]> {
      const rows = await prisma.session.findMany({
        where: { leagues: { some: { leagueId } } },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
        select: { id: true, title: true, createdAt: true, version: true },
      });
      return rows.map(toNight);
    },

    /** Every seat of these sessions, also the ones that count for nothing. */
    async seats(sessionIds: string[]): Promise<StoredSeat[]> {
      const rows = await prisma.player.findMany({
        where: { sessionId: { in: sessionIds } },
        orderBy: { joinOrder: "asc" },
        select: {
          id: true,
          sessionId: true,
          name: true,
          source: true,
          status: true,
          joinOrder: true,
          joinedAt: true,
          heads: true,
        },
      });
      return rows.map(({ id, joinedAt, ...row }) => ({ ...row, playerId: id, joinedAt: Number(joinedAt) }));
    },

    async teams(leagueId: string): Promise<{ leagueTeamId: string; name: string }[]> {
      const rows = await prisma.leagueTeam.findMany({
        where: { leagueId },
        select: { id: true, name: true },
      });
      return rows.map(({ id, name }) => ({ leagueTeamId: id, name }));
    },

    links: (leagueId: string): Promise<StoredLink[]> =>
      prisma.leagueSeat.findMany({
        where: { leagueId },
        select: { sessionId: true, playerId: true, leagueTeamId: true, byDevice: true },
      }),

    /** The phones that sat on seats of these sessions. */
    devices: (sessionIds: string[]): Promise<{ playerId: string; deviceId: string }[]> =>
      prisma.device.findMany({
        where: { sessionId: { in: sessionIds } },
        select: { playerId: true, deviceId: true },
      }),

    /** False: it is in the league already, and nothing is changed. */
    async addNight(leagueId: string, sessionId: string, links: NewLink[]): Promise<boolean> {
      try {
        await prisma.$transaction(async (tx) => {
          await tx.leagueSession.create({ data: { leagueId, sessionId } });
          await writeLinks(tx, { leagueId, sessionId }, links);
        });
        return true;
      } catch (error) {
        if (isUniqueViolation(error)) return false;
        throw error;
      }
    },

    async removeNight(leagueId: string, sessionId: string): Promise<void> {
      await prisma.$transaction(async (tx) => {
        await tx.leagueSession.deleteMany({ where: { leagueId, sessionId } });
        await dropEmptyTeams(tx, leagueId);
      });
    },

    /**
     * These seats are these teams from now on, all or none. `unlinked`: seats that lose their link, because they were
     * removed from the session since. False: somebody else was quicker, and a team would have had two seats.
     */
    async link(
      night: { leagueId: string; sessionId: string },
      links: NewLink[],
      unlinked: string[],
    ): Promise<boolean> {
      const playerIds = [...links.map(({ playerId }) => playerId), ...unlinked];
      try {
        await prisma.$transaction(async (tx) => {
          await tx.leagueSeat.deleteMany({ where: { ...night, playerId: { in: playerIds } } });
          await writeLinks(tx, night, links);
        });
        return true;
      } catch (error) {
        if (isUniqueViolation(error)) return false;
        throw error;
      }
    },

    async renameTeam(leagueId: string, leagueTeamId: string, name: string): Promise<boolean> {
      const { count } = await prisma.leagueTeam.updateMany({
        where: { id: leagueTeamId, leagueId },
        data: { name },
      });
      return count === 1;
    },

    /** False: both have a seat on one night by now. */
    async mergeTeams(leagueId: string, fromId: string, intoId: string): Promise<boolean> {
      try {
        await prisma.$transaction(async (tx) => {
          await tx.leagueSeat.updateMany({
            where: { leagueId, leagueTeamId: fromId },
            data: { leagueTeamId: intoId },
          });
          await tx.leagueTeam.deleteMany({ where: { leagueId, id: fromId } });
        });
        return true;
      } catch (error) {
        if (isUniqueViolation(error)) return false;
        throw error;
      }
    },
  };
}

const toNight = (row: { id: string; title: string; createdAt: Date; version: number }): StoredNight => ({
  sessionId: row.id,
  title: row.title,
  playedAt: row.createdAt.getTime(),
  version: row.version,
});

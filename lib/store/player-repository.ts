/**
 * Seats and the devices bound to them. What must be unique is unique by constraint (name, seat code, device), never by
 * looking first: thirty joins of one device in the same instant are one player (ANS-04).
 */
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import type { Prisma } from "./generated/client";
import type { Store } from "./store";

export type StoredPlayer = {
  playerId: string;
  sessionId: string;
  name: string;
  nameKey: string;
  seatCode: string;
  source: string;
  joinOrder: number;
  /** epoch ms */
  joinedAt: number;
  status: "active" | "removed" | "banned" | "left";
  deviceIds: string[];
};

export type PlayerRepository = ReturnType<typeof playerRepository>;

type Row = Omit<StoredPlayer, "playerId" | "joinedAt" | "deviceIds" | "status"> & {
  id: string;
  joinedAt: bigint;
  status: StoredPlayer["status"];
  devices: { deviceId: string }[];
};
const withDevices = { devices: { select: { deviceId: true } } };

const toPlayer = (row: Row): StoredPlayer => ({
  playerId: row.id,
  sessionId: row.sessionId,
  name: row.name,
  nameKey: row.nameKey,
  seatCode: row.seatCode,
  source: row.source,
  joinOrder: row.joinOrder,
  joinedAt: Number(row.joinedAt),
  status: row.status,
  deviceIds: row.devices.map((device) => device.deviceId),
});

/**
 * A team of twenty, each of whose phones was wiped and came back by its code, or in a private tab, once. It bounds what
 * one seat may ask of the server, since every phone has limits of its own.
 */
export const phonesPerSeat = 40;

/** A join takes some 4 ms, so that this is two thousand in one instant; whoever waits longer is told to come again. */
const maxJoinWaitMs = 10_000;

/** Postgres' name of the constraint that was hit, whichever layer reports it; null for any other error. */
function violatedConstraint(error: unknown): string | null {
  const text = JSON.stringify(error, Object.getOwnPropertyNames(error ?? {})) + String(error);
  return /P2002|23505|duplicate key/.test(text) ? text : null;
}

export function playerRepository(store: Store) {
  const { prisma } = store;

  async function seatOfDevice(sessionId: string, deviceId: string): Promise<StoredPlayer | null> {
    const device = await prisma.device.findUnique({
      where: { sessionId_deviceId: { sessionId, deviceId } },
      include: { player: { include: withDevices } },
    });
    return device ? toPlayer(device.player) : null;
  }

  /** The joins of one session run one after the other anyhow: in one line here they hold one connection, not all. */
  const joinQueues = new Map<string, Promise<unknown>>();
  function inLine<T>(sessionId: string, join: () => Promise<Result<T>>): Promise<Result<T>> {
    const askedAt = performance.now();
    const before = joinQueues.get(sessionId) ?? Promise.resolve();
    const run = before.then(() =>
      performance.now() - askedAt > maxJoinWaitMs ? refuse("UNAVAILABLE") : join(),
    );
    const settled = run.catch(() => undefined);
    joinQueues.set(sessionId, settled);
    void settled.then(() => {
      if (joinQueues.get(sessionId) === settled) joinQueues.delete(sessionId);
    });
    return run;
  }

  /**
   * One small transaction at a time for the seats of a session, whichever process asks. A lock of its own, so that
   * joins wait for joins and not for the answers' share lock on the session row.
   */
  const locked = <T>(
    sessionId: string,
    work: (tx: Prisma.TransactionClient) => Promise<Result<T>>,
  ): Promise<Result<T>> =>
    inLine(sessionId, () =>
      prisma.$transaction(async (tx) => {
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${sessionId}, 0))`;
        return work(tx);
      }),
    );

  return {
    async list(sessionId: string): Promise<StoredPlayer[]> {
      const rows = await prisma.player.findMany({
        where: { sessionId },
        orderBy: { joinOrder: "asc" },
        include: withDevices,
      });
      return rows.map(toPlayer);
    },

    /**
     * The device's seat, new or the one it has; `deviceId` null: a seat without a phone. One at a time, which makes the
     * cap and the join order exact and a double tap a repeat.
     * NAME_TAKEN, SESSION_FULL, SEAT_BANNED, SESSION_ENDED, UNAVAILABLE; BAD_SEAT_CODE: the code is used, try another.
     */
    async seat(o: {
      sessionId: string;
      playerId: string;
      deviceId: string | null;
      name: string;
      nameKey: string;
      seatCode: string;
      source: string;
      now: number;
    }): Promise<Result<StoredPlayer>> {
      const { sessionId, playerId, deviceId } = o;
      try {
        return await locked(sessionId, async (tx) => {
          const session = await tx.session.findUnique({
            where: { id: sessionId },
            select: { playerCap: true, endedAt: true },
          });
          if (!session) return refuse("NOT_FOUND");
          if (session.endedAt) return refuse("SESSION_ENDED");
          const device =
            deviceId === null
              ? null
              : await tx.device.findUnique({
                  where: { sessionId_deviceId: { sessionId, deviceId } },
                  include: { player: { include: withDevices } },
                });
          if (device?.player.status === "active") return ok(toPlayer(device.player));
          if (device?.player.status === "banned") return refuse("SEAT_BANNED");
          const seats = await tx.player.groupBy({ by: ["status"], where: { sessionId }, _count: true });
          const active = seats.find((group) => group.status === "active")?._count ?? 0;
          if (active >= session.playerCap) return refuse("SESSION_FULL");
          const joinOrder = seats.reduce((sum, group) => sum + group._count, 0) + 1;
          await tx.player.create({
            data: {
              id: playerId,
              sessionId,
              name: o.name,
              nameKey: o.nameKey,
              activeNameKey: o.nameKey,
              seatCode: o.seatCode,
              source: o.source,
              joinOrder,
              joinedAt: BigInt(o.now),
            },
          });
          // a device whose seat was removed takes the new one
          if (deviceId !== null)
            await tx.device.upsert({
              where: { sessionId_deviceId: { sessionId, deviceId } },
              create: { sessionId, deviceId, playerId },
              update: { playerId },
            });
          const row = await tx.player.findUniqueOrThrow({ where: { id: playerId }, include: withDevices });
          return ok(toPlayer(row));
        });
      } catch (error) {
        const constraint = violatedConstraint(error);
        if (!constraint) throw error;
        const seated = deviceId === null ? null : await seatOfDevice(sessionId, deviceId);
        if (seated?.status === "active") return ok(seated);
        return constraint.includes("activeNameKey") ? refuse("NAME_TAKEN") : refuse("BAD_SEAT_CODE");
      }
    },

    async rename(playerId: string, name: string, nameKey: string): Promise<Result<StoredPlayer>> {
      try {
        const row = await prisma.player.update({
          where: { id: playerId, status: "active" },
          data: { name, nameKey, activeNameKey: nameKey },
          include: withDevices,
        });
        return ok(toPlayer(row));
      } catch (error) {
        if (violatedConstraint(error)) return refuse("NAME_TAKEN");
        if ((error as { code?: string }).code === "P2025") return refuse("SEAT_REMOVED");
        throw error;
      }
    },

    async setStatus(playerId: string, status: "removed" | "banned" | "left"): Promise<void> {
      // a ban outlasts the rest, whoever was quicker
      const outranked = status === "banned" ? {} : { status: { not: "banned" as const } };
      await prisma.player.updateMany({
        where: { id: playerId, ...outranked },
        data: { status, activeNameKey: null },
      });
    },

    /**
     * A wiped or second phone takes a seat by its code; the seat's other phones keep it. BAD_SEAT_CODE for a code that
     * opens no seat; SEAT_BANNED; SESSION_FULL when the seat has its forty phones.
     */
    bindDevice(o: { sessionId: string; deviceId: string; seatCode: string }): Promise<Result<StoredPlayer>> {
      const { sessionId, deviceId, seatCode } = o;
      return locked(sessionId, async (tx) => {
        const device = await tx.device.findUnique({
          where: { sessionId_deviceId: { sessionId, deviceId } },
          select: { player: { select: { status: true } } },
        });
        // also here, not only in the service: another process may have banned the device a moment ago
        if (device?.player.status === "banned") return refuse("SEAT_BANNED");
        const player = await tx.player.findUnique({
          where: { sessionId_seatCode: { sessionId, seatCode }, status: "active" },
          include: withDevices,
        });
        if (!player) return refuse("BAD_SEAT_CODE");
        const isNew = !player.devices.some((one) => one.deviceId === deviceId);
        if (isNew && player.devices.length >= phonesPerSeat)
          return refuse("SESSION_FULL", `This team has ${phonesPerSeat} phones already. Ask the host.`);
        await tx.device.upsert({
          where: { sessionId_deviceId: { sessionId, deviceId } },
          create: { sessionId, deviceId, playerId: player.id },
          update: { playerId: player.id },
        });
        const row = await tx.player.findUniqueOrThrow({ where: { id: player.id }, include: withDevices });
        return ok(toPlayer(row));
      });
    },

    /**
     * Two seats of one team become one: the phones of `from` sit in `to`, and `from` is removed. Answers are not moved,
     * so that those of `to` count alone. UNKNOWN_PLAYER when either is not an active seat of this session.
     */
    mergeSeats(o: { sessionId: string; fromId: string; toId: string }): Promise<Result<StoredPlayer[]>> {
      const { sessionId, fromId, toId } = o;
      // two merges that cross would otherwise leave nobody
      return locked(sessionId, async (tx) => {
        const active = await tx.player.count({
          where: { id: { in: [fromId, toId] }, sessionId, status: "active" },
        });
        if (fromId === toId || active !== 2) return refuse("UNKNOWN_PLAYER");
        await tx.device.updateMany({ where: { sessionId, playerId: fromId }, data: { playerId: toId } });
        await tx.player.update({
          where: { id: fromId },
          data: { status: "removed", activeNameKey: null },
        });
        const rows = await tx.player.findMany({
          where: { id: { in: [fromId, toId] } },
          include: withDevices,
        });
        return ok(rows.map(toPlayer));
      });
    },
  };
}

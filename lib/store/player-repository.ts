/**
 * Seats and the devices bound to them. What must be unique is unique by constraint (name, seat code, device), never by
 * looking first: thirty joins of one device in the same instant are one player (ANS-04).
 */
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import type { Prisma } from "./generated/client";
import { type StoredPlayer, toPlayer, withDevices } from "./player-row";
import { createSeatLine, violatedConstraint } from "./seat-line";
import type { Store } from "./store";

export type PlayerRepository = ReturnType<typeof playerRepository>;

/**
 * A team of twenty, each of whose phones was wiped and came back by its code, or in a private tab, once. It bounds what
 * one seat may ask of the server, since every phone has limits of its own.
 */
export const phonesPerSeat = 40;

/** One takes some 4 ms, so that this is two thousand in one instant; whoever waits longer is told to come again. */
const maxWaitMs = 10_000;

export function playerRepository(store: Store) {
  const { prisma } = store;

  /** Seats taken back and merged, of one session, run one after the other anyhow: in one line here they hold one connection. */
  const lines = new Map<string, Promise<unknown>>();
  function inLine<T>(sessionId: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
    const askedAt = performance.now();
    const before = lines.get(sessionId) ?? Promise.resolve();
    const run = before.then(() => (performance.now() - askedAt > maxWaitMs ? refuse("UNAVAILABLE") : work()));
    const settled = run.catch(() => undefined);
    lines.set(sessionId, settled);
    void settled.then(() => {
      if (lines.get(sessionId) === settled) lines.delete(sessionId);
    });
    return run;
  }

  /**
   * One small transaction at a time for the seats of a session, whichever process asks. A lock of its own, so that
   * seats wait for seats and not for the answers' share lock on the session row.
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

    /** The seats of these devices; a device without one is not among them. */
    async ofDevices(sessionId: string, deviceIds: string[]): Promise<StoredPlayer[]> {
      // most often nobody: found out without a list that has to be compiled
      const found = await prisma.$queryRaw<{ deviceId: string }[]>`
        SELECT "deviceId" FROM "Device" WHERE "sessionId" = ${sessionId} AND "deviceId" IN
          (SELECT jsonb_array_elements_text(${JSON.stringify(deviceIds)}::jsonb))`;
      if (found.length === 0) return [];
      const rows = await prisma.player.findMany({
        where: { sessionId, devices: { some: { deviceId: { in: found.map(({ deviceId }) => deviceId) } } } },
        include: withDevices,
      });
      return rows.map(toPlayer);
    },

    seat: createSeatLine(store),

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
     * One phone of a seat goes: it is unbound, and the seat stays with its other phones. Null: it was the last one, or
     * sits elsewhere by now, and nothing was done.
     */
    async unbindDevice(o: {
      sessionId: string;
      playerId: string;
      deviceId: string;
    }): Promise<Result<StoredPlayer | null>> {
      const { sessionId, playerId, deviceId } = o;
      // two last phones that leave in one moment would otherwise leave a seat without a phone
      return locked(sessionId, async (tx) => {
        const player = await tx.player.findUnique({ where: { id: playerId }, include: withDevices });
        const others = player?.devices.filter((one) => one.deviceId !== deviceId) ?? [];
        if (!player || others.length === 0 || others.length === player.devices.length) return ok(null);
        await tx.device.delete({ where: { sessionId_deviceId: { sessionId, deviceId } } });
        return ok(toPlayer({ ...player, devices: others }));
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

/**
 * Seats and the devices bound to them. What must be unique is unique by constraint (name, seat code, device), never by
 * looking first: thirty joins of one device in the same instant are one player (ANS-04).
 */
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import { type StoredPlayer, toPlayer, withDevices } from "./player-row";
import { createSeatLine, violatedConstraint } from "./seat-line";
import type { Store } from "./store";

export type PlayerRepository = ReturnType<typeof playerRepository>;

export function playerRepository(store: Store) {
  const { prisma } = store;

  async function seatOfDevice(sessionId: string, deviceId: string): Promise<StoredPlayer | null> {
    const device = await prisma.device.findUnique({
      where: { sessionId_deviceId: { sessionId, deviceId } },
      include: { player: { include: withDevices } },
    });
    return device ? toPlayer(device.player) : null;
  }

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

    /** A wiped or second phone takes a seat by its code. BAD_SEAT_CODE for a code that opens no seat; SEAT_BANNED. */
    async bindDevice(o: {
      sessionId: string;
      deviceId: string;
      seatCode: string;
    }): Promise<Result<StoredPlayer>> {
      const { sessionId, deviceId, seatCode } = o;
      // also here, not only in the service: another process may have banned the device a moment ago
      if ((await seatOfDevice(sessionId, deviceId))?.status === "banned") return refuse("SEAT_BANNED");
      const player = await prisma.player.findUnique({
        where: { sessionId_seatCode: { sessionId, seatCode }, status: "active" },
        select: { id: true },
      });
      if (!player) return refuse("BAD_SEAT_CODE");
      await prisma.device.upsert({
        where: { sessionId_deviceId: { sessionId, deviceId } },
        create: { sessionId, deviceId, playerId: player.id },
        update: { playerId: player.id },
      });
      const row = await prisma.player.findUniqueOrThrow({ where: { id: player.id }, include: withDevices });
      return ok(toPlayer(row));
    },
  };
}

/**
 * Phones that ask the host for a seat that is there: wiped, without the seat code, or of a team that began on paper. A row
 * is a question the host has not answered with yes; it changes nothing about the seat.
 */
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import { noteRosterChange } from "./roster";
import type { Store } from "./store";

export type SeatRequest = { deviceId: string; playerId: string; ticket: string; isRefused: boolean };

export type SeatRequestRepository = ReturnType<typeof seatRequestRepository>;

/** Two phones of one team and a joker who names it, too: the host asks at the table. */
const mostPerSeat = 3;
/** More are no accident of a night: the list must stay one that a host can read. */
const mostPerSession = 30;

export function seatRequestRepository({ prisma }: Store) {
  return {
    /** The same phone again asks anew, also after a no. UNAVAILABLE: too many ask already. */
    async ask(
      o: Omit<SeatRequest, "isRefused"> & { sessionId: string; now: number },
    ): Promise<Result<SeatRequest>> {
      const { sessionId, deviceId, playerId, ticket, now } = o;
      return prisma.$transaction(async (tx) => {
        const others = { sessionId, deviceId: { not: deviceId }, isRefused: false };
        const [all, ofSeat] = [
          await tx.seatRequest.count({ where: others }),
          await tx.seatRequest.count({ where: { ...others, playerId } }),
        ];
        if (all >= mostPerSession || ofSeat >= mostPerSeat)
          return refuse("UNAVAILABLE", "Other phones are asking the host already. Go and see them.");
        const row = await tx.seatRequest.upsert({
          where: { sessionId_deviceId: { sessionId, deviceId } },
          create: { sessionId, deviceId, playerId, ticket, askedAt: BigInt(now) },
          // what the phone shows already stays true
          update: { playerId, askedAt: BigInt(now), isRefused: false },
        });
        await noteRosterChange(tx, sessionId);
        return ok(row);
      });
    },

    async refuse(sessionId: string, deviceId: string): Promise<void> {
      await prisma.$transaction(async (tx) => {
        await tx.seatRequest.updateMany({ where: { sessionId, deviceId }, data: { isRefused: true } });
        await noteRosterChange(tx, sessionId);
      });
    },

    async drop(sessionId: string, deviceId: string): Promise<void> {
      await prisma.$transaction(async (tx) => {
        const { count } = await tx.seatRequest.deleteMany({ where: { sessionId, deviceId } });
        if (count > 0) await noteRosterChange(tx, sessionId);
      });
    },

    /** Oldest first. */
    list: (sessionId: string): Promise<SeatRequest[]> =>
      prisma.seatRequest.findMany({
        where: { sessionId },
        orderBy: { askedAt: "asc" },
        select: { deviceId: true, playerId: true, ticket: true, isRefused: true },
      }),
  };
}

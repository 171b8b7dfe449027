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
/**
 * A no holds for a phone, whatever team it names next: as long as a round takes, so that a host says it some fifteen times a
 * night to one who keeps asking. A guest who was refused by mistake has the seat code sooner, which is not asked about.
 */
export const refusalHoldsMs = 10 * 60_000;

function refusedLately(heldMs: number): string {
  const minutes = Math.ceil(heldMs / 60_000);
  const when = minutes === 1 ? "a minute" : `${minutes} minutes`;
  return `The host said no. Have a word with them, or ask your team for its code. This phone may ask again in ${when}.`;
}

export function seatRequestRepository({ prisma }: Store) {
  return {
    /** The same phone again asks anew. FORBIDDEN: the host said no lately. UNAVAILABLE: too many ask already. */
    async ask(
      o: Omit<SeatRequest, "isRefused"> & { sessionId: string; now: number },
    ): Promise<Result<SeatRequest>> {
      const { sessionId, deviceId, playerId, ticket, now } = o;
      return prisma.$transaction(async (tx) => {
        const own = await tx.seatRequest.findUnique({
          where: { sessionId_deviceId: { sessionId, deviceId } },
          select: { isRefused: true, askedAt: true },
        });
        const heldMs = own?.isRefused ? Number(own.askedAt) + refusalHoldsMs - now : 0;
        if (heldMs > 0) return refuse("FORBIDDEN", refusedLately(heldMs));
        // a seat that is gone is in no host's list, so that nobody can answer for it
        const others = {
          sessionId,
          deviceId: { not: deviceId },
          isRefused: false,
          player: { status: "active" as const },
        };
        const [all, ofSeat] = [
          await tx.seatRequest.count({ where: others }),
          await tx.seatRequest.count({ where: { ...others, playerId } }),
        ];
        if (all >= mostPerSession || ofSeat >= mostPerSeat)
          return refuse("UNAVAILABLE", "Other phones are asking the host already. Go and see them.");
        const row = await tx.seatRequest.upsert({
          where: { sessionId_deviceId: { sessionId, deviceId } },
          create: { sessionId, deviceId, playerId, ticket, askedAt: BigInt(now) },
          // what the phone shows already stays true, and a no that is said this very moment does, too
          update: { playerId, askedAt: BigInt(now), ...(own?.isRefused ? { isRefused: false } : {}) },
        });
        await noteRosterChange(tx, sessionId);
        return ok(row);
      });
    },

    /** `askedAt` is the time of the no from then on. */
    async refuse(sessionId: string, deviceId: string, now: number): Promise<void> {
      await prisma.$transaction(async (tx) => {
        await tx.seatRequest.updateMany({
          where: { sessionId, deviceId },
          data: { isRefused: true, askedAt: BigInt(now) },
        });
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

/**
 * Seats and the devices bound to them. What must be unique is unique by constraint (name, seat code, device), never by
 * looking first: thirty joins of one device in the same instant are one player (ANS-04).
 */
import { ok, type Refusal, type Result, refuse } from "@/lib/contracts/refusals";
import type { Prisma } from "./generated/client";
import { inLineForCaptain, type StoredPlayer, toPlayer, withDevices } from "./player-row";
import { noteRosterChange } from "./roster";
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

export type Phone = { deviceId: string; seenAt: bigint };
/** A phone that acts for its team. `isAway`: as far as this process and the row know. */
export type Acting = { deviceId: string; now: number; isAway: (phone: Phone) => boolean };

type SeatRow = Prisma.PlayerGetPayload<{ include: typeof withDevices }>;

const activeSeat = (tx: Prisma.TransactionClient, sessionId: string, playerId: string) =>
  tx.player.findUnique({ where: { id: playerId, sessionId, status: "active" }, include: withDevices });

/** The seat as the change left it; other processes hear of it. */
async function changed(
  tx: Prisma.TransactionClient,
  sessionId: string,
  playerId: string,
): Promise<Result<StoredPlayer>> {
  await noteRosterChange(tx, sessionId);
  return ok(toPlayer(await tx.player.findUniqueOrThrow({ where: { id: playerId }, include: withDevices })));
}

const nextTurn = (devices: { captainTurn: number }[]): number =>
  Math.max(0, ...devices.map(({ captainTurn }) => captainTurn)) + 1;

const crown = (
  tx: Prisma.TransactionClient,
  { sessionId, devices }: SeatRow,
  deviceId: string,
  by: Acting | null,
) =>
  tx.device.update({
    where: { sessionId_deviceId: { sessionId, deviceId } },
    data: {
      captainTurn: nextTurn(devices),
      // whoever takes over is here, also for a process that has not heard of it
      ...(by?.deviceId === deviceId ? { seenAt: BigInt(by.now) } : {}),
    },
  });

/** NOT_CAPTAIN. A dead battery must not block a team: while the captain is away, whoever acts is the captain by it. */
async function lead(tx: Prisma.TransactionClient, seat: SeatRow, by: Acting): Promise<Result<null>> {
  const [captain] = inLineForCaptain(seat.devices);
  if (captain?.deviceId === by.deviceId) return ok(null);
  const isHere = seat.devices.some(({ deviceId }) => deviceId === by.deviceId);
  if (!isHere || !captain || !by.isAway(captain))
    return refuse(
      "NOT_CAPTAIN",
      `Phone ${captain?.number ?? 1} is your team's captain. Ask them, or let them hand over.`,
    );
  await crown(tx, seat, by.deviceId, by);
  return ok(null);
}

/**
 * SESSION_ENDED: whose seat is given up stands in no table, and nobody can take it back after the end. Here and not only in
 * the service, because another process may have ended the night a moment ago.
 */
async function mayGoFrom(tx: Prisma.TransactionClient, sessionId: string): Promise<Result<null>> {
  const session = await tx.session.findUnique({ where: { id: sessionId }, select: { endedAt: true } });
  return session?.endedAt
    ? refuse("SESSION_ENDED", "The quiz is over, and your team keeps its place. Just close the page.")
    : ok(null);
}

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

    /** NAME_TAKEN, SEAT_REMOVED, NOT_CAPTAIN */
    async rename(o: {
      sessionId: string;
      playerId: string;
      name: string;
      nameKey: string;
      /** null: the host */
      by: Acting | null;
    }): Promise<Result<StoredPlayer>> {
      const { sessionId, playerId, name, nameKey, by } = o;
      try {
        return await locked(sessionId, async (tx) => {
          const seat = await activeSeat(tx, sessionId, playerId);
          if (!seat) return refuse("SEAT_REMOVED");
          const leads = by ? await lead(tx, seat, by) : ok(null);
          if (!leads.ok) return leads;
          await tx.player.update({
            where: { id: playerId },
            data: { name, nameKey, activeNameKey: nameKey },
          });
          return changed(tx, sessionId, playerId);
        });
      } catch (error) {
        if (violatedConstraint(error)) return refuse("NAME_TAKEN");
        throw error;
      }
    },

    /**
     * How many the team is. `byHost` false: the team's own word, which the host's stands over, whoever was quicker: SIZE_SET.
     * SEAT_REMOVED for a seat that is gone.
     */
    async setHeads(playerId: string, heads: number | null, byHost: boolean): Promise<Result<StoredPlayer>> {
      const { count } = await prisma.player.updateMany({
        where: { id: playerId, status: "active", ...(byHost ? {} : { headsByHost: false }) },
        // the host who takes the number back lets the team say it again
        data: { heads, headsByHost: byHost && heads !== null },
      });
      const row = await prisma.player.findUnique({ where: { id: playerId }, include: withDevices });
      if (row?.status !== "active") return refuse("SEAT_REMOVED");
      return count === 1 ? ok(toPlayer(row)) : refuse("SIZE_SET");
    },

    async setStatus(playerId: string, status: "removed" | "banned" | "left"): Promise<void> {
      // a ban outlasts the rest, whoever was quicker
      const outranked = status === "banned" ? {} : { status: { not: "banned" as const } };
      await prisma.$transaction(async (tx) => {
        const seats = await tx.player.updateManyAndReturn({
          where: { id: playerId, ...outranked },
          data: { status, activeNameKey: null },
          select: { sessionId: true },
        });
        for (const { sessionId } of seats) await noteRosterChange(tx, sessionId);
      });
    },

    /**
     * A wiped or second phone takes a seat; the seat's other phones keep it. Where none of them is here, it is the captain
     * from now on. BAD_SEAT_CODE for what opens no seat; SEAT_BANNED; SESSION_FULL when the seat has its forty phones;
     * and what `refuses` says of the seat.
     */
    bindDevice(o: {
      sessionId: string;
      deviceId: string;
      seat: { seatCode: string } | { id: string };
      now: number;
      isAway: Acting["isAway"];
      refuses?: (player: StoredPlayer) => { ok: false; error: Refusal } | null;
    }): Promise<Result<StoredPlayer>> {
      const { sessionId, deviceId, seat, now, isAway } = o;
      return locked(sessionId, async (tx) => {
        const device = await tx.device.findUnique({
          where: { sessionId_deviceId: { sessionId, deviceId } },
          select: { player: { select: { status: true } } },
        });
        // also here, not only in the service: another process may have banned the device a moment ago
        if (device?.player.status === "banned") return refuse("SEAT_BANNED");
        const player = await tx.player.findFirst({
          where: { sessionId, ...seat, status: "active" },
          include: withDevices,
        });
        if (!player) return refuse("BAD_SEAT_CODE");
        const { devices } = player;
        if (devices.some((one) => one.deviceId === deviceId)) return ok(toPlayer(player));
        const refused = o.refuses?.(toPlayer(player));
        if (refused) return refused;
        if (devices.length >= phonesPerSeat)
          return refuse("SESSION_FULL", `This team has ${phonesPerSeat} phones already. Ask the host.`);
        const isLeft = devices.every(isAway);
        const data = {
          playerId: player.id,
          number: Math.max(0, ...devices.map(({ number }) => number)) + 1,
          captainTurn: isLeft ? nextTurn(devices) : 0,
          seenAt: BigInt(now),
        };
        await tx.device.upsert({
          where: { sessionId_deviceId: { sessionId, deviceId } },
          create: { sessionId, deviceId, ...data },
          update: data,
        });
        return changed(tx, sessionId, player.id);
      });
    },

    /**
     * One phone of a seat goes: it is unbound, and the seat stays, where `keeps` says so of the phones that are left. Null:
     * it does not, and nothing was done. SESSION_ENDED.
     */
    unbindDevice(o: {
      sessionId: string;
      playerId: string;
      deviceId: string;
      keeps: (player: StoredPlayer, others: Phone[]) => boolean;
    }): Promise<Result<StoredPlayer | null>> {
      const { sessionId, playerId, deviceId } = o;
      // two last phones that leave in one moment would otherwise leave a seat without a phone
      return locked<StoredPlayer | null>(sessionId, async (tx) => {
        const may = await mayGoFrom(tx, sessionId);
        if (!may.ok) return may;
        const player = await tx.player.findUnique({ where: { id: playerId }, include: withDevices });
        const others = player?.devices.filter((one) => one.deviceId !== deviceId) ?? [];
        if (!player) return ok(null);
        // two taps on "Leave" in one moment: the second must not take the seat from the others
        if (others.length === player.devices.length) return ok(toPlayer(player));
        if (!o.keeps(toPlayer(player), others)) return ok(null);
        await tx.device.delete({ where: { sessionId_deviceId: { sessionId, deviceId } } });
        return changed(tx, sessionId, playerId);
      });
    },

    /**
     * Whether this phone may give up the seat for its team, and makes it captain if it may because the captain is away:
     * NOT_CAPTAIN, SESSION_ENDED.
     */
    leadAway(o: { sessionId: string; playerId: string; by: Acting }): Promise<Result<null>> {
      return locked(o.sessionId, async (tx) => {
        const may = await mayGoFrom(tx, o.sessionId);
        if (!may.ok) return may;
        const seat = await activeSeat(tx, o.sessionId, o.playerId);
        return seat ? lead(tx, seat, o.by) : refuse("SEAT_REMOVED");
      });
    },

    /**
     * Another phone of the seat is its captain from now on; again is no change. By the captain, by the host (`by` null), or
     * by any phone of the seat while the captain is away. UNKNOWN_PHONE, NOT_CAPTAIN; CAPTAIN_HERE for a phone that would
     * take over itself.
     */
    makeCaptain(o: {
      sessionId: string;
      playerId: string;
      isPhone: (deviceId: string) => boolean;
      by: Acting | null;
    }): Promise<Result<StoredPlayer>> {
      const { sessionId, playerId, by } = o;
      return locked(sessionId, async (tx) => {
        const seat = await activeSeat(tx, sessionId, playerId);
        if (!seat) return refuse("SEAT_REMOVED");
        const next = seat.devices.find(({ deviceId }) => o.isPhone(deviceId));
        if (!next) return refuse("UNKNOWN_PHONE");
        const [captain] = inLineForCaptain(seat.devices);
        if (captain?.deviceId === next.deviceId) return ok(toPlayer(seat));
        if (by && captain && captain.deviceId !== by.deviceId && !by.isAway(captain))
          return refuse(by.deviceId === next.deviceId ? "CAPTAIN_HERE" : "NOT_CAPTAIN");
        await crown(tx, seat, next.deviceId, by);
        return changed(tx, sessionId, playerId);
      });
    },

    /**
     * A phone is taken off its team, by the captain or the host, and the seat gets another code: whoever was taken off
     * knows the old one. UNKNOWN_PHONE, NOT_CAPTAIN; WRONG_PHASE for one's own phone and for the only one. Null: the code
     * is used, try another.
     */
    async removePhone(o: {
      sessionId: string;
      playerId: string;
      isPhone: (deviceId: string) => boolean;
      seatCode: string;
      by: Acting | null;
    }): Promise<Result<{ deviceId: string; seat: StoredPlayer }> | null> {
      const { sessionId, playerId, seatCode, by } = o;
      try {
        return await locked(sessionId, async (tx) => {
          const seat = await activeSeat(tx, sessionId, playerId);
          if (!seat) return refuse("SEAT_REMOVED");
          const leads = by ? await lead(tx, seat, by) : ok(null);
          if (!leads.ok) return leads;
          const gone = seat.devices.find(({ deviceId }) => o.isPhone(deviceId));
          if (!gone) return refuse("UNKNOWN_PHONE");
          if (gone.deviceId === by?.deviceId)
            return refuse("WRONG_PHASE", "That is the phone in your hand. To go, press “Leave the quiz”.");
          if (seat.devices.length === 1)
            return refuse("WRONG_PHASE", "That is the team's only phone. Remove the team instead.");
          await tx.device.delete({
            where: { sessionId_deviceId: { sessionId, deviceId: gone.deviceId } },
          });
          await tx.player.update({ where: { id: playerId }, data: { seatCode } });
          const left = await changed(tx, sessionId, playerId);
          return left.ok ? ok({ deviceId: gone.deviceId, seat: left.value }) : left;
        });
      } catch (error) {
        if (violatedConstraint(error)) return null;
        throw error;
      }
    },

    /** How often the seats of these sessions have changed; one without seats is not among them. */
    async rosterSequences(sessionIds: string[]): Promise<Map<string, number>> {
      if (sessionIds.length === 0) return new Map();
      const rows = await prisma.roster.findMany({ where: { sessionId: { in: sessionIds } } });
      return new Map(rows.map((row) => [row.sessionId, row.sequence]));
    },

    /** When these phones were last here. */
    async noteSeen(phones: { sessionId: string; deviceId: string; seenAt: number }[]): Promise<void> {
      if (phones.length === 0) return;
      await prisma.$executeRaw`
        UPDATE "Device" d SET "seenAt" = g."seenAt"
        FROM jsonb_to_recordset(${JSON.stringify(phones)}::jsonb)
          AS g("sessionId" text, "deviceId" text, "seenAt" bigint)
        WHERE d."sessionId" = g."sessionId" AND d."deviceId" = g."deviceId"`;
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
        // behind the phones that are there, in the order they had, and none of them captain
        await tx.$executeRaw`
          UPDATE "Device" d SET "playerId" = ${toId}, "captainTurn" = 0, "number" = d."number" + (
            SELECT coalesce(max("number"), 0) FROM "Device" WHERE "playerId" = ${toId})
          WHERE d."sessionId" = ${sessionId} AND d."playerId" = ${fromId}`;
        await tx.player.update({
          where: { id: fromId },
          data: { status: "removed", activeNameKey: null },
        });
        await noteRosterChange(tx, sessionId);
        const rows = await tx.player.findMany({
          where: { id: { in: [fromId, toId] } },
          include: withDevices,
        });
        return ok(rows.map(toPlayer));
      });
    },
  };
}

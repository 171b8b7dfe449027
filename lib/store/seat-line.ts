/**
 * The rush at the door: joins of one session that arrive together are seated together, in the order they came, by one
 * transaction. One transaction each takes a room of a thousand ten seconds; a line of batches takes half a second.
 * What must be unique stays unique by constraint: this only asks first, so that a batch seldom meets one.
 */
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import type { Prisma } from "./generated/client";
import { type PlayerRow, type StoredPlayer, toPlayer, withDevices } from "./player-row";
import { noteRosterChange } from "./roster";
import type { Store } from "./store";

export type SeatRequest = {
  sessionId: string;
  playerId: string;
  /** null: a seat without a phone */
  deviceId: string | null;
  name: string;
  nameKey: string;
  seatCode: string;
  source: string;
  /** epoch ms */
  now: number;
};

/** Some 30 ms of statements; larger ones only lengthen the first guest's wait. */
const maxBatch = 250;
/** A room of five thousand is through in a fraction of this; whoever waits longer is told to come again. */
const maxWaitMs = 10_000;

type Waiting = {
  request: SeatRequest;
  askedAt: number;
  settle: (result: Result<StoredPlayer>) => void;
  fail: (error: unknown) => void;
};

/** Postgres' name of the constraint that was hit, whichever layer reports it; null for any other error. */
export function violatedConstraint(error: unknown): string | null {
  const text = JSON.stringify(error, Object.getOwnPropertyNames(error ?? {})) + String(error);
  return /P2002|23505|duplicate key/.test(text) ? text : null;
}

export function createSeatLine(store: Store) {
  const { prisma } = store;
  /** by session; there while its line moves */
  const lines = new Map<string, Waiting[]>();

  async function move(sessionId: string, line: Waiting[]): Promise<void> {
    while (line.length > 0) {
      const batch = line.splice(0, maxBatch).filter((one) => {
        const isLate = performance.now() - one.askedAt > maxWaitMs;
        if (isLate) one.settle(refuse("UNAVAILABLE"));
        return !isLate;
      });
      if (batch.length > 0) await seatBatch(sessionId, batch);
    }
    lines.delete(sessionId);
  }

  async function seatBatch(sessionId: string, batch: Waiting[]): Promise<void> {
    try {
      const requests = batch.map(({ request }) => request);
      const results = await prisma.$transaction((tx) => seatAll(tx, sessionId, requests));
      for (const [index, one] of batch.entries()) one.settle(results[index] ?? refuse("UNAVAILABLE"));
    } catch (error) {
      const [first] = batch;
      if (!violatedConstraint(error) || !first) {
        for (const one of batch) one.fail(error);
      } else if (batch.length > 1) {
        // somebody was renamed or took a seat back in the same instant: it must not cost the others theirs
        for (const one of batch) await seatBatch(sessionId, [one]);
      } else {
        await settleRefused(first, error).catch(first.fail);
      }
    }
  }

  async function settleRefused({ request, settle }: Waiting, error: unknown): Promise<void> {
    const { sessionId, deviceId } = request;
    const device =
      deviceId === null
        ? null
        : await prisma.device.findUnique({
            where: { sessionId_deviceId: { sessionId, deviceId } },
            include: { player: { include: withDevices } },
          });
    if (device?.player.status === "active") settle(ok(toPlayer(device.player)));
    else
      settle(
        violatedConstraint(error)?.includes("activeNameKey") ? refuse("NAME_TAKEN") : refuse("BAD_SEAT_CODE"),
      );
  }

  /**
   * The device's seat, new or the one it has. Joins of one session take its lock one batch after the other, which makes
   * the cap and the join order exact and a double tap a repeat.
   * NAME_TAKEN, SESSION_FULL, SEAT_BANNED, SESSION_ENDED, UNAVAILABLE; BAD_SEAT_CODE: the code is used, try another.
   */
  return (request: SeatRequest): Promise<Result<StoredPlayer>> =>
    new Promise((settle, fail) => {
      const waiting = { request, askedAt: performance.now(), settle, fail };
      const line = lines.get(request.sessionId);
      if (line) {
        line.push(waiting);
        return;
      }
      const started = [waiting];
      lines.set(request.sessionId, started);
      // what has already arrived comes with it
      setImmediate(() => void move(request.sessionId, started));
    });
}

/**
 * Raw SQL with a reason: a batch of 250 as Prisma's lists costs more to compile than Postgres needs to answer it. All a
 * batch has to know, in one look: who sits already, which names and codes are used, and how many seats there are.
 */
type Look = {
  playerCap: number | null;
  isEnded: boolean | null;
  active: number;
  total: number;
  /** of the devices that ask */
  seated: { deviceId: string; player: Omit<PlayerRow, "joinedAt"> & { joinedAt: number } }[];
  names: string[];
  codes: string[];
};

async function look(
  tx: Prisma.TransactionClient,
  sessionId: string,
  requests: SeatRequest[],
): Promise<Look | null> {
  const list = (of: (request: SeatRequest) => string | null) => JSON.stringify(requests.map(of));
  const rows = await tx.$queryRaw<Look[]>`
    SELECT s."playerCap", s."endedAt" IS NOT NULL AS "isEnded",
      (SELECT count(*)::int FROM "Player" WHERE "sessionId" = s."id" AND "status" = 'active') AS "active",
      (SELECT count(*)::int FROM "Player" WHERE "sessionId" = s."id") AS "total",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('deviceId', d."deviceId", 'player', to_jsonb(p) ||
          jsonb_build_object('devices', (
            SELECT jsonb_agg(jsonb_build_object(
              'deviceId', o."deviceId", 'number', o."number", 'captainTurn', o."captainTurn"))
            FROM "Device" o WHERE o."playerId" = p."id")))), '[]')
        FROM "Device" d JOIN "Player" p ON p."id" = d."playerId" WHERE d."sessionId" = s."id" AND d."deviceId" IN
          (SELECT jsonb_array_elements_text(${list((r) => r.deviceId)}::jsonb))) AS "seated",
      (SELECT coalesce(jsonb_agg("activeNameKey"), '[]')
        FROM "Player" WHERE "sessionId" = s."id" AND "activeNameKey" IN
          (SELECT jsonb_array_elements_text(${list((r) => r.nameKey)}::jsonb))) AS "names",
      (SELECT coalesce(jsonb_agg("seatCode"), '[]')
        FROM "Player" WHERE "sessionId" = s."id" AND "seatCode" IN
          (SELECT jsonb_array_elements_text(${list((r) => r.seatCode)}::jsonb))) AS "codes"
    FROM "Session" s WHERE s."id" = ${sessionId}`;
  return rows[0] ?? null;
}

async function seatAll(
  tx: Prisma.TransactionClient,
  sessionId: string,
  requests: SeatRequest[],
): Promise<Result<StoredPlayer>[]> {
  // a lock of its own, so that joins wait for joins and not for the answers' share lock on the session row
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${sessionId}, 0))`;
  const now = await look(tx, sessionId, requests);
  if (!now) return requests.map(() => refuse("NOT_FOUND"));
  if (now.isEnded) return requests.map(() => refuse("SESSION_ENDED"));
  const known = new Map(
    now.seated.map(({ deviceId, player }) => [
      deviceId,
      toPlayer({ ...player, joinedAt: BigInt(player.joinedAt) }),
    ]),
  );
  const names = new Set(now.names);
  const codes = new Set(now.codes);
  let { active, total } = now;

  const seatedNow = new Map<string, StoredPlayer>();
  const fresh: StoredPlayer[] = [];
  const results = requests.map((request): Result<StoredPlayer> => {
    const { now: joinedAt, deviceId, ...given } = request;
    const mine = deviceId === null ? undefined : (seatedNow.get(deviceId) ?? known.get(deviceId));
    if (mine?.status === "active") return ok(mine);
    if (mine?.status === "banned") return refuse("SEAT_BANNED");
    if (active >= (now.playerCap ?? 0)) return refuse("SESSION_FULL");
    if (names.has(given.nameKey)) return refuse("NAME_TAKEN");
    if (codes.has(given.seatCode)) return refuse("BAD_SEAT_CODE");
    active += 1;
    total += 1;
    names.add(given.nameKey);
    codes.add(given.seatCode);
    const player: StoredPlayer = {
      ...given,
      joinOrder: total,
      joinedAt,
      status: "active",
      heads: null,
      headsByHost: false,
      deviceIds: deviceId === null ? [] : [deviceId],
      phoneNumbers: deviceId === null ? {} : { [deviceId]: 1 },
    };
    fresh.push(player);
    if (deviceId !== null) seatedNow.set(deviceId, player);
    return ok(player);
  });
  if (fresh.length > 0) {
    await insert(tx, fresh);
    await noteRosterChange(tx, sessionId);
  }
  return results;
}

/** A device whose seat was removed takes the new one. */
async function insert(tx: Prisma.TransactionClient, players: StoredPlayer[]): Promise<void> {
  const rows = players.map(({ deviceIds, ...player }) => ({ ...player, deviceId: deviceIds[0] ?? null }));
  await tx.$executeRaw`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g(
        "playerId" text, "sessionId" text, "deviceId" text, "name" text, "nameKey" text, "seatCode" text,
        "source" text, "joinOrder" int, "joinedAt" bigint)
    ), seats AS (
      INSERT INTO "Player" ("id", "sessionId", "name", "nameKey", "activeNameKey", "seatCode", "source", "joinOrder", "joinedAt")
      SELECT "playerId", "sessionId", "name", "nameKey", "nameKey", "seatCode", "source", "joinOrder", "joinedAt" FROM given
    )
    INSERT INTO "Device" ("sessionId", "deviceId", "playerId", "seenAt")
    SELECT "sessionId", "deviceId", "playerId", "joinedAt" FROM given WHERE "deviceId" IS NOT NULL
    ON CONFLICT ("sessionId", "deviceId") DO UPDATE
      SET "playerId" = excluded."playerId", "number" = 1, "captainTurn" = 0, "seenAt" = excluded."seenAt"`;
}

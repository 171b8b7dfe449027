/**
 * Sessions and their audit trail. A change of state is one transaction guarded by the version: the row's exclusive
 * lock orders it against answers being committed, so that a lock never overtakes an acknowledged answer.
 */
import type { SessionSummary } from "@/lib/contracts/http";
import { takingAnswers } from "@/lib/game/questions";
import { answerGraceMs, currentState, type GameEvent, type SessionState } from "@/lib/game/state";
import type { Prisma } from "./generated/client";
import { isUniqueViolation } from "./prisma-errors";
import type { Store } from "./store";
import { workspaceOf } from "./workspace";

export type StoredSession = {
  sessionId: string;
  hostId: string;
  quizId: string | null;
  title: string;
  /** null once the session has ended */
  pin: string | null;
  joinKey: string;
  playerCap: number;
  /** epoch ms */
  createdAt: number;
  state: SessionState;
};

export type SessionRepository = ReturnType<typeof sessionRepository>;

/** The columns the answer statement reads, derived from the state and never set apart from it. */
function columnsOf(state: SessionState) {
  const { phase } = state.position;
  const { questionIds, untilAt } = takingAnswers(state);
  // the statement adds the grace
  const closesAt = questionIds.length > 0 && untilAt !== null ? BigInt(untilAt - answerGraceMs) : null;
  return {
    version: state.version,
    state: state as unknown as Prisma.InputJsonValue,
    phase: state.paused ? "paused" : phase,
    openQuestionIds: questionIds,
    closesAt,
    ...(state.endedAt === null ? {} : { endedAt: new Date(state.endedAt), pin: null }),
  };
}

/**
 * Raw SQL with a reason: the room waits for it with each press. As Prisma's transaction it is four round trips and three
 * compiled queries, some 10 ms; as one statement it is one. Nothing is written where the version was another.
 */
const saveSql = `
WITH saved AS (
  UPDATE "Session" SET "version" = $2, "state" = $3::jsonb, "phase" = $4,
    "openQuestionIds" = ARRAY(SELECT jsonb_array_elements_text($5::jsonb)), "closesAt" = $6::bigint,
    "endedAt" = coalesce($7::timestamp, "endedAt"), "pin" = CASE WHEN $7::timestamp IS NULL THEN "pin" END
  WHERE "id" = $1 AND "version" = $2::int - 1 RETURNING "id"
), told AS (
  INSERT INTO "SessionEvent" ("sessionId", "version", "type", "payload", "hostId", "at")
  SELECT saved."id", $2, e."event" ->> 'type', e."event", $9, $10::timestamp
  FROM saved, jsonb_array_elements($8::jsonb) WITH ORDINALITY AS e("event", "place") ORDER BY e."place"
)
SELECT count(*)::int AS "count" FROM saved`;

export function sessionRepository(store: Store) {
  const { prisma } = store;
  return {
    /** The PIN is unique by constraint among live sessions: on "pinTaken" try another. */
    async create(o: {
      sessionId: string;
      hostId: string;
      quizId: string | null;
      title: string;
      pin: string;
      joinKey: string;
      playerCap: number;
      state: SessionState;
      now: number;
    }): Promise<"created" | "pinTaken"> {
      const workspaceId = await workspaceOf(prisma, o.hostId);
      const { sessionId, hostId, quizId, title, pin, joinKey, playerCap } = o;
      try {
        await prisma.session.create({
          data: {
            ...columnsOf(o.state),
            id: sessionId,
            workspaceId,
            hostId,
            quizId,
            title,
            pin,
            joinKey,
            playerCap,
            createdAt: new Date(o.now),
          },
        });
        return "created";
      } catch (error) {
        if (isUniqueViolation(error)) return "pinTaken";
        throw error;
      }
    },

    async load(sessionId: string): Promise<StoredSession | null> {
      const row = await prisma.session.findUnique({ where: { id: sessionId } });
      if (!row) return null;
      return {
        sessionId: row.id,
        hostId: row.hostId,
        quizId: row.quizId,
        title: row.title,
        pin: row.pin,
        joinKey: row.joinKey,
        playerCap: row.playerCap,
        createdAt: row.createdAt.getTime(),
        state: currentState(row.state as unknown as SessionState),
      };
    },

    async findByPin(pin: string): Promise<string | null> {
      const row = await prisma.session.findUnique({ where: { pin }, select: { id: true } });
      return row?.id ?? null;
    },

    async findByKey(joinKey: string): Promise<string | null> {
      const row = await prisma.session.findUnique({ where: { joinKey }, select: { id: true } });
      return row?.id ?? null;
    },

    /** False when somebody else saved this version first; nothing is then written. */
    async save(o: {
      next: SessionState;
      events: GameEvent[];
      hostId: string | null;
      now: number;
    }): Promise<boolean> {
      const { next, events, hostId } = o;
      const { state, openQuestionIds: open, closesAt, version, phase, endedAt } = columnsOf(next);
      const { rows } = await store.query<{ count: number }>(saveSql, [
        next.sessionId,
        version,
        JSON.stringify(state),
        phase,
        JSON.stringify(open),
        closesAt === null ? null : String(closesAt),
        endedAt?.toISOString() ?? null,
        JSON.stringify(events),
        hostId,
        new Date(o.now).toISOString(),
      ]);
      return rows[0]?.count === 1;
    },

    async audit(o: {
      sessionId: string;
      type: string;
      payload: Prisma.InputJsonValue;
      hostId: string | null;
      now: number;
    }): Promise<void> {
      const { sessionId, type, payload, hostId } = o;
      await prisma.sessionEvent.create({ data: { sessionId, type, payload, hostId, at: new Date(o.now) } });
    },

    async listByHost(hostId: string): Promise<SessionSummary[]> {
      const rows = await prisma.session.findMany({
        where: { hostId },
        orderBy: { createdAt: "desc" },
        take: 200,
        select: {
          id: true,
          title: true,
          pin: true,
          phase: true,
          createdAt: true,
          _count: { select: { players: { where: { status: "active" } } } },
        },
      });
      return rows.map((row) => ({
        sessionId: row.id,
        title: row.title,
        pin: row.pin ?? "",
        phase: row.phase,
        createdAt: row.createdAt.getTime(),
        playerCount: row._count.players,
      }));
    },

    async versions(sessionIds: string[]): Promise<Map<string, number>> {
      if (sessionIds.length === 0) return new Map();
      const rows = await prisma.session.findMany({
        where: { id: { in: sessionIds } },
        select: { id: true, version: true },
      });
      return new Map(rows.map((row) => [row.id, row.version]));
    },

    async liveSessionIds(): Promise<string[]> {
      const rows = await prisma.session.findMany({ where: { endedAt: null }, select: { id: true } });
      return rows.map((row) => row.id);
    },
  };
}

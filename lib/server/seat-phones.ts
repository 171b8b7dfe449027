/**
 * The phones of a seat: coming to it, being its captain, being taken off it, leaving it. Who may do what is decided in one
 * transaction by the database, since a team's phones may sit on different processes; here it is told to whoever must know.
 */
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import type { Acting, PlayerRepository } from "@/lib/store/player-repository";
import type { SessionRepository } from "@/lib/store/session-repository";
import type { PhonePresence } from "./phone-presence";
import { paperSource, type Seat } from "./seat";
import type { SessionNews } from "./session-news";
import type { SessionRoom } from "./session-room";
import { phoneIdOf } from "./team-phones";
import { newSeatCode } from "./tokens";

/** A seat code is one of 778,688: with 5,000 seats three tries fail together once in 4 million. */
export const seatCodeTries = 3;

export function createSeatPhones(o: {
  sessions: SessionRepository;
  players: PlayerRepository;
  news: SessionNews;
  presence: PhonePresence;
  now: () => number;
  revoke: (room: SessionRoom, seat: Seat, status: "left", hostId: null) => Promise<void>;
}) {
  /** `deviceId`: the phone that acts for its team; null: the host. */
  const acting = (room: SessionRoom, deviceId: string | null): Acting | null =>
    deviceId === null ? null : { deviceId, now: o.now(), isAway: o.presence.isAway(room) };

  /** UNKNOWN_PHONE, CAPTAIN_HERE, NOT_CAPTAIN, SEAT_REMOVED. */
  async function makeCaptain(
    room: SessionRoom,
    { playerId }: Seat,
    phoneId: string,
    deviceId: string | null,
  ): Promise<Result<null>> {
    const made = await o.players.makeCaptain({
      sessionId: room.sessionId,
      playerId,
      isPhone: (id) => phoneIdOf(id) === phoneId,
      by: acting(room, deviceId),
    });
    if (!made.ok) return made;
    o.news.seatChanged(room, room.putSeat(made.value));
    return ok(null);
  }

  /** UNKNOWN_PHONE, NOT_CAPTAIN, SEAT_REMOVED; WRONG_PHASE for the phone itself and for the only one. */
  async function removePhone(
    room: SessionRoom,
    seat: Seat,
    phoneId: string,
    who: { deviceId: string | null; hostId: string | null },
  ): Promise<Result<null>> {
    const { sessionId } = room;
    const { playerId } = seat;
    for (let attempt = 0; attempt < seatCodeTries; attempt++) {
      const removed = await o.players.removePhone({
        sessionId,
        playerId,
        isPhone: (id) => phoneIdOf(id) === phoneId,
        seatCode: newSeatCode(),
        by: acting(room, who.deviceId),
      });
      if (removed === null) continue;
      if (!removed.ok) return removed;
      await o.sessions.audit({
        sessionId,
        type: "phoneRemoved",
        payload: { playerId, phoneId },
        hostId: who.hostId,
        now: o.now(),
      });
      room.releaseDevice(removed.value.deviceId);
      o.news.seatChanged(room, room.putSeat(removed.value.seat));
      o.news.deviceMoved(room, removed.value.deviceId, seat);
      return ok(null);
    }
    return refuse("UNAVAILABLE");
  }

  async function bind(
    room: SessionRoom,
    deviceId: string,
    how: Pick<Parameters<PlayerRepository["bindDevice"]>[0], "seat" | "refuses">,
  ): Promise<Result<Seat>> {
    const { sessionId } = room;
    const before = room.seatOfDevice(deviceId);
    if (before?.status === "banned") return refuse("SEAT_BANNED");
    const isAway = o.presence.isAway(room);
    const bound = await o.players.bindDevice({ sessionId, deviceId, now: o.now(), isAway, ...how });
    if (!bound.ok) return bound;
    if (before?.playerId !== bound.value.playerId) room.releaseDevice(deviceId);
    const seat = room.putSeat(bound.value);
    o.news.seatChanged(room, seat);
    if (before && before.playerId !== seat.playerId) o.news.deviceMoved(room, deviceId, before);
    return ok(seat);
  }

  return {
    acting,
    bind,
    makeCaptain,
    removePhone,

    /**
     * One phone leaves: the team plays on with its other phones, and its last one gives the seat up. So does a phone whose
     * fellows were not here for long (they were wiped, and came back as this one); a team on paper keeps its seat. After the
     * end nobody goes: SESSION_ENDED.
     */
    async leave(room: SessionRoom, seat: Seat, deviceId: string): Promise<Result<null>> {
      const { sessionId } = room;
      const isGone = o.presence.isGone(room);
      const unbound = await o.players.unbindDevice({
        sessionId,
        playerId: seat.playerId,
        deviceId,
        keeps: ({ source }, others) => source === paperSource || others.some((phone) => !isGone(phone)),
      });
      if (!unbound.ok) return unbound;
      if (!unbound.value) {
        await o.revoke(room, seat, "left", null);
        return ok(null);
      }
      room.releaseDevice(deviceId);
      const left = room.putSeat(unbound.value);
      o.news.rosterChanged(room);
      o.news.seatChanged(room, left);
      o.news.deviceMoved(room, deviceId, seat);
      return ok(null);
    },

    /** The whole team leaves, all its phones at once: NOT_CAPTAIN, SESSION_ENDED. */
    async leaveTogether(room: SessionRoom, seat: Seat, deviceId: string): Promise<Result<null>> {
      const { sessionId } = room;
      const by = { deviceId, now: o.now(), isAway: o.presence.isAway(room) };
      const leads = await o.players.leadAway({ sessionId, playerId: seat.playerId, by });
      if (leads.ok) await o.revoke(room, seat, "left", null);
      return leads;
    },
  };
}

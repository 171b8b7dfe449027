/**
 * Who sits where: joining, taking a seat back, renaming, leaving, and the host's say in it. A device has one seat in
 * a session for good; what must be unique is unique by the database. Authorises every player request, on both roads.
 */
import type { RosterCommand } from "@/lib/contracts/commands";
import { ok, type Refusal, type RefusalCode, type Result, refuse } from "@/lib/contracts/refusals";
import { parsePlayerName } from "@/lib/game/player-name";
import type { PlayerRepository } from "@/lib/store/player-repository";
import type { StoredPlayer } from "@/lib/store/player-row";
import type { SessionRepository } from "@/lib/store/session-repository";
import { isFriendly } from "./name-filter";
import type { SessionNews } from "./session-news";
import { botSource, type Seat, type SessionRoom } from "./session-room";
import type { SessionRooms } from "./session-rooms";
import { newId, newSeatCode, parseSeatCode } from "./tokens";

type Gone = Exclude<StoredPlayer["status"], "active">;
/** What a device hears whose seat is gone, and what the audit trail calls it. */
const gone: Record<Gone, { code: RefusalCode; event: string }> = {
  removed: { code: "SEAT_REMOVED", event: "playerRemoved" },
  banned: { code: "SEAT_BANNED", event: "playerBanned" },
  left: { code: "SEAT_LEFT", event: "playerLeft" },
};

/** A seat code is one of 778,688: with 5,000 seats three tries fail together once in 4 million. */
const seatCodeTries = 3;

/** Names of a rush at the door, each at most 200 bytes (joinSchema). */
const namesKept = 1_000;

export function createSeats(o: {
  rooms: SessionRooms;
  sessions: SessionRepository;
  players: PlayerRepository;
  news: SessionNews;
  now: () => number;
  counts: { joined(sessionId: string): void };
  /** other processes share the database: a seat may have been taken there */
  shared: boolean;
}) {
  /** As far as this process knows: BAD_TOKEN, NOT_SEATED, SEAT_REMOVED, SEAT_BANNED, SEAT_LEFT. */
  function seatHere(room: SessionRoom, deviceId: string | null): Result<Seat> {
    if (!deviceId) return refuse("BAD_TOKEN");
    const seat = room.seatOfDevice(deviceId);
    if (!seat) return refuse("NOT_SEATED");
    return seat.status === "active" ? ok(seat) : refuse(gone[seat.status].code);
  }

  /** The seat of a device, or why it has none: as above. */
  async function seatFor(room: SessionRoom, deviceId: string | null): Promise<Result<Seat>> {
    const here = seatHere(room, deviceId);
    if (here.ok || here.error.code !== "NOT_SEATED" || !deviceId || !o.shared) return here;
    await o.rooms.refreshSeat(room, deviceId);
    return seatHere(room, deviceId);
  }

  /** A join's name is looked at before it is charged and again before it is seated: the word filter reads it once. */
  const lately = new Map<string, ReturnType<typeof parsePlayerName>>();
  function nameFor(typed: string): Result<{ name: string; nameKey: string }> {
    const known = lately.get(typed);
    if (known) return known;
    const parsed = parsePlayerName(typed);
    const verdict = parsed.ok && !isFriendly(parsed.value.name) ? refuse("NAME_REFUSED") : parsed;
    if (lately.size >= namesKept) lately.clear();
    lately.set(typed, verdict);
    return verdict;
  }

  async function rename(room: SessionRoom, seat: Seat, typed: string): Promise<Result<StoredPlayer>> {
    const parsed = nameFor(typed);
    if (!parsed.ok) return parsed;
    const renamed = await o.players.rename(seat.playerId, parsed.value.name, parsed.value.nameKey);
    if (!renamed.ok) return renamed;
    const current = room.putSeat(renamed.value);
    o.news.rosterChanged(room);
    o.news.seatChanged(room, current);
    return renamed;
  }

  async function revoke(room: SessionRoom, seat: Seat, status: Gone, hostId: string | null): Promise<void> {
    if (seat.status === status || seat.status === "banned") return;
    await o.players.setStatus(seat.playerId, status);
    await o.sessions.audit({
      sessionId: room.sessionId,
      type: gone[status].event,
      payload: { playerId: seat.playerId },
      hostId,
      now: o.now(),
    });
    const revoked = room.putSeat({ ...seat, status });
    o.news.rosterChanged(room);
    o.news.seatRevoked(room, revoked, gone[status].code);
  }

  async function seatNew(
    room: SessionRoom,
    deviceId: string,
    name: { name: string; nameKey: string },
    source: string,
  ): Promise<Result<Seat>> {
    for (let attempt = 0; attempt < seatCodeTries; attempt++) {
      const seated = await o.players.seat({
        sessionId: room.sessionId,
        playerId: newId(),
        deviceId,
        ...name,
        seatCode: newSeatCode(),
        source,
        now: o.now(),
      });
      if (seated.ok) {
        o.counts.joined(room.sessionId);
        return ok(room.putSeat(seated.value));
      }
      if (seated.error.code !== "BAD_SEAT_CODE") return seated;
    }
    return refuse("UNAVAILABLE");
  }

  /**
   * Why a device without a seat (`unseated`: what seatFor said) cannot have one, as far as can be told without the
   * database: SEAT_BANNED, SESSION_ENDED, JOINING_LOCKED, NAME_EMPTY, NAME_TOO_LONG, NAME_REFUSED. Null: it may try.
   */
  function refusesJoin(room: SessionRoom, unseated: Refusal, name: string): Refusal | null {
    if (unseated.code === "SEAT_BANNED") return unseated;
    if (room.state.endedAt !== null) return refuse("SESSION_ENDED").error;
    if (room.state.joinLocked) return refuse("JOINING_LOCKED").error;
    const parsed = nameFor(name);
    return parsed.ok ? null : parsed.error;
  }

  return {
    seatFor,
    rename,
    revoke,

    refusesJoin,

    leave: (room: SessionRoom, seat: Seat): Promise<void> => revoke(room, seat, "left", null),

    async command(
      room: SessionRoom,
      command: Extract<RosterCommand, { playerId: string }>,
      hostId: string,
    ): Promise<Result<null>> {
      const seat = room.seats.get(command.playerId);
      if (!seat) return refuse("NOT_FOUND", "There is no such player in this session.");
      if (command.type === "renamePlayer") {
        const renamed = await rename(room, seat, command.name);
        if (!renamed.ok && renamed.error.code === "SEAT_REMOVED")
          return refuse("SEAT_REMOVED", "That player has no seat any more, so there is nothing to rename.");
        return renamed.ok ? ok(null) : renamed;
      }
      await revoke(room, seat, command.type === "banPlayer" ? "banned" : "removed", hostId);
      return ok(null);
    },

    async join(
      room: SessionRoom,
      deviceId: string | null,
      input: { name: string; source?: string },
    ): Promise<Result<Seat>> {
      if (!deviceId) return refuse("BAD_TOKEN");
      // a seat taken through another process is found by the database
      const known = seatHere(room, deviceId);
      if (known.ok) return known; // the same device again: the same seat, at any distance in time
      const refused = refusesJoin(room, known.error, input.name);
      if (refused) return { ok: false, error: refused };
      const parsed = nameFor(input.name);
      if (!parsed.ok) return parsed;
      const isLabel = /^[\w-]{1,40}$/.test(input.source ?? "") && input.source !== botSource;
      return seatNew(room, deviceId, parsed.value, isLabel ? (input.source ?? "link") : "link");
    },

    /** A practice bot's seat, also behind a locked door: NAME_TAKEN, SESSION_FULL, SESSION_ENDED. */
    async seatBot(room: SessionRoom, typed: string): Promise<Result<Seat>> {
      const parsed = nameFor(typed);
      return parsed.ok ? seatNew(room, `bot-${newId()}`, parsed.value, botSource) : parsed;
    },

    /** A wiped or second phone takes a seat by its code: BAD_SEAT_CODE, SEAT_BANNED, BAD_TOKEN. */
    async reclaim(room: SessionRoom, deviceId: string | null, seatCode: string): Promise<Result<Seat>> {
      if (!deviceId) return refuse("BAD_TOKEN");
      const before = room.seatOfDevice(deviceId);
      if (before?.status === "banned") return refuse("SEAT_BANNED");
      const { sessionId } = room;
      const bound = await o.players.bindDevice({ sessionId, deviceId, seatCode: parseSeatCode(seatCode) });
      if (!bound.ok) return bound;
      room.releaseDevice(deviceId);
      const seat = room.putSeat(bound.value);
      if (before && before.playerId !== seat.playerId) o.news.deviceMoved(room, deviceId, before);
      return ok(seat);
    },
  };
}

/**
 * Who sits where: joining, taking a seat back, renaming, leaving, and the host's say in it. A device has one seat in
 * a session for good; what must be unique is unique by the database. Authorises every player request, on both roads.
 */
import type { RosterCommand } from "@/lib/contracts/commands";
import { ok, type Refusal, type Result, refuse } from "@/lib/contracts/refusals";
import { parsePlayerName } from "@/lib/game/player-name";
import type { PlayerRepository } from "@/lib/store/player-repository";
import type { StoredPlayer } from "@/lib/store/player-row";
import type { SessionRepository } from "@/lib/store/session-repository";
import { isFriendly } from "./name-filter";
import type { PhonePresence } from "./phone-presence";
import { botSource, paperSource, type Seat } from "./seat";
import { createSeatPhones, seatCodeTries } from "./seat-phones";
import type { SessionNews } from "./session-news";
import type { SessionRoom } from "./session-room";
import type { SessionRooms } from "./session-rooms";
import { type Gone, goneCode } from "./take-seats";
import { newId, newSeatCode, parseSeatCode } from "./tokens";

/** What the audit trail calls it. */
const goneEvent: Record<Gone, string> = {
  removed: "playerRemoved",
  banned: "playerBanned",
  left: "playerLeft",
};

/** What the server alone says of a seat; a label that claims it is none. */
const ownSources = new Set([botSource, paperSource]);

/** Names of a rush at the door, each at most 200 bytes (joinSchema). */
const namesKept = 1_000;

export function createSeats(o: {
  rooms: SessionRooms;
  sessions: SessionRepository;
  players: PlayerRepository;
  news: SessionNews;
  presence: PhonePresence;
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
    return seat.status === "active" ? ok(seat) : refuse(goneCode[seat.status]);
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
  function nameFor(
    { state: { filtersNames } }: SessionRoom,
    typed: string,
  ): Result<{ name: string; nameKey: string }> {
    if (!filtersNames) return parsePlayerName(typed);
    const known = lately.get(typed);
    if (known) return known;
    const parsed = parsePlayerName(typed);
    const verdict = parsed.ok && !isFriendly(parsed.value.name) ? refuse("NAME_REFUSED") : parsed;
    if (lately.size >= namesKept) lately.clear();
    lately.set(typed, verdict);
    return verdict;
  }

  async function rename(
    room: SessionRoom,
    seat: Seat,
    typed: string,
    deviceId: string | null,
  ): Promise<Result<StoredPlayer>> {
    const parsed = nameFor(room, typed);
    if (!parsed.ok) return parsed;
    const { sessionId } = room;
    const by = phones.acting(room, deviceId);
    const renamed = await o.players.rename({ sessionId, playerId: seat.playerId, ...parsed.value, by });
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
      type: goneEvent[status],
      payload: { playerId: seat.playerId },
      hostId,
      now: o.now(),
    });
    const revoked = room.putSeat({ ...seat, status });
    o.news.rosterChanged(room);
    o.news.seatRevoked(room, revoked, goneCode[status]);
  }

  const phones = createSeatPhones({ ...o, revoke });

  async function seatNew(
    room: SessionRoom,
    deviceId: string | null,
    name: { name: string; nameKey: string },
    source: string,
  ): Promise<Result<Seat>> {
    for (let attempt = 0; attempt < seatCodeTries; attempt++) {
      const playerId = newId();
      const seated = await o.players.seat({
        sessionId: room.sessionId,
        playerId,
        deviceId,
        ...name,
        seatCode: newSeatCode(),
        source,
        now: o.now(),
      });
      if (seated.ok) {
        // of two taps in one moment the second is told of the first one's seat; a team on paper has no phone that joins
        if (deviceId !== null && seated.value.playerId === playerId) o.counts.joined(room.sessionId);
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
    const parsed = nameFor(room, name);
    return parsed.ok ? null : parsed.error;
  }

  /** An active seat by its id: UNKNOWN_PLAYER. */
  async function activeSeat(room: SessionRoom, playerId: string): Promise<Result<Seat>> {
    if (!room.seats.has(playerId) && o.shared) await o.rooms.refreshSeats(room);
    const seat = room.seats.get(playerId);
    return seat?.status === "active" ? ok(seat) : refuse("UNKNOWN_PLAYER");
  }

  /** UNKNOWN_PLAYER; WRONG_PHASE for a seat with itself. */
  async function mergeSeats(
    room: SessionRoom,
    { fromPlayerId: fromId, toPlayerId: toId }: Extract<RosterCommand, { type: "mergeSeats" }>,
    hostId: string,
  ): Promise<Result<null>> {
    if (fromId === toId) return refuse("WRONG_PHASE", "That is one seat already. Pick two.");
    if (room.mergedSeats.get(fromId) === toId) return ok(null); // the reply was lost, and it comes again
    for (const id of [fromId, toId]) {
      const seat = await activeSeat(room, id);
      if (!seat.ok) return seat;
    }
    const { sessionId } = room;
    const merged = await o.players.mergeSeats({ sessionId, fromId, toId });
    if (!merged.ok) return merged;
    await o.sessions.audit({
      sessionId,
      type: "seatsMerged",
      payload: { fromPlayerId: fromId, toPlayerId: toId },
      hostId,
      now: o.now(),
    });
    const from = room.seats.get(fromId);
    const moved = from?.deviceIds ?? [];
    // the emptied seat first: a device belongs to the seat that was put last
    for (const deviceId of moved) room.releaseDevice(deviceId);
    for (const id of [fromId, toId]) {
      const player = merged.value.find(({ playerId }) => playerId === id);
      if (player) room.putSeat(player);
    }
    room.mergedSeats.set(fromId, toId);
    o.news.rosterChanged(room);
    if (from) for (const deviceId of moved) o.news.deviceMoved(room, deviceId, from);
    const to = room.seats.get(toId);
    if (to) o.news.seatChanged(room, to);
    return ok(null);
  }

  async function addPaperTeam(room: SessionRoom, typed: string, hostId: string): Promise<Result<null>> {
    if (room.state.endedAt !== null) return refuse("SESSION_ENDED");
    const parsed = nameFor(room, typed);
    if (!parsed.ok) return parsed;
    const seat = await seatNew(room, null, parsed.value, paperSource);
    // the same order again, because its reply was lost or by a second host, finds the team that is there
    const isThere = room
      .activeSeats()
      .some(({ nameKey, source }) => source === paperSource && nameKey === parsed.value.nameKey);
    if (!seat.ok) return seat.error.code === "NAME_TAKEN" && isThere ? ok(null) : seat;
    await o.sessions.audit({
      sessionId: room.sessionId,
      type: "paperTeamAdded",
      payload: { playerId: seat.value.playerId },
      hostId,
      now: o.now(),
    });
    o.news.rosterChanged(room);
    return ok(null);
  }

  return {
    seatFor,
    rename,
    revoke,
    activeSeat,

    refusesJoin,

    ...phones,

    async command(
      room: SessionRoom,
      command: Exclude<
        RosterCommand,
        { type: "addBots" | "removeBots" | "answerSeatRequest" | "setTeamSize" }
      >,
      hostId: string,
    ): Promise<Result<null>> {
      if (command.type === "addPaperTeam") return addPaperTeam(room, command.name, hostId);
      if (command.type === "mergeSeats") return mergeSeats(room, command, hostId);
      const seat = room.seats.get(command.playerId);
      if (!seat) return refuse("UNKNOWN_PLAYER");
      if (command.type === "makeCaptain") return phones.makeCaptain(room, seat, command.phoneId, null);
      if (command.type === "removePhone")
        return phones.removePhone(room, seat, command.phoneId, { deviceId: null, hostId });
      if (command.type === "renamePlayer") {
        const renamed = await rename(room, seat, command.name, null);
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
      const parsed = nameFor(room, input.name);
      if (!parsed.ok) return parsed;
      const isLabel = /^[\w-]{1,40}$/.test(input.source ?? "") && !ownSources.has(input.source ?? "");
      return seatNew(room, deviceId, parsed.value, isLabel ? (input.source ?? "link") : "link");
    },

    /** The host says that this phone is that team's, on paper or not: BAD_SEAT_CODE, SEAT_BANNED, SESSION_FULL. */
    letIn: (room: SessionRoom, deviceId: string, playerId: string): Promise<Result<Seat>> =>
      phones.bind(room, deviceId, { seat: { id: playerId } }),

    /** A practice bot's seat, also behind a locked door: NAME_TAKEN, SESSION_FULL, SESSION_ENDED. */
    async seatBot(room: SessionRoom, typed: string): Promise<Result<Seat>> {
      const parsed = nameFor(room, typed);
      return parsed.ok ? seatNew(room, `bot-${newId()}`, parsed.value, botSource) : parsed;
    },

    /** A wiped or second phone takes a seat by its code: BAD_SEAT_CODE, PAPER_SEAT, SEAT_BANNED, BAD_TOKEN. */
    async reclaim(room: SessionRoom, deviceId: string | null, seatCode: string): Promise<Result<Seat>> {
      if (!deviceId) return refuse("BAD_TOKEN");
      return phones.bind(room, deviceId, {
        seat: { seatCode: parseSeatCode(seatCode) },
        // nobody of a team on paper was ever shown its code: only the host knows who asks
        refuses: ({ source, deviceIds }) =>
          source === paperSource && deviceIds.length === 0 ? refuse("PAPER_SEAT") : null,
      });
    },
  };
}

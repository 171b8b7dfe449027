/**
 * The sessions this process has in memory: loaded once from the database, taken again when another process saved a
 * newer version, dropped when nobody has touched them for a while. The database stays the truth.
 */
import type { AnswerCommitter } from "@/lib/store/answer-committer";
import type { PlayerRepository } from "@/lib/store/player-repository";
import type { SeatRequestRepository } from "@/lib/store/seat-request-repository";
import type { SessionRepository } from "@/lib/store/session-repository";
import type { Seat } from "./seat";
import type { SessionNews } from "./session-news";
import { SessionRoom } from "./session-room";
import { takeSeats } from "./take-seats";

/** A room nobody has touched for this long leaves memory. */
const idleRoomMs = 15 * 60_000;

export type SessionRooms = ReturnType<typeof createRooms>;

export function createRooms(o: {
  sessions: SessionRepository;
  players: PlayerRepository;
  committer: AnswerCommitter;
  news: SessionNews;
  requests: SeatRequestRepository;
  now: () => number;
  /** a room has come into memory: its deadline must be watched */
  onLoaded: (room: SessionRoom) => void;
}) {
  const rooms = new Map<string, Promise<SessionRoom | null>>();
  /** those of them that have come */
  const ready = new Map<string, SessionRoom>();

  /** of the seats as they were read last */
  const rosters = new WeakMap<SessionRoom, number>();

  async function refreshSeats(room: SessionRoom): Promise<void> {
    takeSeats(room, await o.players.list(room.sessionId), o.news);
  }
  async function takeAnswers(room: SessionRoom): Promise<void> {
    for (const answer of await o.committer.loadAnswers(room.sessionId))
      room.keepAnswer(answer.questionId, answer.playerId, answer);
  }

  async function read(sessionId: string): Promise<SessionRoom | null> {
    const stored = await o.sessions.load(sessionId);
    if (!stored) return null;
    const room = new SessionRoom(stored, stored.state, o.now());
    for (const player of await o.players.list(sessionId)) room.putSeat(player);
    await takeAnswers(room);
    for (const request of await o.requests.list(sessionId)) room.seatRequests.set(request.deviceId, request);
    ready.set(sessionId, room);
    o.onLoaded(room);
    return room;
  }

  const strangers = createStrangers(o.players, o.news);

  return {
    async find(sessionId: string): Promise<SessionRoom | null> {
      if (!/^[\w-]{1,64}$/.test(sessionId)) return null;
      let loading = rooms.get(sessionId);
      if (!loading) {
        loading = read(sessionId);
        rooms.set(sessionId, loading);
        loading.then((room) => room ?? rooms.delete(sessionId)).catch(() => rooms.delete(sessionId));
      }
      const room = await loading;
      if (room) room.lastUsedAt = o.now();
      return room;
    },

    /** Only what is in memory: what a stranger may ask for makes no work for the database. */
    async inMemory(sessionId: string): Promise<SessionRoom | null> {
      const room = (await rooms.get(sessionId)?.catch(() => null)) ?? null;
      if (room) room.lastUsedAt = o.now();
      return room;
    },

    /** The same for whoever cannot wait. */
    now(sessionId: string): SessionRoom | null {
      const room = ready.get(sessionId) ?? null;
      if (room) room.lastUsedAt = o.now();
      return room;
    },

    /** The active seat of a device in any room in memory: a night has a handful of rooms, and each looks it up by key. */
    seatNow(deviceId: string): Seat | null {
      for (const room of ready.values()) {
        const seat = room.seatOfDevice(deviceId);
        if (seat?.status === "active") return seat;
      }
      return null;
    },

    /** The state another process saved, with its seats and answers; null when ours is as new. */
    async readNewer(room: SessionRoom): Promise<SessionRoom["state"] | null> {
      const stored = await o.sessions.load(room.sessionId);
      if (!stored || stored.state.version <= room.state.version) return null;
      await refreshSeats(room);
      await takeAnswers(room);
      return stored.state;
    },

    /** Every seat, as far as it was taken through another process. */
    refreshSeats,

    /** The same, where the number that counts changes of the seats is not the one of the last look. */
    async refreshSeatsIfChanged(room: SessionRoom, sequence: number): Promise<boolean> {
      if (rosters.get(room) === sequence) return false;
      await refreshSeats(room);
      rosters.set(room, sequence);
      return true;
    },

    /** The seat this device took through another process, if it has one. */
    refreshSeat: (room: SessionRoom, deviceId: string): Promise<void> => strangers.ask(room, deviceId),

    ids: (): string[] => [...rooms.keys()],

    async each(visit: (room: SessionRoom) => void | Promise<void>): Promise<void> {
      for (const loading of [...rooms.values()]) {
        const room = await loading.catch(() => null);
        if (room) await visit(room);
      }
    },

    dropIfIdle(room: SessionRoom): void {
      const isIdle =
        o.now() - room.lastUsedAt > idleRoomMs &&
        room.deadlineTimer === null &&
        room.activeSeats().every((seat) => seat.sockets === 0);
      if (!isIdle) return;
      rooms.delete(room.sessionId);
      ready.delete(room.sessionId);
    },
  };
}

/**
 * Devices nobody here knows are asked for together, one question at a time: a room that joins all at once is a few questions,
 * not a thousand, and the next one grows while the one before is answered.
 */
function createStrangers(players: PlayerRepository, news: SessionNews) {
  const asking = new Map<SessionRoom, { deviceIds: Set<string>; answered: Promise<void> }>();
  const underWay = new WeakMap<SessionRoom, Promise<unknown>>();

  async function answer(room: SessionRoom, deviceIds: Set<string>): Promise<void> {
    // what arrives in the same turn of the event loop comes with it
    await new Promise((turn) => setImmediate(turn));
    await underWay.get(room);
    asking.delete(room);
    const read = players.ofDevices(room.sessionId, [...deviceIds]);
    // whoever waits behind a question that failed asks anew
    underWay.set(
      room,
      read.catch(() => undefined),
    );
    takeSeats(room, await read, news);
  }

  return {
    ask(room: SessionRoom, deviceId: string): Promise<void> {
      const known = asking.get(room);
      if (known) {
        known.deviceIds.add(deviceId);
        return known.answered;
      }
      const deviceIds = new Set([deviceId]);
      const answered = answer(room, deviceIds);
      asking.set(room, { deviceIds, answered });
      return answered;
    },
  };
}

/**
 * When each phone of a team was last here: what decides whether its captain is away. Known at once for the phones of this
 * process; written down now and then, so that other processes and the next one know it, too. It decides nothing about
 * answers: every phone of a team answers, whoever is here.
 */
import type { Acting, Phone, PlayerRepository } from "@/lib/store/player-repository";
import type { SessionRoom } from "./session-room";

/**
 * A minute without a line and the captain is away: longer than a reload, a restarted server and the lift, and than a poll
 * (25 s) with what was last written down (15 s); short enough for a team that waits to mend its name.
 */
export const awayAfterMs = 60_000;
/** Two of a minute's quarters may be lost before a phone that is here counts as away. */
export const noteSeenEveryMs = 15_000;
/** A phone that slept in a pocket all round may come back; after two rounds in the dark it holds no seat by itself. */
export const goneAfterMs = 30 * 60_000;

type Here = { lines: number; seenAt: number; notedAt: number };

export type PhonePresence = ReturnType<typeof createPhonePresence>;

export function createPhonePresence(o: { players: PlayerRepository; now: () => number; shared: boolean }) {
  const rooms = new WeakMap<SessionRoom, Map<string, Here>>();

  function phone(room: SessionRoom, deviceId: string): Here {
    const phones = rooms.get(room) ?? new Map<string, Here>();
    const known = phones.get(deviceId);
    if (known) return known;
    const here = { lines: 0, seenAt: 0, notedAt: 0 };
    rooms.set(room, phones.set(deviceId, here));
    return here;
  }

  const lastSeenAt = (room: SessionRoom, { deviceId, seenAt }: Phone): number => {
    const here = rooms.get(room)?.get(deviceId);
    return Math.max(Number(seenAt), here ? (here.lines > 0 ? o.now() : here.seenAt) : 0);
  };
  const unseenFor =
    (room: SessionRoom, ms: number): Acting["isAway"] =>
    (known) =>
      o.now() - lastSeenAt(room, known) >= ms;

  return {
    lineOpened(room: SessionRoom, deviceId: string): void {
      const here = phone(room, deviceId);
      here.lines += 1;
      here.seenAt = o.now();
    },
    lineClosed(room: SessionRoom, deviceId: string): void {
      const here = phone(room, deviceId);
      here.lines = Math.max(0, here.lines - 1);
      here.seenAt = o.now();
    },
    /** It polls: at the beginning and at the end of the wait. */
    heard(room: SessionRoom, deviceId: string): void {
      phone(room, deviceId).seenAt = o.now();
    },

    isAway: (room: SessionRoom) => unseenFor(room, awayAfterMs),
    isGone: (room: SessionRoom) => unseenFor(room, goneAfterMs),

    /** Alone with the database, a team of one phone needs no note: this process knows whether it is here. */
    async noteSeen(room: SessionRoom): Promise<void> {
      const seen = [];
      for (const [deviceId, here] of rooms.get(room) ?? []) {
        if (here.lines > 0) here.seenAt = o.now();
        const seat = room.seatOfDevice(deviceId);
        if (here.seenAt <= here.notedAt || !seat || (!o.shared && seat.deviceIds.length < 2)) continue;
        here.notedAt = here.seenAt;
        seen.push({ sessionId: room.sessionId, deviceId, seenAt: here.seenAt });
      }
      await o.players.noteSeen(seen);
    },
  };
}

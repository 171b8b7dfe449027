/**
 * Seats as the database has them, laid over those in memory: what another process did to a team (a name, a captain, a
 * phone more or less, a removal, a merge) is told to the phones of this one as if it had been done here.
 */
import type { RefusalCode } from "@/lib/contracts/refusals";
import type { StoredPlayer } from "@/lib/store/player-row";
import type { Seat } from "./seat";
import type { SessionNews } from "./session-news";
import type { SessionRoom } from "./session-room";

export type Gone = Exclude<StoredPlayer["status"], "active">;
/** What a device hears whose seat is gone. */
export const goneCode: Record<Gone, RefusalCode> = {
  removed: "SEAT_REMOVED",
  banned: "SEAT_BANNED",
  left: "SEAT_LEFT",
};

/** Read before a change of this process and arriving after it: a seat that is gone does not come back. */
const isOutdated = (known: Seat, { status }: StoredPlayer): boolean =>
  known.status !== "active" && status === "active";

const isSame = (known: Seat, player: StoredPlayer): boolean =>
  Object.entries(player).every(
    ([field, value]) => JSON.stringify(known[field as keyof StoredPlayer]) === JSON.stringify(value),
  );

export function takeSeats(room: SessionRoom, players: StoredPlayer[], news: SessionNews): void {
  const others = players.filter((player) => {
    const known = room.seats.get(player.playerId);
    return !known || (!isSame(known, player) && !isOutdated(known, player));
  });
  if (others.length === 0) return;
  // the emptied seats first: a device belongs to the seat that was put last
  const moved: { deviceId: string; from: Seat }[] = [];
  for (const { playerId, deviceIds } of others) {
    const known = room.seats.get(playerId);
    for (const deviceId of known?.deviceIds ?? [])
      if (known && !deviceIds.includes(deviceId) && room.seatOfDevice(deviceId) === known)
        moved.push({ deviceId, from: known });
  }
  for (const { deviceId } of moved) room.releaseDevice(deviceId);
  const before = new Map(others.map(({ playerId }) => [playerId, room.seats.get(playerId)?.status]));
  const seats = others.map((player) => room.putSeat(player));

  news.rosterChanged(room);
  for (const { deviceId, from } of moved) news.deviceMoved(room, deviceId, from);
  for (const seat of seats) {
    if (before.get(seat.playerId) !== "active") continue;
    if (seat.status === "active") news.seatChanged(room, seat);
    // the phones of a seat that was merged have moved, and hear nothing of a removal
    else if (seat.deviceIds.length > 0) news.seatRevoked(room, seat, goneCode[seat.status]);
  }
}

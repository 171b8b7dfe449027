/**
 * What a player's poll is answered: the view at once when it is newer than the phone's, else when it comes or the wait
 * ends. Whoever calls has checked the seat and its limits. At once means in the same turn of the event loop: a room on
 * the fallback polls a thousand times in a moment, and every promise on the way costs as much as the answer.
 */
import { ok, type Result } from "@/lib/contracts/refusals";
import type { Container } from "./container";
import type { Seat } from "./seat";
import type { SessionRoom } from "./session-room";

/** A poll may wait this long. Most proxies cut a silent request after 30 or 60 s. */
const maxWaitSeconds = 25;

export type Poll = {
  room: SessionRoom;
  seat: Seat;
  deviceId: string | null;
  /** the cursor of what the phone shows, as it came */
  since: string | null | undefined;
  /** seconds, as they came */
  wait: string | null | undefined;
  /** asked for only when the poll hangs; aborts when the phone goes away */
  signal: () => AbortSignal;
};
/** The body of the reply; null: nothing newer. */
export type PollReply = Result<string | null>;

export function answerPoll(box: Container, poll: Poll): PollReply | Promise<PollReply> {
  if (poll.deviceId) box.service.presence.heard(poll.room, poll.deviceId);
  const waitMs = Math.min(Math.max(0, Number(poll.wait) || 0), maxWaitSeconds) * 1000;
  if (waitMs > 0 && isTooSoon(box, poll)) {
    const later = hang(box, poll, waitMs);
    box.service.waiters.wakeSettled(poll.room.sessionId, poll.seat.playerId);
    return later;
  }
  const reply = look(box, poll.room, poll.seat, poll.since);
  return reply === null && waitMs > 0 ? hang(box, poll, waitMs) : ok(reply);
}

/**
 * What a fellow wrote while this phone's next poll was on its way: on a slow WiFi that is most of the time, and a phone that
 * was answered at once each time would poll more often than sessionPoll lets it.
 */
function isTooSoon(box: Container, { room, seat, since }: Poll): boolean {
  if (!since || !box.service.waiters.isSettling(room.sessionId, seat.playerId)) return false;
  return room.hasShared(since) && since !== room.playerCursor(seat);
}

function look(box: Container, room: SessionRoom, seat: Seat, since: Poll["since"]): string | null {
  const now = box.now();
  seat.polledAt = now;
  if (since && since === room.playerCursor(seat)) return null;
  return room.playerBody(seat, now, box.load.paceMs()).body;
}

async function hang(box: Container, poll: Poll, waitMs: number): Promise<PollReply> {
  const { room, seat, deviceId, since } = poll;
  await box.service.waiters.wait(room.sessionId, seat.playerId, waitMs, poll.signal());
  if (deviceId) box.service.presence.heard(room, deviceId);
  // the seat may be gone, or this device may sit elsewhere by now
  const still = await box.service.seatFor(room, deviceId);
  return still.ok ? ok(look(box, room, still.value, since)) : still;
}

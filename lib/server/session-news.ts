/**
 * Who hears of what: the adapters (sockets) and the polls that hang. Every change of a session goes out through here,
 * so that both roads are told the same and in the same order. It decides nothing and writes nothing.
 */
import type { RefusalCode } from "@/lib/contracts/refusals";
import type { HostLiveChange } from "@/lib/contracts/views";
import type { Seat } from "./seat";
import type { SessionRoom } from "./session-room";
import type { Waiters } from "./waiters";

/** Who is shown something else by a new version: all phones, or only these seats; host and big screen always. */
export type Audience = "everybody" | Seat[];

/** What the adapters do with news. `playerChanged`: that seat's personal part may differ now. */
export type Publisher = {
  versionChanged(room: SessionRoom, audience: Audience): void;
  playerChanged(room: SessionRoom, seat: Seat, knows?: string): void;
  liveChanged(room: SessionRoom, change: HostLiveChange): void;
  seatRevoked(room: SessionRoom, seat: Seat, code: RefusalCode): void;
  deviceMoved(room: SessionRoom, deviceId: string): void;
};

export type SessionNews = ReturnType<typeof createNews>;

export function createNews(waiters: Waiters) {
  const publishers = new Set<Partial<Publisher>>();
  const tell = (say: (publisher: Partial<Publisher>) => void) => publishers.forEach(say);

  function versionChanged(room: SessionRoom, audience: Audience): void {
    tell((publisher) => publisher.versionChanged?.(room, audience));
    if (audience === "everybody") waiters.wakeSession(room.sessionId);
    // a hundred marks must not cost a hundred views for each of three hundred phones
    else
      for (const who of ["host", "screen", ...audience.map(({ playerId }) => playerId)])
        waiters.wake(room.sessionId, who);
  }

  return {
    subscribe: (publisher: Partial<Publisher>): void => void publishers.add(publisher),
    versionChanged,
    /** `knows`: the socket that hears all there is to it by an acknowledgement. */
    seatChanged(room: SessionRoom, seat: Seat, knows?: string): void {
      tell((publisher) => publisher.playerChanged?.(room, seat, knows));
      waiters.wakeSettled(room.sessionId, seat.playerId);
    },
    /** What names players is made anew; who sees them is told with the next look at the places (session-service.ts). */
    rosterChanged: (room: SessionRoom): void => room.dropShared(),
    seatRevoked(room: SessionRoom, seat: Seat, code: RefusalCode): void {
      tell((publisher) => publisher.seatRevoked?.(room, seat, code));
      waiters.wake(room.sessionId, seat.playerId);
    },
    deviceMoved(room: SessionRoom, deviceId: string, from: Seat): void {
      tell((publisher) => publisher.deviceMoved?.(room, deviceId));
      // the fellows it left behind are one fewer
      if (from.status === "active") tell((publisher) => publisher.playerChanged?.(room, from));
      waiters.wake(room.sessionId, from.playerId);
    },
    /** Joins, links and answers: coalesced by whoever calls. */
    liveChanged(room: SessionRoom, change: HostLiveChange): void {
      tell((publisher) => publisher.liveChanged?.(room, change));
      waiters.wake(room.sessionId, "host");
      waiters.wake(room.sessionId, "screen");
    },
  };
}

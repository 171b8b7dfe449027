/**
 * How many a team is: said by the team itself, or by the host, whose word stands. It is kept with the seat and scores are
 * derived with it, so that a number that is mended corrects every table.
 */
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import { maySayHeads } from "@/lib/game/handicaps";
import type { PlayerRepository } from "@/lib/store/player-repository";
import type { SessionRepository } from "@/lib/store/session-repository";
import type { SessionNews } from "./session-news";
import type { Seat, SessionRoom } from "./session-room";

export function createTeamSizes(o: {
  players: PlayerRepository;
  sessions: SessionRepository;
  news: SessionNews;
  now: () => number;
  /** an active seat by its id: UNKNOWN_PLAYER */
  activeSeat: (room: SessionRoom, playerId: string) => Promise<Result<Seat>>;
}) {
  async function set(
    room: SessionRoom,
    seat: Seat,
    heads: number | null,
    byHost: boolean,
  ): Promise<Result<null>> {
    const stored = await o.players.setHeads(seat.playerId, heads, byHost);
    if (!stored.ok) return stored;
    const current = room.putSeat(stored.value);
    o.news.rosterChanged(room);
    o.news.seatChanged(room, current);
    return ok(null);
  }

  return {
    /** By a phone of the team: SIZE_SET, WRONG_PHASE, SESSION_ENDED. */
    async say(room: SessionRoom, seat: Seat, heads: number | null): Promise<Result<null>> {
      if (seat.heads === heads) return ok(null);
      const may = maySayHeads(room.state, seat);
      return may.ok ? set(room, seat, heads, false) : may;
    },

    /** By the host, at any time and after the end, too; null: the team may say it again. UNKNOWN_PLAYER. */
    async setByHost(
      room: SessionRoom,
      { playerId, heads }: { playerId: string; heads: number | null },
      hostId: string,
    ): Promise<Result<null>> {
      const found = await o.activeSeat(room, playerId);
      if (!found.ok) return found;
      const seat = found.value;
      if (seat.heads === heads && seat.headsByHost === (heads !== null)) return ok(null);
      const done = await set(room, seat, heads, true);
      if (!done.ok) return done.error.code === "SEAT_REMOVED" ? refuse("UNKNOWN_PLAYER") : done;
      await o.sessions.audit({
        sessionId: room.sessionId,
        type: "teamSizeSet",
        payload: { playerId, heads },
        hostId,
        now: o.now(),
      });
      return ok(null);
    },
  };
}

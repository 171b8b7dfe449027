/**
 * How many a team is: said by the team itself, or by the host, whose word stands. It is kept with the seat and scores are
 * derived with it, so that a number that is mended corrects every table.
 */
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import { maySayHeads } from "@/lib/game/handicaps";
import type { PlayerRepository } from "@/lib/store/player-repository";
import type { SessionRepository } from "@/lib/store/session-repository";
import type { Seat } from "./seat";
import type { SessionNews } from "./session-news";
import type { SessionRoom } from "./session-room";

export function createTeamSizes(o: {
  players: PlayerRepository;
  sessions: SessionRepository;
  news: SessionNews;
  now: () => number;
  /** an active seat by its id: UNKNOWN_PLAYER */
  activeSeat: (room: SessionRoom, playerId: string) => Promise<Result<Seat>>;
}) {
  /** Of one seat one after the other: what is in memory must be what was stored last. */
  const lines = new WeakMap<Seat, Promise<unknown>>();
  function inLine<T>(seat: Seat, work: () => Promise<T>): Promise<T> {
    const run = (lines.get(seat) ?? Promise.resolve()).then(work);
    lines.set(
      seat,
      run.catch(() => undefined),
    );
    return run;
  }

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
    say: (room: SessionRoom, seat: Seat, heads: number | null): Promise<Result<null>> =>
      inLine(seat, async () => {
        if (seat.heads === heads) return ok(null);
        const may = maySayHeads(room.state, seat);
        return may.ok ? set(room, seat, heads, false) : may;
      }),

    /** By the host, at any time and after the end, too; null: the team may say it again. UNKNOWN_PLAYER. */
    async setByHost(
      room: SessionRoom,
      { playerId, heads }: { playerId: string; heads: number | null },
      hostId: string,
    ): Promise<Result<null>> {
      const found = await o.activeSeat(room, playerId);
      if (!found.ok) return found;
      const seat = found.value;
      const isSet = () => seat.heads === heads && seat.headsByHost === (heads !== null);
      const done = await inLine(seat, async () => (isSet() ? null : set(room, seat, heads, true)));
      if (!done) return ok(null);
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

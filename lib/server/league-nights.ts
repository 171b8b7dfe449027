/**
 * Old nights for the league: the standings of a finished session, by the same function as every screen, without taking
 * the session into memory as a room. State and answers are read, scored and forgotten; what is kept is a few bytes a team,
 * for as long as neither the version nor the roster has changed.
 */
import { ranksWithout } from "@/lib/game/league";
import { type AnswerRecord, scoreSession } from "@/lib/game/scoring";
import type { SessionState } from "@/lib/game/state";
import type { StoredNight, StoredSeat } from "@/lib/store/league-repository";
import { isBot } from "./seat";

/** A hundred teams of some 100 bytes each: 5 MB when every night was that large. */
const mostKept = 500;

type Placed = Map<string, { rank: number; points: number }>;

/** Removed seats and practice bots have no part in a league. */
export const takesPart = (seat: StoredSeat): boolean => seat.status === "active" && !isBot(seat);

export type LeagueNights = ReturnType<typeof createLeagueNights>;

export function createLeagueNights(o: {
  loadState: (sessionId: string) => Promise<SessionState | null>;
  loadAnswers: (sessionId: string) => Promise<AnswerRecord[]>;
}) {
  /** the least recently asked for first */
  const kept = new Map<string, { key: string; placed: Promise<Placed> }>();

  async function place(sessionId: string, seats: StoredSeat[]): Promise<Placed> {
    const state = await o.loadState(sessionId);
    if (!state) return new Map();
    const players = seats.map((seat) => ({ ...seat, removed: seat.status !== "active" }));
    const { standings } = scoreSession(state, players, await o.loadAnswers(sessionId));
    const out = new Set(seats.filter((seat) => !takesPart(seat)).map(({ playerId }) => playerId));
    return new Map(
      ranksWithout(standings, (playerId) => out.has(playerId)).map(({ playerId, rank, points }) => [
        playerId,
        { rank, points },
      ]),
    );
  }

  return {
    /** Place and points by player id of those who take part. `seats`: all of the session. */
    standings(night: StoredNight, seats: StoredSeat[]): Promise<Placed> {
      // a removal, a merge, a paper team and the size of a team change no version, but all change the standings
      const key = `${night.version} ${seats.map(({ playerId, status, heads }) => `${playerId} ${status} ${heads}`).join()}`;
      const known = kept.get(night.sessionId);
      kept.delete(night.sessionId);
      const entry = known?.key === key ? known : { key, placed: place(night.sessionId, seats) };
      kept.set(night.sessionId, entry);
      entry.placed.catch(() => kept.get(night.sessionId) === entry && kept.delete(night.sessionId));
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
      return entry.placed;
    },
  };
}

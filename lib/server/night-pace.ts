/**
 * How fast a session is going: joins, answers, and how long phones wait for their acknowledgement. What the room
 * panel shows. A minute of samples a session and no more; it must never cost more than what it counts.
 */
const windowMs = 60_000;
const answersWindowMs = 10_000;
/** A thousand phones answering every few seconds; past this the oldest are dropped and the percentiles are of the rest. */
const maxSamples = 20_000;

type Sample = { at: number; ms: number };
type Track = { joins: number[]; acks: Sample[] };

export type Pace = {
  joinsPerMinute: number;
  answersPerSecond: number;
  /** null when nobody answered in the last minute */
  ackMs: { p50: number; p99: number } | null;
};

export type NightPace = ReturnType<typeof createNightPace>;

/** `now`: milliseconds that never step back. */
export function createNightPace(now: () => number) {
  const tracks = new Map<string, Track>();

  function trackOf(sessionId: string): Track {
    const track = tracks.get(sessionId) ?? { joins: [], acks: [] };
    tracks.set(sessionId, track);
    return track;
  }

  /** Drops what is older than the window; an empty track goes, so that old sessions cost nothing. */
  function tidy(sessionId: string, track: Track): void {
    const from = now() - windowMs;
    const join = track.joins.findIndex((at) => at >= from);
    track.joins.splice(0, join < 0 ? track.joins.length : join);
    const ack = track.acks.findIndex(({ at }) => at >= from);
    track.acks.splice(0, ack < 0 ? track.acks.length : ack);
    if (track.joins.length === 0 && track.acks.length === 0) tracks.delete(sessionId);
  }

  return {
    joined(sessionId: string): void {
      const { joins } = trackOf(sessionId);
      joins.push(now());
      if (joins.length > maxSamples) joins.splice(0, maxSamples / 10);
    },
    /** `ms`: from receipt to acknowledgement */
    acknowledged(sessionId: string, ms: number): void {
      const { acks } = trackOf(sessionId);
      acks.push({ at: now(), ms });
      if (acks.length > maxSamples) acks.splice(0, maxSamples / 10);
    },
    read(sessionId: string): Pace {
      const track = tracks.get(sessionId);
      if (!track) return { joinsPerMinute: 0, answersPerSecond: 0, ackMs: null };
      tidy(sessionId, track);
      const recent = now() - answersWindowMs;
      const sorted = track.acks.map(({ ms }) => ms).sort((a, b) => a - b);
      return {
        joinsPerMinute: track.joins.length,
        answersPerSecond: track.acks.filter(({ at }) => at >= recent).length / (answersWindowMs / 1000),
        ackMs: sorted.length > 0 ? { p50: percentile(sorted, 50), p99: percentile(sorted, 99) } : null,
      };
    },
    /** for a sweep now and then: sessions nobody reads any more */
    tidyAll(): void {
      for (const [sessionId, track] of tracks) tidy(sessionId, track);
    },
  };
}

/** Nearest rank: a value that was measured, never one in between. */
export const percentile = (sorted: number[], percent: number): number =>
  sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;

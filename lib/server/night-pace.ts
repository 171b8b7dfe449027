/**
 * How fast a session is going: joins, answers, and how long phones wait for their acknowledgement. What the room
 * panel shows. A minute of samples a session and no more; it must never cost more than what it counts.
 */
const windowMs = 60_000;
const answersWindowMs = 10_000;
/** A thousand phones answering every few seconds; past this the oldest are dropped and the percentiles are of the rest. */
const maxSamples = 20_000;

/** Of each acknowledgement when it was, and in the other list how long it took: a number is 8 bytes there, an object with both 80. */
type Track = { joins: number[]; ackedAt: number[]; ackMs: number[] };

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
    const track = tracks.get(sessionId) ?? { joins: [], ackedAt: [], ackMs: [] };
    tracks.set(sessionId, track);
    return track;
  }

  /** Drops what is older than the window; an empty track goes, so that old sessions cost nothing. */
  function tidy(sessionId: string, track: Track): void {
    const from = now() - windowMs;
    const join = track.joins.findIndex((at) => at >= from);
    track.joins.splice(0, join < 0 ? track.joins.length : join);
    const ack = track.ackedAt.findIndex((at) => at >= from);
    dropAcks(track, ack < 0 ? track.ackedAt.length : ack);
    if (track.joins.length === 0 && track.ackedAt.length === 0) tracks.delete(sessionId);
  }

  return {
    joined(sessionId: string): void {
      const { joins } = trackOf(sessionId);
      joins.push(now());
      if (joins.length > maxSamples) joins.splice(0, maxSamples / 10);
    },
    /** `ms`: from receipt to acknowledgement */
    acknowledged(sessionId: string, ms: number): void {
      const track = trackOf(sessionId);
      track.ackedAt.push(now());
      track.ackMs.push(ms);
      if (track.ackMs.length > maxSamples) dropAcks(track, maxSamples / 10);
    },
    read(sessionId: string): Pace {
      const track = tracks.get(sessionId);
      if (!track) return { joinsPerMinute: 0, answersPerSecond: 0, ackMs: null };
      tidy(sessionId, track);
      const recent = now() - answersWindowMs;
      const sorted = track.ackMs.toSorted((a, b) => a - b);
      return {
        joinsPerMinute: track.joins.length,
        answersPerSecond: track.ackedAt.filter((at) => at >= recent).length / (answersWindowMs / 1000),
        ackMs: sorted.length > 0 ? { p50: percentile(sorted, 50), p99: percentile(sorted, 99) } : null,
      };
    },
    /** for a sweep now and then: sessions nobody reads any more */
    tidyAll(): void {
      for (const [sessionId, track] of tracks) tidy(sessionId, track);
    },
  };
}

function dropAcks({ ackedAt, ackMs }: Track, count: number): void {
  ackedAt.splice(0, count);
  ackMs.splice(0, count);
}

/** Nearest rank: a value that was measured, never one in between. */
export const percentile = (sorted: number[], percent: number): number =>
  sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;

/**
 * The server's clock as this device knows it. Counted with a monotonic clock, never with Date, so that a phone whose
 * clock is wrong, or jumps, shows the right time (TMR-01). Messages that came quickest are believed most, but never
 * against what a newer one proves: some devices stop the monotonic clock while they sleep, and a server's can be set.
 */
export type ServerClock = {
  /**
   * `sentAt`: server epoch ms. `roundTripMs`: known for replies to a request, not for pushes. True when what was heard
   * fits so badly that a round trip should be measured.
   */
  hear(sentAt: number, roundTripMs?: number): boolean;
  /** The device slept for `ms` without its monotonic clock noticing; the next round trip has the last word. */
  slept(ms: number): void;
  /** epoch ms on the server's clock */
  now(): number;
};

/** A good measurement is believed for a minute; then a newer one, even a slower, since clocks drift. */
const trustMs = 60_000;
/** A push this far behind is either very late or the server's clock was set back: only a round trip can tell. */
const lateMs = 2_000;

export function serverClock(monotonicNow: () => number): ServerClock {
  let offsetMs: number | null = null;
  let bestRoundTripMs = Number.POSITIVE_INFINITY;
  let measuredAt = Number.NEGATIVE_INFINITY;
  return {
    hear(sentAt, roundTripMs) {
      if (!Number.isFinite(sentAt)) return false;
      const now = monotonicNow();
      // no message arrives before it was sent
      const least = sentAt - now;
      if (roundTripMs === undefined) {
        const isLate = offsetMs !== null && offsetMs - least > lateMs;
        if (offsetMs === null || least > offsetMs) offsetMs = least;
        return isLate;
      }
      // and no reply was made before it was asked for
      const most = least + roundTripMs;
      // what is believed is itself uncertain by half its round trip: only what cannot both be true is overruled
      const slackMs = bestRoundTripMs / 2;
      const isPossible = offsetMs !== null && offsetMs >= least - slackMs && offsetMs <= most + slackMs;
      const isTrusted = roundTripMs > bestRoundTripMs && now - measuredAt < trustMs;
      if (isPossible && isTrusted) return false;
      offsetMs = least + roundTripMs / 2;
      bestRoundTripMs = roundTripMs;
      measuredAt = now;
      return false;
    },
    slept(ms) {
      if (offsetMs !== null) offsetMs += ms;
      bestRoundTripMs = Number.POSITIVE_INFINITY;
    },
    now: () => (offsetMs === null ? Date.now() : monotonicNow() + offsetMs),
  };
}

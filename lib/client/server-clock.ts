/**
 * The server's clock as this device knows it. Counted with a monotonic clock, never with Date, so that a phone whose
 * clock is wrong, or jumps, shows the right time (TMR-01). Messages that came quickest are believed most.
 */
export type ServerClock = {
  /** `sentAt`: server epoch ms. `roundTripMs`: known for replies to a request, not for pushes. */
  hear(sentAt: number, roundTripMs?: number): void;
  /** epoch ms on the server's clock */
  now(): number;
};

/** A good measurement is believed for a minute; then a newer one, even a slower, since clocks drift. */
const trustMs = 60_000;

export function serverClock(monotonicNow: () => number): ServerClock {
  let offsetMs: number | null = null;
  let bestRoundTripMs = Number.POSITIVE_INFINITY;
  let measuredAt = Number.NEGATIVE_INFINITY;
  return {
    hear(sentAt, roundTripMs) {
      const now = monotonicNow();
      if (roundTripMs === undefined) {
        // no message arrives before it was sent, so a push can only show that the clock is further on
        const least = sentAt - now;
        if (offsetMs === null || least > offsetMs) offsetMs = least;
        return;
      }
      if (roundTripMs > bestRoundTripMs && now - measuredAt < trustMs) return;
      offsetMs = sentAt + roundTripMs / 2 - now;
      bestRoundTripMs = roundTripMs;
      measuredAt = now;
    },
    now: () => (offsetMs === null ? Date.now() : monotonicNow() + offsetMs),
  };
}

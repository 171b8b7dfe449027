/**
 * How long the apology page waits before it tries again. Exact times would bring every refused phone back in the
 * same second; a constant minute would starve the unlucky. So: 3 s at first, growing, spread over as much again.
 */
const firstMs = 3000;
/** A room's page-load budget refills within a minute: waiting longer than half of that helps nobody. */
const longestMs = 15_000;

/** `attempt` 0 is the first; `random` in [0, 1). */
export function retryDelayMs(attempt: number, random: number): number {
  const base = Math.min(longestMs, firstMs * 1.6 ** Math.min(attempt, 20));
  return Math.round(base + random * base);
}

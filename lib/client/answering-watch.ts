/**
 * Whether anybody answers the polls. Judged by failures and by silence while the page was awake: what a frozen or
 * throttled tab did not wait for is no proof of a dead line.
 */

/** Nobody answers for this long: say so on the phone. */
const offlineAfterMs = 3_000;
export const tickMs = 1_000;

export function answeringWatch(monotonicNow: () => number) {
  let failingSince: number | null = null;
  /** of the poll under way: how long it may wait, and how long the page has been awake with it */
  let waitMs: number | null = null;
  let silentMs = 0;
  return {
    asked(mayWaitMs: number): void {
      waitMs = mayWaitMs;
      silentMs = 0;
    },
    answered(): void {
      failingSince = null;
      waitMs = null;
    },
    failed(): void {
      failingSince ??= monotonicNow();
      waitMs = null;
    },
    /** Once in `tickMs`. A frozen tab ticks not at all and a throttled one seldom, so only time awake is counted. */
    tick(): void {
      silentMs += tickMs;
    },
    /** A single failed poll is no news; `wasOnline`: once offline, only an answer counts. */
    isLikely(wasOnline: boolean): boolean {
      if (failingSince !== null) return wasOnline && monotonicNow() - failingSince < offlineAfterMs;
      return waitMs === null || silentMs < waitMs + offlineAfterMs;
    },
  };
}

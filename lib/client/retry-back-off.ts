/** Recovery time is back-off plus boot: a restarted server answers within half a second (design.md, decision 2). */
const firstRetryMs = 300;
const longestRetryMs = 5_000;

/** How long to wait after so many failures in a row; each road spreads it at random in its own way. */
export const retryBackOffMs = (failures: number): number =>
  Math.min(longestRetryMs, firstRetryMs * 2 ** failures);

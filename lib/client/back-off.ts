/**
 * How long to wait before trying again: doubling with jitter, so that a room that lost its server together does not
 * come back in the same second (CON-13). Pure; it must not keep count: the caller knows how often it failed.
 */
export type BackOff = { firstMs: number; maxMs: number };

/** `failures`: how many in a row, from 1. Half to one and a half times the doubled step, never above 1.5 × maxMs. */
export function backOffMs(failures: number, { firstMs, maxMs }: BackOff, random: () => number): number {
  const step = Math.min(maxMs, firstMs * 2 ** Math.min(Math.max(0, failures - 1), 20));
  return Math.round(step * (0.5 + random()));
}

/** What the server asked for and up to a quarter more: exact retry times herd. */
export function afterRetryMs(retryAfterMs: number, random: () => number): number {
  return Math.round(retryAfterMs * (1 + random() / 4));
}

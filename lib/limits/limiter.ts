/**
 * The interface every backend of the limits has. A check names all buckets it would charge: all are looked at, and
 * charged only if all pass, so that a refused request costs nobody anything.
 */
import type { PolicyName } from "./policies";

export type Charge = { policy: PolicyName; key: string; cost?: number | undefined };

export type Refused = {
  ok: false;
  policy: PolicyName;
  /** computed and jittered by up to half as much again: exact times make a herd, constants starve */
  retryAfterMs: number;
  /** what the bucket holds when it is full */
  limit: number;
  remaining: 0;
};

export type Verdict = { ok: true } | Refused;

export type Limiter = {
  check(charges: Charge[]): Promise<Verdict>;
  /** looks without charging */
  peek(charges: Charge[]): Promise<Verdict>;
};

/** LIMITS=off, the kill switch. Whoever installs it says so in the log. */
export const offLimiter = (): Limiter => ({
  check: async () => ({ ok: true }),
  peek: async () => ({ ok: true }),
});

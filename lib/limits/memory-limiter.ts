/**
 * GCRA in memory: one number per key (when its bucket will be full again), exact rolling rate and burst. Bounded: the
 * key that was quiet the longest is forgotten first. The clock must be monotonic, or a stepped wall clock would refuse.
 */
import { type Charge, type Limiter, mergedCharges, type Verdict } from "./limiter";
import type { Policies } from "./policies";

/** About 20 MB; far more addresses and players than one process ever serves in a minute. */
const defaultMaxKeys = 200_000;
const passed: Verdict = { ok: true };
/** Below this a difference is rounding, not a request too many. */
const epsilonMs = 1e-6;

export function memoryLimiter(o: {
  policies: () => Policies;
  /** monotonic milliseconds */
  now: () => number;
  /** 0 to 1 */
  random: () => number;
  maxKeys?: number;
}): Limiter & { size(): number } {
  const fullAt = new Map<string, number>();
  const maxKeys = o.maxKeys ?? defaultMaxKeys;

  /** What a charge would do: to which bucket, when that is full again then, and how long until it fits (0: now). */
  function weigh(charge: Charge, now: number): { key: string; fullAt: number; waitMs: number } {
    const { perMinute, burst } = o.policies()[charge.policy];
    const intervalMs = 60_000 / perMinute;
    // Debts are kept as time, which is worth something else at another rate. The size is part of the key, as in a shared
    // store: a new size holds at once and starts full.
    const key = `${charge.policy} ${perMinute} ${burst} ${charge.key}`;
    const from = Math.max(fullAt.get(key) ?? now, now);
    const next = from + (charge.cost ?? 1) * intervalMs;
    const over = next - now - burst * intervalMs;
    return { key, fullAt: next, waitMs: over > epsilonMs ? over : 0 };
  }

  function fill(key: string, at: number): void {
    fullAt.delete(key);
    fullAt.set(key, at);
    if (fullAt.size > maxKeys) fullAt.delete(fullAt.keys().next().value as string);
  }

  const refused = ({ policy }: Charge, waitMs: number): Verdict => ({
    ok: false,
    policy,
    retryAfterMs: Math.ceil(waitMs * (1 + o.random() / 2)),
    limit: o.policies()[policy].burst,
    remaining: 0,
  });

  function look(charges: Charge[], now: number): Verdict {
    for (const entry of mergedCharges(charges)) {
      const { waitMs } = weigh(entry, now);
      if (waitMs > 0) return refused(entry, waitMs);
    }
    return passed;
  }

  function checkNow(charges: Charge[]): Verdict {
    const now = o.now();
    const [only, ...others] = charges;
    // nearly every request: one bucket, looked at and charged in one go
    if (only && others.length === 0) {
      const { key, fullAt: at, waitMs } = weigh(only, now);
      if (waitMs > 0) return refused(only, waitMs);
      fill(key, at);
      return passed;
    }
    const verdict = look(charges, now);
    if (verdict.ok)
      for (const entry of charges) {
        const { key, fullAt: at } = weigh(entry, now);
        fill(key, at);
      }
    return verdict;
  }

  return {
    check: async (charges) => checkNow(charges),
    checkNow,
    peek: async (charges) => look(charges, o.now()),
    size: () => fullAt.size,
  };
}

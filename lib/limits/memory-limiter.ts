/**
 * GCRA in memory: one number per key (when its bucket will be full again), exact rolling rate and burst. Bounded: the
 * key that was quiet the longest is forgotten first. The clock must be monotonic, or a stepped wall clock would refuse.
 */
import { type Charge, type Limiter, mergedCharges, type Verdict } from "./limiter";
import type { Policies } from "./policies";

/** About 20 MB; far more addresses and players than one process ever serves in a minute. */
const defaultMaxKeys = 200_000;
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
  const keyOf = (charge: Charge) => `${charge.policy} ${charge.key}`;

  /** Milliseconds until this charge would fit; 0 when it fits now. */
  function waitMs(charge: Charge, now: number): number {
    const { perMinute, burst } = o.policies()[charge.policy];
    const intervalMs = 60_000 / perMinute;
    const from = Math.max(fullAt.get(keyOf(charge)) ?? now, now);
    const over = from + (charge.cost ?? 1) * intervalMs - now - burst * intervalMs;
    return over > epsilonMs ? over : 0;
  }

  function charge(entry: Charge, now: number): void {
    const key = keyOf(entry);
    const intervalMs = 60_000 / o.policies()[entry.policy].perMinute;
    const next = Math.max(fullAt.get(key) ?? now, now) + (entry.cost ?? 1) * intervalMs;
    fullAt.delete(key);
    fullAt.set(key, next);
    if (fullAt.size > maxKeys) fullAt.delete(fullAt.keys().next().value as string);
  }

  function look(charges: Charge[], now: number): Verdict {
    for (const entry of charges.length > 1 ? mergedCharges(charges) : charges) {
      const wait = waitMs(entry, now);
      if (wait > 0)
        return {
          ok: false,
          policy: entry.policy,
          retryAfterMs: Math.ceil(wait * (1 + o.random() / 2)),
          limit: o.policies()[entry.policy].burst,
          remaining: 0,
        };
    }
    return { ok: true };
  }

  function checkNow(charges: Charge[]): Verdict {
    const now = o.now();
    const verdict = look(charges, now);
    if (verdict.ok) for (const entry of charges) charge(entry, now);
    return verdict;
  }

  return {
    check: async (charges) => checkNow(charges),
    checkNow,
    peek: async (charges) => look(charges, o.now()),
    size: () => fullAt.size,
  };
}

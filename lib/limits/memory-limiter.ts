/**
 * GCRA in memory: one number per key (when its bucket will be full again), exact rolling rate and burst. Bounded: the
 * key that was quiet the longest is forgotten first. The clock must be monotonic, or a stepped wall clock would refuse.
 */
import { type Charge, type Limiter, mergedCharges, type Verdict } from "./limiter";
import type { Policies, Policy, PolicyName } from "./policies";
import { type Entry, quietestFirst, type Shelf } from "./quietest-first";

/** 32 MB when full; far more addresses and players than one process ever serves in a minute. */
const defaultMaxKeys = 200_000;
const passed: Verdict = { ok: true };
/** Below this a difference is rounding, not a request too many. */
const epsilonMs = 1e-6;

/** `roomMs`: what a full bucket holds, as time. */
type Size = { policy: Policy; shelf: Shelf<number>; intervalMs: number; roomMs: number };

export function memoryLimiter(o: {
  policies: () => Policies;
  /** monotonic milliseconds */
  now: () => number;
  /** 0 to 1 */
  random: () => number;
  maxKeys?: number;
}): Limiter & { size(): number } {
  const maxKeys = o.maxKeys ?? defaultMaxKeys;
  /** of each bucket, when it will be full again */
  const buckets = quietestFirst<number>(maxKeys);
  const shelves = new Map<string, Shelf<number>>();
  const sizes = new Map<PolicyName, Size>();

  /** The size in force, and the buckets that have it. */
  function sizeOf(name: PolicyName): Size {
    const policy = o.policies()[name];
    const known = sizes.get(name);
    if (known?.policy === policy) return known;
    const { perMinute, burst } = policy;
    // Debts are kept as time, which is worth something else at another rate. The size is part of what a bucket is found
    // by, as in a shared store: a new size holds at once and starts full.
    const shelfName = `${name} ${perMinute} ${burst}`;
    const shelf = shelves.get(shelfName) ?? new Map();
    shelves.set(shelfName, shelf);
    const intervalMs = 60_000 / perMinute;
    const size: Size = { policy, shelf, intervalMs, roomMs: burst * intervalMs };
    sizes.set(name, size);
    return size;
  }

  /** When the bucket would be full again after this charge. */
  const fullAfter = ({ intervalMs }: Size, bucket: Entry<number> | undefined, charge: Charge, now: number) =>
    Math.max(bucket?.value ?? now, now) + (charge.cost ?? 1) * intervalMs;
  /** How long until that fits; 0: now. */
  function waitMs({ roomMs }: Size, fullAt: number, now: number): number {
    const over = fullAt - now - roomMs;
    return over > epsilonMs ? over : 0;
  }

  const refused = ({ policy, key }: Charge, ms: number): Verdict => ({
    ok: false,
    policy,
    key,
    retryAfterMs: Math.ceil(ms * (1 + o.random() / 2)),
    limit: o.policies()[policy].burst,
    remaining: 0,
  });

  function look(charges: Charge[], now: number): Verdict {
    for (const charge of mergedCharges(charges)) {
      const size = sizeOf(charge.policy);
      const ms = waitMs(size, fullAfter(size, size.shelf.get(charge.key), charge, now), now);
      if (ms > 0) return refused(charge, ms);
    }
    return passed;
  }

  /** Looked at and charged in one go; `anyway`: it has been looked at. */
  function take(charge: Charge, now: number, anyway: boolean): Verdict {
    const size = sizeOf(charge.policy);
    const bucket = size.shelf.get(charge.key);
    const fullAt = fullAfter(size, bucket, charge, now);
    const ms = anyway ? 0 : waitMs(size, fullAt, now);
    if (ms > 0) return refused(charge, ms);
    if (bucket) {
      bucket.value = fullAt;
      buckets.used(bucket);
    } else buckets.put(size.shelf, charge.key, fullAt);
    return passed;
  }

  function checkNow(charges: Charge[]): Verdict {
    const now = o.now();
    // nearly every request: one bucket
    if (charges.length === 1) return take(charges[0]!, now, false);
    const verdict = look(charges, now);
    if (verdict.ok) for (const charge of charges) take(charge, now, true);
    return verdict;
  }

  return {
    check: async (charges) => checkNow(charges),
    checkNow,
    peek: async (charges) => look(charges, o.now()),
    size: buckets.size,
  };
}

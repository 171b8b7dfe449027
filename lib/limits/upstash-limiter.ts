/**
 * The limits in a store that several processes share, with the buckets of @upstash/ratelimit. It throws when the store
 * fails or answers nonsense and never guesses: resilient-limiter.ts decides what happens then.
 */
import { createHmac } from "node:crypto";
import { Ratelimit } from "@upstash/ratelimit";
import { type Charge, type Limiter, mergedCharges, type Refused, type Verdict } from "./limiter";
import type { LimiterStore, ScriptArguments } from "./limiter-store";
import type { Policies, PolicyName } from "./policies";

/**
 * Tokens come back in lumps at least this far apart: the library counts in whole milliseconds, and rounding an interval
 * of 50 ms down errs by 2 % at the most, in favour of the room.
 */
const leastIntervalMs = 50;

/**
 * Why the library's token bucket and not its sliding window: a policy is a rate and a burst, a window is one number. To
 * let in what a bucket lets in, a window of a minute must hold burst + perMinute, and then admits all of it at once.
 * Sized to the rate it refuses the honest: what came in the minute before fades over a whole further minute, so a room
 * that arrived at 20:00:50 and loses its WiFi at 20:01:15 has three quarters of its arrivals against it, and ten wrong
 * passwords shut a landlord out for up to a quarter of an hour instead of 90 s. `reset` is the end of the calendar
 * window, not when a slot is free, and a cost of five passes when one is left.
 */
type Bucket = { perMinute: number; burst: number; refill: number; intervalMs: number; ratelimit: Ratelimit };

export function upstashLimiter(o: {
  store: LimiterStore;
  policies: () => Policies;
  /** monotonic milliseconds */
  now: () => number;
  /** 0 to 1 */
  random: () => number;
  /** keys are addresses and players: a store elsewhere gets them as keyed hashes only */
  secret: string;
}): Limiter {
  const buckets = new Map<PolicyName, Bucket>();

  // The library takes the wall clock of each process. One stepped back by five minutes would refill nothing for five
  // minutes. So its time is replaced by a steady one, which starts at the wall clock and only ever catches up with the
  // furthest clock seen in a bucket: processes agree, and a step moves nobody.
  let aheadMs = Date.now() - o.now();
  const clock = () => Math.floor(o.now() + aheadMs);
  const catchUpWith = (ms: number) => {
    aheadMs += Math.max(0, ms - clock());
  };
  /** The bucket's script takes [burst, interval, refill, now, cost]; the one that only reads has no time in it. */
  const steadied = (args: ScriptArguments): ScriptArguments =>
    args.length === 5 ? [...args.slice(0, 3), clock(), args[4]!] : args;
  const steadyStore = {
    ...o.store,
    evalsha: (sha: string, keys: string[], args: ScriptArguments) =>
      o.store.evalsha(sha, keys, steadied(args)),
    eval: (script: string, keys: string[], args: ScriptArguments) =>
      o.store.eval(script, keys, steadied(args)),
  };

  function bucketOf(policy: PolicyName): Bucket {
    const { perMinute, burst } = o.policies()[policy];
    const known = buckets.get(policy);
    if (known?.perMinute === perMinute && known.burst === burst) return known;
    const refill = Math.ceil((perMinute * leastIntervalMs) / 60_000);
    const intervalMs = Math.max(1, Math.floor((refill * 60_000) / perMinute));
    const ratelimit = new Ratelimit({
      // it uses four commands of the many its type names
      redis: steadyStore as never,
      limiter: Ratelimit.tokenBucket(refill, `${intervalMs} ms`, burst),
      // the size is part of the key: a new size holds at once and starts full, instead of waiting for old debts
      prefix: `roomful:${policy}:${burst}:${refill}:${intervalMs}`,
      // on by default, and it blacks a room out: one refusal silences the key until the end of the window
      ephemeralCache: false,
      analytics: false,
      enableProtection: false,
      enableTelemetry: false,
      // its own timeout answers "success": ours is outside, and answers with a local limit
      timeout: 0,
    });
    const bucket = { perMinute, burst, refill, intervalMs, ratelimit };
    buckets.set(policy, bucket);
    return bucket;
  }

  const storedKey = (key: string) =>
    createHmac("sha256", o.secret).update(key).digest("base64url").slice(0, 24);

  /** Milliseconds until `cost` is there; 0 when it is. Reads, and works the refill out itself, as the library does not. */
  async function waitMs({ policy, key, cost }: Charge & { cost: number }): Promise<number> {
    const { ratelimit, burst, refill, intervalMs } = bucketOf(policy);
    const reply = await ratelimit.getRemaining(storedKey(key));
    mustBeSane(reply, burst);
    if (reply.remaining >= burst && cost <= burst) return 0;
    const filledAt = reply.remaining >= burst ? clock() : reply.reset - intervalMs;
    catchUpWith(filledAt);
    const now = clock();
    const refills = Math.floor((now - filledAt) / intervalMs);
    const tokens = Math.min(burst, reply.remaining + refills * refill);
    const lacking = Math.ceil((cost - tokens) / refill);
    return lacking <= 0 ? 0 : Math.max(1, filledAt + (refills + lacking) * intervalMs - now);
  }

  /** Takes `cost` tokens, or gives them back when negative. Milliseconds to wait; 0 when it was taken. */
  async function take({ policy, key, cost }: Charge & { cost: number }): Promise<number> {
    const { ratelimit, burst, intervalMs } = bucketOf(policy);
    const reply = await ratelimit.limit(storedKey(key), { rate: cost });
    mustBeSane(reply, burst);
    if (reply.success) return 0;
    const filledAt = reply.reset - intervalMs;
    if (filledAt <= clock()) return Math.max(1, reply.reset - clock());
    // filled by a process whose clock is ahead: by that clock there may be tokens
    catchUpWith(filledAt);
    const again = await ratelimit.limit(storedKey(key), { rate: cost });
    mustBeSane(again, burst);
    return again.success ? 0 : Math.max(1, again.reset - clock());
  }

  const refused = ({ policy, key }: Charge, wait: number): Refused => ({
    ok: false,
    policy,
    key,
    retryAfterMs: Math.ceil(wait * (1 + o.random() / 2)),
    limit: o.policies()[policy].burst,
    remaining: 0,
  });

  async function look(charges: (Charge & { cost: number })[]): Promise<Verdict> {
    const waits = await Promise.all(charges.map(waitMs));
    const index = waits.findIndex((wait) => wait > 0);
    return index === -1 ? { ok: true } : refused(charges[index]!, waits[index]!);
  }

  return {
    peek: (charges) => look(mergedCharges(charges)),
    async check(charges) {
      const merged = mergedCharges(charges);
      const [only] = merged;
      if (only && merged.length === 1 && only.cost === 1) {
        const wait = await take(only);
        return wait === 0 ? { ok: true } : refused(only, wait);
      }
      const verdict = await look(merged);
      if (!verdict.ok) return verdict;
      const waits = await Promise.all(merged.map(take));
      const index = waits.findIndex((wait) => wait > 0);
      if (index === -1) return { ok: true };
      // another process took the last token between the look and the charge: nobody pays for what was refused
      await Promise.all(
        merged.map((charge, at) => (waits[at] === 0 ? take({ ...charge, cost: -charge.cost }) : 0)),
      );
      return refused(merged[index]!, waits[index]!);
    },
  };
}

/** A store that answers with something else than its script's three numbers is broken, not generous. */
function mustBeSane(reply: { remaining: number; reset: number; limit: number }, burst: number): void {
  const { remaining, reset, limit } = reply;
  if (!Number.isFinite(remaining) || !Number.isFinite(reset) || limit !== burst)
    throw new Error(`it gave a wrong answer (limit ${limit} where ${burst} was asked)`);
}

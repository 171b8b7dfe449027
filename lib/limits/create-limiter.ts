/**
 * Puts the limiter of this process together: memory when nothing is set, else the shared store with its local
 * stand-in; and the shadow around both, in which a policy is counted and said and refuses nobody.
 */
import type { Charge, Limiter } from "./limiter";
import type { LimiterStore } from "./limiter-store";
import { memoryLimiter } from "./memory-limiter";
import type { Policies, PolicyName } from "./policies";
import { redisStore } from "./redis-store";
import { type LimiterStoreStatus, resilientLimiter, storeTimeoutMs } from "./resilient-limiter";
import { testStore } from "./store-self-test";
import { upstashLimiter } from "./upstash-limiter";
import { upstashStore } from "./upstash-store";

type Log = Parameters<typeof resilientLimiter>[0]["log"];

export type CreatedLimiter = {
  limiter: Limiter;
  status(): LimiterStoreStatus;
  /** resolves when the store has been tried once, whatever came of it; requests need not wait for it */
  tried: Promise<void>;
  close(): Promise<void>;
};

export function createLimiter(o: {
  policies: () => Policies;
  shadow: (policy: PolicyName) => boolean;
  onShadowRefusal: (charge: Charge) => void;
  upstash?: { url: string; token: string } | undefined;
  redisUrl?: string | undefined;
  /** hashes the keys in a shared store: the same in every process */
  secret: string;
  log: Log;
  /** monotonic milliseconds */
  now: () => number;
  /** 0 to 1 */
  random: () => number;
}): CreatedLimiter {
  const local = memoryLimiter(o);
  if (o.upstash && o.redisUrl)
    throw new Error("Set either a Redis URL or an Upstash URL for the limits, not both.");
  const store: LimiterStore | null = o.redisUrl
    ? redisStore(o.redisUrl)
    : o.upstash
      ? upstashStore(o.upstash)
      : null;
  if (!store)
    return {
      limiter: withShadow(local, o),
      status: () => ({ kind: "memory", state: "up", reason: null }),
      tried: Promise.resolve(),
      close: async () => undefined,
    };
  const shared = resilientLimiter({
    kind: store.kind,
    remote: upstashLimiter({ ...o, store }),
    local,
    selfTest: () => testStore(store, storeTimeoutMs),
    now: o.now,
    log: o.log,
  });
  return {
    limiter: withShadow(shared, o),
    status: shared.status,
    tried: shared.tried,
    close: store.close,
  };
}

/** Charges of a policy in shadow are made one by one, after the others have passed, and what they say is only told. */
export function withShadow(
  limiter: Limiter,
  o: {
    shadow: (policy: PolicyName) => boolean;
    onShadowRefusal: (charge: Charge) => void;
  },
): Limiter {
  const isShadowed = ({ policy }: Charge) => o.shadow(policy);
  const enforced = (charges: Charge[]) => charges.filter((charge) => !isShadowed(charge));
  async function checkShadowed(charges: Charge[], strict: Charge[]) {
    const verdict = strict.length > 0 ? await limiter.check(strict) : ({ ok: true } as const);
    if (!verdict.ok) return verdict;
    for (const charge of charges)
      if (o.shadow(charge.policy) && !(await limiter.check([charge])).ok) o.onShadowRefusal(charge);
    return verdict;
  }
  const { checkNow } = limiter;
  return {
    checkNow:
      checkNow &&
      ((charges) => {
        if (!charges.some(isShadowed)) return checkNow(charges);
        const strict = enforced(charges);
        const verdict = strict.length > 0 ? checkNow(strict) : ({ ok: true } as const);
        if (!verdict.ok) return verdict;
        for (const charge of charges)
          if (o.shadow(charge.policy) && !checkNow([charge]).ok) o.onShadowRefusal(charge);
        return verdict;
      }),
    check(charges) {
      const strict = enforced(charges);
      return strict.length === charges.length ? limiter.check(charges) : checkShadowed(charges, strict);
    },
    async peek(charges) {
      const strict = enforced(charges);
      return strict.length > 0 ? limiter.peek(strict) : { ok: true };
    },
  };
}

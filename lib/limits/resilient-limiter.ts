/**
 * A limiter protects availability, so its own store must not cost any. While the shared store is refused, hung, slow
 * or wrong, a local limiter of the same size stands in: never "deny", never "none". Nobody waits longer than the
 * timeout, and only once: an answer passes two limits, and after the first failure nobody waits at all. The store is then
 * tried beside the requests.
 */
import type { Charge, Limiter, Verdict } from "./limiter";
import { inWords } from "./limiter-store";

/** A store in the same town answers in 1 to 5 ms, one across the ocean in 100. A phone feels 150 ms hardly. */
export const storeTimeoutMs = 150;
/**
 * A timer later than this says that this process was busy and not the store: its answer may lie in the socket, unread. It is
 * read in the next turn, and a check of two buckets asks twice, so that there is a little more time, once: a busy machine must
 * not go over to local limits, whose buckets are full again, and back, and over again.
 */
const lateMs = 100;
const unreadMs = 50;
/** One lost packet is no outage; three in a row are. */
const failuresToOpen = 3;
/** A store that is back is used again within this time; one that is not costs one attempt in it. */
const probeEveryMs = 2_000;

export type LimiterStoreStatus = {
  kind: "memory" | "upstash" | "redis";
  /** `local`: every process limits on its own for now */
  state: "up" | "local";
  /** why, in words; null when up */
  reason: string | null;
};

export function resilientLimiter(o: {
  kind: "upstash" | "redis";
  remote: Limiter;
  /** of the same sizes */
  local: Limiter;
  /** throws when the store cannot be used, saying why (store-self-test.ts) */
  selfTest: () => Promise<void>;
  /** monotonic milliseconds */
  now: () => number;
  log: {
    info(fields: Record<string, unknown>, message: string): void;
    warn(fields: Record<string, unknown>, message: string): void;
  };
}): Limiter & { status(): LimiterStoreStatus; tried: Promise<void> } {
  let reason: string | null = "it is being tried";
  let consecutiveFailures = 0;
  let probeAt = 0;
  let probing: Promise<void> | null = null;
  /** after a failure, one question at a time finds out whether the store answers again */
  let isInDoubt = false;

  function wentDown(why: string): void {
    if (why !== reason)
      o.log.warn(
        { store: o.kind },
        `The limiter's store (${o.kind}) cannot be used: ${why}. Limits of the same size are kept in this process until it can.`,
      );
    reason = why;
    probeAt = o.now() + probeEveryMs;
  }

  async function probe(): Promise<void> {
    try {
      await o.selfTest();
      reason = null;
      consecutiveFailures = 0;
      o.log.info({ store: o.kind }, `The limiter's store (${o.kind}) works. Limits are shared through it.`);
    } catch (error) {
      wentDown((error as Error).message);
    } finally {
      probing = null;
    }
  }
  probing = probe();
  const tried = probing;

  async function ask(how: (limiter: Limiter) => Promise<Verdict>): Promise<Verdict> {
    if (reason !== null) {
      if (!probing && o.now() >= probeAt) probing = probe();
      return how(o.local);
    }
    if (consecutiveFailures > 0) {
      if (!isInDoubt) {
        isInDoubt = true;
        void askRemote(how).finally(() => {
          isInDoubt = false;
        });
      }
      return how(o.local);
    }
    return (await askRemote(how)) ?? how(o.local);
  }

  /** Null when it could not be asked. */
  async function askRemote(how: (limiter: Limiter) => Promise<Verdict>): Promise<Verdict | null> {
    try {
      const verdict = await inTime(how(o.remote));
      consecutiveFailures = 0;
      return verdict;
    } catch (error) {
      consecutiveFailures += 1;
      if (reason === null && consecutiveFailures >= failuresToOpen) wentDown(inWords(error));
      return null;
    }
  }

  function inTime(work: Promise<Verdict>): Promise<Verdict> {
    return new Promise((resolve, reject) => {
      const askedAt = o.now();
      const giveUp = () => reject(new Error(`it did not answer within ${storeTimeoutMs} ms`));
      let timer = setTimeout(() => {
        if (o.now() - askedAt < storeTimeoutMs + lateMs) return giveUp();
        timer = setTimeout(giveUp, unreadMs);
      }, storeTimeoutMs);
      work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  return {
    check: (charges: Charge[]) => ask((limiter) => limiter.check(charges)),
    peek: (charges: Charge[]) => ask((limiter) => limiter.peek(charges)),
    status: () => ({ kind: o.kind, state: reason === null ? "up" : "local", reason }),
    tried,
  };
}

/**
 * Who is being refused: one log line per key and policy every 10 s, however many requests were refused meanwhile, and
 * the worst of them by name for the room panel. It must never cost more than the requests it counts, and it keeps
 * only the keys it is given: pass addresses already anonymised.
 */
import type { PolicyName } from "./policies";

/** A person at the panel sees an abuser within this time, and a night of abuse is six lines a minute. */
const logEveryMs = 10_000;
/** An offender who has been quiet this long is gone from the panel. */
const forgetAfterMs = 5 * 60_000;
/** A room has a handful of offenders; more are somebody who rotates addresses. The quietest is dropped. */
const maxOffenders = 1_000;

export type Offender = {
  policy: PolicyName;
  key: string;
  refusedCount: number;
  /** on the clock of `now` */
  firstAt: number;
  lastAt: number;
};

export type OffenderLog = {
  refused(policy: PolicyName, key: string): void;
  /** the most refused first */
  top(count: number): Offender[];
};

export function offenderLog(o: {
  log: { warn(fields: Record<string, unknown>, message: string): void };
  /** milliseconds */
  now: () => number;
}): OffenderLog {
  type Entry = Offender & { loggedAt: number; suppressedCount: number };
  const entries = new Map<string, Entry>();

  /** Newest last, so that the first one is the quietest. */
  function forget(now: number): void {
    for (const [name, entry] of entries) {
      if (entries.size <= maxOffenders && now - entry.lastAt <= forgetAfterMs) return;
      entries.delete(name);
    }
  }

  return {
    refused(policy, key) {
      const now = o.now();
      const name = `${policy} ${key}`;
      const known = entries.get(name);
      const isBack = known !== undefined && now - known.lastAt <= forgetAfterMs;
      const entry: Entry = isBack
        ? known
        : {
            policy,
            key,
            refusedCount: 0,
            firstAt: now,
            lastAt: now,
            loggedAt: -Infinity,
            suppressedCount: 0,
          };
      entry.refusedCount += 1;
      entry.lastAt = now;
      entries.delete(name);
      entries.set(name, entry);
      forget(now);
      if (now - entry.loggedAt < logEveryMs) {
        entry.suppressedCount += 1;
        return;
      }
      o.log.warn({ policy, key, suppressedCount: entry.suppressedCount }, "limited");
      entry.loggedAt = now;
      entry.suppressedCount = 0;
    },
    top(count) {
      forget(o.now());
      return [...entries.values()]
        .sort((a, b) => b.refusedCount - a.refusedCount)
        .slice(0, count)
        .map(({ policy, key, refusedCount, firstAt, lastAt }) => ({
          policy,
          key,
          refusedCount,
          firstAt,
          lastAt,
        }));
    },
  };
}

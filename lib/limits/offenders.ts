/**
 * Who is being refused, in words: one log line per key and policy every 10 s, however many requests were refused
 * meanwhile, the worst of them for the room panel, and how often each policy refused. It must never cost more than the
 * requests it counts, and it keeps only the keys it is given: pass addresses and players already anonymised.
 */
import type { Who } from "./limiter";
import type { PolicyName } from "./policies";
import { secondCounter } from "./second-counter";

/** A person at the panel sees an abuser within this time, and a night of abuse is six lines a minute. */
const logEveryMs = 10_000;
/** An offender who has been quiet this long is gone from the panel, and a refusal from the counts of its policy. */
const forgetAfterMs = 5 * 60_000;
/** A room has a handful of offenders; more are somebody who rotates addresses. The quietest is dropped. */
const maxOffenders = 1_000;
/** Rates are kept for those not yet refused too, so that the first line can name one. 5,000 phones are the most there are. */
const maxRates = 5_000;
const rateSeconds = 10;
/** Refused within this time is at it now. The rate's seconds are whole: nine of them have always been counted. */
const activeMs = (rateSeconds - 1) * 1000;

export type Offender = {
  policy: PolicyName;
  key: string;
  who: Who;
  /** attempts over the last 10 s, admitted and refused; over a shorter time while it is new, at least a second */
  perSecond: number;
  refusedCount: number;
  /** on the clock of `now` */
  firstAt: number;
  lastAt: number;
  /** it was only counted, the last time at least */
  shadow: boolean;
  /** refused a moment ago, or loud now; otherwise it has stopped, or keeps within the limit */
  active: boolean;
  /** "one device: 12 scans a second"; the policy's name is for who changes limits, and not for a host */
  words: string;
};

export type PolicyRefusals = {
  policy: PolicyName;
  /** in the last minute */
  perMinute: number;
  /** in the last five minutes */
  total: number;
  /** nobody was refused, only counted */
  shadow: boolean;
};

/** `who`: where it is known better than by the policy; `shadow`: it was only counted */
type Details = { who?: Who | undefined; shadow?: boolean | undefined };

export type OffenderLog = {
  /** counts towards the rate of a key; cheap enough for every request */
  admitted(policy: PolicyName, key: string): void;
  refused(policy: PolicyName, key: string, details?: Details): void;
  /**
   * Who is being refused now, the fastest first; then who is loud within the limits; then who was refused before, the
   * most refused first.
   */
  top(count: number): Offender[];
  /** every policy that refused in the last five minutes, the most refusals first */
  refusalsByPolicy(): PolicyRefusals[];
};

/** Whose key a policy has, and what is counted on it: one of it, several of it. */
const subjects: Record<PolicyName, { who: Who; one: string; many: string }> = {
  global: { who: "address", one: "request", many: "requests" },
  playerPageLoad: { who: "address", one: "page load", many: "page loads" },
  joinSession: { who: "address", one: "scan", many: "scans" },
  deviceJoin: { who: "device", one: "scan", many: "scans" },
  pinGuess: { who: "address", one: "wrong code", many: "wrong codes" },
  playerRequest: { who: "player", one: "request", many: "requests" },
  sessionPoll: { who: "player", one: "view", many: "views" },
  submitAnswer: { who: "player", one: "answer", many: "answers" },
  playerConnect: { who: "player", one: "new line", many: "new lines" },
  socketConnect: { who: "address", one: "new line", many: "new lines" },
  socketMessage: { who: "player", one: "message", many: "messages" },
  authFailure: { who: "address", one: "failed sign-in", many: "failed sign-ins" },
  newHost: { who: "address", one: "new host account", many: "new host accounts" },
  hostRequest: { who: "host", one: "request", many: "requests" },
  hostCommand: { who: "host", one: "order", many: "orders" },
  markCommand: { who: "host", one: "mark", many: "marks" },
  importFile: { who: "host", one: "import", many: "imports" },
  exportResults: { who: "host", one: "export", many: "exports" },
  upload: { who: "host", one: "upload", many: "uploads" },
};

/** A rate of less than one a second is told by the minute: "6 wrong codes a minute". */
export function describeOffender({
  policy,
  who,
  perSecond,
  active,
}: Pick<Offender, "policy" | "who" | "perSecond" | "active">): string {
  const { one, many } = subjects[policy];
  const someone = who === "screen" ? "one big screen" : `one ${who}`;
  if (!active) return `${someone}: too many ${many} earlier, none refused now`;
  const [count, unit] =
    perSecond >= 1 ? [Math.round(perSecond), "second"] : [Math.round(perSecond * 60), "minute"];
  return `${someone}: ${count} ${count === 1 ? one : many} a ${unit}`;
}

const rankOf = ({ active, refusedCount }: Offender): number => (active ? (refusedCount > 0 ? 0 : 1) : 2);

function worstFirst(a: Offender, b: Offender): number {
  if (rankOf(a) !== rankOf(b)) return rankOf(a) - rankOf(b);
  const byRate = b.perSecond - a.perSecond;
  const byRefusals = b.refusedCount - a.refusedCount;
  return a.active ? byRate || byRefusals : byRefusals;
}

export function offenderLog(o: {
  log: { warn(fields: Record<string, unknown>, message: string): void };
  /** milliseconds */
  now: () => number;
  /** an address with this many requests of strangers a second is named though nobody was refused */
  loudPerSecond?: number;
}): OffenderLog {
  type Entry = Omit<Offender, "perSecond" | "active" | "words"> & {
    loggedAt: number;
    suppressedCount: number;
  };
  type Rate = { firstAt: number; counter: ReturnType<typeof secondCounter> };
  const entries = new Map<string, Entry>();
  const rates = new Map<string, Rate>();
  const refusals = new Map<
    string,
    { policy: PolicyName; shadow: boolean; counter: ReturnType<typeof secondCounter> }
  >();

  function countAttempt(name: string, now: number): void {
    const known = rates.get(name);
    // after a silence it is new again, so that its rate is not thinned by the silence
    const isNew = !known || known.counter.sum(rateSeconds, now) === 0;
    const rate = isNew ? { firstAt: now, counter: secondCounter(rateSeconds) } : known;
    rate.counter.add(now);
    rates.delete(name);
    rates.set(name, rate);
    if (rates.size > maxRates) rates.delete(rates.keys().next().value as string);
  }

  function perSecond(name: string, now: number): number {
    const rate = rates.get(name);
    if (!rate) return 0;
    // the counter's seconds are whole: the last ten began between nine and ten seconds ago
    const from = Math.max(rate.firstAt, (Math.floor(now / 1000) - rateSeconds + 1) * 1000);
    return rate.counter.sum(rateSeconds, now) / Math.max(1, (now - from) / 1000);
  }

  /** Newest last, so that the first one is the quietest. */
  function forget(now: number): void {
    for (const [name, entry] of entries) {
      if (entries.size <= maxOffenders && now - entry.lastAt <= forgetAfterMs) return;
      entries.delete(name);
    }
  }

  function countRefusal(policy: PolicyName, shadow: boolean, now: number): void {
    const name = `${policy} ${shadow}`;
    const known = refusals.get(name) ?? { policy, shadow, counter: secondCounter(forgetAfterMs / 1000) };
    known.counter.add(now);
    refusals.set(name, known);
  }

  /**
   * What the buckets hold for noise is let through, and the host should still hear of it. On average over the whole ten
   * seconds: a room that reloads all at once is over by then.
   */
  function loud(now: number): Offender[] {
    const policy = "global";
    const least = o.loudPerSecond ?? Number.POSITIVE_INFINITY;
    const found: Offender[] = [];
    for (const [name, { counter, firstAt }] of rates) {
      if (!name.startsWith(`${policy} `) || entries.has(name)) continue;
      const rate = counter.sum(rateSeconds, now) / rateSeconds;
      if (rate < least) continue;
      const { who } = subjects[policy];
      const key = name.slice(policy.length + 1);
      const words = `${describeOffender({ policy, who, perSecond: rate, active: true })}, within its limit`;
      found.push({
        policy,
        key,
        who,
        perSecond: rate,
        refusedCount: 0,
        firstAt,
        lastAt: now,
        shadow: false,
        active: true,
        words,
      });
    }
    return found;
  }

  return {
    admitted(policy, key) {
      countAttempt(`${policy} ${key}`, o.now());
    },
    refused(policy, key, { who = subjects[policy].who, shadow = false } = {}) {
      const now = o.now();
      const name = `${policy} ${key}`;
      countAttempt(name, now);
      countRefusal(policy, shadow, now);
      const known = entries.get(name);
      const isBack = known !== undefined && now - known.lastAt <= forgetAfterMs;
      const entry: Entry = isBack
        ? known
        : {
            policy,
            key,
            who,
            refusedCount: 0,
            firstAt: now,
            lastAt: now,
            shadow,
            loggedAt: -Infinity,
            suppressedCount: 0,
          };
      entry.refusedCount += 1;
      entry.lastAt = now;
      entry.shadow = shadow;
      entries.delete(name);
      entries.set(name, entry);
      forget(now);
      if (now - entry.loggedAt < logEveryMs) {
        entry.suppressedCount += 1;
        return;
      }
      const rate = perSecond(name, now);
      o.log.warn(
        { policy, key, who, perSecond: Math.round(rate * 10) / 10, suppressedCount: entry.suppressedCount },
        `${shadow ? "would be limited" : "limited"}: ${describeOffender({ policy, who, perSecond: rate, active: true })} (${policy})`,
      );
      entry.loggedAt = now;
      entry.suppressedCount = 0;
    },
    top(count) {
      const now = o.now();
      forget(now);
      const refused = [...entries].map(([name, { loggedAt: _, suppressedCount: __, ...entry }]) => {
        const is = { ...entry, perSecond: perSecond(name, now), active: now - entry.lastAt <= activeMs };
        return { ...is, words: describeOffender(is) };
      });
      return [...refused, ...loud(now)].sort(worstFirst).slice(0, count);
    },
    refusalsByPolicy() {
      const now = o.now();
      return [...refusals.values()]
        .map(({ policy, shadow, counter }) => ({
          policy,
          perMinute: counter.sum(60, now),
          total: counter.sum(forgetAfterMs / 1000, now),
          shadow,
        }))
        .filter(({ total }) => total > 0)
        .sort((a, b) => b.total - a.total);
    },
  };
}

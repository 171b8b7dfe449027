/**
 * How often each key has asked under each policy over the last ten seconds, admitted and refused. Bounded, and cheap enough
 * for every request. It has no timer: a process that is behind is read late and never wrong.
 */
import type { PolicyName } from "./policies";
import { secondCounter } from "./second-counter";

/** 5,000 phones are the most there are; the quietest is dropped. */
const maxRates = 5_000;
export const rateSeconds = 10;
/** An address is looked up for who asks this often in one second, which no phone does for long. */
const worthKnowing = 3;
/** Hosts of one address are summed up however slow each of them is (busy.ts); there are few, and one look-up does for ten seconds. */
const worthKnowingOf = (policy: PolicyName) => (policy === "hostRequest" ? 1 : worthKnowing);

type Counter = ReturnType<typeof secondCounter>;
export type Rate = {
  policy: PolicyName;
  key: string;
  /** hashed; null until it was worth knowing */
  address: string | null;
  firstAt: number;
  counter: Counter;
};

export function attemptRates() {
  const rates = new Map<string, Rate>();
  const nameOf = (policy: PolicyName, key: string) => `${policy} ${key}`;

  return {
    add(policy: PolicyName, key: string, now: number, via?: () => string): void {
      const name = nameOf(policy, key);
      const known = rates.get(name);
      // after a silence it is new again, so that its rate is not thinned by the silence
      const isNew = !known || known.counter.sum(rateSeconds, now) === 0;
      const rate = isNew
        ? { policy, key, address: null, firstAt: now, counter: secondCounter(rateSeconds) }
        : known;
      rate.counter.add(now);
      if (via && rate.address === null && rate.counter.sum(1, now) >= worthKnowingOf(policy))
        rate.address = via();
      rates.delete(name);
      rates.set(name, rate);
      if (rates.size > maxRates) rates.delete(rates.keys().next().value as string);
    },

    perSecond(policy: PolicyName, key: string, now: number): number {
      const rate = rates.get(nameOf(policy, key));
      return rate ? perSecond(rate, now) : 0;
    },

    all: (): Iterable<Rate> => rates.values(),
  };
}
export type AttemptRates = ReturnType<typeof attemptRates>;

export function perSecond({ firstAt, counter }: Pick<Rate, "firstAt" | "counter">, now: number): number {
  // the counter's seconds are whole: the last ten began between nine and ten seconds ago
  const from = Math.max(firstAt, (Math.floor(now / 1000) - rateSeconds + 1) * 1000);
  return counter.sum(rateSeconds, now) / Math.max(1, (now - from) / 1000);
}

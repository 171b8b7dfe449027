/**
 * How often each key has asked under each policy over the last ten seconds, admitted and refused. Bounded, and cheap enough
 * for every request. It has no timer: a process that is behind is read late and never wrong.
 */
import type { PolicyName } from "./policies";
import { quietestFirst, type Shelf } from "./quietest-first";
import { SecondCounter } from "./second-counter";

/** 5,000 phones are the most there are; the quietest is dropped. */
const maxRates = 5_000;
export const rateSeconds = 10;
/** An address is looked up for who asks this often in one second, which no phone does for long. */
const worthKnowing = 3;
/** Hosts of one address are summed up however slow each of them is (busy.ts); there are few, and one look-up does for ten seconds. */
const worthKnowingOf = (policy: PolicyName) => (policy === "hostRequest" ? 1 : worthKnowing);

export type Rate = {
  policy: PolicyName;
  key: string;
  /** hashed; null until it was worth knowing */
  address: string | null;
  firstAt: number;
  counter: SecondCounter;
};

export function attemptRates() {
  const rates = quietestFirst<Rate>(maxRates);
  const shelves = new Map<PolicyName, Shelf<Rate>>();

  function shelfOf(policy: PolicyName): Shelf<Rate> {
    const known = shelves.get(policy);
    if (known) return known;
    const shelf: Shelf<Rate> = new Map();
    shelves.set(policy, shelf);
    return shelf;
  }
  const newRate = (policy: PolicyName, key: string, now: number): Rate => ({
    policy,
    key,
    address: null,
    firstAt: now,
    counter: new SecondCounter(rateSeconds),
  });

  return {
    add(policy: PolicyName, key: string, now: number, via?: () => string): void {
      const shelf = shelfOf(policy);
      const known = shelf.get(key);
      if (known) rates.used(known);
      // after a silence it is new again, so that its rate is not thinned by the silence
      const rate = known && !known.value.counter.isSilent(now) ? known.value : newRate(policy, key, now);
      if (!known) rates.put(shelf, key, rate);
      else known.value = rate;
      const inThisSecond = rate.counter.add(now);
      if (via && rate.address === null && inThisSecond >= worthKnowingOf(policy)) rate.address = via();
    },

    perSecond(policy: PolicyName, key: string, now: number): number {
      const known = shelves.get(policy)?.get(key);
      return known ? perSecond(known.value, now) : 0;
    },

    all: rates.values,
  };
}
export type AttemptRates = ReturnType<typeof attemptRates>;

export function perSecond({ firstAt, counter }: Pick<Rate, "firstAt" | "counter">, now: number): number {
  // the counter's seconds are whole: the last ten began between nine and ten seconds ago
  const from = Math.max(firstAt, (Math.floor(now / 1000) - rateSeconds + 1) * 1000);
  return counter.sum(rateSeconds, now) / Math.max(1, (now - from) / 1000);
}

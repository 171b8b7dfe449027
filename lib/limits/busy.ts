/**
 * Who is busy though nobody refuses it: a flood beneath every limit slows a laptop all the same, and the host should hear
 * of it. It must never take an honest phone for one: the floors are above what a phone, a console and a scanning room do,
 * and a moment in which all of them come at once is over before it counts.
 */
import { type AttemptRates, perSecond, type Rate, rateSeconds } from "./attempt-rates";
import type { PolicyName } from "./policies";
import { SecondCounter } from "./second-counter";

/** Every request that pays is counted once under one of these. */
const requestPolicies: ReadonlySet<PolicyName> = new Set(["global", "playerRequest", "hostRequest"]);

/** At it in half of the ten seconds: a reload of the whole room is worked off in two or three. */
const secondsAtIt = 5;
const partOfFloor = 0.5;

/**
 * A phone with four tabs on the fallback is woken once a second at the most (4 a second), and playerRequest ends at 6.7.
 * Two consoles that hear of every answer and their room panels make 3 a second and a press each; hostRequest ends at 10.
 */
const phoneFloor = 5;
const hostFloor = 8;
/**
 * Hosts of one address together, because guest accounts are free and sixty of them may be made at once (newHost): thirty
 * hosts of a workshop, each with two consoles on the fallback and their room panels, make 3 a second each, 90. A company
 * that hosts more venues than that from one office is told as busy; nobody refuses it.
 */
const hostsAtAddressFloor = 100;
/** As many as are told by name of a line (offender-rows.ts). */
const hostsNamed = 5;

/**
 * Strangers share an address with the room, whose phones are strangers until they have a seat: two pages, two look-ups and
 * two joins each where somebody taps twice. So much is taken off for each seat that was newly taken from the address.
 */
const requestsPerSeat = 6;
/**
 * Of strangers beyond that. The page comes some seconds before the seat: what is not taken off yet of a room that scans
 * within half a minute is 11 a second of 300 phones, 29 of 1,000, 133 of 5,000 at its worst (well-behaved-room.test-model.ts).
 */
const strangersFloor = (roomSize: number) => Math.max(20, roomSize / 25);
/** It slows nobody where it is less than a tenth of all there is to do … */
const leastShare = 0.1;
/** … unless it is this much, whatever the house has to do besides. */
const alwaysWorthSaying = 100;

/** An arrival for every address: more than this many is somebody who rotates them. */
const maxAddresses = 1_000;

export type Busy = Pick<Rate, "policy" | "key" | "address" | "firstAt"> & {
  perSecond: number;
  /** of all requests, 0 to 1 */
  share: number;
  /** those told together, the fastest first; of one alone itself */
  keys: string[];
  count: number;
};

/** Hosts none of whom is fast enough to be told alone. */
function hostsTogether(hosts: Rate[], now: number, shareOf: (sum: number) => number): Busy[] {
  const byAddress = new Map<string, Rate[]>();
  for (const host of hosts) {
    if (host.address === null) continue;
    const there = byAddress.get(host.address);
    if (there) there.push(host);
    else byAddress.set(host.address, [host]);
  }
  return [...byAddress].flatMap(([address, there]) => {
    const sumOf = (seconds: number) => there.reduce((sum, { counter }) => sum + counter.sum(seconds, now), 0);
    const sum = sumOf(rateSeconds);
    if (sum < hostsAtAddressFloor * rateSeconds) return [];
    const sums = Array.from({ length: rateSeconds + 1 }, (_, seconds) => sumOf(seconds));
    const secondsBusy = sums.filter(
      (upTo, seconds) => upTo - (sums[seconds - 1] ?? upTo) >= hostsAtAddressFloor * partOfFloor,
    ).length;
    if (secondsBusy < secondsAtIt) return [];
    const fastest = there.toSorted((a, b) => perSecond(b, now) - perSecond(a, now));
    return [
      {
        policy: "hostRequest" as const,
        key: address,
        address,
        firstAt: Math.min(...there.map(({ firstAt }) => firstAt)),
        perSecond: there.reduce((rate, host) => rate + perSecond(host, now), 0),
        share: shareOf(sum),
        keys: fastest.slice(0, hostsNamed).map(({ key }) => key),
        count: there.length,
      },
    ];
  });
}

export function busyWatch(rates: AttemptRates, o: { roomSize: number }) {
  const all = new SecondCounter(rateSeconds);
  /** by address: seats newly taken, as far as the limits know */
  const arrivals = new Map<string, SecondCounter>();

  function floorOf(policy: PolicyName): number {
    if (policy === "global") return strangersFloor(o.roomSize);
    return policy === "hostRequest" ? hostFloor : phoneFloor;
  }

  return {
    counted(policy: PolicyName, now: number): void {
      if (requestPolicies.has(policy)) all.add(now);
    },
    arrived(address: string, now: number): void {
      const counter = arrivals.get(address) ?? new SecondCounter(rateSeconds);
      counter.add(now);
      arrivals.delete(address);
      arrivals.set(address, counter);
      if (arrivals.size > maxAddresses) arrivals.delete(arrivals.keys().next().value as string);
    },
    /** `isTold`: a phone or host that is told already, with what it is refused for. */
    now(now: number, isTold: (key: string) => boolean): Busy[] {
      const total = all.sum(rateSeconds, now);
      const shareOf = (sum: number) => Math.min(1, sum / Math.max(1, total));
      const found: Busy[] = [];
      const slowHosts: Rate[] = [];
      for (const rate of rates.all()) {
        const { policy, key, address, firstAt, counter } = rate;
        if (!requestPolicies.has(policy) || (policy !== "global" && isTold(key))) continue;
        const floor = floorOf(policy);
        const sum = counter.sum(rateSeconds, now);
        const isAtIt =
          sum >= floor * rateSeconds &&
          counter.secondsWith(floor * partOfFloor, rateSeconds, now) >= secondsAtIt;
        if (!isAtIt) {
          if (policy === "hostRequest" && sum > 0) slowHosts.push(rate);
          // nearly everybody is out by here
          continue;
        }
        const share = shareOf(sum);
        if (policy === "global") {
          const seats = arrivals.get(key)?.sum(rateSeconds, now) ?? 0;
          const beyond = (sum - seats * requestsPerSeat) / rateSeconds;
          if (beyond < floor || (share < leastShare && beyond < alwaysWorthSaying)) continue;
        }
        found.push({
          policy,
          key,
          address,
          firstAt,
          perSecond: perSecond(rate, now),
          share,
          keys: [key],
          count: 1,
        });
      }
      return [...found, ...hostsTogether(slowHosts, now, shareOf)];
    },
  };
}

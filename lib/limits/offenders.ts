/**
 * Who is being refused, in words: one log line per key and policy every 10 s, however many requests were refused
 * meanwhile, the worst of them for the room panel, and how often each policy refused. It must never cost more than the
 * requests it counts, and it keeps only the keys it is given: pass addresses and players already anonymised.
 */
import { attemptRates } from "./attempt-rates";
import { busyWatch } from "./busy";
import type { Who } from "./limiter";
import {
  type IsSeated,
  type OffenderRow,
  teamInSight,
  toldTogether,
  worstFirst,
  worstOf,
} from "./offender-rows";
import { describeOffender, mostDevices, type Purpose, subjects } from "./offender-words";
import type { PolicyName } from "./policies";
import { SecondCounter } from "./second-counter";
import { silentLineWatch } from "./silent-line-watch";

/** A person at the panel sees an abuser within this time, and a night of abuse is six lines a minute. */
const logEveryMs = 10_000;
/** An address whose many devices are refused is told with the first of them, and then of the next ones after 10 s. */
const linesPerAddress = 3;
/** An offender who has been quiet this long is gone from the panel, and a refusal from the counts of its policy. */
const forgetAfterMs = 5 * 60_000;
/** A room has a handful of offenders; more are somebody who rotates addresses. The quietest is dropped. */
const maxOffenders = 1_000;
/** Refused within this time is at it now. The rate's seconds are whole: nine of them have always been counted. */
const activeMs = 9_000;
/** However many are refused, so many who are only busy have a place. */
const busyPlaces = 3;
/** Of the places for the refused, and of those for the busy: kept for teams of the session whose host looks. */
const seatedPlaces = 5;
const seatedBusyPlaces = 2;

export type Offender = OffenderRow & {
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

export type RefusalDetails = {
  /** where it is known better than by the policy */
  who?: Who | undefined;
  purpose?: Purpose | undefined;
  /** it was only counted */
  shadow?: boolean | undefined;
  /** hashed: where it came over, if the key is a device, player or host */
  address?: string | undefined;
  /** hashed: which device it was, if the key is an address; counted, never named */
  device?: string | undefined;
};

export type OffenderLog = {
  /** counts towards the rate of a key; cheap enough for every request. `via`: its address hashed, asked of the fast and of hosts */
  admitted(policy: PolicyName, key: string, via?: () => string, purpose?: Purpose): void;
  refused(policy: PolicyName, key: string, details?: RefusalDetails): void;
  /** A socket of this address ended, or was dropped, before it said who it is. */
  lineEndedSilent(address: string): void;
  /**
   * Who is being refused now, the fastest first; then who is busy within the limits; then who was refused before, the
   * most refused first. Many devices of one address are one row. However many are refused, some of the places are for
   * those whose key `isSeated` knows.
   */
  top(count: number, isSeated?: IsSeated): Offender[];
  /** every policy that refused in the last five minutes, the most refusals first */
  refusalsByPolicy(): PolicyRefusals[];
};

type Entry = Pick<
  OffenderRow,
  "policy" | "purpose" | "key" | "who" | "address" | "refusedCount" | "firstAt" | "lastAt" | "shadow"
> & { devices: Set<string>; loggedAt: number; suppressedCount: number };

/** A phone's answers and its changes to the team are two things, each with a rate of its own. */
const rateKey = ({ key, purpose }: Pick<Entry, "key" | "purpose">) => (purpose ? `${purpose} ${key}` : key);

export function offenderLog(o: {
  log: { warn(fields: Record<string, unknown>, message: string): void };
  /** milliseconds */
  now: () => number;
  /** phones behind one address, as the limits are sized for */
  roomSize: number;
}): OffenderLog {
  const entries = new Map<string, Entry>();
  const rates = attemptRates();
  const busy = busyWatch(rates, o);
  const silentLines = silentLineWatch(o);
  const lines = new Map<string, { from: number; count: number; spared: number }>();
  const refusals = new Map<string, { policy: PolicyName; shadow: boolean; counter: SecondCounter }>();

  /** Newest last, so that the first one is the quietest. */
  function forget(now: number): void {
    for (const [name, entry] of entries) {
      if (entries.size <= maxOffenders && now - entry.lastAt <= forgetAfterMs) return;
      entries.delete(name);
    }
  }

  function countRefusal(policy: PolicyName, shadow: boolean, now: number): void {
    const name = `${policy} ${shadow}`;
    const known = refusals.get(name) ?? { policy, shadow, counter: new SecondCounter(forgetAfterMs / 1000) };
    known.counter.add(now);
    refusals.set(name, known);
  }

  /** Whether an address may have another line under a policy; what was spared since is told by the line that may. */
  function mayLog({ policy, address }: Entry, now: number): { spared: number } | null {
    if (address === null) return { spared: 0 };
    const name = `${policy} ${address}`;
    const known = lines.get(name);
    const isNew = !known || now - known.from >= logEveryMs;
    if (!isNew && known.count >= linesPerAddress) {
      known.spared += 1;
      return null;
    }
    const spared = isNew ? (known?.spared ?? 0) : 0;
    lines.delete(name);
    lines.set(name, isNew ? { from: now, count: 1, spared: 0 } : { ...known, count: known.count + 1 });
    if (lines.size > maxOffenders) lines.delete(lines.keys().next().value as string);
    return { spared };
  }

  function tell(entry: Entry, now: number): void {
    const may = now - entry.loggedAt < logEveryMs ? null : mayLog(entry, now);
    if (!may) {
      entry.suppressedCount += 1;
      return;
    }
    const { policy, purpose, key, who, shadow, devices } = entry;
    const rate = rates.perSecond(policy, rateKey(entry), now);
    const words = describeOffender({
      policy,
      purpose,
      who,
      count: devices.size,
      perSecond: rate,
      active: true,
    });
    o.log.warn(
      {
        policy,
        key,
        who,
        perSecond: Math.round(rate * 10) / 10,
        suppressedCount: entry.suppressedCount,
        ...(may.spared > 0 ? { othersAtTheAddress: may.spared } : {}),
      },
      `${shadow ? "would be limited" : "limited"}: ${words} (${policy})`,
    );
    entry.loggedAt = now;
    entry.suppressedCount = 0;
  }

  function refusedRows(now: number): Map<string, OffenderRow> {
    const rows = new Map<string, OffenderRow>();
    for (const [name, { loggedAt: _, suppressedCount: __, devices, ...entry }] of entries)
      rows.set(name, {
        ...entry,
        perSecond: rates.perSecond(entry.policy, rateKey(entry), now),
        active: now - entry.lastAt <= activeMs,
        busy: false,
        share: null,
        count: Math.max(1, devices.size),
        keys: [entry.key],
      });
    return rows;
  }

  function busyRows(now: number, refused: Map<string, OffenderRow>): OffenderRow[] {
    const refusedNow = (isSo: (row: OffenderRow) => boolean) =>
      new Set([...refused.values()].filter((row) => row.active && isSo(row)).map(({ key }) => key));
    const toldPhones = refusedNow(({ who }) => who !== "address");
    // wrong codes of an address say nothing of how much it asks for
    const toldAddresses = refusedNow(({ policy }) => policy === "global" || policy === "playerPageLoad");
    const rows: OffenderRow[] = [];
    for (const one of busy.now(now, (key) => toldPhones.has(key))) {
      const { policy, key, address, firstAt, perSecond, share, keys, count } = one;
      // it is told already, with what it is refused for
      if (policy === "global" && toldAddresses.has(key)) continue;
      const name = `${policy} ${key}`;
      const earlier = refused.get(name);
      refused.delete(name);
      rows.push({
        policy,
        key,
        address,
        who: earlier?.who ?? subjects[policy].who,
        perSecond,
        share,
        refusedCount: earlier?.refusedCount ?? 0,
        firstAt: earlier?.firstAt ?? firstAt,
        lastAt: now,
        shadow: false,
        active: true,
        busy: true,
        count,
        keys,
      });
    }
    const toldLines = refusedNow(({ policy }) => policy === "socketConnect");
    for (const line of silentLines.now(now)) {
      if (toldLines.has(line.key)) continue;
      rows.push({
        ...line,
        policy: "socketConnect",
        purpose: "silentLine",
        address: null,
        who: "address",
        share: null,
        refusedCount: 0,
        lastAt: now,
        shadow: false,
        active: true,
        busy: true,
        count: 1,
        keys: [line.key],
      });
    }
    return rows;
  }

  return {
    lineEndedSilent: (address) => silentLines.ended(address, o.now()),
    admitted(policy, key, via, purpose) {
      const now = o.now();
      rates.add(policy, rateKey({ key, purpose }), now, via);
      busy.counted(policy, now);
      if (policy === "joinSession") busy.arrived(key, now);
    },
    refused(policy, key, { who = subjects[policy].who, purpose, shadow = false, address, device } = {}) {
      const now = o.now();
      const name = `${policy} ${rateKey({ key, purpose })}`;
      rates.add(policy, rateKey({ key, purpose }), now);
      busy.counted(policy, now);
      countRefusal(policy, shadow, now);
      const known = entries.get(name);
      const isBack = known !== undefined && now - known.lastAt <= forgetAfterMs;
      const entry: Entry = isBack
        ? known
        : {
            policy,
            ...(purpose ? { purpose } : {}),
            key,
            who,
            address: null,
            refusedCount: 0,
            firstAt: now,
            lastAt: now,
            shadow,
            devices: new Set(),
            loggedAt: -Infinity,
            suppressedCount: 0,
          };
      entry.refusedCount += 1;
      entry.lastAt = now;
      entry.shadow = shadow;
      entry.address = address ?? entry.address;
      if (device && entry.devices.size < mostDevices) entry.devices.add(device);
      entries.delete(name);
      entries.set(name, entry);
      forget(now);
      tell(entry, now);
    },
    top(count, isSeated = () => false) {
      const now = o.now();
      forget(now);
      const refused = refusedRows(now);
      // before the refused are told together: those who are busy by now are no longer among them
      const onlyBusy = worstOf(toldTogether(busyRows(now, refused), isSeated), {
        places: Math.min(busyPlaces, count),
        kept: seatedBusyPlaces,
        isSeated,
      });
      const others = worstOf(toldTogether([...refused.values()], isSeated), {
        places: count - onlyBusy.length,
        kept: seatedPlaces,
        isSeated,
      });
      const sorted = [...others, ...onlyBusy].sort(worstFirst);
      return teamInSight(sorted, isSeated).map((row) => ({ ...row, words: describeOffender(row) }));
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

/**
 * One line for what is one thing: thirty devices that somebody made up at one address must not push everybody else out of
 * the panel. A room shares its address with them, so that a line says how many and names the devices that were refused,
 * each out of its own bucket; whoever merely shares the address is in none.
 */
import type { Who } from "./limiter";
import type { Purpose } from "./offender-words";
import type { PolicyName } from "./policies";

export type OffenderRow = {
  policy: PolicyName;
  purpose?: Purpose | undefined;
  /** the device, player, host or address, hashed; of several told together the address */
  key: string;
  who: Who;
  /** hashed, where a device, player or host was when it was refused; null: not known, or the key is one */
  address: string | null;
  /** devices, players or hosts told together; of an address, the devices that were refused there; else 1 */
  count: number;
  /** of those told together, the fastest first */
  keys: string[];
  /** attempts over the last 10 s, admitted and refused; over a shorter time while it is new, at least a second */
  perSecond: number;
  /** of all requests of the last 10 s, 0 to 1; only of who is busy */
  share: number | null;
  refusedCount: number;
  /** on the clock of `now` */
  firstAt: number;
  lastAt: number;
  /** it was only counted, the last time at least */
  shadow: boolean;
  /** refused a moment ago, or busy now; otherwise it has stopped, or keeps within the limit */
  active: boolean;
  /** named by its rate alone, nobody refuses it */
  busy: boolean;
};

/** Up to three are people, and the panel shows them at once; four of one address are more likely one who is many. */
const leastTogether = 4;
/** As many names as fit a line; the fastest are the ones to remove first. */
const namesKept = 5;

/** Whether a key is one of a seat in the session whose host looks. */
export type IsSeated = (key: string) => boolean;
const isSeatedRow = ({ keys }: OffenderRow, isSeated: IsSeated) => keys.some(isSeated);

/** A team of the host's own is told apart from strangers of its address: among thirty keys its name would be lost. */
export function toldTogether(rows: OffenderRow[], isSeated: IsSeated): OffenderRow[] {
  const groups = new Map<string, OffenderRow[]>();
  for (const row of rows) {
    const { policy, purpose = "", who, key, address, active, shadow, busy } = row;
    const what = `${policy} ${purpose} ${who} ${active} ${shadow} ${busy} ${isSeatedRow(row, isSeated)}`;
    const name = address === null ? `${what} alone ${key}` : `${what} at ${address}`;
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  return [...groups.values()].flatMap((group) => (group.length < leastTogether ? group : [together(group)]));
}

function together(group: OffenderRow[]): OffenderRow {
  const sorted = group.sort(worstFirst);
  const [worst] = sorted as [OffenderRow];
  const sum = (of: (row: OffenderRow) => number) => sorted.reduce((total, row) => total + of(row), 0);
  return {
    ...worst,
    key: worst.address ?? worst.key,
    count: sum(({ count }) => count),
    keys: sorted.flatMap(({ keys }) => keys).slice(0, namesKept),
    perSecond: sum(({ perSecond }) => perSecond),
    share:
      worst.share === null
        ? null
        : Math.min(
            1,
            sum(({ share }) => share ?? 0),
          ),
    refusedCount: sum(({ refusedCount }) => refusedCount),
    firstAt: Math.min(...sorted.map(({ firstAt }) => firstAt)),
    lastAt: Math.max(...sorted.map(({ lastAt }) => lastAt)),
  };
}

const rankOf = ({ active, busy }: OffenderRow): number => (active ? (busy ? 1 : 0) : 2);

export function worstFirst(a: OffenderRow, b: OffenderRow): number {
  if (rankOf(a) !== rankOf(b)) return rankOf(a) - rankOf(b);
  const byRate = b.perSecond - a.perSecond;
  const byRefusals = b.refusedCount - a.refusedCount;
  return a.active ? byRate || byRefusals : byRefusals;
}

/**
 * The worst first, but some of the places are kept for teams of the host's own session that are at it now: a team is what a
 * host can act on, and one stranger can fill any number of lines, one for each thing there is to do and each of his addresses.
 * Nobody at all is told twice before every team is told once.
 */
export function worstOf(
  rows: OffenderRow[],
  o: { places: number; kept: number; isSeated: IsSeated },
): OffenderRow[] {
  const sorted = rows.toSorted(worstFirst);
  if (sorted.length <= o.places) return sorted;
  const most = Math.min(o.kept, o.places);
  const told = new Set<string>();
  const kept = new Set<OffenderRow>();
  const own = sorted.filter((row) => row.active && isSeatedRow(row, o.isSeated));
  for (const row of own) {
    if (kept.size >= most || row.keys.every((key) => told.has(key))) continue;
    kept.add(row);
    for (const key of row.keys) told.add(key);
  }
  const others = sorted.filter((row) => !kept.has(row)).slice(0, o.places - kept.size);
  return [...kept, ...others].sort(worstFirst);
}

/** The console shows three at once and folds the others away (room-offenders.tsx): the worst-off team is the third at the latest. */
const inSight = 3;
export function teamInSight(rows: OffenderRow[], isSeated: IsSeated): OffenderRow[] {
  const at = rows.findIndex((row) => row.active && isSeatedRow(row, isSeated));
  return at < inSight ? rows : rows.toSpliced(at, 1).toSpliced(inSight - 1, 0, rows[at]!);
}

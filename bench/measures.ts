/** Figures out of a history: how long things took, in milliseconds. Pure. */
import type { Entry, What, Who } from "./history";
import type { StoreHung } from "./own-redis";

export type Spread = { p50: number; p99: number; max: number; count: number };

export function spread(values: number[]): Spread | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  // the nearest rank: the smallest value that at least this share does not exceed
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  const tenth = (ms: number) => Math.round(ms * 10) / 10;
  return { p50: tenth(at(0.5)), p99: tenth(at(0.99)), max: tenth(at(1)), count: sorted.length };
}

type Of<K extends Entry["kind"]> = Extract<Entry, { kind: K }>;
export const only = <K extends Entry["kind"]>(entries: Entry[], kind: K): Of<K>[] =>
  entries.filter((entry): entry is Of<K> => entry.kind === kind);

export type Measures = {
  /** tap to "saved" */
  ackMs: Spread | null;
  /** the host's press, to: a phone shows what it led to, by whatever road; the server's own time is in it */
  viewLagMs: Spread | null;
  /** those of `viewLagMs` that came over a socket */
  fanOutMs: Spread | null;
  /** scan to seat */
  joinMs: Spread | null;
  /** steps that a phone never showed, nor a later one */
  neverShown: number;
  /** honest calls that did not go through at once, by what was asked and what came back; most are tried again */
  setbacks: Record<string, number>;
  /** what a hanging store of the limits cost the honest; null: none hung */
  store: StoreFigures | null;
};

export type StoreFigures = StoreHung & {
  /** from the first scan of the night */
  hungFromMs: number;
  /** the slowest honest request meanwhile, over half of its kind before; null: nothing to compare with */
  worstAdded: { ms: number; what: What } | null;
};

export function measure(entries: Entry[]): Measures {
  const scans = new Map(only(entries, "scanned").map((scan) => [scan.who, scan.at]));
  const joins = only(entries, "seated").map((seat) => seat.at - (scans.get(seat.who) ?? seat.at));
  const { all, bySocket, neverShown } = lags(entries);
  return {
    ackMs: spread(acks(entries)),
    viewLagMs: spread(all),
    fanOutMs: spread(bySocket),
    joinMs: spread(joins),
    neverShown,
    setbacks: setbacks(entries),
    store: store(entries),
  };
}

/** Of answers and of changes; one change to a question is under way at a time. */
function acks(entries: Entry[]): number[] {
  const sentAt = new Map<string, number>();
  const times: number[] = [];
  for (const entry of entries) {
    if (entry.kind === "tapped" || entry.kind === "changed")
      sentAt.set(`${entry.who} ${entry.answer.questionId}`, entry.at);
    if (entry.kind !== "saved") continue;
    const from = sentAt.get(`${entry.who} ${entry.questionId}`);
    if (from !== undefined) times.push(entry.at - from);
  }
  return times;
}

function setbacks(entries: Entry[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { who, what, outcome } of only(entries, "call")) {
    if (outcome === "ok" || who === "abuser") continue;
    const name = `${what} ${outcome}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function lags(entries: Entry[]) {
  const shownBy = new Map<Who, Of<"shown">[]>();
  for (const entry of only(entries, "shown")) {
    const before = shownBy.get(entry.who);
    if (before) before.push(entry);
    else shownBy.set(entry.who, [entry]);
  }
  const seats = only(entries, "seated");
  const all: number[] = [];
  const bySocket: number[] = [];
  let neverShown = 0;
  for (const step of only(entries, "step")) {
    if (!step.isTimed) continue;
    for (const seat of seats) {
      if (seat.at > step.pressedAt) continue;
      const shown = shownBy.get(seat.who)?.find(({ version }) => version >= step.version);
      if (!shown) neverShown += 1;
      else {
        const lag = shown.at - step.pressedAt;
        all.push(lag);
        if (shown.road === "socket") bySocket.push(lag);
      }
    }
  }
  return { all, bySocket, neverShown };
}

/** Asked for by a person who waits for it, and answered at once: a view may be held on purpose. */
const waitedFor: What[] = ["page", "lookup", "join", "answer", "command"];

function store(entries: Entry[]): StoreFigures | null {
  const [hung] = only(entries, "storeHung");
  if (!hung) return null;
  const { hungAt, hungMs, localAfterMs, backAfterMs } = hung;
  const calls = only(entries, "call").filter(({ who, outcome }) => who !== "abuser" && outcome === "ok");
  let worstAdded: StoreFigures["worstAdded"] = null;
  for (const what of waitedFor) {
    const ofKind = calls.filter((call) => call.what === what);
    const before = spread(ofKind.filter(({ at }) => at <= hungAt).map(({ ms }) => ms));
    const meanwhile = spread(
      ofKind.filter(({ at }) => at > hungAt && at <= hungAt + hungMs).map(({ ms }) => ms),
    );
    if (!before || !meanwhile) continue;
    const ms = Math.max(0, Math.round(meanwhile.max - before.p50));
    if (!worstAdded || ms > worstAdded.ms) worstAdded = { ms, what };
  }
  const beganAt = only(entries, "scanned")[0]?.at ?? hungAt;
  return { hungAt, hungMs, localAfterMs, backAfterMs, hungFromMs: hungAt - beganAt, worstAdded };
}

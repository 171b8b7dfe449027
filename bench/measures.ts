/** Figures out of a history: how long things took, in milliseconds. Pure. */
import type { Entry, Who } from "./history";

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
  /** the host was told the step is taken, to: a phone shows it, by whatever road */
  viewLagMs: Spread | null;
  /** the same, where it came over a socket */
  fanOutMs: Spread | null;
  /** the host presses, to: a phone shows it; with the time the server took for the step itself */
  pressToShownMs: Spread | null;
  /** scan to seat */
  joinMs: Spread | null;
  /** steps that a phone never showed, nor a later one */
  neverShown: number;
  /** honest calls that did not go through at once, by what was asked and what came back; most are tried again */
  setbacks: Record<string, number>;
};

export function measure(entries: Entry[]): Measures {
  const taps = new Map(only(entries, "tapped").map((tap) => [`${tap.who} ${tap.answer.questionId}`, tap.at]));
  const acks = only(entries, "saved").flatMap((saved) => {
    const tappedAt = taps.get(`${saved.who} ${saved.questionId}`);
    return tappedAt === undefined ? [] : [saved.at - tappedAt];
  });
  const scans = new Map(only(entries, "scanned").map((scan) => [scan.who, scan.at]));
  const joins = only(entries, "seated").map((seat) => seat.at - (scans.get(seat.who) ?? seat.at));
  const { all, bySocket, fromPress, neverShown } = lags(entries);
  return {
    ackMs: spread(acks),
    viewLagMs: spread(all),
    fanOutMs: spread(bySocket),
    pressToShownMs: spread(fromPress),
    joinMs: spread(joins),
    neverShown,
    setbacks: setbacks(entries),
  };
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
  const fromPress: number[] = [];
  let neverShown = 0;
  for (const step of only(entries, "step")) {
    if (!step.isTimed) continue;
    for (const seat of seats) {
      if (seat.at > step.at) continue;
      const shown = shownBy.get(seat.who)?.find(({ version }) => version >= step.version);
      if (!shown) neverShown += 1;
      else {
        // the news may outrun the reply to the host
        const lag = Math.max(0, shown.at - step.at);
        all.push(lag);
        fromPress.push(shown.at - step.pressedAt);
        if (shown.road === "socket") bySocket.push(lag);
      }
    }
  }
  return { all, bySocket, fromPress, neverShown };
}

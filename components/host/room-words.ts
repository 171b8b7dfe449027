/** The room panel in words: what each limit is about, and whether anybody suffers. Pure. */
import type { LimitsInForce, RoomPanel } from "@/lib/contracts/http";
import { counted } from "./phase-words";

const policies: Record<string, { label: string; per: string }> = {
  submitAnswer: { label: "Answers", per: "player" },
  playerRequest: { label: "All requests of a player", per: "player" },
  sessionPoll: { label: "Views on the backup line", per: "player" },
  socketMessage: { label: "Messages on a live line", per: "player" },
  deviceJoin: { label: "Joins of one phone", per: "device" },
  joinSession: { label: "Joins", per: "address" },
  playerPageLoad: { label: "Page loads by strangers", per: "address" },
  playerConnect: { label: "New live lines", per: "player, host or big screen" },
  socketConnect: { label: "New live lines of strangers", per: "address" },
  pinGuess: { label: "Wrong PINs and seat codes", per: "address" },
  global: { label: "Everything else", per: "address" },
  authFailure: { label: "Wrong passwords", per: "account or address" },
  newHost: { label: "New host accounts", per: "address" },
  hostRequest: { label: "All requests of a host", per: "host" },
  hostCommand: { label: "Host’s orders", per: "host" },
  markCommand: { label: "Marks", per: "host or marker" },
  importFile: { label: "Imports", per: "host" },
  upload: { label: "Uploads", per: "host" },
  exportResults: { label: "Results and exports", per: "host" },
};

/** A policy this page does not know yet goes by its own name. */
export const policyLabel = (policy: string): string => policies[policy]?.label ?? policy;
export const countedPer = (policy: string): string => policies[policy]?.per ?? "";

type Offender = RoomPanel["offenders"][number];
const subjects: Record<Offender["who"], string> = {
  device: "The phone of",
  player: "Player",
  host: "Host",
  account: "Account",
  screen: "Big screen",
  address: "Address",
};
export const offenderWords = ({ who, count }: Offender): string =>
  count > 1 ? subjects.address : subjects[who];

/** What follows the names of those told together, whom the host may want to remove first. */
export function andOthers({ names, count }: Pick<Offender, "names" | "count">): string {
  const others = count - names.length;
  return others > 0 ? ` and ${others} more` : "";
}

export function offenderSentence({
  refusedCount,
  shadow,
  busy,
}: Pick<Offender, "refusedCount" | "shadow" | "busy">): string {
  if (refusedCount === 0) return busy ? "busy, not refused" : "nothing refused so far";
  const times = counted(refusedCount, "time");
  if (busy) return `busy, not refused now; refused ${times} before`;
  return shadow ? `counted ${times}, nothing refused` : `refused ${times}`;
}

export type Verdict = { tone: "good" | "warn" | "neutral"; text: string };

export function verdictOf({ refusals, limits }: Pick<RoomPanel, "refusals" | "limits">): Verdict {
  if (limits.mode === "off") return { tone: "neutral", text: "Limits are off: nobody is turned away" };
  const real = refusals.filter(({ shadow }) => !shadow);
  if (real.length === 0) return { tone: "good", text: "Nobody is being turned away" };
  return { tone: "warn", text: `Turned away: ${real.map(({ policy }) => policyLabel(policy)).join(", ")}` };
}

/** Slower limits are easier to grasp by the hour. */
export function rateWords({ perMinute, burst }: { perMinute: number; burst: number }): string {
  const rate =
    perMinute >= 1
      ? `${Math.round(perMinute).toLocaleString("en")} a minute`
      : `${Math.round(perMinute * 60)} an hour`;
  return `${rate}, ${burst.toLocaleString("en")} at once`;
}

export function databaseWords({ state, kind }: RoomPanel["database"]): { good: boolean; text: string } {
  const name = kind === "embedded" ? "Built-in database" : "Postgres";
  return state === "up"
    ? { good: true, text: `${name}: well` }
    : { good: false, text: `${name}: does not answer. Answers wait on the phones until it does.` };
}

export function limiterWords({ kind, state, reason }: RoomPanel["limiterStore"]): {
  good: boolean;
  text: string;
} {
  const name = { memory: "in memory", upstash: "in Upstash", redis: "in Redis" }[kind];
  if (state === "up") return { good: true, text: `Limits counted ${name}: well` };
  const why = reason ? ` (${reason})` : "";
  return {
    good: false,
    text: `Limits should be counted ${name}, which does not answer${why}. Limits of the same size are kept here meanwhile.`,
  };
}

export const modeWords: Record<LimitsInForce["mode"], string> = {
  default: "Sized for this room",
  published: "The stricter published table, for a rehearsal",
  off: "Switched off: nothing is limited",
};

/** A number as a host types it; null: not one that a limit can have. */
export function typedSize(typed: string): number | null {
  const text = typed.normalize("NFKC").replace(/[\s,]/g, "");
  const value = Number(text);
  return text !== "" && Number.isFinite(value) && value > 0 ? value : null;
}

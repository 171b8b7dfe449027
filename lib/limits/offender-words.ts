/** What the limits have counted on somebody, in a host's words. Pure; it never holds an address or a name. */
import type { Who } from "./limiter";
import type { PolicyName } from "./policies";

/** Whose key a policy has, and what is counted on it: one of it, several of it. */
export const subjects: Record<PolicyName, { who: Who; one: string; many: string }> = {
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

/** What is charged by a policy's sizes and is something else than its name says. */
export type Purpose = "teamChange" | "leftPage" | "silentLine";
const purposes: Record<Purpose, { one: string; many: string }> = {
  teamChange: { one: "change to the team", many: "changes to the team" },
  silentLine: { one: "silent new line", many: "silent new lines" },
  leftPage: { one: "note of leaving the page", many: "notes of leaving the page" },
};

/**
 * Devices counted at one address: more than most rooms have, and 1,000 such addresses are 400,000 short hashes, some 30 MB,
 * which takes half a million refused joins within five minutes.
 */
export const mostDevices = 400;

export type Described = {
  policy: PolicyName;
  purpose?: Purpose | undefined;
  who: Who;
  /** how many of one address (devices, players, hosts, big screens, accounts) are told in this line; of an address: devices that were refused there */
  count?: number;
  perSecond: number;
  active: boolean;
  /** named by its rate alone, with its share of all requests */
  busy?: boolean;
  share?: number | null;
};

function someone({ who, purpose, count = 1, busy = false }: Described): string {
  // a stranger is whoever has no seat yet, and the room's own phones are at the same address
  if (who === "address" && busy && purpose !== "silentLine") return "strangers at one address";
  const noun = who === "screen" ? "big screen" : who;
  if (count < 2) return `one ${noun}`;
  if (who === "address") return `${count}${count < mostDevices ? "" : " or more"} new devices at one address`;
  return `${count} ${noun}s from one address`;
}

/** A rate of less than one a second is told by the minute: "6 wrong codes a minute". */
export function describeOffender(is: Described): string {
  const { policy, purpose, perSecond, active, busy = false, share = null } = is;
  const { one, many } = purpose ? purposes[purpose] : subjects[policy];
  if (!active) return `${someone(is)}: too many ${many} earlier, none refused now`;
  const [count, unit] =
    perSecond >= 1 ? [Math.round(perSecond), "second"] : [Math.round(perSecond * 60), "minute"];
  const rate = `${someone(is)}: ${count} ${count === 1 ? one : many} a ${unit}`;
  if (!busy) return rate;
  // there is no limit to be within
  if (purpose === "silentLine") return `${rate}, none refused`;
  return `${rate}${share === null ? "" : `, ${Math.round(share * 100)} % of all`}, within the limit`;
}

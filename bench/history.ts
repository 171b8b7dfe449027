/**
 * Everything that was done and heard in a rehearsal, in order. It is written while the night runs and judged only
 * afterwards (check.ts, measures.ts), so that a finding can be traced to the calls behind it. All instants are
 * milliseconds of one monotonic clock.
 */
import type { SubmitAnswer } from "@/lib/contracts/answers";
import type { RefusalCode } from "@/lib/contracts/refusals";
import type { Blow } from "./faults";
import type { StoreHung } from "./own-redis";

/** A phone by its number from 0, or one of the others. */
export type Who = number | "host" | "screen" | "abuser";
export type What = "page" | "asset" | "lookup" | "join" | "view" | "answer" | "command" | "socket" | "other";
/** NO_REPLY: nothing that could be read came back. */
export type Outcome = "ok" | "NO_REPLY" | RefusalCode;

export type Entry =
  /** one request and its reply; `policy`: the limit that refused it, where the reply names it */
  | { kind: "call"; at: number; who: Who; what: What; ms: number; outcome: Outcome; policy?: string }
  | { kind: "scanned"; at: number; who: Who }
  | { kind: "seated"; at: number; who: Who; playerId: string; name: string }
  /** a phone shows this version for the first time */
  | { kind: "shown"; at: number; who: Who; version: number; road: "socket" | "poll" }
  /** a step the host was told had been taken; `opened`: the question it opened; `isTimed`: told by its own reply */
  | { kind: "step"; at: number; pressedAt: number; version: number; opened: string | null; isTimed: boolean }
  | { kind: "tapped"; at: number; who: Who; answer: SubmitAnswer }
  /** on a sheet: what stood there is replaced */
  | { kind: "changed"; at: number; who: Who; answer: SubmitAnswer }
  /** the phone was told "saved"; `revision`: on a sheet, 0 for the first answer */
  | {
      kind: "saved";
      at: number;
      who: Who;
      questionId: string;
      value: SubmitAnswer["value"];
      revision?: number;
    }
  | { kind: "answerRefused"; at: number; who: Who; questionId: string; code: RefusalCode }
  /** a second delivery of the same submission, and whether it was told the same */
  | { kind: "repeated"; at: number; who: Who; what: "join" | "answer"; agrees: boolean }
  /** something was broken on purpose; `recoveredMs` null: not everybody came back */
  | { kind: "fault"; at: number; fault: string; recoveredMs: number | null; blow: Blow | null }
  | ({ kind: "storeHung"; at: number } & StoreHung);

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;

export class History {
  readonly entries: Entry[] = [];
  /** phones seated; answers tapped, saved: for the progress line and the host's "everybody has answered" */
  readonly counts = { seated: 0, tapped: 0, saved: 0, throttled: 0 };
  /** by question: saved or refused for good */
  readonly settled = new Map<string, number>();

  add(entry: Without<Entry, "at">): void {
    this.entries.push({ at: performance.now(), ...entry } as Entry);
    if (entry.kind === "seated") this.counts.seated += 1;
    if (entry.kind === "tapped") this.counts.tapped += 1;
    // a change is no other answer
    const isSaved = entry.kind === "saved" && !entry.revision;
    if (isSaved) this.counts.saved += 1;
    if (isSaved || entry.kind === "answerRefused")
      this.settled.set(entry.questionId, (this.settled.get(entry.questionId) ?? 0) + 1);
    if (entry.kind === "call" && entry.outcome === "RATE_LIMITED" && entry.who !== "abuser")
      this.counts.throttled += 1;
  }
}

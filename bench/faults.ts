/**
 * What goes wrong in a rehearsal, and when: each fault strikes in the middle of a burst of answers, when it hurts most.
 * Recovery is timed from the blow until every phone that was there has heard of the current version again, on a road
 * opened after it.
 */
import type { History } from "./history";
import type { Network } from "./network";
import type { Fault } from "./options";
import type { OwnRedis } from "./own-redis";
import type { OwnServer } from "./own-server";

/** faults.md counts six kills in one game. */
const mostKills = 6;
/** A burst with no middle (nobody answers) is struck all the same. */
const burstWithinMs = 4_500;

/** `goneMs`: from the signal to the end of the old process; `bootMs`: from there to the new one's first answer. */
export type Blow = { goneMs: number; bootMs: number };

/**
 * From the blow to the moment the last phone is back: it has the current version in hand, or waits at the server for
 * the next one. A poll that finds nothing newer may be held for 20 s; that is the fallback at work and no fault, so it
 * counts from the moment it was asked. Its reply is the proof, until then the phone is not back.
 */
export class Recovery {
  private waiting: Set<number> | null = null;
  /** who hangs at the server with the current version in hand, not proven yet */
  private readonly hanging = new Set<number>();
  private isDealt = false;
  /** another blow is due in the same question */
  hasMoreToCome = false;
  private countsFrom = Number.POSITIVE_INFINITY;
  private lastBackAt = 0;
  private finish: (at: number | null) => void = () => undefined;

  constructor(
    private readonly history: History,
    private readonly currentVersion: () => number,
  ) {}

  /** `strike` resolves when the blow has been dealt and what is started again answers. */
  async timed(fault: string, phones: number[], strike: () => Promise<Blow | null>): Promise<void> {
    // who has not come back by the next blow has not come back from the last one
    this.finish(null);
    const struckAt = performance.now();
    this.waiting = new Set(phones);
    this.hanging.clear();
    this.isDealt = false;
    this.countsFrom = Number.POSITIVE_INFINITY;
    this.lastBackAt = struckAt;
    const recovered = new Promise<number | null>((finish) => {
      this.finish = finish;
    });
    const blow = await strike();
    this.isDealt = true;
    this.countsFrom = Math.min(this.countsFrom, performance.now());
    if (phones.length === 0) this.finish(performance.now());
    const backAt = await recovered;
    this.history.add({ kind: "fault", fault, recoveredMs: backAt === null ? null : backAt - struckAt, blow });
  }

  /** The old process is gone, or the sockets are cut: replies on roads opened from now on count. */
  roadsAreNew(): void {
    this.countsFrom = performance.now();
  }

  /** A phone with `version` in hand asks to be told of a newer one. False: there is one, so it is not held. */
  polls(who: number, version: number): boolean {
    const isHeld = version >= this.currentVersion();
    if (isHeld && performance.now() >= this.countsFrom) this.hanging.add(who);
    return isHeld;
  }

  /** The poll has ended, well or not. */
  polled(who: number): void {
    this.hanging.delete(who);
  }

  /** Heard on a road opened at `openedAt`; `backAt`: since when nothing that is new would have passed the phone by. */
  heard(who: number, openedAt: number, version: number, backAt: number): void {
    if (!this.waiting || openedAt < this.countsFrom || version < this.currentVersion()) return;
    if (!this.waiting.delete(who)) return;
    this.lastBackAt = Math.max(this.lastBackAt, backAt);
    if (this.waiting.size > 0) return;
    this.waiting = null;
    this.finish(this.lastBackAt);
  }

  /** Nobody is away any more, but for those whose hanging poll has yet to prove it: news will. */
  get isAwaitingNews(): boolean {
    const { waiting, hanging } = this;
    if (this.hasMoreToCome || !this.isDealt) return false;
    return waiting !== null && waiting.size > 0 && [...waiting].every((who) => hanging.has(who));
  }

  /** The night is over: who is still away has not come back. */
  close(): void {
    this.finish(null);
  }
}

export type FaultDeps = {
  wanted: Set<Fault>;
  questionCount: number;
  network: Network;
  history: History;
  server: OwnServer | null;
  redis: OwnRedis | null;
  recovery: Recovery;
  /** since when the limits' store hangs */
  onStoreHung(): void;
};

/** Which faults strike while question `number` (from 1) is open. */
export function faultsAt(number: number, wanted: Set<Fault>, questionCount: number): Fault[] {
  const second = Math.min(2, questionCount);
  const middle = Math.ceil((questionCount + 1) / 2);
  const strikes: Partial<Record<Fault, boolean>> = {
    "socket-down": number === second,
    "server-kill": number >= second && number < second + mostKills,
    deploy: number === middle,
    "redis-hang": number === middle,
  };
  return [...wanted].filter((fault) => strikes[fault]);
}

/** Strikes in the middle of the burst; resolves when every blow has been dealt and its recovery is known. */
export async function strike(d: FaultDeps, number: number, phones: number[]): Promise<void> {
  const due = faultsAt(number, d.wanted, d.questionCount);
  if (due.length === 0) return;
  const tappedBefore = d.history.counts.tapped;
  const startedAt = performance.now();
  while (
    d.history.counts.tapped - tappedBefore < phones.length / 2 &&
    performance.now() - startedAt < burstWithinMs
  )
    await new Promise((wake) => setTimeout(wake, 10));
  for (const [index, fault] of due.entries()) {
    d.recovery.hasMoreToCome = index < due.length - 1;
    if (fault === "redis-hang") {
      await d.redis?.hang();
      d.onStoreHung();
    } else await d.recovery.timed(fault, phones, () => blow(d, fault));
  }
}

async function blow({ network, server, recovery }: FaultDeps, fault: Fault): Promise<Blow | null> {
  if (fault === "socket-down" || !server) {
    await network.refuseWebSockets();
    return null;
  }
  const struckAt = performance.now();
  await server.end(fault === "deploy" ? "SIGTERM" : "SIGKILL");
  recovery.roadsAreNew();
  const goneAt = performance.now();
  await server.start();
  return { goneMs: Math.round(goneAt - struckAt), bootMs: Math.round(performance.now() - goneAt) };
}

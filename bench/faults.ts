/**
 * What goes wrong in a rehearsal, and when: each fault strikes in the middle of a burst of answers, when it hurts most.
 * Recovery is timed from the blow until every phone that was there has heard of the current version again, on a road
 * opened after it.
 */
import type { ChildProcess } from "node:child_process";
import { createConnection } from "node:net";
import type { History } from "./history";
import type { Network } from "./network";
import { CannotRun, type Fault } from "./options";
import { freePort, type OwnServer, start } from "./own-server";

/** faults.md counts six kills in one game. */
const mostKills = 6;
/** A burst with no middle (nobody answers) is struck all the same. */
const burstWithinMs = 4_500;

/** `goneMs`: from the signal to the end of the old process; `bootMs`: from there to the new one's first answer. */
export type Blow = { goneMs: number; bootMs: number };

/** Waits for every phone to hear of the current version again. */
export class Recovery {
  private waiting: Set<number> | null = null;
  private countsFrom = Number.POSITIVE_INFINITY;
  private finish: (at: number | null) => void = () => undefined;

  constructor(
    private readonly history: History,
    private readonly currentVersion: () => number,
  ) {}

  /** `strike` resolves when the blow has been dealt and what is started again answers. */
  async timed(fault: string, phones: number[], strike: () => Promise<Blow | null>): Promise<void> {
    const struckAt = performance.now();
    this.waiting = new Set(phones);
    this.countsFrom = Number.POSITIVE_INFINITY;
    const recovered = new Promise<number | null>((finish) => {
      this.finish = finish;
    });
    const blow = await strike();
    this.countsFrom = Math.min(this.countsFrom, performance.now());
    if (phones.length === 0) this.finish(performance.now());
    const backAt = await recovered;
    this.waiting = null;
    this.history.add({ kind: "fault", fault, recoveredMs: backAt === null ? null : backAt - struckAt, blow });
  }

  /** The old process is gone, or the sockets are cut: replies on roads opened from now on count. */
  roadsAreNew(): void {
    this.countsFrom = performance.now();
  }

  heard(who: number, openedAt: number, version: number): void {
    if (!this.waiting || openedAt < this.countsFrom || version < this.currentVersion()) return;
    this.waiting.delete(who);
    if (this.waiting.size === 0) this.finish(performance.now());
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
  for (const fault of due) {
    if (fault === "redis-hang") await d.redis?.hang();
    else await d.recovery.timed(fault, phones, () => blow(d, fault));
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

/** A Redis for the limits, which stops answering without closing a connection. */
export class OwnRedis {
  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
  ) {}

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  static async open(): Promise<OwnRedis> {
    const port = await freePort();
    const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    const child = start("redis-server", args, {});
    const missing = await new Promise<boolean>((done) => {
      child.once("error", () => done(true));
      child.once("spawn", () => done(false));
    });
    if (missing)
      throw new CannotRun(
        "redis-hang needs a Redis of its own. Install redis-server, or leave this fault out.",
      );
    for (let tries = 0; tries < 100 && !(await listens(port)); tries++)
      await new Promise((wake) => setTimeout(wake, 50));
    return new OwnRedis(child, port);
  }

  /** A Redis that nobody talks to can hang for as long as it likes: then nothing was rehearsed. */
  async hang(): Promise<void> {
    const clients = /connected_clients:(\d+)/.exec(await ask(this.port, "INFO clients"))?.[1];
    if (Number(clients) < 2)
      throw new CannotRun(
        "The server is not connected to its Redis, so nothing depends on it and redis-hang shows nothing.",
      );
    this.child.kill("SIGSTOP");
  }

  /** SIGKILL also ends a stopped process. */
  close(): void {
    this.child.kill("SIGKILL");
  }
}

/** One command in the plain form, one reply; this connection is one of the clients. */
function ask(port: number, command: string): Promise<string> {
  return new Promise((done, fail) => {
    const socket = createConnection(port, "127.0.0.1");
    socket.once("error", fail).once("data", (reply) => {
      done(reply.toString());
      socket.destroy();
    });
    socket.write(`${command}\r\n`);
  });
}

const listens = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = createConnection(port, "127.0.0.1");
    socket.once("connect", () => done(true)).once("error", () => done(false));
    socket.once("connect", () => socket.destroy());
  });

/**
 * A Redis of our own for the limits, that stops answering without closing a connection and comes back later; and the
 * watch over what the server makes of it. Whether a local limiter stands in is read where the host would read it.
 */
import type { ChildProcess } from "node:child_process";
import { createConnection } from "node:net";
import type { RoomPanel } from "@/lib/contracts/http";
import { CannotRun } from "./options";
import { freePort, start } from "./own-server";

/** A store that is back is tried every 2 s (lib/limits/resilient-limiter.ts). */
const backWithinMs = 10_000;
/** Twice a second is as closely as the panel's own limit lets anybody look for long. */
const lookEveryMs = 500;

/** `localAfterMs` null: no local limiter was seen to stand in; `backAfterMs` null: the store was not used again. */
export type StoreHung = {
  hungAt: number;
  hungMs: number;
  localAfterMs: number | null;
  backAfterMs: number | null;
};

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
    const child = start("redis-server", args, { output: "ignore" });
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

  wake(): void {
    this.child.kill("SIGCONT");
  }
}

/** What the panel said of the limits' store while it hung and after. */
export class StoreWatch {
  readonly hungAt = performance.now();
  private localAfterMs: number | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly room: () => Promise<RoomPanel | null>) {
    this.timer = setInterval(() => {
      const look = async () => {
        const panel = await room();
        if (panel?.limiterStore.state !== "local") return;
        this.localAfterMs ??= performance.now() - this.hungAt;
        clearInterval(this.timer);
      };
      void look().catch(() => undefined);
    }, lookEveryMs);
  }

  /** The store answers again: until the server counts in it again. */
  async end(redis: OwnRedis): Promise<StoreHung> {
    clearInterval(this.timer);
    const wokenAt = performance.now();
    redis.wake();
    let backAfterMs: number | null = null;
    while (backAfterMs === null && performance.now() - wokenAt < backWithinMs) {
      await new Promise((wake) => setTimeout(wake, lookEveryMs));
      const panel = await this.room().catch(() => null);
      if (panel?.limiterStore.state === "up") backAfterMs = performance.now() - wokenAt;
    }
    const { hungAt, localAfterMs } = this;
    return { hungAt, hungMs: wokenAt - hungAt, localAfterMs, backAfterMs };
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

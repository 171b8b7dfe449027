/** A real redis-server for tests: a free port, a directory of its own, nothing kept. Stopped by its process id. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";

const hasRedisServer = spawnSync("redis-server", ["--version"]).status === 0;
/** Why tests over a real Redis do not run here; null when they do. */
export const noRedisReason = hasRedisServer
  ? null
  : "skipped: redis-server is not installed (Debian: apt-get install redis-server)";
if (noRedisReason) console.warn(noRedisReason);

export type RedisTestServer = {
  port: number;
  url: string;
  /** an ordinary client, to look at or to change the server */
  client: Redis;
  /** SIGSTOP: connections stay open and nothing is answered */
  hang(): void;
  goOn(): void;
  /** gone, as after a crash; connections are refused */
  kill(): Promise<void>;
  /** the same port again, empty */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
};

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", () => listening()));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (typeof address !== "object" || !address) throw new Error("no port");
  return address.port;
}

export async function startRedis(): Promise<RedisTestServer> {
  const port = await freePort();
  const directory = mkdtempSync(join(tmpdir(), "roomful-redis-"));
  let child: ChildProcess;

  async function start(): Promise<void> {
    child = spawn(
      "redis-server",
      ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", directory],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    await new Promise<void>((ready, fail) => {
      child.once("exit", (code) => fail(new Error(`redis-server ended with ${code}`)));
      child.stdout?.on("data", (text: Buffer) => {
        if (text.includes("Ready to accept connections")) ready();
      });
    });
  }
  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((exit) => child.once("exit", exit));
    child.kill("SIGKILL");
    await ended;
  }

  await start();
  const client = new Redis(port, "127.0.0.1", { retryStrategy: () => 50 });
  client.on("error", () => undefined);
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    client,
    hang: () => void child.kill("SIGSTOP"),
    goOn: () => void child.kill("SIGCONT"),
    kill,
    startAgain: start,
    async stop() {
      client.disconnect();
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * A production server and its data directory, started, killed and started again as a landlord would. Only the tests
 * of failures stop it; all journeys that want the same settings share one.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Settings = Record<string, string>;
export type Venue = {
  /** plain http on a made-up host name: no secure context (LAN-01) */
  url: string;
  /** the same server for requests from the test itself, which does not know that name */
  localUrl: string;
  port: number;
  dataDir: string;
  stop(signal: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
  restart(signal: NodeJS.Signals): Promise<void>;
};

/** A cold start creates a database: some 3 s on two cores, and many times that on a busy machine. */
const startWithinMs = 60_000;
const askAgainMs = 50;

export const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address ? address.port : 0));
    });
  });

/** The very process `npm start` runs; nothing of the tests' own environment that could change its settings. */
export function spawnServer(settings: Settings, stderr: "inherit" | "pipe" = "inherit"): ChildProcess {
  const { PATH, HOME, TMPDIR, TZ } = process.env;
  return spawn(process.execPath, ["--enable-source-maps", "dist/server.mjs"], {
    env: { PATH, HOME, TMPDIR, TZ, NODE_ENV: "production", LOG_LEVEL: "warn", ...settings },
    stdio: ["ignore", "ignore", stderr],
  });
}

const isGone = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;
export const gone = (child: ChildProcess) =>
  new Promise<void>((done) => (isGone(child) ? done() : child.once("exit", () => done())));

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const giveUpAt = performance.now() + startWithinMs;
  while (performance.now() < giveUpAt) {
    if (isGone(child)) throw new Error("the server ended instead of starting");
    const isReady = await fetch(`${url}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((wake) => setTimeout(wake, askAgainMs));
  }
  throw new Error("the server did not start in time");
}

export async function openVenue(settings: Settings): Promise<Venue & { close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), "roomful-e2e-"));
  const port = await freePort();
  const localUrl = `http://127.0.0.1:${port}`;
  let server: ChildProcess | null = null;
  const venue = {
    url: `http://pub.test:${port}`,
    localUrl,
    port,
    dataDir,
    async stop(signal: NodeJS.Signals) {
      server?.kill(signal);
      if (server) await gone(server);
      server = null;
    },
    async start() {
      server = spawnServer({ ...settings, PORT: String(port), DATA_DIR: dataDir });
      await untilReady(server, localUrl);
    },
    async restart(signal: NodeJS.Signals) {
      await venue.stop(signal);
      await venue.start();
    },
    async close() {
      await venue.stop("SIGTERM");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  await venue.start();
  return venue;
}

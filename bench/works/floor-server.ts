/** A bare floor as a process of its own: bundled like the product's server, pinned like it, gone at the end. */
import { connect } from "node:net";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { CannotRun } from "../options";
import { freePort, start, usageOf } from "../own-server";
import { pinServer } from "./machine";

const bundles = "node_modules/.cache/roomful/bench";
const startWithinMs = 20_000;

export type Floor = {
  port: number;
  pid: number;
  /** from the start of the process until its port answered */
  bootMs: number;
  usage(): { rssMb: number; cpuSeconds: number };
  close(): void;
};

/** `name`: a file in bench/floors. Resolves when it listens. */
export async function openFloor(name: string, env: Record<string, string> = {}): Promise<Floor> {
  const outfile = join(bundles, `${name}.mjs`);
  buildSync({
    entryPoints: [`bench/floors/${name}.ts`],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    logLevel: "warning",
  });
  const port = await freePort();
  const startedAt = performance.now();
  const child = start(process.execPath, [outfile], {
    env: { ...process.env, DATABASE_URL: "", NODE_ENV: "production", ...env, PORT: String(port) },
  });
  const pid = child.pid ?? 0;
  pinServer(pid);
  while (!(await listens(port))) {
    if (child.exitCode !== null || performance.now() - startedAt > startWithinMs)
      throw new CannotRun(`The floor ${name} did not start.`);
    await new Promise((wake) => setTimeout(wake, 20));
  }
  return {
    port,
    pid,
    bootMs: performance.now() - startedAt,
    usage: () => usageOf(pid) ?? { rssMb: 0, cpuSeconds: 0 },
    close: () => void child.kill("SIGKILL"),
  };
}

const listens = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = connect({ port, host: "127.0.0.1" }, () => {
      probe.destroy();
      done(true);
    });
    probe.on("error", () => done(false));
  });

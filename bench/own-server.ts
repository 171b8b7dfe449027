/**
 * The production server of a rehearsal: built when stale, started on a throw-away data directory and a free port of the
 * loopback, killed and started again there, measured, and gone with its data at the end, also when this process is
 * stopped. It must never touch the data of a real night.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync } from "node:fs";
import http from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { CannotRun } from "./options";

const rootDir = resolve(dirname(fileURLToPath(import.meta.url)), "..");
/** The first start creates a database; a loaded laptop takes its time. */
const startWithinMs = 60_000;
/** One look at its health; a server with a whole room at the door may answer late. */
const healthWithinMs = 5_000;

/** What this process started is ended by that one when this one is gone. It has to live through a Ctrl+C itself. */
let cleanUp: ChildProcess | null = null;
function keepInMind(line: string): void {
  cleanUp ??= startCleanUp();
  cleanUp.stdin?.write(`${line}\n`);
}

function startCleanUp(): ChildProcess {
  const child = spawn(process.execPath, [resolve(rootDir, "bench/clean-up.mjs")], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  // should it be killed itself, only the ends that are nobody's fault are still clean
  child.stdin?.on("error", () => undefined);
  return child;
}

/** Resolves when everything this process started is gone, with its folders. */
export async function endEverything(): Promise<void> {
  if (!cleanUp || cleanUp.exitCode !== null) return;
  const gone = once(cleanUp, "exit");
  cleanUp.stdin?.end();
  await gone;
}

/** A child in a group of its own: a Ctrl+C is for this process to pass on, in its own order. */
export function start(
  command: string,
  args: string[],
  o: { env?: NodeJS.ProcessEnv; output: "ignore" | "inherit" | { logFile: string } },
) {
  const out = typeof o.output === "string" ? o.output : openSync(o.output.logFile, "a");
  const child = spawn(command, args, {
    cwd: rootDir,
    stdio: ["ignore", out, out],
    detached: true,
    ...(o.env ? { env: o.env } : {}),
  });
  if (typeof out === "number") closeSync(out);
  const { pid } = child;
  if (pid !== undefined) {
    keepInMind(`+process ${pid}`);
    child.once("exit", () => keepInMind(`-process ${pid}`));
  }
  return child;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address ? address.port : 0;
}

export type Usage = { rssMb: number; cpuSeconds: number };

export class OwnServer {
  readonly url: URL;
  private child: ChildProcess | null = null;
  private stopping = false;
  private mostRssMb = 0;
  /** of processes that have ended */
  private cpuBefore = 0;
  private readonly dataDir = mkdtempSync(join(tmpdir(), "roomful-rehearsal-"));
  private readonly logFile = join(this.dataDir, "server.log");

  private constructor(
    private readonly port: number,
    private readonly settings: Record<string, string>,
    private readonly onCrash: (said: string) => void,
  ) {
    keepInMind(`+folder ${this.dataDir}`);
    this.url = new URL(`http://127.0.0.1:${port}`);
  }

  /** `settings`: environment of the server besides the throw-away ones. */
  static async open(settings: Record<string, string>, onCrash: (said: string) => void): Promise<OwnServer> {
    const [status] = await once(
      start(process.execPath, ["scripts/setup.mjs", "build"], { output: "inherit" }),
      "exit",
    );
    if (status !== 0) throw new CannotRun("The server could not be built; the lines above say why.");
    const server = new OwnServer(await freePort(), settings, onCrash);
    await server.start();
    await server.ready();
    // Next comes last, and would come in the middle of what is measured; a page it alone knows waits for it
    await fetch(new URL("/nobody-has-this-page", server.url));
    return server;
  }

  /** Resolves when its database is open, too. */
  async ready(): Promise<void> {
    const giveUpAt = performance.now() + startWithinMs;
    while (!(await answers(new URL("/readyz", this.url))) && performance.now() < giveUpAt)
      await new Promise((wake) => setTimeout(wake, 20));
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    const startedAt = performance.now();
    this.stopping = false;
    const child = start(process.execPath, ["--enable-source-maps", "dist/server.mjs"], {
      output: { logFile: this.logFile },
      env: {
        ...process.env,
        // set though empty, so that no .env file of a real installation is read for them
        DATABASE_URL: "",
        PUBLIC_URL: "",
        LIMITS_FILE: "",
        ADMIN_HOST_IDS: "",
        METRICS_TOKEN: "",
        SECRET: "",
        TRUSTED_PROXIES: "",
        REDIS_URL: "",
        UPSTASH_REDIS_REST_URL: "",
        UPSTASH_REDIS_REST_TOKEN: "",
        LIMITS: "default",
        LOG_LEVEL: "warn",
        NEXT_TELEMETRY_DISABLED: "1",
        ...this.settings,
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
      },
    });
    this.child = child;
    child.once("exit", () => {
      if (this.child === child && !this.stopping) this.onCrash(this.lastWords());
    });
    while (!(await answers(new URL("/healthz", this.url)))) {
      const isGone = child.exitCode !== null || child.signalCode !== null;
      if (isGone) throw new CannotRun(`The server did not start.\n${this.lastWords()}`);
      // alive and too busy to say so: whether the room gets through is what the figures will tell
      if (performance.now() - startedAt > startWithinMs) break;
      await new Promise((wake) => setTimeout(wake, 20));
    }
  }

  /** Ends it by `signal`; resolves when the process is gone. */
  async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    this.stopping = true;
    this.cpuBefore = this.usage().cpuSeconds;
    child.kill(signal);
    await once(child, "exit");
    this.child = null;
  }

  /**
   * The most memory seen at a look, CPU of all processes together. Looked at while the night runs: the peak that the
   * kernel keeps is that of creating the database.
   */
  usage(): Usage {
    const now = this.child?.pid === undefined ? null : usageOf(this.child.pid);
    this.mostRssMb = Math.max(this.mostRssMb, now?.rssMb ?? 0);
    return { rssMb: this.mostRssMb, cpuSeconds: this.cpuBefore + (now?.cpuSeconds ?? 0) };
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** Where the embedded database is, gone with everything else at the end. */
  get databaseDir(): string {
    return join(this.dataDir, "database");
  }

  lastWords(): string {
    return existsSync(this.logFile) ? readFileSync(this.logFile, "utf8").slice(-4_000) : "";
  }
}

function answers(url: URL): Promise<boolean> {
  return new Promise((done) => {
    const req = http.get(url, { agent: false, timeout: healthWithinMs }, (res) => {
      res.resume();
      done(res.statusCode === 200);
    });
    req.on("timeout", () => req.destroy());
    req.on("error", () => done(false));
  });
}

/** Linux says it in /proc; elsewhere `ps` knows. */
export function usageOf(pid: number): Usage | null {
  if (existsSync(`/proc/${pid}/stat`)) {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    // a process that is just ending has no memory left to speak of
    if (kb === undefined) return null;
    // utime and stime are fields 14 and 15, in hundredths of a second
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { rssMb: Math.round(Number(kb) / 1024), cpuSeconds: ticks / 100 };
  }
  const said = spawnSync("ps", ["-o", "rss=,time=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
  const [rss, time] = said.trim().split(/\s+/);
  if (!rss || !time) return null;
  const seconds = time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return { rssMb: Math.round(Number(rss) / 1024), cpuSeconds: seconds };
}

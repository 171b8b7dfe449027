/**
 * npm run rehearse: a night with simulated phones before the real one. Exit code 0 only if nothing honest was refused,
 * lost or counted twice; 1 if something was; 2 if it could not be played; 130 after Ctrl+C.
 */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { checkNight, isClean } from "./check";
import { measure, only } from "./measures";
import { playNight } from "./night";
import { CannotRun, limitsPresets, longestMinutes, type Options, readOptions, usage } from "./options";
import { OwnRedis } from "./own-redis";
import { endEverything, OwnServer } from "./own-server";
import { type Figures, jsonReport, wordReport } from "./report";
import { playTradeShow, tradeShowSize } from "./trade-show";

/** The default of ROOM_SIZE: a smaller room is rehearsed with the limits it would really have. */
const defaultRoomSize = 300;

const args = process.argv.slice(2);
if (args.includes("--help") || args.includes("-h")) {
  console.log(usage);
  process.exit(0);
}

let server: OwnServer | null = null;
let redis: OwnRedis | null = null;

let leaving: Promise<never> | null = null;
/** What was started is ended first. A Ctrl+C arrives more than once, passed on by npm and by scripts/setup.mjs. */
function leave(code: number): Promise<never> {
  leaving ??= endEverything().then(() => process.exit(code));
  return leaving;
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    if (!leaving) console.error("\nStopped. What was started is being ended.");
    void leave(130);
  });

async function main(): Promise<void> {
  const options = readOptions(args);
  const limit = setTimeout(() => {
    console.error(`\nThe rehearsal took longer than ${longestMinutes} minutes and was stopped.`);
    void leave(2);
  }, longestMinutes * 60_000);
  limit.unref();
  if (options.faults.has("redis-hang")) redis = await OwnRedis.open();
  if (!options.url) {
    server = await OwnServer.open(settingsOf(options), (said) => {
      if (leaving) return;
      console.error(`\nThe server stopped by itself. Its last words:\n${said}`);
      void leave(1);
    });
  }
  const url = options.url ?? server?.url;
  if (!url) throw new CannotRun("There is no server to rehearse with.");
  const world = { options, url, server, redis, progress: progressLine() };
  const outcome = options.scenario === "trade-show" ? await playTradeShow(world) : await rehearseNight(world);
  world.progress("");
  console.log(outcome.words);
  if (options.jsonFile) writeJson(options.jsonFile, outcome.json);
  await leave(outcome.isClean ? 0 : 1);
}

/** That it can be written was seen before the night; a disk may have filled up since. */
function writeJson(path: string, json: unknown): void {
  try {
    writeFileSync(path, `${JSON.stringify(json, null, 2)}\n`);
  } catch (error) {
    throw new CannotRun(`The figures could not be written to ${path}: ${(error as Error).message}`);
  }
}

async function rehearseNight(world: Parameters<typeof playNight>[0]) {
  const night = await playNight(world);
  const { entries } = night.history;
  const findings = checkNight({
    phones: world.options.phones,
    entries,
    questions: night.questions,
    results: night.results,
    reread: night.reread,
    abuserIds: new Set(night.abusers.flatMap(({ playerId }) => playerId ?? [])),
  });
  const figures: Figures = {
    findings,
    measures: measure(entries),
    faults: only(entries, "fault").map(({ fault, recoveredMs, blow }) => ({
      fault,
      recoveredMs: recoveredMs === null ? null : Math.round(recoveredMs),
      ...blow,
    })),
    messagesPerPhonePerQuestion: night.messagesPerPhonePerQuestion,
    bytesPerPhonePerQuestion: night.bytesPerPhonePerQuestion,
    server: night.server,
    abusersNamed: night.panel ? night.panel.named : [],
    abusersNamedWithinMs: night.panel?.namedWithinMs ?? null,
    abuserCount: night.abusers.length,
    ownDelayMs: night.ownDelayMs,
    ownCpuSeconds: night.ownCpuSeconds,
    loadPerCore: night.loadPerCore,
  };
  return {
    isClean: isClean(findings),
    words: wordReport(world.options, figures),
    json: jsonReport(world.options, figures),
  };
}

/** What the room asks of the server's settings. */
function settingsOf(options: Options): Record<string, string> {
  const seats = options.scenario === "trade-show" ? tradeShowSize : options.phones;
  const abusers = options.faults.has("abuser-token") ? 1 : 0;
  const isPreset = limitsPresets.includes(options.limits);
  return {
    ROOM_SIZE: String(Math.max(defaultRoomSize, seats + abusers)),
    ...(isPreset ? { LIMITS: options.limits } : { LIMITS_FILE: resolve(options.limits) }),
    ...(options.addresses > 1 ? { TRUSTED_PROXIES: "127.0.0.1" } : {}),
    ...(redis ? { REDIS_URL: redis.url } : {}),
  };
}

/** One line that rewrites itself; where there is no terminal, a line every ten seconds. */
function progressLine(): (line: string) => void {
  const startedAt = performance.now();
  let saidAt = 0;
  return (line) => {
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line && `${seconds} s · ${line}`}`);
    else if (line && seconds - saidAt >= 10) {
      saidAt = seconds;
      console.error(`${seconds} s · ${line}`);
    }
  };
}

main().catch(async (error: unknown) => {
  // what was ended on purpose is missed by whoever was talking to it
  if (!leaving) console.error(error instanceof CannotRun ? `\n${error.message}\n` : error);
  await leave(2);
});

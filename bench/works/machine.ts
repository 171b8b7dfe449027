/**
 * One core for the server, the other for the generator, so that neither steals the other's time. Where there is no
 * `taskset`, or only one core, nothing is pinned and the report says so.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

export const serverCore = 0;
const generatorCore = 1;

const hasTaskset = spawnSync("taskset", ["--version"], { stdio: "ignore" }).status === 0;
// asked before anything is pinned: afterwards this process sees one core
const hasCores = availableParallelism() >= 2;
export const canPin = hasTaskset && hasCores;
export const pinning = canPin
  ? `server and database on core ${serverCore}, generator on core ${generatorCore}`
  : `nothing is pinned to a core (${hasTaskset ? "there is only one" : "there is no taskset here"}): server and generator disturb each other`;

/** All threads of a process; those it starts later inherit it. */
function pin(pid: number, core: number): void {
  if (canPin) spawnSync("taskset", ["-a", "-c", "-p", String(core), String(pid)], { stdio: "ignore" });
}
export const pinServer = (pid: number): void => pin(pid, serverCore);
export const pinGenerator = (): void => pin(process.pid, generatorCore);

/** How much of one core this process took between the two calls. */
export function ownShare(): () => number {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 / Math.max(1, performance.now() - startedAt);
  };
}

/** CPU seconds of a process and its children, the ended ones included. Zero where there is no /proc. */
export function treeCpuSeconds(pid: number): number {
  if (!existsSync("/proc")) return 0;
  let ticks = 0;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const fields = statOf(name);
    if (!fields) continue;
    const isRoot = name === String(pid);
    if (isRoot || fields[1] === String(pid)) ticks += Number(fields[11]) + Number(fields[12]);
    // what its children took that have ended
    if (isRoot) ticks += Number(fields[13]) + Number(fields[14]);
  }
  return ticks / 100;
}

export const parentOf = (pid: number): number => Number(statOf(String(pid))?.[1] ?? 0);

/** The fields after the name: state, parent, … */
function statOf(pid: string): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? null;
  } catch {
    return null; // it has just ended
  }
}

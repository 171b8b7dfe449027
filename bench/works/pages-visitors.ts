/** Those who come in while others play: a process that loads the page as often at once as it is told. */
import { fork } from "node:child_process";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { CannotRun } from "../options";

/** Behind the process that times, which needs a twentieth of the core: what it waits for the core is in the figure. */
const loadingPriority = 10;

/** `count` first loads at once of the shell at `path` and its files. */
export type Visit = { port: number; path: string; files: string[]; count: number };
/** `took`: milliseconds of each load; `share`: of one core, what the loading process took meanwhile. */
export type Visited = { ok: true; took: number[]; share: number } | { ok: false; why: string };

export type Visitors = {
  load(visit: Visit): Promise<{ took: number[]; share: number }>;
  close(): void;
};

/**
 * On the core of whoever calls. A process and not a thread, so that each has a queue, a heap and a share of its own, and
 * the kernel lets the one that times go first.
 */
export function openVisitors(execArgv = process.execArgv): Visitors {
  const child = fork(fileURLToPath(new URL("pages-visitors-process.ts", import.meta.url)), {
    execArgv,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  if (child.pid !== undefined) setPriority(child.pid, loadingPriority);
  return {
    load: (visit) =>
      new Promise((done, fail) => {
        const settle = (visited: Visited) => {
          child.off("exit", gone);
          if (visited.ok) done(visited);
          else fail(new CannotRun(visited.why));
        };
        const gone = () => {
          child.off("message", settle);
          fail(new CannotRun("The process that loads the pages is gone."));
        };
        child.once("message", settle).once("exit", gone);
        child.send(visit);
      }),
    close() {
      if (child.connected) child.disconnect();
    },
  };
}

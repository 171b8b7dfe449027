/**
 * npm run bench: the product beside bare floors in the same run. Absolute times drift on a shared machine; the ratios
 * are what counts. Starts and stops everything itself, on the loopback, and ends within a bounded time. Exit code 0 when
 * every target is met, 1 when one is missed, 2 when it could not be measured, 130 after Ctrl+C.
 */
import { writeFileSync } from "node:fs";
import { benchUsage, readBenchOptions } from "./bench-options";
import { CannotRun } from "./options";
import { endEverything } from "./own-server";
import { tableOf } from "./table";
import { answers, cpu, embedded } from "./works/answers";
import { closeDatabases } from "./works/database";
import { pinGenerator, pinning } from "./works/machine";
import { marking } from "./works/marking";
import { memory } from "./works/memory";
import { pages } from "./works/pages";
import { polls, release } from "./works/polls";
import { restart } from "./works/restart";
import { playRooms } from "./works/room";
import { fanOut, growth, joins, messages } from "./works/sockets";
import type { Row, Work } from "./works/work";

const works: Work[] = [
  joins,
  fanOut,
  answers,
  embedded,
  messages,
  cpu,
  memory,
  growth,
  marking,
  polls,
  release,
  pages,
  restart,
];

const runs = 3;
/** A full run takes some ten minutes; a machine that needs three times that is not one to measure on. */
const longestMinutes = 30;

const names = works.map((work) => work.name);
const args = process.argv.slice(2);
if (args.includes("--help") || args.includes("-h")) {
  console.log(benchUsage(names));
  process.exit(0);
}

async function leave(code: number): Promise<never> {
  await closeDatabases().catch(() => undefined);
  await endEverything();
  process.exit(code);
}

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    console.error("\nStopped. What was started is being ended.");
    void leave(130);
  });

async function main(): Promise<void> {
  const options = readBenchOptions(args, names);
  const limit = setTimeout(() => {
    console.error(`\nThe bench took longer than ${longestMinutes} minutes and was stopped.`);
    void leave(2);
  }, longestMinutes * 60_000);
  limit.unref();
  pinGenerator();
  console.error(`Measured on this machine, now: ${pinning}.`);
  const startedAt = performance.now();
  const log = (line: string) =>
    console.error(`${String(Math.round((performance.now() - startedAt) / 1_000)).padStart(4)} s  ${line}`);
  const o = { quick: options.quick, runs: options.quick ? 1 : runs, log };

  const chosen = works.filter((work) => options.only.length === 0 || options.only.includes(work.name));
  await playRooms(
    chosen.flatMap((work) => work.rooms?.(o) ?? []),
    o,
  );
  const rows: Row[] = [];
  let failed = 0;
  for (const work of chosen) {
    log(work.title);
    // one that cannot be measured must not cost what the others took ten minutes for
    await work.run(o).then(
      (measured) => rows.push(...measured),
      (error: unknown) => {
        if (!(error instanceof CannotRun)) throw error;
        failed += 1;
        console.error(`       Not measured: ${error.message}`);
      },
    );
  }
  console.log(`\n${tableOf(rows)}\n`);
  console.log(
    options.quick
      ? "One small run: it shows that everything works, and its figures say little."
      : `Medians of ${runs} alternating runs, ${pinning}.`,
  );
  if (options.jsonFile) writeFileSync(options.jsonFile, `${JSON.stringify(rows, null, 2)}\n`);
  if (failed > 0) await leave(2);
  await leave(rows.every((row) => row.met) ? 0 : 1);
}

main().catch(async (error: unknown) => {
  console.error(error instanceof CannotRun ? `\n${error.message}\n` : error);
  await leave(2);
});

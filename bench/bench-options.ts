/** What was typed after `npm run bench --`, refused in whole sentences. Starts nothing. */
import { parseArgs } from "node:util";
import { CannotRun } from "./options";

export type BenchOptions = { quick: boolean; only: string[]; jsonFile: string | null };

export function benchUsage(names: string[]): string {
  return `npm run bench -- [options]

  --quick       one small run, to see that everything works; its figures say little
  --only NAME   one work, may be repeated: ${names.join(", ")}
  --json FILE   the rows for a program`;
}

/** `names`: the works there are. */
export function readBenchOptions(args: string[], names: string[]): BenchOptions {
  let values: { quick?: boolean; only?: string[]; json?: string };
  try {
    values = parseArgs({
      args,
      strict: true,
      options: {
        quick: { type: "boolean" },
        only: { type: "string", multiple: true },
        json: { type: "string" },
      },
    }).values;
  } catch (error) {
    throw new CannotRun(`${(error as Error).message}\n\n${benchUsage(names)}`);
  }
  const only = (values.only ?? []).flatMap((name) => name.split(",")).map((name) => name.trim());
  for (const name of only)
    if (!names.includes(name))
      throw new CannotRun(`There is no work "${name}". There are ${names.join(", ")}.`);
  if (values.json === "") throw new CannotRun("--json needs the name of a file to write.");
  return { quick: values.quick ?? false, only, jsonFile: values.json ?? null };
}

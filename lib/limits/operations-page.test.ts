import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { policiesFor } from "./policies";

test("docs/operations.md names every policy with the sizes that are in force for 300 phones", () => {
  const page = readFileSync(join(process.cwd(), "docs/operations.md"), "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)`\s+\|[^|]+\|[^|]*\|\s+([\d.]+)\s+\|\s+(\d+)\s+\|$/gm)];
  const written = Object.fromEntries(rows.map((row) => [row[1], [Number(row[2]), Number(row[3])]]));
  const computed = Object.values(policiesFor({ roomSize: 300 })).map(({ name, perMinute, burst }) => [
    name,
    [Math.round(perMinute * 100) / 100, burst],
  ]);
  expect(written).toEqual(Object.fromEntries(computed));
});

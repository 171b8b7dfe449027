/** Rows as a table for a terminal. Pure. */
import type { Row } from "./works/work";

/** Above this the generator was the slower of the two, and the row says more about it than about the server. */
const busyGenerator = 0.85;

export const describesGenerator = (row: Row): boolean => (row.generatorShare ?? 0) > busyGenerator;

const figure = (value: number | null): string =>
  value === null ? "–" : value.toLocaleString("en", { maximumSignificantDigits: 3 });

export function tableOf(rows: Row[]): string {
  const cells = rows.map((row) => [
    row.work,
    row.n.toLocaleString("en"),
    `${figure(row.value)} ${row.unit}`,
    figure(row.floor),
    row.ratio === null ? "–" : `${figure(row.ratio)} ×`,
    row.generatorShare === null ? "–" : `${row.generatorShare}${describesGenerator(row) ? " (!)" : ""}`,
    row.target,
    row.target.startsWith("(") ? "" : row.met ? "met" : "MISSED",
  ]);
  const head = ["work", "N", "value", "floor", "ratio", "generator", "target", ""];
  const widths = head.map((title, at) =>
    Math.max(title.length, ...cells.map((line) => line[at]?.length ?? 0)),
  );
  const line = (parts: string[]) =>
    parts
      .map((part, at) => part.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd();
  const marked = rows.filter(describesGenerator).length;
  return [
    line(head),
    line(widths.map((width) => "-".repeat(width))),
    ...cells.map(line),
    ...(marked > 0
      ? [
          "",
          `(!) The generator took more than ${busyGenerator} of its core: the row describes the generator.`,
        ]
      : []),
  ].join("\n");
}

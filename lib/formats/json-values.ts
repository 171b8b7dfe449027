/**
 * What the readers of JSON formats share. A value out of a file may be anything and nested to any depth, so
 * nothing here recurses into it: JSON.parse takes a depth at which JSON.stringify overflows the stack.
 */
export type JsonRecord = Record<string, unknown>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The text a row is found again by: the named field, else the names of its fields. */
export function aboutJson(row: unknown, field: string): string {
  if (!isRecord(row)) return Array.isArray(row) ? "[…]" : String(row);
  const value = row[field];
  return typeof value === "string" ? value : `{ ${Object.keys(row).slice(0, 8).join(", ")} }`;
}

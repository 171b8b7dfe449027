/** A whole number as hosts type it; null: none, or out of bounds. */
export function wholeFrom(typed: string, least: number, most: number): number | null {
  const text = typed.normalize("NFKC").replace(/\s/g, "");
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}

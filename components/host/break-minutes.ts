/** `null`: no countdown. */
export const usualBreaks: (number | null)[] = [null, 5, 10, 15, 20];

/** The longest break the server takes: three hours. */
const longestMinutes = 180;

/** Minutes as a host types them: "20", " 20 min", "２０". */
export function breakMinutesFrom(typed: string): { ok: true; value: number } | { ok: false; error: string } {
  const minutes = /^\s*(\d{1,4})\s*(m|min|minutes?)?\.?\s*$/i.exec(typed.normalize("NFKC"));
  const value = Number(minutes?.[1]);
  return minutes && value >= 1 && value <= longestMinutes
    ? { ok: true, value }
    : { ok: false, error: `Type whole minutes, 1 to ${longestMinutes}.` };
}

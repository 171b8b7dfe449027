/** "Five minutes left", as hosts say it and as they type it. */
import { ok, type Result } from "@/lib/contracts/refusals";

export const usualCalls = [5, 2, 1];
/** As the server takes them: lib/contracts/commands.ts. */
const leastSeconds = 10;
const mostSeconds = 3600;

/** "3", "1.5", "1:30", "0,5 min" → seconds */
export function calledMinutes(typed: string): Result<number, string> {
  const text = typed
    .normalize("NFKC")
    .trim()
    .replace(/\s*(min(utes?)?)?\.?$/i, "");
  const clock = /^(\d+):([0-5]\d)$/.exec(text);
  const seconds = clock
    ? Number(clock[1]) * 60 + Number(clock[2])
    : /^\d+([.,]\d+)?$/.test(text)
      ? Math.round(Number(text.replace(",", ".")) * 60)
      : Number.NaN;
  return seconds >= leastSeconds && seconds <= mostSeconds
    ? ok(seconds)
    : { ok: false, error: "Type minutes, such as 3 or 1:30; at most 60." };
}

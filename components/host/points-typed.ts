/** What a person with a microphone types where points are asked for. */
import { ok, type Result } from "@/lib/contracts/refusals";

/** As the server takes them: lib/contracts/commands.ts. */
const mostPoints = 1000;

export function pointsFrom(typed: string): Result<number, string> {
  const text = typed
    .normalize("NFKC")
    .replace(/[−–]/g, "-")
    .replace(",", ".")
    .replace(/\s*(points?|pts?)\.?$/i, "")
    .replace(/\s/g, "");
  const points = /^[+-]?(\d+(\.\d+)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(points) || points === 0)
    return { ok: false, error: "Type the points, such as 5 or −10. Zero changes nothing." };
  if (Math.abs(points) > mostPoints) return { ok: false, error: `At most ${mostPoints} points either way.` };
  return ok(points);
}

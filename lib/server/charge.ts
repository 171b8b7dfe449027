/**
 * The one way a request meets its limits, on every road: charged all or nothing, and a refusal is counted in /metrics.
 * Who was refused is told to the room panel by the limiter itself (lib/limits/watched-limiter.ts).
 */
import type { Charge, Limiter, Verdict } from "@/lib/limits/limiter";
import type { Metrics } from "./metrics";
import { andThen, type Soon } from "./soon";

type Box = { limiter: Limiter; metrics: Metrics };

/** In the same turn where all buckets are in this process. */
export function chargeSoon(box: Box, charges: Charge[]): Soon<Verdict> {
  const verdict = box.limiter.checkNow?.(charges) ?? box.limiter.check(charges);
  return andThen(verdict, (known) => {
    if (!known.ok) box.metrics.limited(known.policy);
    return known;
  });
}

export const charge = async (box: Box, charges: Charge[]): Promise<Verdict> => chargeSoon(box, charges);

/**
 * The one way a request meets its limits, on every road: charged all or nothing, and a refusal is counted in /metrics.
 * Who was refused is told to the room panel by the limiter itself (lib/limits/watched-limiter.ts).
 */
import type { Charge, Limiter, Verdict } from "@/lib/limits/limiter";
import type { Metrics } from "./metrics";

export async function charge(
  box: { limiter: Limiter; metrics: Metrics },
  charges: Charge[],
): Promise<Verdict> {
  const verdict = await box.limiter.check(charges);
  if (!verdict.ok) box.metrics.limited(verdict.policy);
  return verdict;
}

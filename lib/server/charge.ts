/**
 * The one way a request meets its limits, on every road: charged all or nothing, and a refusal is counted for the
 * room panel and /metrics under a keyed hash, never under an address.
 */
import type { Charge, Verdict } from "@/lib/limits/limiter";
import type { Container } from "./container";

type Charging = Pick<Container, "limiter" | "offenders" | "metrics" | "tokens">;

export async function charge(box: Charging, charges: Charge[]): Promise<Verdict> {
  const verdict = await box.limiter.check(charges);
  if (!verdict.ok) {
    const refused = charges.find(({ policy }) => policy === verdict.policy);
    noteRefusal(box, verdict.policy, refused?.key ?? "");
  }
  return verdict;
}

export function noteRefusal(box: Charging, policy: Charge["policy"], key: string): void {
  box.offenders.refused(policy, box.tokens.anonymise(key));
  box.metrics.limited(policy);
}

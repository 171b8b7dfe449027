/**
 * Passwords, PINs and seat codes: looked at before the attempt, charged after it and only when it failed, a few at a time
 * for each key (lib/server/attempts.ts). A right one costs nobody anything.
 */
import type { Charge } from "@/lib/limits/limiter";
import type { Container } from "../container";
import { type ApiContext, overLimit, withAddress } from "./respond";

export function guess(
  c: ApiContext,
  box: Container,
  charges: Charge[],
  attempt: () => Promise<Response>,
  isWrong: (status: number) => boolean,
): Promise<Response> {
  const run = async () => {
    // only a full bucket is met with the check that refuses, counts and says how long to wait
    const isFull = !(await box.limiter.peek(charges)).ok;
    const limited = isFull ? await overLimit(c, box, charges) : null;
    if (limited) return limited;
    const reply = await attempt();
    if (isWrong(reply.status)) await box.limiter.check(withAddress(c, charges));
    return reply;
  };
  return charges.reduceRight(
    (next, { policy, key }) =>
      () =>
        box.attempts.inTurn(`${policy} ${key}`, next),
    run,
  )();
}

/**
 * Tells the offender log what every check came to, so that no caller has to and rates hold what was admitted too.
 * Where a charge says who it is from, that one is named and not the address it shares with the room.
 */
import type { Charge, Limiter, Verdict } from "./limiter";
import type { OffenderLog } from "./offenders";

export function watchedLimiter(
  limiter: Limiter,
  o: {
    offenders: OffenderLog;
    /** a keyed hash: neither the log nor the panel may hold an address */
    anonymise: (key: string) => string;
  },
): Limiter {
  const nameOf = ({ key, from }: Charge) => o.anonymise(from?.key ?? key);
  const { checkNow } = limiter;
  function tell(charges: Charge[], verdict: Verdict): Verdict {
    for (const charge of charges) {
      if (verdict.ok) o.offenders.admitted(charge.policy, nameOf(charge));
      // the other buckets of a refused check were not touched
      else if (charge.policy === verdict.policy)
        o.offenders.refused(charge.policy, nameOf(charge), { who: charge.from?.who });
    }
    return verdict;
  }
  return {
    check: async (charges) => tell(charges, await limiter.check(charges)),
    checkNow: checkNow && ((charges) => tell(charges, checkNow(charges))),
    peek: limiter.peek,
  };
}

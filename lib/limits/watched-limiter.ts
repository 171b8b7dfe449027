/**
 * Tells the offender log what every check came to, so that no caller has to and rates hold what was admitted too.
 * A bucket of one phone names that phone. A bucket that a whole address drains names the address: whom it refuses may be a
 * bystander, so that the device is counted there and not named.
 */
import type { Charge, Limiter, Verdict } from "./limiter";
import type { OffenderLog } from "./offenders";

type Watch = {
  offenders: OffenderLog;
  /** a keyed hash: neither the log nor the panel may hold an address */
  anonymise: (key: string) => string;
};

const nameOf = ({ anonymise }: Watch, { key, from }: Charge) => anonymise(from?.key ?? key);

export function tellRefused(o: Watch, charge: Charge, shadow = false): void {
  const { policy, purpose, from, via, device } = charge;
  o.offenders.refused(policy, nameOf(o, charge), {
    who: from?.who,
    purpose,
    shadow,
    address: via && o.anonymise(via()),
    device: device && o.anonymise(device),
  });
}

export function watchedLimiter(limiter: Limiter, o: Watch): Limiter {
  const { checkNow } = limiter;
  function tell(charges: Charge[], verdict: Verdict): Verdict {
    for (const charge of charges) {
      const { policy, key, purpose, via } = charge;
      if (verdict.ok)
        o.offenders.admitted(policy, nameOf(o, charge), via && (() => o.anonymise(via())), purpose);
      // the other buckets of a refused check were not touched, and an account's policy is its address's, too
      else if (policy === verdict.policy && key === verdict.key) tellRefused(o, charge);
    }
    return verdict;
  }
  return {
    check: async (charges) => tell(charges, await limiter.check(charges)),
    checkNow: checkNow && ((charges) => tell(charges, checkNow(charges))),
    peek: limiter.peek,
  };
}

/**
 * The interface every backend of the limits has. A check names all buckets it would charge: all are looked at, and
 * charged only if all pass, so that a refused request costs nobody anything.
 */
import type { Purpose } from "./offender-words";
import type { PolicyName } from "./policies";

export type Who = "device" | "player" | "host" | "account" | "screen" | "address";

export type Charge = {
  policy: PolicyName;
  key: string;
  cost?: number | undefined;
  /** what it is told as, where the policy's own word is another */
  purpose?: Purpose | undefined;
  /** whose bucket it is, where the bucket's own name does not say it */
  from?: { who: Who; key: string } | undefined;
  /**
   * The address it came over, where the bucket is a phone's or a host's own: many of them that one person made can then be
   * told in one line. Asked only of who is refused or fast, and of hosts.
   */
  via?: (() => string) | undefined;
  /** A device that pays with others out of one bucket: refused, it may be a bystander, so it is counted and not named. */
  device?: string | undefined;
};

export type Refused = {
  ok: false;
  /** the bucket that refused, by both: buckets of one check may have the same policy */
  policy: PolicyName;
  key: string;
  /** computed and jittered by up to half as much again: exact times make a herd, constants starve */
  retryAfterMs: number;
  /** what the bucket holds when it is full */
  limit: number;
  remaining: 0;
};

export type Verdict = { ok: true } | Refused;

export type Limiter = {
  check(charges: Charge[]): Promise<Verdict>;
  /** The same without a promise, where all buckets are in this process; absent where a store must be asked. */
  checkNow?: ((charges: Charge[]) => Verdict) | undefined;
  /** looks without charging */
  peek(charges: Charge[]): Promise<Verdict>;
};

/** One charge a bucket: a bucket that is named twice must hold both. In the order of the first mention. */
export function mergedCharges(charges: Charge[]): (Charge & { cost: number })[] {
  if (charges.length === 1) return [{ ...charges[0]!, cost: charges[0]!.cost ?? 1 }];
  const merged = new Map<string, Charge & { cost: number }>();
  for (const charge of charges) {
    const name = `${charge.policy} ${charge.key}`;
    const cost = (merged.get(name)?.cost ?? 0) + (charge.cost ?? 1);
    merged.set(name, { ...charge, cost });
  }
  return [...merged.values()];
}

/** LIMITS=off, the kill switch. Whoever installs it says so in the log. */
export const offLimiter = (): Limiter => ({
  check: async () => ({ ok: true }),
  checkNow: () => ({ ok: true }),
  peek: async () => ({ ok: true }),
});

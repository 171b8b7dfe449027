/**
 * What a page load costs, wherever pages are served: the static shells in front of Next and middleware.ts use the same
 * gate. The error surface is exempt from the error condition: no token is spent on the way to the apology.
 */
import type { Limiter, Verdict } from "./limiter";

export type PageRequest = { ipKey: string; pathname: string; isNavigation: boolean };
export type PageGate = (request: PageRequest) => Promise<Verdict>;

const exempt = /^\/(too-many-requests|healthz|readyz)(\/|$)|^\/_next\/|^\/[^/]+\.[a-z0-9]{2,12}$/i;

export const isExempt = (pathname: string): boolean => exempt.test(pathname);

export function createPageGate(limiter: Limiter): PageGate {
  return async ({ ipKey, pathname, isNavigation }) => {
    if (isExempt(pathname)) return { ok: true };
    return limiter.check([
      ...(isNavigation ? [{ policy: "playerPageLoad" as const, key: ipKey }] : []),
      { policy: "global", key: ipKey },
    ]);
  };
}

/** Where a refused navigation goes; the page there tries again by itself. */
export const apologyPath = (pathname: string, search = ""): string =>
  `/too-many-requests?from=${encodeURIComponent(pathname + search)}`;

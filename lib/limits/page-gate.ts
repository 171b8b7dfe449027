/**
 * What a page load costs, wherever pages are served: the static shells in front of Next and middleware.ts use the same
 * gate. The error surface is exempt from the error condition: no token is spent on the way to the apology.
 */
import { refuse } from "@/lib/contracts/refusals";
import type { Limiter, Refused, Verdict } from "./limiter";

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

/**
 * Of a page that is already open, or ahead of a visit: fetched by code, not by a person. A redirect would be followed into
 * the page's innards, so these hear 429 like any program.
 */
export function isDataRequest(o: {
  method: string;
  header: (name: string) => string | null | undefined;
  /** with its question mark, or empty */
  search: string;
}): boolean {
  const has = (name: string) => (o.header(name) ?? "") !== "";
  return (
    (o.method !== "GET" && o.method !== "HEAD") ||
    has("rsc") ||
    has("next-action") ||
    has("next-router-prefetch") ||
    new URLSearchParams(o.search).has("_rsc") ||
    /prefetch/.test(o.header("sec-purpose") ?? o.header("purpose") ?? "") ||
    (o.header("sec-fetch-mode") ?? "navigate") !== "navigate"
  );
}

/** What a refused page request hears: a person is sent to the page that explains and tries again by itself. */
export function refusedPage(
  verdict: Refused,
  o: { isData: boolean; pathname: string; search: string },
): { status: 302 | 429; headers: Record<string, string>; body: string | null } {
  const headers = {
    "Retry-After": String(Math.max(1, Math.ceil(verdict.retryAfterMs / 1000))),
    "Cache-Control": "no-store",
  };
  if (!o.isData)
    return { status: 302, headers: { ...headers, Location: apologyPath(o.pathname, o.search) }, body: null };
  const { code, message } = refuse("RATE_LIMITED").error;
  const body = JSON.stringify({ code, message, retryAfterMs: verdict.retryAfterMs });
  return { status: 429, headers: { ...headers, "Content-Type": "application/json; charset=utf-8" }, body };
}

const apologyPath = (pathname: string, search: string): string =>
  `/too-many-requests?from=${encodeURIComponent(pathname + search)}`;

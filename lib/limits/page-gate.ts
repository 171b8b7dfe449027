/**
 * What a page load costs, and what a refused one hears. The error surface is exempt from the error condition: no token is
 * spent on the way to the apology. A person is sent to the page that explains; whatever is fetched by code hears 429.
 */
import { problemContentType, problemOf } from "@/lib/contracts/problem";
import { refuse } from "@/lib/contracts/refusals";
import { returnPath, wayBackPath } from "@/lib/contracts/return-path";
import type { Charge, Limiter, Refused, Verdict } from "./limiter";
import type { Policies } from "./policies";
import { rateLimitHeaders } from "./rate-limit-headers";

export type PageRequest = {
  ipKey: string;
  pathname: string;
  /** the player whose browser this is, where it shows a seat's pass */
  playerId?: string | null;
  /** the host whose browser this is: asked only when the address is out of tokens, because it asks the database */
  hostId?: (() => Promise<string | null>) | undefined;
};
export type PageGate = (request: PageRequest) => Promise<Verdict>;

const exempt = /^\/(too-many-requests|healthz|readyz)(\/|$)|^\/_next\/|^\/[^/]+\.[a-z0-9]{2,12}$/i;

export const isExempt = (pathname: string): boolean => exempt.test(pathname);

export function createPageGate(limiter: Limiter): PageGate {
  // a roomful scans in the same moment: no promise where none is needed
  const check = (charges: Charge[]) => limiter.checkNow?.(charges) ?? limiter.check(charges);
  return async ({ ipKey, pathname, playerId, hostId }) => {
    if (isExempt(pathname)) return { ok: true };
    if (playerId) return check([{ policy: "playerRequest", key: playerId, via: () => ipKey }]);
    // whatever its headers say it is: who may choose them would choose those that are free
    const charges: Charge[] = [
      { policy: "playerPageLoad", key: ipKey },
      { policy: "global", key: ipKey },
    ];
    if (hostId && !(await limiter.peek(charges)).ok) {
      const host = await hostId();
      if (host) return check([{ policy: "hostRequest", key: host, via: () => ipKey }]);
    }
    return check(charges);
  };
}

/** Whether code asks, and not a person who opens a page: a redirect would take it somewhere it cannot read. */
export function isDataRequest(o: {
  method: string;
  header: (name: string) => string | null | undefined;
  /** with its question mark, or empty */
  search: string;
}): boolean {
  const has = (name: string) => (o.header(name) ?? "") !== "";
  const purpose = ["sec-purpose", "purpose", "x-purpose", "x-moz"].map((name) => o.header(name) ?? "");
  return (
    o.method !== "GET" ||
    madeByCode.some(has) ||
    new URLSearchParams(o.search).has("_rsc") ||
    purpose.some((value) => /prefetch|preview/i.test(value)) ||
    (o.header("sec-fetch-mode") ?? "navigate") !== "navigate" ||
    !["document", "iframe"].includes(o.header("sec-fetch-dest") ?? "document") ||
    !wantsHtml(o.header("accept"))
  );
}

const madeByCode = [
  "rsc",
  "next-action",
  "next-router-prefetch",
  "next-router-segment-prefetch",
  "x-nextjs-data",
  "x-requested-with",
];

/**
 * Whether a page is asked for by name, as every browser does when a person opens one (RFC 9110, 12.5.1). No header and a bare
 * wildcard are what programs send; where JSON is named and weighs more, a program asks, too.
 */
export function wantsHtml(accept: string | null | undefined): boolean {
  const weights = new Map(
    (accept ?? "").split(",").map((entry): [string, number] => {
      const [range = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
      const weight = parameters.find((part) => part.startsWith("q="))?.slice(2);
      return [range, weight === undefined ? 1 : Number(weight) || 0];
    }),
  );
  const most = (...ranges: string[]) => Math.max(...ranges.map((range) => weights.get(range) ?? 0));
  const page = most("text/html", "application/xhtml+xml");
  return page > 0 && page >= most("application/json", "application/problem+json");
}

/** What a refused page request hears. */
export function refusedPage(
  verdict: Refused,
  o: { isData: boolean; pathname: string; search: string; policies: Policies; isSecure?: boolean },
): { status: 302 | 429; headers: Record<string, string>; body: string | null } {
  const headers = rateLimitHeaders(verdict, o.policies);
  if (!o.isData)
    return {
      status: 302,
      headers: {
        ...headers,
        Location: apologyPath(o.pathname, o.search),
        "Set-Cookie": wayBackCookie(o.pathname + o.search, o.isSecure ?? false),
      },
      body: null,
    };
  const { error } = refuse("RATE_LIMITED");
  const problem = problemOf({ ...error, retryAfterMs: verdict.retryAfterMs }, verdict.policy);
  return {
    status: 429,
    headers: { ...headers, "Content-Type": problemContentType },
    body: JSON.stringify(problem),
  };
}

const cookieName = "roomful.back";
/** A tab that comes back later than this has been forgotten by whoever opened it. */
const keptSeconds = 10 * 60;
/** A cookie holds 4 KiB; an address of ours is far shorter. Whoever wrote a longer one goes back to the start page. */
const longestPath = 2_000;

/**
 * The way back for a browser without script, which sees no hash: it is sent to the apology's own paths alone. Of two tabs the one
 * refused last is remembered.
 */
function wayBackCookie(path: string, isSecure: boolean): string {
  const kept = encodeURIComponent(path);
  const value = kept.length > longestPath ? "" : kept;
  return `${cookieName}=${value}; Path=/too-many-requests; Max-Age=${keptSeconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

/** The reply to `wayBackPath`; null: it is something else. Never the apology, so that there is no loop. */
export function wayBack(
  method: string | undefined,
  pathname: string,
  cookies: string | undefined,
): { status: 302; headers: Record<string, string> } | null {
  if (pathname !== wayBackPath || (method !== "GET" && method !== "HEAD")) return null;
  const kept = new RegExp(`(?:^|;\\s*)${cookieName.replace(".", "\\.")}=([^;]*)`).exec(cookies ?? "")?.[1];
  return { status: 302, headers: { Location: returnPath(decoded(kept)), "Cache-Control": "no-store" } };
}

function decoded(text: string | undefined): string | null {
  try {
    return text === undefined ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * The way back stands behind the hash: it may hold a big screen's token or a join key, and what is behind a hash is sent to no
 * server, so that no access log keeps it.
 */
const apologyPath = (pathname: string, search: string): string =>
  `/too-many-requests#from=${encodeURIComponent(pathname + search)}`;

/** Headers of a 429, after draft-ietf-httpapi-ratelimit-headers-11 (structured fields) and RFC 9110 (Retry-After). */
import type { Verdict } from "./limiter";
import type { Policies } from "./policies";

export function rateLimitHeaders(
  verdict: Extract<Verdict, { ok: false }>,
  policies: Policies,
): Record<string, string> {
  const { perMinute, burst } = policies[verdict.policy];
  const seconds = Math.max(1, Math.ceil(verdict.retryAfterMs / 1000));
  // the window in which a full bucket of `burst` comes back
  const windowSeconds = Math.max(1, Math.round((burst / perMinute) * 60));
  return {
    "Retry-After": String(seconds),
    RateLimit: `"${verdict.policy}";r=0;t=${seconds}`,
    "RateLimit-Policy": `"${verdict.policy}";q=${burst};w=${windowSeconds}`,
    "Cache-Control": "no-store",
  };
}

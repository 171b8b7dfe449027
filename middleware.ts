/**
 * The global limiter and the security headers for the pages that pass Next: in production most pages are static shells
 * served before it (lib/server/static-pages.ts) behind the same gate. Runs in the process, so it finds the gate there.
 */
import { type NextRequest, NextResponse } from "next/server";
import { apologyPath, type PageGate } from "./lib/limits/page-gate";

/** Set by server.ts from the connection, after dropping whatever a client sent under this name. */
const ipHeader = "x-roomful-client-ip";

const securityHeaders = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "X-Frame-Options": "DENY",
  "Content-Security-Policy": "frame-ancestors 'none'",
};

/** Of a page that is already open: a redirect would be followed into the page's innards, or be prefetched. */
function isDataRequest({ headers, method, nextUrl }: NextRequest): boolean {
  return (
    (method !== "GET" && method !== "HEAD") ||
    headers.has("rsc") ||
    headers.has("next-action") ||
    headers.has("next-router-prefetch") ||
    nextUrl.searchParams.has("_rsc") ||
    /prefetch/.test(headers.get("sec-purpose") ?? headers.get("purpose") ?? "") ||
    (headers.get("sec-fetch-mode") ?? "navigate") !== "navigate"
  );
}

export async function middleware(request: NextRequest) {
  const gate = (globalThis as { __roomful?: { pageGate: PageGate } }).__roomful?.pageGate;
  const { pathname, search } = request.nextUrl;
  const isData = isDataRequest(request);
  const verdict = gate
    ? await gate({ ipKey: request.headers.get(ipHeader) ?? "unknown", pathname, isNavigation: !isData })
    : { ok: true as const };
  if (!verdict.ok) {
    const headers = {
      ...securityHeaders,
      "Retry-After": String(Math.max(1, Math.ceil(verdict.retryAfterMs / 1000))),
      "Cache-Control": "no-store",
    };
    if (!isData) {
      const location = apologyPath(pathname, search);
      return new NextResponse(null, { status: 302, headers: { ...headers, Location: location } });
    }
    const body = {
      code: "RATE_LIMITED",
      message: "Too many requests. This will be tried again by itself.",
      retryAfterMs: verdict.retryAfterMs,
    };
    return NextResponse.json(body, { status: 429, headers });
  }
  const response = NextResponse.next();
  for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
  return response;
}

export const config = {
  runtime: "nodejs",
  matcher: ["/((?!_next/|api/|socket.io|healthz|readyz|too-many-requests|.*\\.[a-z0-9]+$).*)"],
};

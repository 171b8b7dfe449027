/**
 * The global limiter and the security headers for the pages that pass Next: in production most pages are static shells
 * served before it (lib/server/static-pages.ts) behind the same gate. Runs in the process, so it finds the gate there.
 */
import { type NextRequest, NextResponse } from "next/server";
import { apologyPath, type PageGate } from "./lib/limits/page-gate";

/** Set by server.ts from the connection, after dropping whatever a client sent under this name. */
const ipHeader = "x-roomful-client-ip";

export async function middleware(request: NextRequest) {
  const gate = (globalThis as { __roomful?: { pageGate: PageGate } }).__roomful?.pageGate;
  const { pathname } = request.nextUrl;
  // data requests of a page that is already open: a redirect would be followed into the page's innards
  const isData = request.headers.has("rsc") || request.headers.has("next-action") || request.method !== "GET";
  const verdict = gate
    ? await gate({
        ipKey: request.headers.get(ipHeader) ?? "unknown",
        pathname,
        isNavigation: !isData && !request.headers.has("next-router-prefetch"),
      })
    : { ok: true as const };
  if (!verdict.ok) {
    const retryAfter = String(Math.ceil(verdict.retryAfterMs / 1000));
    const headers = { "Retry-After": retryAfter, "Cache-Control": "no-store" };
    if (isData)
      return NextResponse.json(
        { code: "RATE_LIMITED", message: "Too many requests. This will be tried again by itself." },
        { status: 429, headers },
      );
    return new NextResponse(null, { status: 302, headers: { ...headers, Location: apologyPath(pathname) } });
  }
  const response = NextResponse.next();
  response.headers.set("X-Content-Type-Options", "nosniff");
  response.headers.set("X-Frame-Options", "DENY");
  response.headers.set("Referrer-Policy", "same-origin");
  return response;
}

export const config = {
  runtime: "nodejs",
  matcher: ["/((?!_next/|api/|socket.io|healthz|readyz|too-many-requests|.*\\.[a-z0-9]+$).*)"],
};

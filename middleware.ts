/**
 * The global limiter and the security headers for the pages that pass Next: in production most pages are static shells
 * served before it (lib/server/static-pages.ts) behind the same gate. Runs in the process, so it finds the gate there.
 */
import { type NextRequest, NextResponse } from "next/server";
import { isDataRequest, type PageGate, refusedPage } from "./lib/limits/page-gate";

/** Set by server.ts from the connection, after dropping whatever a client sent under this name. */
const ipHeader = "x-roomful-client-ip";

const securityHeaders = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "X-Frame-Options": "DENY",
  "Content-Security-Policy": "frame-ancestors 'none'",
};

export async function middleware(request: NextRequest) {
  const gate = (globalThis as { __roomful?: { pageGate: PageGate } }).__roomful?.pageGate;
  const { pathname, search } = request.nextUrl;
  const isData = isDataRequest({
    method: request.method,
    header: (name) => request.headers.get(name),
    search,
  });
  const verdict = gate
    ? await gate({ ipKey: request.headers.get(ipHeader) ?? "unknown", pathname, isNavigation: !isData })
    : { ok: true as const };
  if (!verdict.ok) {
    const { status, headers, body } = refusedPage(verdict, { isData, pathname, search });
    return new NextResponse(body, { status, headers: { ...securityHeaders, ...headers } });
  }
  const response = NextResponse.next();
  for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
  return response;
}

export const config = {
  runtime: "nodejs",
  matcher: ["/((?!_next/|api/|socket.io|healthz|readyz|too-many-requests|.*\\.[a-z0-9]+$).*)"],
};

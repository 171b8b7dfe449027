/**
 * Security headers for pages in development, where Next serves them; in production they come out of memory with headers of
 * their own (lib/server/static-pages.ts). The limiter stands before both (lib/server/page-road.ts).
 */
import { NextResponse } from "next/server";

const securityHeaders = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "X-Frame-Options": "DENY",
  "Content-Security-Policy": "frame-ancestors 'none'",
};

export function middleware() {
  const response = NextResponse.next();
  for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
  return response;
}

export const config = {
  runtime: "nodejs",
  matcher: ["/((?!_next/|api/|socket.io|healthz|readyz|too-many-requests|.*\\.[a-z0-9]+$).*)"],
};

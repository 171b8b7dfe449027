/**
 * How large a body may be and how long it may take. The size is known before a byte of it is read: by Content-Length, which Node's parser then holds the
 * sender to. A body without a length (chunked) is refused; no browser sends JSON or a file that way.
 */
import type { IncomingMessage } from "node:http";
import type { MiddlewareHandler } from "hono";
import { type ApiContext, type ApiEnv, refusedWith } from "./respond";

export function maxBody(bytes: number): MiddlewareHandler<ApiEnv> {
  return async (c: ApiContext, next) => {
    const { headers } = c.env.incoming;
    if (headers["transfer-encoding"] !== undefined)
      return refusedWith(c, "BAD_REQUEST", "Send the body with its Content-Length.");
    if (Number(headers["content-length"] ?? 0) > bytes) return refusedWith(c, "BODY_TOO_LARGE");
    return next();
  };
}

/** 16 kB over the worst WiFi take a second or two; a quiz or a sheet to import is a few MB at the most. */
const jsonMs = 10_000;
const fileMs = 60_000;

/**
 * A body that trickles in holds a connection for as long as it likes: it is ended. An upload has what Node gives a request
 * (requestTimeout in server.ts).
 */
export function endSlowBody(req: IncomingMessage, pathname: string, after?: number | null): void {
  const { headers } = req;
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  if (!hasBody) return;
  const ms = after === undefined ? msFor(pathname) : after;
  if (ms === null) return;
  const timer = setTimeout(() => {
    if (!req.complete) req.destroy();
  }, ms);
  timer.unref();
  const stop = () => clearTimeout(timer);
  req.once("end", stop);
  req.once("close", () => {
    // a reply may be out before the body is: then the line is still busy with it
    if (req.complete) stop();
  });
}

function msFor(pathname: string): number | null {
  if (pathname.startsWith("/api/media")) return null;
  return /^\/api\/(imports|quizzes)\b/.test(pathname) ? fileMs : jsonMs;
}

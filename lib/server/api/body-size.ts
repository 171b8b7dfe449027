/**
 * How large a body may be, known before a byte of it is read: by Content-Length, which Node's parser then holds the
 * sender to. A body without a length (chunked) is refused; no browser sends JSON or a file that way.
 */
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

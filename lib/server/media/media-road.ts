/**
 * GET /media/:id, beside Hono and outside Next: pictures, sounds and videos as they are stored. The id is the key: 128
 * random bits, sent only to whom a question is shown. Whatever is in a file, the browser is told to run nothing of it.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { problemContentType, problemOf } from "@/lib/contracts/problem";
import { type Refusal, refusalStatus, refuse } from "@/lib/contracts/refusals";
import { rateLimitHeaders } from "@/lib/limits/rate-limit-headers";
import type { StoredMedia } from "@/lib/store/media-repository";
import { faultCode } from "../api/fault-code";
import { charge } from "../charge";
import type { Container } from "../container";
import { payerOf, requestCharges } from "../payer";
import { byteRange } from "./byte-range";

/** The bytes under an id never change; "private", since a proxy has no business with the pictures of a quiz. */
const forGood = "private, max-age=31536000, immutable";

/** A browser that has enough of a video hangs up. */
const wentAway = new Set(["ERR_STREAM_PREMATURE_CLOSE", "ECONNRESET", "EPIPE"]);

export function createMediaRoad(box: Container, ipKeyOf: (req: IncomingMessage) => string) {
  /** True when it answers. */
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const path = (req.url ?? "").split("?", 1)[0] ?? "";
    if (!/^\/media(\/|$)/.test(path)) return false;
    answer(req, res, path.slice("/media/".length)).catch((error) => {
      if (!wentAway.has(error?.code)) box.log.error({ err: error }, "a picture could not be served");
      if (res.headersSent) return res.destroy();
      say(res, refuse(faultCode(error)).error);
    });
    return true;
  };

  async function answer(req: IncomingMessage, res: ServerResponse, mediaId: string): Promise<void> {
    if (req.method !== "GET" && req.method !== "HEAD") {
      res.setHeader("Allow", "GET, HEAD");
      return say(res, refuse("NOT_FOUND").error);
    }
    const verdict = await charge(box, await chargesFor(req, mediaId));
    if (!verdict.ok)
      return say(
        res,
        { ...refuse("RATE_LIMITED").error, retryAfterMs: verdict.retryAfterMs },
        verdict.policy,
        rateLimitHeaders(verdict, box.limitsFile.policies()),
      );
    const file = /^[\w-]{22}$/.test(mediaId) ? await box.shelf.find(mediaId) : null;
    if (!file) return say(res, refuse("NOT_FOUND").error);
    await send(req, res, file);
  }

  /**
   * Players and hosts pay for themselves. From anybody else (a big screen on a machine of its own) only an id that is not
   * known yet costs the address something: a stranger's noise must not keep a picture off the wall.
   */
  async function chargesFor(req: IncomingMessage, mediaId: string) {
    const payer = await payerOf(box, { ipKey: ipKeyOf(req), cookie: req.headers.cookie });
    return payer.who === "address" && box.shelf.known(mediaId) ? [] : requestCharges(payer);
  }

  async function send(req: IncomingMessage, res: ServerResponse, file: StoredMedia): Promise<void> {
    const { mediaId, byteLength } = file;
    const tag = `"${mediaId}"`;
    const headers: OutgoingHttpHeaders = {
      "content-type": file.contentType,
      "cache-control": forGood,
      etag: tag,
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
    };
    if (req.headers["if-none-match"]?.includes(tag)) {
      res.writeHead(304, headers).end();
      return;
    }
    const condition = req.headers["if-range"];
    const range =
      condition === undefined || condition === tag ? byteRange(req.headers.range, byteLength) : "whole";
    if (range === "none") {
      res.writeHead(416, { ...headers, "content-range": `bytes */${byteLength}`, "content-length": 0 }).end();
      return;
    }
    const { start, end } = range === "whole" ? { start: 0, end: byteLength - 1 } : range;
    res.writeHead(range === "whole" ? 200 : 206, {
      ...headers,
      "content-length": end - start + 1,
      ...(range === "whole" ? {} : { "content-range": `bytes ${start}-${end}/${byteLength}` }),
    });
    if (req.method === "HEAD") {
      res.end();
      return;
    }
    await pipeline(box.shelf.read(mediaId, start, end), res);
  }
}

function say(
  res: ServerResponse,
  error: Refusal & { retryAfterMs?: number },
  policy?: string,
  headers: Record<string, string> = {},
): void {
  const body = JSON.stringify(problemOf(error, policy));
  if (error.retryAfterMs !== undefined)
    res.setHeader("retry-after", Math.max(1, Math.ceil(error.retryAfterMs / 1000)));
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.writeHead(refusalStatus(error.code), {
    "content-type": problemContentType,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  res.end(body);
}

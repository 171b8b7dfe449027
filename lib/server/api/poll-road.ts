/**
 * The shortest way for a poll of a player: straight from Node's request to its reply, past Hono, whose layers cost a room
 * on the fallback three times what the answer does (docs/performance.md). It takes only what it can judge at once, which
 * is a seat in memory and limits in memory; everything else is left to the API, where the same rules stand.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { problemContentType, problemOf } from "@/lib/contracts/problem";
import { type Refusal, refusalStatus, refuse } from "@/lib/contracts/refusals";
import type { Charge, Refused } from "@/lib/limits/limiter";
import { rateLimitHeaders } from "@/lib/limits/rate-limit-headers";
import { ipKey } from "../client-ip";
import type { Container } from "../container";
import { answerPoll, type PollReply } from "../polled-view";
import { faultCode } from "./fault-code";
import { bearerIn, createIpReader } from "./respond";

const pathStart = "/api/sessions/";
const pathEnd = "/view";

/** What stands between: a session's id, or something nobody will find. */
function sessionIdIn(url: string, pathLength: number): string | null {
  if (!url.startsWith(pathStart) || !url.endsWith(pathEnd, pathLength)) return null;
  return url.slice(pathStart.length, pathLength - pathEnd.length);
}

/** True: it is being answered. */
export type PollRoad = (req: IncomingMessage, res: ServerResponse) => boolean;

/** One poll on its way: what a reply needs. `startedAt`: 0 when nobody will hear of it. */
type Call = { req: IncomingMessage; res: ServerResponse; requestId: string; startedAt: number };

export function createPollRoad(box: Container): PollRoad {
  const { service, tokens, limiter } = box;
  const { checkNow } = limiter;
  const ipOf = createIpReader(box.env.TRUSTED_PROXIES);
  const isDebugging = box.log.isLevelEnabled("debug");

  function send({ req, res, requestId, startedAt }: Call, status: number, headers: string[], body?: string) {
    const head = ["X-Request-Id", requestId, "X-Content-Type-Options", "nosniff", ...headers];
    if (body !== undefined) head.push("Content-Length", String(Buffer.byteLength(body)));
    res.writeHead(status, head);
    res.end(body);
    if (!isDebugging) return;
    const ms = Math.round(performance.now() - startedAt);
    box.log.debug({ requestId, method: "GET", path: req.url, status, ms }, "request");
  }
  function turnAway(call: Call, error: Refusal & { retryAfterMs?: number }, limited?: Refused): void {
    const body = JSON.stringify(problemOf(error, limited?.policy));
    const headers: Record<string, string> = {
      "Cache-Control": "no-store",
      "Content-Type": problemContentType,
      ...(error.code === "UNAVAILABLE" ? { "Retry-After": "1" } : {}),
      ...(limited ? rateLimitHeaders(limited, box.limitsFile.policies()) : {}),
    };
    send(call, refusalStatus(error.code), Object.entries(headers).flat(), body);
  }
  function answer(call: Call, reply: PollReply): void {
    if (!reply.ok) turnAway(call, reply.error);
    else if (reply.value === null) send(call, 204, []);
    else send(call, 200, viewHeaders, reply.value);
  }
  function fail(call: Call, error: unknown): void {
    const { req, res, requestId } = call;
    box.log.error({ err: error, requestId, path: req.url }, "request failed");
    if (res.headersSent) res.destroy();
    else turnAway(call, refuse(faultCode(error)).error);
  }
  function isOverLimit(call: Call, charge: Charge): boolean {
    const verdict = checkNow?.([charge]) ?? { ok: true };
    if (verdict.ok) return false;
    box.metrics.limited(verdict.policy);
    turnAway(call, { ...refuse("RATE_LIMITED").error, retryAfterMs: verdict.retryAfterMs }, verdict);
    return true;
  }

  return (req, res) => {
    const url = req.url ?? "";
    const query = url.indexOf("?");
    const sessionId = sessionIdIn(url, query < 0 ? url.length : query);
    if (!sessionId || req.method !== "GET" || !checkNow || hasBody(req)) return false;
    const deviceId = tokens.readDevice(bearerIn(req.headers.authorization));
    const room = deviceId ? service.roomNow(sessionId) : null;
    const seat = deviceId ? room?.seatOfDevice(deviceId) : null;
    if (!deviceId || !room || seat?.status !== "active") return false;

    const call: Call = { req, res, requestId: randomUUID(), startedAt: isDebugging ? performance.now() : 0 };
    try {
      // one after the other, as in the API: a poll too many is still a request of that player
      const via = () => ipKey(ipOf(req));
      if (isOverLimit(call, { policy: "playerRequest", key: deviceId, via })) return true;
      if (isOverLimit(call, { policy: "sessionPoll", key: deviceId, via })) return true;
      const { since, wait } = askedIn(query < 0 ? "" : url.slice(query));
      const reply = answerPoll(box, { room, seat, deviceId, since, wait, signal: () => goneWith(res) });
      if (reply instanceof Promise)
        reply.then((known) => answer(call, known)).catch((error) => fail(call, error));
      else answer(call, reply);
    } catch (error) {
      fail(call, error);
    }
    return true;
  };
}

/** As Roomful's own phones ask: a cursor needs no decoding. */
const usualQuery = /^\?since=([\w-]*)&wait=(\d+)$/;

function askedIn(query: string): { since: string | null; wait: string | null } {
  if (query === "") return { since: null, wait: null };
  const usual = usualQuery.exec(query);
  if (usual) return { since: usual[1] ?? null, wait: usual[2] ?? null };
  const asked = new URLSearchParams(query);
  return { since: asked.get("since"), wait: asked.get("wait") };
}

const viewHeaders = ["Cache-Control", "no-store", "Content-Type", "application/json; charset=utf-8"];

/** A poll has none; what comes with one is the API's to refuse. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;

function goneWith(res: ServerResponse): AbortSignal {
  const gone = new AbortController();
  res.once("close", () => gone.abort());
  return gone.signal;
}

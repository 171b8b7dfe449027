/** The only place where a refusal becomes an HTTP reply. Thin handlers end in one of these. */
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import { problemContentType, problemOf } from "@/lib/contracts/problem";
import {
  ok,
  type Refusal,
  type RefusalCode,
  type Result,
  refusalStatus,
  refuse,
} from "@/lib/contracts/refusals";
import type { Charge } from "@/lib/limits/limiter";
import { subjects } from "@/lib/limits/offender-words";
import { rateLimitHeaders } from "@/lib/limits/rate-limit-headers";
import { charge } from "../charge";
import { clientIp, ipKey, parseTrustedProxies } from "../client-ip";
import type { Container } from "../container";
import type { Payer } from "../payer";
import type { HostActor } from "../projections";

export type ApiEnv = {
  Bindings: { incoming: import("node:http").IncomingMessage };
  /** `host`: asked once a request, by whoever is first */
  Variables: { requestId: string; payer: Payer; host?: Result<HostActor> };
};
export type ApiContext = Context<ApiEnv>;

/** `policy`: the limit that refused it, where one did */
export function refusal(c: ApiContext, error: Refusal & { retryAfterMs?: number }, policy?: string) {
  if (error.retryAfterMs !== undefined)
    c.header("Retry-After", String(Math.max(1, Math.ceil(error.retryAfterMs / 1000))));
  else if (error.code === "UNAVAILABLE") c.header("Retry-After", "1");
  c.header("Cache-Control", "no-store");
  c.header("Content-Type", problemContentType);
  const status = refusalStatus(error.code) as ContentfulStatusCode;
  return c.body(JSON.stringify(problemOf(error, policy)), status);
}

export const refusedWith = (c: ApiContext, code: RefusalCode, message?: string) =>
  refusal(c, refuse(code, message).error);

/** The body as JSON of the right shape. A form or text/plain is refused: browsers send those across sites unasked. */
export async function readJson<S extends z.ZodType>(c: ApiContext, schema: S): Promise<Result<z.output<S>>> {
  if (!/^application\/json\b/i.test(c.req.header("content-type") ?? ""))
    return refuse("BAD_REQUEST", "Send JSON with the content type application/json.");
  let body: unknown;
  try {
    body = await c.req.json();
  } catch {
    return refuse("BAD_REQUEST", "That was not valid JSON.");
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  const where = issue && issue.path.length > 0 ? ` (at ${issue.path.join(".")})` : "";
  return refuse(
    "BAD_REQUEST",
    `That request did not have the right shape${where}: ${issue?.message ?? "?"}.`,
  );
}

export const bearerIn = (header: string | undefined): string | null =>
  /^Bearer ([\w.-]{1,200})$/.exec(header ?? "")?.[1] ?? null;
export const bearer = (c: ApiContext): string | null => bearerIn(c.req.header("authorization"));

/** The address limits are keyed by: /64 for IPv6, the rightmost hop that is not a trusted proxy. */
export function createIpReader(trusted: string) {
  const trustedProxies = parseTrustedProxies(trusted);
  return (incoming: import("node:http").IncomingMessage): string =>
    clientIp({
      peer: incoming.socket.remoteAddress ?? "0.0.0.0",
      forwardedFor: String(incoming.headers["x-forwarded-for"] ?? ""),
      trustedProxies,
    });
}

/**
 * Where each charge came from, unless its bucket is the address's anyway: here for every route, so that no route can
 * forget it and fill the room panel with a line for each of the keys that one person made up.
 */
export function withAddress(c: ApiContext, charges: Charge[]): Charge[] {
  const via = () => c.get("payer").ipKey;
  return charges.map((charge) =>
    (charge.from?.who ?? subjects[charge.policy].who) === "address" ? charge : { ...charge, via },
  );
}

/** Peeks all, charges all only if all pass. Null when it may go on, else the 429. */
export async function overLimit(c: ApiContext, box: Container, charges: Charge[]) {
  const verdict = await charge(box, withAddress(c, charges));
  if (verdict.ok) return null;
  for (const [name, value] of Object.entries(rateLimitHeaders(verdict, box.limitsFile.policies())))
    c.header(name, value);
  const { error } = refuse("RATE_LIMITED");
  return refusal(c, { ...error, retryAfterMs: verdict.retryAfterMs }, verdict.policy);
}

export const ipChargeKey = (ip: string) => ipKey(ip);

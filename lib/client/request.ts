/**
 * One HTTP request to our own API, as a value. Network down, a portal's sign-in page, a proxy's error page and our
 * own refusals all come back as refusals; it never throws and never repeats a request by itself.
 */
import type { Refusal, RefusalCode, Result } from "@/lib/contracts/refusals";
import { isRecord, readRefusal } from "./known-refusal";

export type RequestInitJson = {
  method?: string;
  json?: unknown;
  body?: BodyInit;
  headers?: Record<string, string>;
  token?: string | null;
  signal?: AbortSignal;
};
export type RequestRefusal = Refusal & {
  /** 0: nothing came back at all */
  status: number;
  retryAfterMs?: number;
  /** what the server said besides code and message */
  body?: unknown;
};
export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

const portalMessage = "Sign in to the WiFi first, then come back to this page.";
const networkMessage = "No connection right now. This will be tried again by itself.";
const busyMessage = "The quiz is catching its breath. This will be tried again by itself.";

export async function request<T>(
  fetchNow: Fetch,
  path: string,
  init: RequestInitJson = {},
): Promise<Result<T, RequestRefusal>> {
  try {
    const reply = await fetchNow(path, {
      method: init.method ?? (init.json !== undefined || init.body !== undefined ? "POST" : "GET"),
      headers: {
        Accept: "application/json",
        ...(init.json !== undefined ? { "Content-Type": "application/json" } : {}),
        ...(init.token ? { Authorization: `Bearer ${init.token}` } : {}),
        ...init.headers,
      },
      body: init.json !== undefined ? JSON.stringify(init.json) : (init.body ?? null),
      signal: init.signal ?? null,
      cache: "no-store",
      // our API redirects nowhere: one that does is a portal speaking in its name (NET-06)
      redirect: "manual",
    });
    return await readReply<T>(reply);
  } catch {
    return { ok: false, error: { code: "UNAVAILABLE", message: networkMessage, status: 0 } };
  }
}

async function readReply<T>(reply: Response): Promise<Result<T, RequestRefusal>> {
  const { status } = reply;
  if (status === 204) return { ok: true, value: null as T };
  const refused = (code: RefusalCode, message: string, body?: unknown) => {
    const retryAfterMs = readRetryAfter(reply, body);
    const more = { ...(retryAfterMs === null ? {} : { retryAfterMs }), ...(body === undefined ? {} : { body }) };
    return { ok: false as const, error: { code, message, status, ...more } };
  };
  const redirected = reply.type === "opaqueredirect" || (status >= 300 && status < 400);
  if (redirected || !/\bjson\b/i.test(reply.headers.get("content-type") ?? "")) {
    // a proxy in front of a server that restarts answers 502 to 504 with a page of its own
    const ours = !redirected && (status === 429 || (status >= 500 && status !== 511));
    return refused(status === 429 ? "RATE_LIMITED" : "UNAVAILABLE", ours ? busyMessage : portalMessage);
  }
  const body: unknown = await reply.json();
  if (reply.ok) return { ok: true, value: body as T };
  const said = readRefusal(body);
  if (said) return refused(said.code, said.message, body);
  // the sign-in service has codes of its own; one that carries none at all did not come from us
  if (isRecord(body) && typeof body.code === "string" && typeof body.message === "string")
    return refused(codeForStatus(status), body.message, body);
  return refused(status === 429 ? "RATE_LIMITED" : "UNAVAILABLE", busyMessage, body);
}

function codeForStatus(status: number): RefusalCode {
  if (status === 401) return "UNAUTHENTICATED";
  if (status === 403) return "FORBIDDEN";
  if (status === 404) return "NOT_FOUND";
  if (status === 429) return "RATE_LIMITED";
  return status >= 500 ? "UNAVAILABLE" : "BAD_REQUEST";
}

function readRetryAfter(reply: Response, body: unknown): number | null {
  if (isRecord(body) && typeof body.retryAfterMs === "number" && body.retryAfterMs >= 0) return body.retryAfterMs;
  const seconds = Number(reply.headers.get("retry-after") ?? "");
  return seconds > 0 ? seconds * 1000 : null;
}

/** HTTP to our API. Never throws: a dead network, a captive portal and a refusal are all values. */
import { ok, type Refusal, type RefusalCode, type Result, refusalCodes } from "@/lib/contracts/refusals";

export type ApiRefusal = Refusal & { status: number; retryAfterMs?: number; body?: unknown };

type ApiRequest = {
  method?: string;
  json?: unknown;
  body?: BodyInit;
  token?: string | null;
  signal?: AbortSignal;
  /** how long the server may hold the request before it answers */
  waitMs?: number;
};

/** A reply takes this long at the most, but for long polls, which say so themselves. */
const timeoutMs = 10_000;

const codes = new Set<string>(refusalCodes);
/** Nobody answered, or somebody else did: no refusal of ours, whatever its status said (NET-06). */
const away = (message: string): { ok: false; error: ApiRefusal } => ({
  ok: false,
  error: { code: "UNAVAILABLE", message, status: 0 },
});

export async function api<T>(path: string, request: ApiRequest = {}): Promise<Result<T, ApiRefusal>> {
  const { json, body, token, signal } = request;
  const headers: Record<string, string> = { accept: "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  if (json !== undefined) headers["content-type"] = "application/json";
  else if (body !== undefined) headers["content-type"] = "application/octet-stream";
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs + (request.waitMs ?? 0));
  const abort = () => timeout.abort();
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  try {
    const response = await fetch(path, {
      method: request.method ?? (json === undefined && body === undefined ? "GET" : "POST"),
      headers,
      cache: "no-store",
      // a captive portal answers with a redirect to its own page
      redirect: "manual",
      signal: timeout.signal,
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(body === undefined ? {} : { body }),
    });
    return await readReply<T>(path, response);
  } catch {
    return away("No connection just now.");
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

async function readReply<T>(path: string, response: Response): Promise<Result<T, ApiRefusal>> {
  if (response.status === 204) return ok(undefined as T);
  if (!/\bjson\b/.test(response.headers.get("content-type") ?? "")) {
    if (response.ok || response.type === "opaqueredirect" || response.status === networkSignIn)
      return away("Sign in to the WiFi first, then come back to this page.");
    return away("The quiz does not answer just now.");
  }
  const body: unknown = await response.json();
  if (response.ok) return ok(body as T);
  const said = (body ?? {}) as { code?: unknown; message?: unknown; retryAfterMs?: unknown };
  const isOurs = typeof said.code === "string" && typeof said.message === "string";
  // the account endpoints have codes of their own; those are read by their status
  if (!isOurs && !path.startsWith("/api/auth/")) return away("The quiz does not answer just now.");
  const retryAfterMs = retryAfter(said.retryAfterMs, response.headers.get("retry-after"));
  return {
    ok: false,
    error: {
      code: codeOf(said.code, response.status),
      message: typeof said.message === "string" ? said.message : "That did not work.",
      status: response.status,
      body,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    },
  };
}

/** "Network authentication required": what a captive portal should answer with, and some do. */
const networkSignIn = 511;

/** The body's milliseconds are the more exact; the header's whole seconds stand in. */
function retryAfter(exactMs: unknown, header: string | null): number | undefined {
  if (typeof exactMs === "number" && exactMs >= 0) return exactMs;
  const seconds = Number(header);
  return seconds > 0 ? seconds * 1000 : undefined;
}

function codeOf(code: unknown, status: number): RefusalCode {
  if (typeof code === "string" && codes.has(code)) return code as RefusalCode;
  if (status === 401) return "UNAUTHENTICATED";
  return status >= 500 ? "UNAVAILABLE" : "BAD_REQUEST";
}

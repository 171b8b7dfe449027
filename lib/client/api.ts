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
const away = (message: string, status = 0): { ok: false; error: ApiRefusal } => ({
  ok: false,
  error: { code: "UNAVAILABLE", message, status },
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
    return await readReply<T>(response);
  } catch {
    return away("No connection just now.");
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

async function readReply<T>(response: Response): Promise<Result<T, ApiRefusal>> {
  if (response.status === 204) return ok(undefined as T);
  if (!/\bjson\b/.test(response.headers.get("content-type") ?? "")) {
    if (response.ok || response.type === "opaqueredirect")
      return away("Sign in to the WiFi first, then come back to this page.");
    return away("The quiz does not answer just now.", response.status);
  }
  const body: unknown = await response.json();
  if (response.ok) return ok(body as T);
  const said = (body ?? {}) as { code?: string; message?: string; retryAfterMs?: number };
  const header = Number(response.headers.get("retry-after"));
  const retryAfterMs = said.retryAfterMs ?? (header > 0 ? header * 1000 : undefined);
  return {
    ok: false,
    error: {
      // the account endpoints have codes of their own; those are read by their status
      code: codeOf(said.code, response.status),
      message: said.message ?? "That did not work.",
      status: response.status,
      body,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    },
  };
}

function codeOf(code: string | undefined, status: number): RefusalCode {
  if (code && codes.has(code)) return code as RefusalCode;
  if (status === 401) return "UNAUTHENTICATED";
  return status >= 500 ? "UNAVAILABLE" : "BAD_REQUEST";
}

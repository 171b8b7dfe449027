/**
 * One device's HTTP: the reading of replies is that of the phone (lib/client/api.ts) on a keep-alive connection that
 * costs a fraction of fetch, which a thousand phones in one process need. Every call is written into the history.
 */
import http, { type IncomingHttpHeaders } from "node:http";
import https from "node:https";
import type { ApiRefusal } from "@/lib/client/api";
import { type RefusalCode, type Result, refusalCodes } from "@/lib/contracts/refusals";
import type { History, Outcome, What, Who } from "./history";

export type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer };
export type Request = {
  method?: string;
  json?: unknown;
  token?: string | null;
  signal?: AbortSignal;
  /** how long the server may hold the request */
  waitMs?: number;
  onHeaders?: (headers: IncomingHttpHeaders) => void;
};

/** As on the phone. */
const timeoutMs = 10_000;
const codes = new Set<string>(refusalCodes);

export class Caller {
  /** requests and replies, for the figure of messages per phone */
  messages = 0;

  constructor(
    readonly o: {
      base: URL;
      agent: http.Agent;
      who: Who;
      history: History;
      /** cookies, and the address behind a trusted proxy */
      headers: Record<string, string>;
    },
  ) {}

  /** A page or one of its files. Null: no reply. */
  async load(what: What, path: string): Promise<Reply | null> {
    const startedAt = performance.now();
    const reply = await this.send(path, { "accept-encoding": "gzip, deflate", accept: "*/*" }, {}).catch(
      () => null,
    );
    const turnedAway = reply?.status === 429 || /^\/too-many-requests/.test(reply?.headers.location ?? "");
    const outcome: Outcome = turnedAway ? "RATE_LIMITED" : reply && reply.status < 400 ? "ok" : "NO_REPLY";
    this.note(
      what,
      startedAt,
      outcome,
      turnedAway ? (policyIn(reply?.headers) ?? "playerPageLoad") : undefined,
    );
    return reply;
  }

  async api<T>(what: What, path: string, request: Request = {}): Promise<Result<T, ApiRefusal>> {
    const startedAt = performance.now();
    const headers: Record<string, string> = { accept: "application/json" };
    if (request.token) headers.authorization = `Bearer ${request.token}`;
    if (request.json !== undefined) headers["content-type"] = "application/json";
    let result: Result<T, ApiRefusal>;
    let policy: string | undefined;
    try {
      const reply = await this.send(path, headers, request);
      request.onHeaders?.(reply.headers);
      policy = reply.status === 429 ? policyIn(reply.headers) : undefined;
      result = readReply<T>(reply);
    } catch {
      result = away("No connection just now.", 0);
    }
    // a poll this phone gave up by itself is nobody's failure
    if (result.ok || !request.signal?.aborted)
      this.note(what, startedAt, result.ok ? "ok" : outcomeOf(result.error), policy);
    return result;
  }

  private note(what: What, startedAt: number, outcome: Outcome, policy?: string): void {
    const { who, history } = this.o;
    const ms = performance.now() - startedAt;
    history.add({ kind: "call", who, what, ms, outcome, ...(policy ? { policy } : {}) });
  }

  private send(
    path: string,
    headers: Record<string, string>,
    request: Request,
    again = false,
  ): Promise<Reply> {
    const { base, agent } = this.o;
    const body = request.json === undefined ? undefined : JSON.stringify(request.json);
    return new Promise((done, fail) => {
      const req = (base.protocol === "https:" ? https : http).request(
        new URL(path, base),
        {
          agent,
          method: request.method ?? (body === undefined ? "GET" : "POST"),
          headers: {
            ...headers,
            ...this.o.headers,
            ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
          },
        },
        (res) => {
          const chunks: Buffer[] = [];
          res.on("data", (chunk: Buffer) => chunks.push(chunk));
          res.on("error", settle);
          res.on("close", () => settle(new Error("cut off")));
          res.on("end", () => {
            this.messages += 1;
            settle(null, { status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks) });
          });
        },
      );
      const timer = setTimeout(
        () => req.destroy(new Error("no reply in time")),
        timeoutMs + (request.waitMs ?? 0),
      );
      const abort = () => req.destroy(new Error("given up"));
      const letGo = () => {
        clearTimeout(timer);
        request.signal?.removeEventListener("abort", abort);
      };
      const settle = (error: Error | null, reply?: Reply) => {
        letGo();
        if (reply) done(reply);
        else fail(error);
      };
      request.signal?.addEventListener("abort", abort);
      if (request.signal?.aborted) abort();
      req.on("error", (error: NodeJS.ErrnoException) => {
        // the server closed an idle connection as we reached for it: browsers open another one without a word
        if (req.reusedSocket && error.code === "ECONNRESET" && !again) {
          letGo();
          this.send(path, headers, request, true).then(done, fail);
        } else settle(error);
      });
      this.messages += 1;
      req.end(body);
    });
  }
}

/** `"submitAnswer";q=10;w=30` → submitAnswer */
const policyIn = (headers: IncomingHttpHeaders | undefined): string | undefined =>
  /^"?(\w+)/.exec(String(headers?.["ratelimit-policy"] ?? ""))?.[1];

const away = (message: string, status: number): { ok: false; error: ApiRefusal } => ({
  ok: false,
  error: { code: "UNAVAILABLE", message, status },
});

const outcomeOf = ({ code, status }: ApiRefusal): Outcome => (status === 0 ? "NO_REPLY" : code);

function readReply<T>({ status, headers, body }: Reply): Result<T, ApiRefusal> {
  if (status === 204) return { ok: true, value: undefined as T };
  if (!/\bjson\b/.test(headers["content-type"] ?? ""))
    return away("Not a reply of ours.", status >= 200 && status < 400 ? 0 : status);
  const json: unknown = JSON.parse(body.toString("utf8"));
  if (status >= 200 && status < 300) return { ok: true, value: json as T };
  const said = (json ?? {}) as { code?: string; message?: string; retryAfterMs?: number };
  const header = Number(headers["retry-after"]);
  const retryAfterMs = said.retryAfterMs ?? (header > 0 ? header * 1000 : undefined);
  const known = said.code !== undefined && codes.has(said.code);
  const code = known ? (said.code as RefusalCode) : status >= 500 ? "UNAVAILABLE" : "BAD_REQUEST";
  return {
    ok: false,
    error: {
      code,
      message: said.message ?? "",
      status,
      body: json,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    },
  };
}

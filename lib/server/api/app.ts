/**
 * The HTTP API: one Hono app in front of Next. Here stand the things that hold for every request: request ids, the
 * origin check, body sizes, the global limiter, and the one catch that turns a bug into a plain sentence.
 */
import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { isThisMachine } from "../client-ip";
import type { Container } from "../container";
import { isForeignOrigin } from "../origin";
import { hostActor } from "../projections";
import { maxBody } from "./body-size";
import { guess } from "./guesses";
import { hostRoutes } from "./host-routes";
import { playerRoutes } from "./player-routes";
import {
  type ApiContext,
  type ApiEnv,
  bearer,
  createIpReader,
  ipChargeKey,
  overLimit,
  refusedWith,
} from "./respond";
import { roomRoutes } from "./room-routes";

/** Names and answers are under 1 kB; imports and quizzes have limits of their own. */
const jsonBytes = 16 * 1024;
const ownLimit = /^\/api\/(imports|quizzes)\b/;

export function createApi(box: Container, ready: () => Promise<boolean>) {
  const ipReader = createIpReader(box.env.TRUSTED_PROXIES);
  const ipOf = (c: ApiContext) => ipReader(c.env.incoming);
  const app = new Hono<ApiEnv>();
  const small = maxBody(jsonBytes);

  app.use(async (c, next) => {
    const requestId = randomUUID();
    c.set("requestId", requestId);
    c.header("X-Request-Id", requestId);
    c.header("X-Content-Type-Options", "nosniff");
    const startedAt = performance.now();
    await next();
    box.log.debug(
      {
        requestId,
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        ms: Math.round(performance.now() - startedAt),
      },
      "request",
    );
  });

  app.onError((error, c) => {
    // a NUL in an id or a text: no such thing is stored here
    if (/0x00|\\u0000 cannot be converted/.test(String((error as Error).message)))
      return refusedWith(c as ApiContext, "BAD_REQUEST", "That text holds characters no text has.");
    const unavailable = isDatabaseAway(error);
    box.log.error({ err: error, requestId: c.get("requestId"), path: c.req.path }, "request failed");
    return refusedWith(c as ApiContext, unavailable ? "UNAVAILABLE" : "INTERNAL");
  });
  app.notFound((c) => refusedWith(c as ApiContext, "NOT_FOUND"));

  // health checks meet no limiter: they must answer on the worst night
  app.get("/healthz", (c) => c.json({ ok: true, limits: box.limitsFile.version() }));
  app.get("/readyz", async (c) => ((await ready()) ? c.json({ ok: true }) : refusedWith(c, "UNAVAILABLE")));

  // figures of the house: for this machine alone, or for whoever knows the token
  app.get("/metrics", async (c) => {
    const token = /^Bearer (.+)$/.exec(c.req.header("authorization") ?? "")?.[1];
    const isAllowed = box.env.METRICS_TOKEN ? token === box.env.METRICS_TOKEN : isThisMachine(c.env.incoming);
    if (!isAllowed) return refusedWith(c, "FORBIDDEN");
    c.header("Content-Type", box.metrics.contentType);
    return c.body(await box.metrics.text());
  });

  app.use("/api/*", async (c, next) => {
    const unsafe = c.req.method !== "GET" && c.req.method !== "HEAD";
    const headers = {
      origin: c.req.header("origin"),
      host: c.req.header("host"),
      "sec-fetch-site": c.req.header("sec-fetch-site"),
    };
    if (unsafe && isForeignOrigin(headers, box.env.PUBLIC_URL)) return refusedWith(c, "BAD_ORIGIN");
    await next();
  });
  /** A forged cookie is found out by its signature, before the database is asked; sign-in itself is for strangers. */
  async function isKnownHost(c: ApiContext): Promise<boolean> {
    if (c.req.path.startsWith("/api/auth/") || !c.req.header("cookie")) return false;
    const host = await hostActor(box, c.req.raw.headers);
    c.set("host", host);
    return host.ok;
  }
  const isBigScreen = (c: ApiContext): boolean => {
    const path = /^\/api\/sessions\/([\w-]+)\/screen$/.exec(c.req.path);
    return path?.[1] !== undefined && box.tokens.isScreenToken(path[1], c.req.query("token"));
  };

  const isScan = (c: ApiContext): boolean => c.req.method === "POST" && /\/join$/.test(c.req.path);

  app.use("/api/*", (c, next) => (ownLimit.test(c.req.path) ? next() : small(c, next)));
  app.use("/api/*", async (c, next) => {
    // a verified seat is charged to its player on its own routes; strangers share the address's bucket (limits.md, rule 1)
    const deviceId = box.tokens.readDevice(bearer(c));
    const path = /^\/api\/sessions\/([\w-]+)\//.exec(c.req.path);
    const room = deviceId && path?.[1] ? await box.service.findRoom(path[1]) : null;
    const seat = room && deviceId ? room.seatOfDevice(deviceId) : null;
    const seated = seat?.status === "active" ? seat.playerId : null;
    // a second scan meets the far stricter deviceJoin; charged here too, a device that scans without end would be
    // named with half of its rate, and by two lines
    if (seated && isScan(c)) return next();
    if (!seated && ((await isKnownHost(c)) || isBigScreen(c))) return next();
    const limited = await overLimit(c, box, [
      seated ? { policy: "playerRequest", key: seated } : { policy: "global", key: ipChargeKey(ipOf(c)) },
    ]);
    if (limited) return limited;
    await next();
  });

  app.on(["GET", "POST"], "/api/auth/*", async (c) => {
    const isAttempt = c.req.method === "POST" && /sign-(in|up)\/email$/.test(c.req.path);
    const ip = ipChargeKey(ipOf(c));
    const email = isAttempt ? await emailOf(c.req.raw.clone()) : null;
    const keys = [
      { policy: "authFailure" as const, key: `ip:${ip}` },
      ...(email ? [{ policy: "authFailure" as const, key: `account:${email}` }] : []),
    ];
    if (!isAttempt) return box.auth.handler(c.req.raw);
    // failures only: a landlord who signs in every quarter of an hour is no attacker
    const attempt = () => box.auth.handler(c.req.raw);
    return guess(c, box, keys, attempt, (status) => status >= 400 && status < 500);
  });

  app.route("/api", playerRoutes(box, ipOf));
  app.route("/api", hostRoutes(box));
  app.route("/api", roomRoutes(box));
  return app;
}

async function emailOf(request: Request): Promise<string | null> {
  try {
    const body: unknown = await request.json();
    const email = (body as { email?: unknown } | null)?.email;
    return typeof email === "string" ? email.trim().toLowerCase().slice(0, 200) : null;
  } catch {
    return null;
  }
}

/** Connection refused, reset, statement timeout, starting up or shutting down: come again, nothing is lost. */
function isDatabaseAway(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return (
    typeof code === "string" &&
    /^(ECONNREFUSED|ECONNRESET|EPIPE|57P0\d|57014|08\d{3}|53\d{3}|P1\d{3}|P2024|P2028)$/.test(code)
  );
}

/**
 * The HTTP API: one Hono app in front of Next. Here stand the things that hold for every request: request ids, the
 * origin check, body sizes, the global limiter, and the one catch that turns a bug into a plain sentence.
 */
import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { isThisMachine } from "../client-ip";
import type { Container } from "../container";
import { isForeignOrigin } from "../origin";
import { payerOf, requestCharges } from "../payer";
import { hostActor } from "../projections";
import { limitsVersion } from "../room-panel";
import { authRoutes } from "./auth-routes";
import { maxBody } from "./body-size";
import { faultCode } from "./fault-code";
import { hostRoutes } from "./host-routes";
import { leagueRoutes } from "./league-routes";
import { markingRoutes } from "./marking-routes";
import { mediaRoutes } from "./media-routes";
import { playerRoutes } from "./player-routes";
import { quizRoutes } from "./quiz-routes";
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
import { teamRoutes } from "./team-routes";

/** Names and answers are under 1 kB; imports, quizzes and pictures have limits of their own. */
const jsonBytes = 16 * 1024;
const ownLimit = /^\/api\/(imports|quizzes|media)\b/;

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
    box.log.error({ err: error, requestId: c.get("requestId"), path: c.req.path }, "request failed");
    return refusedWith(c as ApiContext, faultCode(error));
  });
  app.notFound((c) => refusedWith(c as ApiContext, "NOT_FOUND"));

  // health checks meet no limiter: they must answer on the worst night
  app.get("/healthz", (c) => c.json({ ok: true, limits: limitsVersion(box) }));
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
  const isScan = (c: ApiContext): boolean => c.req.method === "POST" && /\/join$/.test(c.req.path);

  app.use("/api/*", (c, next) => (ownLimit.test(c.req.path) ? next() : small(c, next)));
  app.use("/api/*", async (c, next) => {
    const sessionId = /^\/api\/sessions\/([\w-]+)\//.exec(c.req.path)?.[1];
    const payer = await payerOf(
      box,
      {
        ipKey: ipChargeKey(ipOf(c)),
        cookie: c.req.header("cookie"),
        sessionId,
        deviceToken: bearer(c),
        screenToken: c.req.path.endsWith("/screen") ? c.req.query("token") : null,
        markerToken: c.req.path.endsWith("/marking") ? c.req.query("token") : null,
        cohostToken: c.req.query("cohost"),
      },
      async () => {
        const host = await hostActor(box, c.req.raw.headers);
        c.set("host", host);
        return host;
      },
    );
    c.set("payer", payer);
    // a second scan meets the far stricter deviceJoin; charged here too, a device that scans without end would be named
    // with half of its rate, and by two lines
    if (payer.who === "player" && isScan(c)) return next();
    const limited = await overLimit(c, box, requestCharges(payer));
    if (limited) return limited;
    await next();
  });

  app.route(
    "/api/auth",
    authRoutes(box, (c) => ipChargeKey(ipOf(c))),
  );
  app.route("/api", playerRoutes(box, ipOf));
  app.route("/api", teamRoutes(box, ipOf));
  app.route("/api", hostRoutes(box));
  app.route("/api", quizRoutes(box));
  app.route("/api", mediaRoutes(box));
  app.route("/api", roomRoutes(box));
  app.route("/api", leagueRoutes(box));
  app.route("/api", markingRoutes(box));
  return app;
}

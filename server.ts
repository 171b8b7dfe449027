/**
 * The composition root: environment, container, and the API, the sockets, the static pages and Next behind one HTTP
 * server. It listens first and opens the database after that: what arrives meanwhile waits at the front door, so that
 * phones are back within a second of a restart. Next serves in development only; in production it has made the pages.
 */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join, resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import nextEnv from "@next/env";
import { isExempt, wayBack } from "./lib/limits/page-gate";
import { endSlowBody } from "./lib/server/api/body-size";
import { createApiListener } from "./lib/server/api/listener";
import { createIpReader } from "./lib/server/api/respond";
import { ipKey } from "./lib/server/client-ip";
import type { Container } from "./lib/server/container";
import { createContainer } from "./lib/server/create-container";
import { EnvError, readEnv } from "./lib/server/env";
import { createFrontDoor } from "./lib/server/front-door";
import { createLogger } from "./lib/server/log";
import { keepMediaTidy } from "./lib/server/media/keep-media-tidy";
import { createPageRoad } from "./lib/server/page-road";
import { lanAddresses } from "./lib/server/public-url";
import { createRealtime } from "./lib/server/realtime";
import { loadStaticPages } from "./lib/server/static-pages";
import { makeDir } from "./lib/store/make-dir";
import { openStore } from "./lib/store/store";
import { StoreError } from "./lib/store/store-error";

const rootDir = process.cwd();
const dev = process.argv.includes("--dev");
/** Connections that may wait to be accepted: a thousand phones scan within seconds, and each opens two or three. */
const backlog = 4096;
/** In-flight answers and polls get this long when the process is asked to stop. */
const drainMs = 5_000;

/**
 * V8 recompiles a WebAssembly function with its optimising compiler once it has run through so many bytes. With the
 * 1.8 million of Node 20 that begins while Postgres and Prisma start, and costs a start on one core a quarter of its time
 * and the first answers after it three times theirs (docs/performance.md); what a night really runs is still reached
 * within its first answers. Unknown to a later V8 it does nothing.
 */
const wasmTieringBudget = 100_000_000;
setFlagsFromString(`--wasm-tiering-budget=${wasmTieringBudget}`);

/**
 * How far the heap may grow after a collection before the next. V8 lets a heap of this size more than triple, so that a night
 * that needs 70 MB stood at 260, most of it thrown away long ago. With a half more it collects eight times a night
 * instead of four, and CPU per question is what it was; with less it holds some 25 MB less and pays for it
 * (docs/performance.md). Unknown to a later V8 it does nothing.
 */
const heapGrowthPercent = 50;
setFlagsFromString(`--heap-growing-percent=${heapGrowthPercent}`);

/** A fault a person can mend: a sentence, no stack. */
function giveUp(message: string): never {
  console.error(`\nRoomful cannot start.\n${message}\n`);
  process.exit(1);
}

/** Signs tokens and cookies. Kept beside the data, so that a restart throws nobody out. */
function readSecret(dataDir: string, fromEnv: string | undefined): string {
  if (fromEnv) return fromEnv;
  const path = join(dataDir, "secret");
  if (existsSync(path)) return readFileSync(path, "utf8").trim();
  const secret = randomBytes(32).toString("base64url");
  makeDir(dataDir);
  writeFileSync(path, secret, { mode: 0o600 });
  return secret;
}

async function main() {
  nextEnv.loadEnvConfig(rootDir, dev, { info: () => undefined, error: console.error });
  const env = readEnv(process.env);
  if (!dev && !existsSync(join(rootDir, ".next/server/app/index.html")))
    giveUp("The pages are not built. Run npm run build first. (NOT_BUILT)");
  const log = createLogger(env.LOG_LEVEL);
  const http = createServer({
    headersTimeout: 5_000,
    // a video of 25 MB at 210 kB a second; every other body has less (endSlowBody)
    requestTimeout: 120_000,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: 65_000,
  });
  const frontDoor = createFrontDoor(http);
  await new Promise<void>((listening, fail) => {
    http.once("error", fail);
    http.listen({ port: env.PORT, host: env.HOST, backlog }, () => listening());
  });

  const dataDir = resolve(rootDir, env.DATA_DIR);
  const opening = openStore({
    databaseUrl: env.DATABASE_URL,
    dataDir: join(dataDir, "database"),
    rootDir,
  });
  const pages = dev ? null : loadStaticPages({ rootDir, publicUrl: env.PUBLIC_URL });
  const store = await opening;
  const secret = readSecret(dataDir, env.SECRET);

  const ipOf = createIpReader(env.TRUSTED_PROXIES);
  const box = await createContainer({
    env,
    log,
    store,
    secret,
    limitsPath: resolve(rootDir, env.LIMITS_FILE ?? join(env.DATA_DIR, "limits.json")),
    port: () => {
      const address = http.address();
      return typeof address === "object" && address ? address.port : env.PORT;
    },
  });
  const { service } = box;
  const ipKeyOf = (req: IncomingMessage) => ipKey(ipOf(req));
  const pageRoad = createPageRoad(box, ipKeyOf);

  let stopping = false;
  const nextServer = dev ? createNextServer({ http, port: () => box.port() }) : null;
  const apiListener = createApiListener(box, async () => {
    await store.ping();
    return !stopping;
  });

  const serve = (req: IncomingMessage, res: ServerResponse) => {
    const pathname = pathOf(req.url);
    endSlowBody(req, pathname);
    if (/^\/(api|media|healthz|readyz|metrics)(\/|$)/.test(pathname)) return apiListener(req, res);
    if (pathname.startsWith("/socket.io")) return;
    const back = wayBack(req.method, pathname, req.headers.cookie);
    if (back) {
      res.writeHead(back.status, back.headers);
      res.end();
      return;
    }
    // nobody is charged for a file of a page, so that it needs no promise
    if (isExempt(pathname) && pages) return pages.serve(req, res, pathname);
    servePage(req, res, pathname).catch((error) => {
      log.error({ err: error, pathname }, "a page failed");
      if (!res.headersSent) res.writeHead(500, { "content-type": "text/plain; charset=utf-8" });
      res.end("Something went wrong on our side. It has been written down.");
    });
  };

  async function servePage(req: IncomingMessage, res: ServerResponse, pathname: string): Promise<void> {
    const refused = await pageRoad(req, pathname);
    if (refused) {
      res.writeHead(refused.status, refused.headers);
      res.end(refused.body);
      return;
    }
    if (pages) return pages.serve(req, res, pathname);
    await nextServer?.handle(req, res);
  }

  await service.recover();
  const realtime = createRealtime(http, box, ipKeyOf);
  if (!dev) closeUnknownUpgrades(http);
  frontDoor.open(serve);
  announce(box, dev);
  await nextServer?.load();
  const mediaUpkeep = keepMediaTidy(box);
  log.info({ ms: Math.round(performance.now()), port: box.port(), database: store.mode }, "ready");

  async function stop(signal: string): Promise<void> {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    setTimeout(() => process.exit(1), drainMs).unref();
    http.close();
    mediaUpkeep.close();
    await service.close();
    box.load.close();
    await box.closeLimits();
    await realtime.close();
    http.closeIdleConnections();
    await nextServer?.close();
    await store.close();
    process.exit(0);
  }
  process.on("SIGTERM", () => void stop("SIGTERM"));
  process.on("SIGINT", () => void stop("SIGINT"));
}

const pathOf = (url = "/"): string => {
  const query = url.indexOf("?");
  const path = query < 0 ? url : url.slice(0, query);
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** For development. In production every page and file is in memory, and nothing a stranger can ask enters Next. */
function createNextServer(o: { http: ReturnType<typeof createServer>; port: () => number }) {
  const start = async () => {
    const { default: next } = await import("next");
    const app = next({ dev: true, dir: rootDir, hostname: "localhost", port: o.port(), httpServer: o.http });
    await app.prepare();
    return { app, handle: app.getRequestHandler() };
  };
  let loading: ReturnType<typeof start> | null = null;
  const load = () => {
    loading ??= start();
    return loading;
  };
  return {
    load,
    handle: async (req: IncomingMessage, res: ServerResponse) => (await load()).handle(req, res),
    close: async () => {
      await loading?.then(({ app }) => app.close()).catch(() => undefined);
    },
  };
}

/** In production only our sockets upgrade; anything else would hang until the client gives up. */
function closeUnknownUpgrades(http: ReturnType<typeof createServer>): void {
  http.on("upgrade", (req, socket) => {
    if (!pathOf(req.url).startsWith("/socket.io")) socket.destroy();
  });
}

function announce(box: Container, isDev: boolean): void {
  const port = box.port();
  const [lan, ...others] = lanAddresses();
  const lines = [
    "",
    `  Roomful is open${isDev ? " (development)" : ""}.`,
    "",
    `  On this laptop:  http://localhost:${port}`,
    `  For phones:      ${box.env.PUBLIC_URL ?? (lan ? `http://${lan}:${port}` : "no network found: connect this laptop to the venue's WiFi")}`,
    ...(box.env.PUBLIC_URL ? [] : others.map((address) => `  or perhaps:      http://${address}:${port}`)),
    "",
    "  Stop with Ctrl+C. Everything is kept.",
    "",
  ];
  console.log(lines.join("\n"));
}

main().catch((error: NodeJS.ErrnoException) => {
  if (error instanceof EnvError) giveUp(error.message);
  if (error instanceof StoreError) giveUp(`${error.message} (${error.code})`);
  if (error.code === "EADDRINUSE")
    giveUp(`The port is in use by another program. Stop that one, or start with PORT=3001. (PORT_IN_USE)`);
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    giveUp(`HOST names no address of this machine. Leave it unset, or take one it has. (HOST_UNAVAILABLE)`);
  if (error.code === "EACCES" || error.code === "EROFS")
    giveUp(
      `${error.path ?? "A file"} cannot be written. Check its owner and rights, or set DATA_DIR. (DATA_DIR_UNWRITABLE)`,
    );
  console.error(error);
  process.exit(1);
});

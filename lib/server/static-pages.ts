/**
 * Every page is a prerendered shell without personal data, served from memory beside /_next/static and public/,
 * outside Next's handler: a hundred phones loading at once must not enter React on the server (design.md, decision
 * 14). The CSP is strict and the page still static: it lists the hashes of the page's own inline scripts.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { problemContentType, problemOf } from "@/lib/contracts/problem";
import { refuse } from "@/lib/contracts/refusals";
import { createTurnstile } from "./turnstile";

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".mp3": "audio/mpeg",
  ".mp4": "video/mp4",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webm": "video/webm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** One form of a file: its bytes and the whole head of its reply, made once. */
type Form = { body: Buffer; head: OutgoingHttpHeaders };
type Asset = { raw: Form; br: Form | null; gz: Form | null };
/** A file takes some 0.1 ms to write: a turn of the event loop is held up by 2 ms at the most. */
const filesPerTurn = 16;
const oneYear = "public, max-age=31536000, immutable";

function contentSecurityPolicy(html: string, secure: boolean): string {
  const hashes = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    (match) =>
      `'sha256-${createHash("sha256")
        .update(match[1] ?? "")
        .digest("base64")}'`,
  );
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' data: blob:",
    "font-src 'self' data:",
    // 'self' does not cover ws: in every browser phones still run
    `connect-src 'self' ${secure ? "wss:" : "ws: wss:"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Which shell a path shows. The phone's one page serves every session: PIN and key are read in the browser. */
export function shellFor(pathname: string): string {
  if (/^\/(play|join)(\/[^/]*)?$/.test(pathname) || /^\/j\/[^/]+$/.test(pathname)) return "/play";
  return pathname === "/" ? "/" : pathname.replace(/\/$/, "");
}

export type StaticPages = {
  isPage(pathname: string): boolean;
  /** Answers, now or in a turn to come, whatever is asked: what is not here is nowhere. */
  serve(req: IncomingMessage, res: ServerResponse, pathname: string): void;
  pageCount: number;
};

/** Nothing is sent to a page: there are no forms and no server actions, and Next would take 4 ms to find that out. */
function refuseMethod(res: ServerResponse): void {
  const { error } = refuse("BAD_REQUEST", "A page can only be read. What changes anything is under /api.");
  const problem = { ...problemOf(error), title: "Method Not Allowed", status: 405 };
  const body = JSON.stringify(problem);
  res.writeHead(405, {
    allow: "GET, HEAD",
    "cache-control": "no-store",
    "content-type": problemContentType,
    "content-length": Buffer.byteLength(body),
  });
  res.end(body);
}

function refuseFile(req: IncomingMessage, res: ServerResponse): void {
  const body = "Not found";
  res.writeHead(404, {
    "cache-control": "no-store",
    "content-type": "text/plain; charset=utf-8",
    "content-length": body.length,
  });
  res.end(req.method === "HEAD" ? undefined : body);
}

export function loadStaticPages(o: { rootDir: string; publicUrl: string | undefined }): StaticPages {
  const secure = o.publicUrl?.startsWith("https://") ?? false;
  const assets = new Map<string, Asset>();
  const pages = new Map<string, Asset>();
  const turnstile = createTurnstile(filesPerTurn);
  const read = (path: string) => (existsSync(path) ? readFileSync(path) : null);
  const asset = (path: string, headersFor: (raw: Buffer) => Record<string, string>): Asset => {
    const raw = readFileSync(path);
    const headers = headersFor(raw);
    const form = (body: Buffer, encoding?: string): Form => ({
      body,
      head: {
        "content-type": types[extname(path)] ?? "application/octet-stream",
        vary: "accept-encoding",
        "x-content-type-options": "nosniff",
        ...(encoding ? { "content-encoding": encoding } : {}),
        ...headers,
        "content-length": body.length,
      },
    });
    const br = read(`${path}.br`);
    const gz = read(`${path}.gz`);
    return { raw: form(raw), br: br && form(br, "br"), gz: gz && form(gz, "gzip") };
  };
  const walk = (folder: string, visit: (path: string, name: string) => void, prefix = "") => {
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) walk(path, visit, `${prefix}${name}/`);
      else if (!/\.(br|gz)$/.test(name)) visit(path, `${prefix}${name}`);
    }
  };
  walk(join(o.rootDir, ".next/static"), (path, name) =>
    assets.set(
      `/_next/static/${name}`,
      asset(path, () => ({ "cache-control": oneYear })),
    ),
  );
  walk(join(o.rootDir, "public"), (path, name) =>
    assets.set(
      `/${name}`,
      asset(path, () => ({ "cache-control": "public, max-age=3600" })),
    ),
  );
  walk(join(o.rootDir, ".next/server/app"), (path, name) => {
    if (extname(name) !== ".html" || (name.startsWith("_") && name !== "_not-found.html")) return;
    const page = asset(path, (raw) => ({
      "cache-control": "no-cache",
      "content-security-policy": contentSecurityPolicy(raw.toString("utf8"), secure),
      "referrer-policy": "same-origin",
      "x-frame-options": "DENY",
      "permissions-policy": "camera=(), microphone=(), geolocation=()",
      ...(secure ? { "strict-transport-security": "max-age=15552000" } : {}),
    }));
    const route = `/${name.slice(0, -".html".length)}`;
    pages.set(route === "/index" ? "/" : route, page);
  });

  const notFound = pages.get("/_not-found");
  pages.delete("/_not-found");

  return {
    pageCount: pages.size,
    isPage: (pathname) => pages.has(shellFor(pathname)),
    serve(req, res, pathname) {
      const isRead = req.method === "GET" || req.method === "HEAD";
      if (!isRead || req.headers["next-action"] !== undefined) return refuseMethod(res);
      // Next's own client may ask for a page's data; it loads the page when it gets the page instead
      const found = assets.get(pathname) ?? pages.get(shellFor(pathname));
      const isFile = pathname.startsWith("/_next/") || /\.[a-z0-9]{2,12}$/i.test(pathname);
      const shown = found ?? (isFile ? undefined : notFound);
      if (!shown) return refuseFile(req, res);
      const accepts = String(req.headers["accept-encoding"] ?? "");
      const { body, head } =
        (/\bbr\b/.test(accepts) && shown.br) || (/\bgzip\b/.test(accepts) && shown.gz) || shown.raw;
      turnstile(() => {
        res.writeHead(found ? 200 : 404, head);
        res.end(req.method === "HEAD" ? undefined : body);
      });
    },
  };
}

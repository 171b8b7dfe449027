import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadStaticPages } from "./static-pages";

const rootDir = mkdtempSync(join(tmpdir(), "roomful-pages-"));
const files: Record<string, string> = {
  ".next/server/app/index.html": "the start page",
  ".next/server/app/play.html": "the phone",
  ".next/server/app/_not-found.html": "There is nothing here",
  ".next/server/app/_global-error.html": "an error",
  ".next/static/chunks/a.js": "script",
  "public/icon.svg": "<svg/>",
};
const http = createServer();
let url = "";

beforeAll(async () => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(rootDir, name)), { recursive: true });
    writeFileSync(join(rootDir, name), text);
  }
  const pages = loadStaticPages({ rootDir, publicUrl: undefined });
  http.on("request", (req, res) => pages.serve(req, res, new URL(req.url ?? "/", "http://x").pathname));
  await new Promise<void>((listening) => http.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterAll(() => {
  http.close();
});

test.each([
  ["/", 200, "the start page"],
  ["/play/123456", 200, "the phone"],
  ["/icon.svg", 200, "<svg/>"],
  ["/_next/static/chunks/a.js", 200, "script"],
  ["/nothing/here", 404, "There is nothing here"],
  ["/_not-found", 404, "There is nothing here"],
  ["/_global-error", 404, "There is nothing here"],
  ["/_next/image?url=%2Ficon.svg&w=64&q=75", 404, "Not found"],
  ["/_next/static/chunks/old.js", 404, "Not found"],
  ["/wp-login.php", 404, "Not found"],
])("%s is %i, out of memory", async (path, status, text) => {
  const ways: Record<string, string>[] = [{}, { rsc: "1" }];
  for (const headers of ways) {
    const reply = await fetch(url + path, { headers });
    expect([reply.status, await reply.text()]).toEqual([status, text]);
  }
  const head = await fetch(url + path, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([status, ""]);
});

test.each([
  ["POST", {}],
  ["PUT", {}],
  ["PATCH", {}],
  ["DELETE", {}],
  ["OPTIONS", {}],
  ["POST", { "next-action": "f00" }],
  ["GET", { "next-action": "f00" }],
] as [string, Record<string, string>][])(
  "%s with %o to a page is refused: a page is only read",
  async (method, headers) => {
    for (const path of ["/", "/play", "/nothing/here", "/_next/image"]) {
      const reply = await fetch(url + path, { method, headers });
      expect([reply.status, reply.headers.get("allow"), reply.headers.get("content-type")]).toEqual([
        405,
        "GET, HEAD",
        "application/problem+json",
      ]);
      expect(await reply.json()).toMatchObject({
        status: 405,
        title: "Method Not Allowed",
        code: "BAD_REQUEST",
      });
    }
  },
);

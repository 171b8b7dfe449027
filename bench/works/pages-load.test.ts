import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { filesOf, loadOnce } from "./pages-load";

let server: Server;
let asked: string[] = [];
afterEach(() => {
  server.closeAllConnections();
  server.close();
});
async function serve(statusOf: (path: string) => number): Promise<number> {
  asked = [];
  const files = Array.from({ length: 9 }, (_, n) => `/_next/static/chunk-${n}.js`);
  server = createServer((req, res) => {
    const path = req.url ?? "/";
    asked.push(path);
    const page = files.map((file) => `<script src="${file}"></script>`).join("");
    const body = path === "/j/key" ? page : "x".repeat(70_000);
    res.writeHead(statusOf(path), { "content-length": body.length }).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

test("the shell first, then each of its files once", async () => {
  const port = await serve(() => 200);
  const { files, bytes } = await filesOf(port, "/j/key");
  expect(files).toHaveLength(9);
  expect(bytes).toBe(9 * 70_000);
  asked = [];
  expect(await loadOnce(port, "/j/key", files)).toBeGreaterThan(0);
  expect(asked[0]).toBe("/j/key");
  expect(asked.slice(1).sort()).toEqual(files);
});

test("a page whose file is refused has not loaded", async () => {
  const port = await serve((path) => (path.endsWith("chunk-4.js") ? 429 : 200));
  const { files } = await filesOf(port, "/j/key");
  await expect(loadOnce(port, "/j/key", files)).rejects.toThrow(/429/);
});

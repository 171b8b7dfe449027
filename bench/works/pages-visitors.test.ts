import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { openVisitors, type Visitors } from "./pages-visitors";

let server: Server;
let visitors: Visitors;
afterEach(() => {
  visitors.close();
  server.closeAllConnections();
  server.close();
});
/** null: no answer */
async function serve(statusOf: (path: string) => number | null): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  server = createServer((req, res) => {
    asked.push(req.url ?? "/");
    const status = statusOf(req.url ?? "/");
    if (status !== null) res.writeHead(status, { "content-length": 5 }).end("bytes");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  visitors = openVisitors(["--import", "tsx"]);
  return { port: (server.address() as AddressInfo).port, asked };
}
const files = ["/a.js", "/b.js"];

test("each visitor loads the page and its files; the process says how long each took and its share", async () => {
  const { port, asked } = await serve(() => 200);
  const { took, share } = await visitors.load({ port, path: "/j/key", files, count: 3 });
  expect(took).toHaveLength(3);
  expect(Math.min(...took)).toBeGreaterThan(0);
  expect(share).toBeGreaterThan(0);
  expect(asked.sort()).toEqual(["/a.js", "/b.js", "/j/key"].flatMap((path) => [path, path, path]));
  // and again, by the same process
  expect((await visitors.load({ port, path: "/j/key", files, count: 1 })).took).toHaveLength(1);
}, 20_000);

test("a page that is refused is no measurement, and neither is a process that is gone", async () => {
  const { port, asked } = await serve((path) => (path === "/b.js" ? 429 : path === "/held" ? null : 200));
  const visit = { port, path: "/j/key", files, count: 1 };
  await expect(visitors.load(visit)).rejects.toThrow(/429/);
  const left = expect(visitors.load({ ...visit, path: "/held" })).rejects.toThrow(/is gone/);
  await expect.poll(() => asked).toContain("/held");
  visitors.close();
  await left;
}, 20_000);

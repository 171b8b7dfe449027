import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type Connection, lastReplyMs, openConnections, request, requestsPerSecond } from "./polls-load";

let server: Server | null = null;
const connections: Connection[] = [];
afterEach(() => {
  for (const connection of connections.splice(0)) connection.close();
  server?.closeAllConnections();
  server?.close();
});
async function serve(answer: RequestListener, count: number): Promise<number> {
  server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  connections.push(...(await openConnections(port, count)));
  return port;
}

test("every request is sent once, with its token, however many connections there are", async () => {
  const tokens: string[] = [];
  const port = await serve((req, res) => {
    tokens.push(req.headers.authorization ?? "");
    res.end("x".repeat(100_000));
  }, 3);
  const requests = Array.from({ length: 20 }, (_, n) => request(port, "/", `token-${n}`));
  expect(await requestsPerSecond({ connections, requests, status: 200 })).toBeGreaterThan(0);
  expect(tokens.sort()).toEqual(requests.map((_, n) => `Bearer token-${n}`).sort());
});

test("a reply that is not the expected one is no measurement", async () => {
  let asked = 0;
  const port = await serve((_req, res) => {
    asked += 1;
    res.writeHead(asked === 3 ? 429 : 204, { "content-length": 0 }).end();
  }, 1);
  const requests = Array.from({ length: 5 }, () => request(port, "/"));
  await expect(requestsPerSecond({ connections, requests, status: 204 })).rejects.toThrow(/429/);
});

test("a reply that does not say its length is no measurement", async () => {
  const port = await serve((_req, res) => {
    res.write("some");
    res.end("thing");
  }, 1);
  const requests = [request(port, "/")];
  await expect(requestsPerSecond({ connections, requests, status: 200 })).rejects.toThrow(/length/);
});

test("polls that hang are timed from the release to the last of them", async () => {
  const held: (() => void)[] = [];
  const port = await serve((_req, res) => held.push(() => res.end("new")), 4);
  const ms = await lastReplyMs({
    connections,
    requests: connections.map(() => request(port, "/")),
    hanging: () => expect.poll(() => held.length).toBe(4),
    release: async () => {
      const last = held.pop();
      for (const done of held) done();
      await new Promise((wake) => setTimeout(wake, 50));
      last?.();
    },
    isNew: (body) => body === "new",
  });
  // a timer may be a millisecond early
  expect(ms).toBeGreaterThanOrEqual(49);
});

test("a poll that does not hang, or that is answered with something old, is no measurement", async () => {
  const port = await serve((_req, res) => res.end("old"), 1);
  const o = { connections, requests: [request(port, "/")], release: async () => undefined };
  const answered = once(server as Server, "request");
  const early = lastReplyMs({
    ...o,
    hanging: async () => {
      await answered;
      await new Promise((wake) => setTimeout(wake, 50));
    },
    isNew: () => true,
  });
  await expect(early).rejects.toThrow(/should hang/);

  const old = lastReplyMs({ ...o, hanging: async () => undefined, isNew: () => false });
  await expect(old).rejects.toThrow(/answered 200: old/);
});

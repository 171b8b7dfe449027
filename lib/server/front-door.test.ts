import { type EventEmitter, once } from "node:events";
import { createServer, get, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createFrontDoor, type FrontDoor } from "./front-door";

let http: Server;
let door: FrontDoor;
let url: string;
const port = () => (http.address() as AddressInfo).port;

async function openHouse(holdMs?: number): Promise<void> {
  http = createServer();
  door = createFrontDoor(http, holdMs);
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  url = `http://127.0.0.1:${port()}`;
}
/** Resolves with the paths of the first requests, in the order in which they reached the process. */
const arrived = (count: number) =>
  new Promise<string[]>((done) => {
    const paths: string[] = [];
    http.on("request", (req) => {
      paths.push(req.url ?? "");
      if (paths.length === count) done(paths.slice());
    });
  });
const closed = (stream: EventEmitter) => new Promise<void>((done) => stream.once("close", () => done()));

beforeEach(() => openHouse());
afterEach(async () => {
  http.closeAllConnections();
  http.close();
});

test("health is told while the house is opening: the process lives, and wants no guests yet", async () => {
  const health = await fetch(`${url}/healthz`);
  expect(health.status).toBe(200);
  expect(await health.json()).toEqual({ ok: true, starting: true });
  const ready = await fetch(`${url}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ code: "UNAVAILABLE" });
});

test("what arrives early is served when the house opens, all of it, in the order of arrival", async () => {
  const count = 250;
  const all = arrived(count);
  const replies = Array.from({ length: count }, (_, number) => fetch(`${url}/${number}`));
  const paths = await all;
  const order: string[] = [];
  door.open((req, res) => {
    order.push(req.url ?? "");
    res.end(req.url);
  });
  const bodies = await Promise.all(replies.map(async (reply) => (await reply).text()));
  expect(bodies).toEqual(Array.from({ length: count }, (_, number) => `/${number}`));
  expect(order).toEqual(paths);
  expect(await (await fetch(`${url}/late`)).text()).toBe("/late");
});

test("a body sent early is read whole", async () => {
  const all = arrived(1);
  const reply = fetch(url, { method: "POST", body: "x".repeat(100_000) });
  await all;
  door.open((req, res) => {
    let bytes = 0;
    req.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    req.on("end", () => res.end(String(bytes)));
  });
  expect(await (await reply).text()).toBe("100000");
});

test("a house that takes long says UNAVAILABLE and when to come again", async () => {
  http.close();
  await openHouse(20);
  const reply = await fetch(`${url}/api/sessions/s/view`);
  expect(reply.status).toBe(503);
  expect(reply.headers.get("retry-after")).toBe("1");
  expect(await reply.json()).toMatchObject({
    code: "UNAVAILABLE",
    message: expect.stringContaining("starting"),
    retryAfterMs: 300,
  });
  let served = 0;
  door.open((_req, res) => {
    served += 1;
    res.end();
  });
  expect(served).toBe(0);
});

test("who goes away while waiting is not served afterwards", async () => {
  const asked = once(http, "request");
  const req = get(`${url}/gone`);
  req.on("error", () => undefined);
  const [, res] = await asked;
  req.destroy();
  await closed(res);
  const served: string[] = [];
  door.open((request, reply) => {
    served.push(request.url ?? "");
    reply.end();
  });
  await fetch(`${url}/here`);
  expect(served).toEqual(["/here"]);
});

test("an upgrade sent early reaches whoever listens for upgrades when the house opens", async () => {
  const socket = connect(port(), "127.0.0.1");
  const asked = once(http, "upgrade");
  socket.write(
    "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
  );
  await asked;
  http.on("upgrade", (req, upgraded) => upgraded.end(`HTTP/1.1 101 Switching Protocols\r\n\r\n${req.url}`));
  door.open((_req, res) => res.end());
  const [reply] = await once(socket, "data");
  expect(String(reply)).toContain("/socket.io/?EIO=4");
  socket.destroy();
});

test("a phone that breaks off an early upgrade does no harm", async () => {
  const socket = connect(port(), "127.0.0.1");
  const asked = once(http, "upgrade");
  socket.write("GET /socket.io/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
  const [, held] = await asked;
  socket.resetAndDestroy();
  await closed(held);
  let upgraded = 0;
  http.on("upgrade", () => {
    upgraded += 1;
  });
  door.open((_req, res) => res.end());
  expect(upgraded).toBe(0);
  expect((await fetch(url)).status).toBe(200);
});

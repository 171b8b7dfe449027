/** A poll's short way and the way through the API are the same to the phone; what the short way cannot judge it leaves. */
import { once } from "node:events";
import { createServer, get, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { smallQuiz } from "@/lib/store/test-store";
import { openTestApp, type TestApp } from "../test-app";
import { createPollRoad } from "./poll-road";

let app: TestApp;
let short: Server;
let sessionId = "";
let pin = "";
const leftToTheApi = 418;

beforeAll(async () => {
  app = await openTestApp();
  ({ sessionId, pin } = await app.startSession(await app.signIn(), smallQuiz));
  const road = createPollRoad(app.box);
  short = createServer((req, res) => {
    if (!road(req, res)) res.writeHead(leftToTheApi).end();
  }).listen(0, "127.0.0.1");
  await once(short, "listening");
});
afterAll(async () => {
  short.closeAllConnections();
  short.close();
  await app.close();
});

type Reply = { status: number; headers: IncomingHttpHeaders; text: string };
function ask(port: number, path: string, headers: Record<string, string>, method = "GET"): Promise<Reply> {
  return new Promise((done, fail) => {
    get({ port, host: "127.0.0.1", path, headers, method }, (res) => {
      let text = "";
      res.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      res.on("end", () => done({ status: res.statusCode ?? 0, headers: res.headers, text }));
    }).on("error", fail);
  });
}
const shortPort = () => (short.address() as AddressInfo).port;
const viewPath = () => `/api/sessions/${sessionId}/view`;
const byShortWay = (query: string, token: string) =>
  ask(shortPort(), viewPath() + query, { authorization: `Bearer ${token}` });
/** A body, though empty, is the API's to judge. */
const byApi = (query: string, token: string) =>
  ask(Number(new URL(app.url).port), viewPath() + query, {
    authorization: `Bearer ${token}`,
    "content-length": "0",
  });
/** Without what differs between any two replies. */
function same({ status, headers, text }: Reply) {
  const {
    date,
    "x-request-id": requestId,
    "content-length": length,
    "transfer-encoding": _,
    ...kept
  } = headers;
  expect(date).toBeDefined();
  expect(requestId).toMatch(/^[\w-]{36}$/);
  return { status, headers: kept, text: text.replace(/"(now|retryAfterMs)":\d+/g, '"$1":0') };
}
const cursorIn = (reply: Reply) => (JSON.parse(reply.text) as { cursor: string }).cursor;

test("a new view, nothing new, and a refusal are the same by both ways", async () => {
  const { token } = await app.join(pin, "Same");
  const view = await byShortWay("", token);
  expect(view.status).toBe(200);
  expect(same(view)).toEqual(same(await byApi("", token)));

  const query = `?since=${encodeURIComponent(cursorIn(view))}&wait=0`;
  const unchanged = await byShortWay(query, token);
  expect(unchanged.status).toBe(204);
  expect(same(unchanged)).toEqual(same(await byApi(query, token)));

  let refused = unchanged;
  for (let n = 0; n < 60 && refused.status !== 429; n++) refused = await byShortWay(query, token);
  expect(refused.status).toBe(429);
  expect(refused.headers["ratelimit-policy"]).toContain("sessionPoll");
  expect(same(refused)).toEqual(same(await byApi(query, token)));
});

test("however the query is written, both ways read the same out of it", async () => {
  const { token } = await app.join(pin, "Query");
  const cursor = cursorIn(await byShortWay("", token));
  const coded = [...cursor].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join("");
  const unchanged = [
    `?since=${cursor}&wait=0`,
    `?wait=0&since=${cursor}`,
    `?since=${coded}&wait=0`,
    `?since=${cursor}&wait=nothing`,
    `?since=${cursor}&since=other`,
    `?since=${cursor}`,
  ];
  const news = [
    "",
    "?",
    "?since=",
    "?since=&wait=1",
    "?since=other&wait=1",
    `?Since=${cursor}&wait=0`,
    `?since=+${cursor}`,
  ];
  for (const [status, queries] of [
    [204, unchanged],
    [200, news],
  ] as const)
    for (const query of queries) {
      const short = await byShortWay(query, token);
      expect(short.status, query).toBe(status);
      expect(same(short), query).toEqual(same(await byApi(query, token)));
    }
});

test("both ways charge the same buckets: what one refuses the other does", async () => {
  const { token } = await app.join(pin, "Buckets");
  let polls = 0;
  let reply = await byShortWay("", token);
  for (; reply.status === 200 && polls < 100; polls++)
    reply = await (polls % 2 === 0 ? byApi("", token) : byShortWay("", token));
  expect(reply.status).toBe(429);
  // sessionPoll holds 40, and gives two a second meanwhile
  expect(polls).toBeGreaterThanOrEqual(40);
  expect(polls).toBeLessThan(60);
  expect((await byApi("", token)).status).toBe(429);
  expect((await byShortWay("", token)).status).toBe(429);
});

test("a poll that hangs is answered when something newer comes, and forgotten when the phone goes away", async () => {
  const { token, playerId } = await app.join(pin, "Hangs");
  const query = `?since=${encodeURIComponent(cursorIn(await byShortWay("", token)))}&wait=20`;
  const { waiters } = app.box.service;
  const isWaiting = () => waiters.isWaiting(sessionId, playerId);

  const waiting = byShortWay(query, token);
  await expect.poll(isWaiting).toBe(true);
  const renamed = await app.request("PATCH", `/api/sessions/${sessionId}/me`, {
    token,
    body: { name: "Hangs no more" },
  });
  expect(renamed.status).toBe(200);
  const reply = await waiting;
  expect(reply.status).toBe(200);
  expect(reply.text).toContain("Hangs no more");

  const again = `?since=${encodeURIComponent(cursorIn(reply))}&wait=20`;
  const req = get({
    port: shortPort(),
    host: "127.0.0.1",
    path: viewPath() + again,
    headers: { authorization: `Bearer ${token}` },
  });
  req.on("error", () => undefined);
  await expect.poll(isWaiting).toBe(true);
  req.destroy();
  await expect.poll(isWaiting).toBe(false);
});

test("a seat that is given up while its poll hangs is told so", async () => {
  const { token, playerId } = await app.join(pin, "Leaves");
  const query = `?since=${encodeURIComponent(cursorIn(await byShortWay("", token)))}&wait=20`;
  const waiting = byShortWay(query, token);
  await expect.poll(() => app.box.service.waiters.isWaiting(sessionId, playerId)).toBe(true);
  await app.request("DELETE", `/api/sessions/${sessionId}/me`, { token });
  const reply = await waiting;
  expect(reply.status).toBe(403);
  expect(JSON.parse(reply.text)).toMatchObject({ code: "SEAT_LEFT" });
});

test("strangers, forged tokens, lost seats, other methods and bodies are left to the API", async () => {
  const { token } = await app.join(pin, "Left");
  const bearer = { authorization: `Bearer ${token}` };
  const left = async (path: string, headers: Record<string, string>, method?: string) =>
    expect((await ask(shortPort(), path, headers, method)).status).toBe(leftToTheApi);
  await left(viewPath(), {});
  await left(viewPath(), { authorization: `Bearer ${token}x` });
  await left(`${viewPath()}/`, bearer);
  await left("/api/sessions/nowhere/view", bearer);
  await left(viewPath(), bearer, "POST");
  await left(viewPath(), bearer, "HEAD");
  await left(viewPath(), { ...bearer, "content-length": "0" });
  const { status } = await app.request("DELETE", `/api/sessions/${sessionId}/me`, { token });
  expect(status).toBe(204);
  await left(viewPath(), bearer);
});

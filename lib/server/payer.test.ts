/** A verified player, host or big screen never pays with the address, which strangers can drain (limits.md, rule 1). */
import { mkdtempSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { LookupReply } from "@/lib/contracts/http";
import type { Envelope, HostView } from "@/lib/contracts/views";
import { smallQuiz } from "@/lib/store/test-store";
import { createPageRoad } from "./page-road";
import { cookieNamed, payerOf, requestCharges } from "./payer";
import { openTestApp, type Reply, type TestApp } from "./test-app";

let app: TestApp;
/** Every test has an address of its own, behind a proxy that is trusted. */
let address = "";
let tests = 0;
beforeAll(async () => {
  const path = join(mkdtempSync(join(tmpdir(), "roomful-limits-")), "limits.json");
  // the least there may be, so that a stranger is soon through with it
  const overrides = {
    global: { perMinute: 510, burst: 80 },
    playerPageLoad: { perMinute: 40, burst: 15 },
    hostRequest: { perMinute: 120, burst: 30 },
  };
  writeFileSync(path, JSON.stringify({ overrides }));
  app = await openTestApp({ LIMITS_FILE: path, TRUSTED_PROXIES: "loopback" });
});
beforeEach(() => {
  tests += 1;
  address = `203.0.113.${tests}`;
  // the limiter's clock stands, so that no bucket fills again while a busy machine takes its time
  vi.spyOn(performance, "now").mockReturnValue(performance.now());
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => app.close());

const ask = <T>(method: string, path: string, o: Parameters<TestApp["request"]>[2] = {}) =>
  app.request<T>(method, path, { ...o, headers: { ...o.headers, "x-forwarded-for": address } });

async function open() {
  const cookie = await app.signIn();
  const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
  return { cookie, sessionId, pin };
}

/** A stranger takes all the address has. */
async function drain(): Promise<void> {
  const take = () => app.box.limiter.check([{ policy: "global", key: address }]);
  while ((await take()).ok);
  expect((await ask("GET", "/api/nothing")).status).toBe(429);
}
async function seated(pin: string, name: string) {
  const found = await ask<LookupReply>("POST", "/api/lookup", { body: { pin } });
  const token = found.json.deviceToken;
  const path = `/api/sessions/${found.json.sessionId}/join`;
  const joined = await ask("POST", path, { token, body: { name } });
  return { token, pass: app.cookiesOf(joined), joined };
}
const statusOf = async (reply: Promise<Reply>) => (await reply).status;

describe("while a stranger holds the address", () => {
  test("a seated phone polls, joins again and is looked up after a reload; another stranger is not", async () => {
    const { sessionId, pin } = await open();
    const { token, pass } = await seated(pin, "Seated");
    const free = await ask<LookupReply>("POST", "/api/lookup", { body: { pin } });
    await drain();
    const lookup = (o: object) => statusOf(ask("POST", "/api/lookup", { body: { pin }, ...o }));
    expect(await statusOf(ask("GET", `/api/sessions/${sessionId}/view`, { token }))).toBe(200);
    const again = { token, body: { name: "Seated" } };
    expect(await statusOf(ask("POST", `/api/sessions/${sessionId}/join`, again))).toBe(200);
    await drain();
    expect(await lookup({ token, cookie: pass })).toBe(200);
    // a client without cookies
    expect(await lookup({ token })).toBe(200);
    // a new tab that has lost the token is still the player's browser
    expect(await lookup({ cookie: pass })).toBe(200);
    await drain();
    expect(await lookup({ token: free.json.deviceToken })).toBe(429);
    expect(await lookup({ cookie: `${pass}x` })).toBe(429);
  });

  test("a host's browser signs out, lists and leads; a big screen polls, without a cookie", async () => {
    const { cookie, sessionId } = await open();
    const host = await ask<Envelope<HostView>>("GET", `/api/sessions/${sessionId}/host`, { cookie });
    const token = new URL(host.json.view.screenPath, app.url).searchParams.get("token");
    await drain();
    const screen = `/api/sessions/${sessionId}/screen?token=${token}`;
    expect(await statusOf(ask("GET", screen))).toBe(200);
    expect(await statusOf(ask("GET", "/api/quizzes", { cookie }))).toBe(200);
    await drain();
    const headers = { origin: app.url };
    expect(await statusOf(ask("POST", "/api/auth/sign-out", { cookie, headers, body: {} }))).toBe(200);
  });

  test("a removed player's pass is worth nothing", async () => {
    const { cookie, sessionId, pin } = await open();
    const { pass, joined } = await seated(pin, "Removed");
    const { playerId } = (joined.json as { player: { playerId: string } }).player;
    await app.orders(cookie, sessionId)({ type: "removePlayer", playerId });
    await drain();
    expect(await statusOf(ask("POST", "/api/lookup", { body: { pin }, cookie: pass }))).toBe(429);
  });

  test("pages: a seated phone and a host load them, a stranger hears 302 or 429 with every header", async () => {
    const { cookie, pin } = await open();
    const { pass } = await seated(pin, "Reloaders");
    const road = createPageRoad(app.box, () => address);
    const load = (headers: Record<string, string> = {}, method = "GET") =>
      road(
        { method, url: "/screen?session=abc&token=s3cret", headers } as unknown as IncomingMessage,
        "/screen",
      );
    for (let n = 0; n < 15; n++) expect(await load()).toBeNull();
    const person = await load({ accept: "text/html", "sec-fetch-mode": "navigate" });
    expect(person).toMatchObject({ status: 302, body: null });
    expect(String(person?.headers.Location).split("#")[0]).toBe("/too-many-requests");
    expect(await load({ cookie: pass })).toBeNull();
    expect(await load({ cookie })).toBeNull();
    // no header is a way past the bucket of pages
    const ways: [Record<string, string>, string?][] = [
      [{ accept: "application/json" }],
      [{ accept: "image/png" }],
      [{ accept: "text/html", "sec-purpose": "prefetch" }],
      [{ accept: "text/html", "sec-fetch-mode": "cors" }],
      [{}],
      [{ accept: "text/html" }, "HEAD"],
      [{ accept: "text/html" }, "POST"],
    ];
    for (const [headers, method] of ways) {
      const refused = await load(headers, method);
      expect(refused?.status).toBe(429);
      expect(refused?.headers.RateLimit).toContain("playerPageLoad");
    }
    const program = await load({ accept: "application/json" });
    for (const reply of [person, program])
      expect(Object.keys(reply?.headers ?? {})).toEqual(
        expect.arrayContaining(["Retry-After", "RateLimit", "RateLimit-Policy", "Cache-Control"]),
      );
  });

  test("a page comes also when the database cannot say whose browser it is for", async () => {
    const { pin } = await open();
    const { pass } = await seated(pin, "Reloaders");
    vi.spyOn(app.box.service, "findRoom").mockRejectedValue(new Error("connection refused"));
    const road = createPageRoad(app.box, () => address);
    const req = { method: "GET", url: "/play", headers: { cookie: pass } } as unknown as IncomingMessage;
    expect(await road(req, "/play")).toBeNull();
  });
});

test("a host's requests have an end: hostRequest", async () => {
  const { cookie } = await open();
  let refused = await ask<{ code: string }>("GET", "/api/quizzes", { cookie });
  for (let n = 0; n < 100 && refused.status !== 429; n++)
    refused = await ask("GET", "/api/quizzes", { cookie });
  expect(refused.json.code).toBe("RATE_LIMITED");
  expect(refused.headers.get("ratelimit-policy")).toBe('"hostRequest";q=30;w=15');
  expect(await statusOf(ask("GET", "/api/nothing"))).toBe(404);
});

test("a host and a co-host are told of with the address they came over, so that many of one address can be summed up", async () => {
  const { cookie, sessionId } = await open();
  const { view } = (await ask<Envelope<HostView>>("GET", `/api/sessions/${sessionId}/host`, { cookie })).json;
  const cohostToken = new URL(view.cohostPath, app.url).searchParams.get("cohost");
  for (const proofs of [{ cookie }, { cookie: undefined, sessionId, cohostToken }]) {
    const charges = requestCharges(await payerOf(app.box, { ipKey: address, ...proofs }));
    expect(charges).toMatchObject([{ policy: "hostRequest" }]);
    expect(charges[0]?.via?.()).toBe(address);
  }
});

test("made-up sessions asked for with a free device token make no work for the database once the address is out", async () => {
  const { pin } = await open();
  const { json } = await ask<LookupReply>("POST", "/api/lookup", { body: { pin } });
  await drain();
  const load = vi.spyOn(app.box.sessions, "load");
  const path = "/api/sessions/made-up/view";
  expect(await statusOf(ask("GET", path, { token: json.deviceToken }))).toBe(429);
  expect(load).not.toHaveBeenCalled();
});

test.each([
  ["a=1; roomful.seat=x.y.z; b=2", "x.y.z"],
  ["roomful.seat=x=y", "x=y"],
  ["not-roomful.seat=x", undefined],
  ["roomful.seat", undefined],
  [undefined, undefined],
])("the cookie of %s is %s", (header, value) => expect(cookieNamed(header, "roomful.seat")).toBe(value));

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { LimitsInForce, RoomPanel } from "@/lib/contracts/http";
import { versionOf } from "@/lib/limits/limit-overrides";
import { policiesFor, publishedPolicies } from "@/lib/limits/policies";
import { smallQuiz } from "@/lib/store/test-store";
import { connected, openTestApp, type TestApp } from "./test-app";

let app: TestApp;
afterEach(() => app.close());

async function open(settings: Record<string, string> = {}) {
  app = await openTestApp(settings);
  const cookie = await app.signIn();
  const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
  const panel = async () =>
    (await app.request<RoomPanel>("GET", `/api/sessions/${sessionId}/room`, { cookie })).json;
  return { cookie, sessionId, pin, panel };
}
const limitsFile = () => join(mkdtempSync(join(tmpdir(), "roomful-limits-")), "limits.json");

describe("the room panel", () => {
  test("counts phones by link, joins and answers, and says that all is well", async () => {
    const { sessionId, pin, panel } = await open();
    const { token } = await app.join(pin, "On a socket");
    await app.join(pin, "Gone");
    const socket = app.socket({ sessionId, role: "player", token });
    await connected(socket);
    expect(await panel()).toMatchObject({
      links: { socket: 1, fallback: 0, offline: 1 },
      joinsPerMinute: 2,
      answersPerSecond: 0,
      ackMs: null,
      writeQueue: { depth: 0, drainMs: 0 },
      refusals: [],
      offenders: [],
      database: { state: "up" },
      limiterStore: { kind: "memory", state: "up", reason: null },
      limits: { mode: "default", roomSize: 300, canChange: true },
    });
  });

  test("NET-01 a device that scans without end is refused and named alone, as one device with all of its scans", async () => {
    const { pin, panel, sessionId } = await open();
    await app.join(pin, "Neighbour");
    const { token, playerId } = await app.join(pin, "Busy");
    const scan = () =>
      app.request<{ player: { playerId: string } }>("POST", `/api/sessions/${sessionId}/join`, {
        token,
        body: { name: "Somebody else" },
      });
    // more than a player may ask for at all: what is scanned is told as scans all the same
    const replies = [];
    for (let n = 0; n < 200; n++) replies.push(await scan());
    const letIn = replies.filter(({ status }) => status === 200);
    expect(new Set(letIn.map(({ json }) => json.player.playerId))).toEqual(new Set([playerId]));
    const refusedCount = replies.length - letIn.length;
    expect(refusedCount).toBeGreaterThan(150);
    const { offenders, refusals } = await panel();
    expect(offenders).toMatchObject([
      { policy: "deviceJoin", who: "device", label: "Busy", refusedCount, active: true, shadow: false },
    ]);
    expect(offenders[0]?.words).toMatch(/^one device: \d+ scans a second$/);
    expect(refusals).toMatchObject([{ policy: "deviceJoin", total: refusedCount }]);
  });

  test("NET-02 a player who asks for its view without end is named with the rate; its neighbours are not", async () => {
    const { pin, panel, sessionId } = await open({ ROOM_SIZE: "10" });
    await app.join(pin, "Neighbour");
    const { token, playerId } = await app.join(pin, "Noisy");
    for (let n = 0; n < 60; n++) await app.request("GET", `/api/sessions/${sessionId}/view`, { token });
    const { offenders, refusals } = await panel();
    expect(offenders).toHaveLength(1);
    expect(offenders[0]).toMatchObject({ policy: "sessionPoll", who: "player", label: "Noisy" });
    expect(offenders[0]?.words).toMatch(/^one player: \d+ views a second$/);
    expect(JSON.stringify(offenders)).not.toContain(playerId);
    expect(refusals).toEqual([
      {
        policy: "sessionPoll",
        perMinute: offenders[0]?.refusedCount,
        total: offenders[0]?.refusedCount,
        shadow: false,
      },
    ]);
  });

  test("a big screen that polls without end is called a big screen", async () => {
    const { cookie, sessionId, panel } = await open({ ROOM_SIZE: "10" });
    const host = await app.request<{ view: { screenPath: string } }>(
      "GET",
      `/api/sessions/${sessionId}/host`,
      { cookie },
    );
    const token = new URL(host.json.view.screenPath, app.url).searchParams.get("token");
    for (let n = 0; n < 60; n++) await app.request("GET", `/api/sessions/${sessionId}/screen?token=${token}`);
    const { offenders } = await panel();
    expect(offenders[0]?.words).toMatch(/^one big screen: \d+ views a second$/);
  });

  test("ANS-04 five taps of one phone in one moment are one join, in the panel and in /metrics", async () => {
    const { pin, panel, sessionId } = await open();
    const found = await app.request<{ deviceToken: string }>("POST", "/api/lookup", { body: { pin } });
    const token = found.json.deviceToken;
    const tap = () =>
      app.request("POST", `/api/sessions/${sessionId}/join`, { token, body: { name: "Tipsy thumb" } });
    // as many as one device may at once
    const replies = await Promise.all(Array.from({ length: 5 }, tap));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await panel()).joinsPerMinute).toBe(1);
    const metrics = await app.box.metrics.text();
    expect(metrics).toMatch(/^roomful_joins_total 1$/m);
    expect(metrics).toMatch(/^roomful_write_queue_depth 0$/m);
    expect(metrics).toMatch(/^roomful_write_queue_drain_seconds 0$/m);
  });

  test("is for the session's own host", async () => {
    const { sessionId } = await open();
    const stranger = await app.signIn();
    const reply = await app.request("GET", `/api/sessions/${sessionId}/room`, { cookie: stranger });
    expect(reply.status).toBe(403);
  });
});

describe("thresholds changed on the night", () => {
  const put = (cookie: string, overrides: object) =>
    app.request<LimitsInForce & { code: string; message: string }>("PUT", "/api/limits", {
      cookie,
      body: { overrides },
    });
  const pollsOf = (limits: LimitsInForce) => limits.thresholds.find(({ policy }) => policy === "sessionPoll");

  test("a change is in force at once, said in /healthz, kept in the file, and can be taken back", async () => {
    const path = limitsFile();
    const { cookie } = await open({ LIMITS_FILE: path });
    const before = (await app.request<{ limits: string }>("GET", "/healthz")).json.limits;
    const changed = await put(cookie, { sessionPoll: { perMinute: 600, burst: 100 } });
    expect(changed.status).toBe(200);
    expect(pollsOf(changed.json)).toMatchObject({ perMinute: 600, burst: 100, changed: true });
    expect((await app.request<{ limits: string }>("GET", "/healthz")).json.limits).not.toBe(before);
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({
      overrides: { sessionPoll: { perMinute: 600, burst: 100 } },
    });
    const shadowed = await put(cookie, { sessionPoll: { shadow: true } });
    expect(pollsOf(shadowed.json)).toMatchObject({ perMinute: 600, shadow: true });
    const back = await put(cookie, { sessionPoll: null });
    expect(pollsOf(back.json)).toMatchObject({ changed: false, shadow: false });
    expect((await app.request<{ limits: string }>("GET", "/healthz")).json.limits).toBe(before);
  });

  test.each([
    '{"overrides":{"__proto__":{"burst":1}}}',
    '{"overrides":{"__proto__":null}}',
    '{"overrides":{"sessionPoll":{"__proto__":{"burst":100}}}}',
    '{"overrides":{"constructor":{"burst":1}}}',
    '{"overrides":{},"overides":{"sessionPoll":{"burst":100}}}',
  ])("%s is refused in words", async (body) => {
    const { cookie } = await open();
    const reply = await app.request<{ code: string }>("PUT", "/api/limits", { cookie, body });
    expect([reply.status, reply.json.code]).toEqual([422, "BAD_LIMITS"]);
  });

  test("a change leaves what it does not name as it is: other fields, other policies, all of them", async () => {
    const { cookie } = await open();
    await put(cookie, { sessionPoll: { perMinute: 600 }, pinGuess: { shadow: true } });
    const changedOf = ({ thresholds }: LimitsInForce) =>
      thresholds.filter(({ changed, shadow }) => changed || shadow).map(({ policy }) => policy);
    const nothing = await put(cookie, {});
    expect(nothing.status).toBe(200);
    expect(changedOf(nothing.json)).toEqual(["pinGuess", "sessionPoll"]);
    const back = await put(cookie, { pinGuess: null });
    expect(changedOf(back.json)).toEqual(["sessionPoll"]);
    expect(pollsOf(back.json)).toMatchObject({ perMinute: 600 });
    // null is for a policy that is one, and for nothing inside it
    for (const overrides of [{ sessionPol: null }, { sessionPoll: { perMinute: null } }]) {
      const refused = await put(cookie, overrides);
      expect([refused.status, refused.json.code]).toEqual([422, "BAD_LIMITS"]);
    }
  });

  test("nonsense is refused in words, and changes nothing", async () => {
    const { cookie } = await open();
    const reply = await put(cookie, { sessionPoll: { perMinute: "lots" }, joinSesion: { burst: 3 } });
    expect(reply.status).toBe(422);
    expect(reply.json.code).toBe("BAD_LIMITS");
    expect(reply.json.message).toContain('you wrote "lots"');
    expect(reply.json.message).toContain("did you mean joinSession?");
    const now = await app.request<LimitsInForce>("GET", "/api/limits", { cookie });
    expect(now.json.thresholds.some(({ changed }) => changed)).toBe(false);
  });

  test("a broken file keeps the last good sizes and says why; mended, it is live within 3 s", async () => {
    const path = limitsFile();
    const { cookie } = await open({ LIMITS_FILE: path });
    const read = async () => (await app.request<LimitsInForce>("GET", "/api/limits", { cookie })).json;
    writeFileSync(path, '{ "overrides": { "sessionPoll": { "perMinute": 240 } } }');
    await vi.waitFor(async () => expect(pollsOf(await read())?.perMinute).toBe(240), { timeout: 3_000 });
    writeFileSync(path, '{ "overrides": { "sessionPoll": ');
    await vi.waitFor(async () => expect((await read()).file.problem).not.toBeNull(), { timeout: 3_000 });
    expect(pollsOf(await read())?.perMinute).toBe(240);
    writeFileSync(path, '{ "overrides": { "sessionPoll": { "perMinute": 300 } } }');
    await vi.waitFor(async () => expect(pollsOf(await read())?.perMinute).toBe(300), { timeout: 3_000 });
    expect((await read()).file.problem).toBeNull();
  });

  test("in shadow a policy refuses nobody and is still counted", async () => {
    const { cookie, pin, panel, sessionId } = await open();
    await put(cookie, { sessionPoll: { shadow: true } });
    const { token } = await app.join(pin, "Eager");
    const statuses = new Set<number>();
    for (let n = 0; n < 60; n++)
      statuses.add((await app.request("GET", `/api/sessions/${sessionId}/view`, { token })).status);
    expect([...statuses]).toEqual([200]);
    expect((await panel()).refusals).toMatchObject([{ policy: "sessionPoll", shadow: true }]);
  });

  test("not from another computer, and on a public server only by accounts named by their id", async () => {
    const { cookie } = await open({ PUBLIC_URL: "http://quiz.example" });
    const canChange = async () =>
      (await app.request<LimitsInForce>("GET", "/api/limits", { cookie })).json.canChange;
    expect((await put(cookie, { sessionPoll: { perMinute: 600 } })).status).toBe(403);
    expect(await canChange()).toBe(false);
    const { hostId } = (await app.request<{ hostId: string }>("GET", "/api/me", { cookie })).json;
    app.box.env.ADMIN_HOST_IDS = [hostId];
    expect(await canChange()).toBe(true);
  });

  test("a request that came through a proxy is not from this computer", async () => {
    const { cookie } = await open();
    const headers = { "x-forwarded-for": "203.0.113.9" };
    const body = { overrides: { sessionPoll: { perMinute: 600 } } };
    expect((await app.request("PUT", "/api/limits", { cookie, body, headers })).status).toBe(403);
  });
});

test("/healthz and the panel name the same version, another one with another preset, and off when nothing is limited", async () => {
  const { cookie } = await open({ LIMITS: "published" });
  const { limits } = (await app.request<{ limits: string }>("GET", "/healthz")).json;
  expect(limits).toBe(versionOf(publishedPolicies(300), {}));
  expect(limits).not.toBe(versionOf(policiesFor({ roomSize: 300 }), {}));
  const version = async () =>
    (await app.request<LimitsInForce>("GET", "/api/limits", { cookie })).json.version;
  expect(await version()).toBe(limits);
  app.box.env.LIMITS = "off";
  expect((await app.request<{ limits: string }>("GET", "/healthz")).json.limits).toBe("off");
  expect(await version()).toBe("off");
});

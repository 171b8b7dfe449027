import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { LimitsInForce, RoomPanel } from "@/lib/contracts/http";
import { smallQuiz } from "@/lib/store/test-store";
import { openTestApp, type TestApp } from "./test-app";

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
    const connected = new Promise<void>((done) => socket.once("connect", () => done()));
    socket.connect();
    await connected;
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

  test("NET-02 a device that scans twelve times a second is named with its rate; its neighbours are not", async () => {
    const { pin, panel, sessionId } = await open({ ROOM_SIZE: "10" });
    await app.join(pin, "Neighbour");
    const { token, playerId } = await app.join(pin, "Noisy");
    for (let n = 0; n < 60; n++) await app.request("GET", `/api/sessions/${sessionId}/view`, { token });
    const { offenders, refusals } = await panel();
    expect(offenders).toHaveLength(1);
    expect(offenders[0]).toMatchObject({ policy: "sessionPoll", who: "player", label: "Noisy" });
    expect(offenders[0]?.words).toMatch(/^one player: \d+ polls a second on sessionPoll$/);
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

test("/healthz and the panel name another version for every preset, room size and threshold", async () => {
  const versions = new Set<string>();
  for (const settings of [{}, { ROOM_SIZE: "100" }, { LIMITS: "published" }, { LIMITS: "off" }] as Record<
    string,
    string
  >[]) {
    const { cookie } = await open(settings);
    const { limits } = (await app.request<{ limits: string }>("GET", "/healthz")).json;
    expect((await app.request<LimitsInForce>("GET", "/api/limits", { cookie })).json.version).toBe(limits);
    versions.add(limits);
    if (settings.LIMITS !== "off") await app.close();
  }
  expect(versions.size).toBe(4);
  expect(versions).toContain("off");
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openMarkedNight } from "./marking.test-support";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp();
  cookie = await app.signIn();
});
afterAll(() => app.close());

const openNight = () => openMarkedNight(app, cookie);

describe("a marker's link opens nothing else", () => {
  test("not the host's view, the big screen, orders, results or a socket; nor the marking of another session", async () => {
    const night = await openNight();
    const other = await openNight();
    const { markerToken: token, path } = night;
    const query = `?token=${encodeURIComponent(token)}`;
    const tries: [string, string, number][] = [
      ["GET", `${path}/host${query}`, 401],
      ["GET", `${path}/room${query}`, 401],
      ["GET", `${path}/results${query}`, 401],
      ["GET", `${path}/results.csv${query}`, 401],
      ["GET", `${path}/screen${query}`, 401],
      ["GET", `${path}/view${query}`, 401],
      ["GET", `/api/quizzes${query}`, 401],
      ["GET", `${other.path}/marking${query}`, 401],
      ["GET", `/api/sessions/nowhere/marking${query}`, 401],
    ];
    for (const [method, target, status] of tries) {
      expect((await app.request(method, target)).status, target).toBe(status);
      // as a device's token, too
      expect((await app.request(method, target, { token })).status, target).toBe(status);
    }
    const orders = [
      { type: "advance", basedOn: 0 },
      { type: "endSession", basedOn: 0 },
      { type: "removePlayer", playerId: night.teams[0]?.playerId },
      { type: "addPaperTeam", name: "Friends" },
      { type: "mergeSeats", fromPlayerId: night.teams[0]?.playerId, toPlayerId: night.teams[1]?.playerId },
      { type: "addBots", count: 5 },
    ];
    for (const body of orders) {
      expect((await night.mark(body)).status, body.type).toBe(400);
      expect((await app.request("POST", `${path}/commands${query}`, { body })).status, body.type).toBe(401);
    }
    for (const role of ["host", "screen", "player"] as const) {
      const socket = app.socket({ sessionId: night.sessionId, role, token });
      const refused = new Promise<Error>((done) => socket.once("connect_error", done));
      socket.connect();
      expect((await refused).message.length).toBeGreaterThan(5);
    }
    expect((await night.host()).shared.phase).toBe("lobby");
    expect((await night.host()).live.playerCount).toBe(2);
  });

  test("forged, cut, a screen's or nobody's token opens no marking; another host's cookie neither", async () => {
    const night = await openNight();
    const screenToken = new URL((await night.host()).screenPath, app.url).searchParams.get("token") ?? "";
    const stranger = await app.signIn();
    for (const token of [
      `${night.markerToken}x`,
      night.markerToken.slice(0, -1),
      screenToken,
      "",
      night.teams[0]?.token ?? "",
    ]) {
      const target = `${night.path}/marking?token=${encodeURIComponent(token)}`;
      expect((await app.request("GET", target)).status).toBe(401);
      // a bad token is not mended by a cookie
      expect((await app.request("POST", target, { cookie: stranger, body: {} })).status).toBe(401);
    }
    expect((await app.request("GET", `${night.path}/marking`)).status).toBe(401);
    expect((await app.request("GET", `${night.path}/marking`, { cookie: stranger })).status).toBe(403);
    expect((await app.request("POST", `${night.path}/marking`, { cookie: stranger, body: {} })).status).toBe(
      403,
    );
  });

  test("ten marks a second are no flood; a thousand at once are, and cost the host nothing", async () => {
    const night = await openNight();
    const statuses = await Promise.all(
      Array.from({ length: 200 }, () =>
        night.mark({ type: "removeAdjustment", adjustmentId: "nothing there" }),
      ),
    );
    const refused = statuses.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(statuses.length - refused.length).toBeGreaterThanOrEqual(120);
    expect((await night.order({ type: "advance" })).shared.phase).toBe("roundIntro");
    const byHost = { type: "removeAdjustment", adjustmentId: "nothing there" };
    expect((await app.request("POST", `${night.path}/marking`, { cookie, body: byHost })).status).toBe(200);
  });
});

import { afterEach, describe, expect, test } from "vitest";
import type { RoomPanel } from "@/lib/contracts/http";
import { smallQuiz } from "@/lib/store/test-store";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
afterEach(() => app?.close());

async function open(settings: Record<string, string> = {}) {
  app = await openTestApp(settings);
  const cookie = await app.signIn();
  const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
  const panel = async () =>
    (await app.request<RoomPanel>("GET", `/api/sessions/${sessionId}/room`, { cookie })).json;
  return { cookie, sessionId, pin, panel };
}

describe("many of one address", () => {
  test("seats that poll without end are one line with their number and names; the honest are in none", async () => {
    const { pin, panel, sessionId, cookie } = await open();
    // few polls are a flood then, so that all of it is one moment on a slow machine, too
    const limits = { overrides: { sessionPoll: { perMinute: 23, burst: 5 } } };
    expect((await app.request("PUT", "/api/limits", { cookie, body: limits })).status).toBe(200);
    const honest = [];
    for (let n = 0; n < 3; n++) honest.push(await app.join(pin, `Honest ${n}`));
    const jokers = [];
    for (let n = 0; n < 6; n++) jokers.push(await app.join(pin, `Joker ${n}`));
    const poll = ({ token }: { token: string }) =>
      app.request("GET", `/api/sessions/${sessionId}/view`, { token });
    await Promise.all(jokers.flatMap((joker) => Array.from({ length: 15 }, () => poll(joker))));
    for (const phone of honest) expect((await poll(phone)).status).toBe(200);
    const { offenders } = await panel();
    expect(offenders).toMatchObject([
      { policy: "sessionPoll", who: "player", count: 6, active: true, busy: false, share: null },
    ]);
    const [row] = offenders;
    expect(row?.words).toMatch(/^6 players from one address: \d+ views a second$/);
    expect(row?.names).toHaveLength(5);
    for (const name of row?.names ?? []) expect(name).toMatch(/^Joker/);
    const text = JSON.stringify(offenders);
    expect(text).not.toContain("Honest");
    for (const secret of ["127.0.0.1", ...jokers.map(({ playerId }) => playerId)])
      expect(text).not.toContain(secret);
  });

  test("devices made up for one join each empty the join limit: counted at the address, no device is named", async () => {
    const { panel, sessionId, pin, cookie } = await open({ ROOM_SIZE: "10" });
    // so that no seat is charged to somebody who has one
    const limits = { overrides: { joinSession: { perMinute: 13, burst: 13 } } };
    expect((await app.request("PUT", "/api/limits", { cookie, body: limits })).status).toBe(200);
    const statuses = [];
    for (let n = 0; n < 25; n++) {
      const found = await app.request<{ deviceToken: string }>("POST", "/api/lookup", { body: { pin } });
      const token = found.json.deviceToken;
      const body = { name: `Made up ${n}` };
      statuses.push((await app.request("POST", `/api/sessions/${sessionId}/join`, { token, body })).status);
    }
    const refused = statuses.filter((status) => status === 429).length;
    expect(refused).toBeGreaterThanOrEqual(5);
    const { offenders } = await panel();
    expect(offenders).toMatchObject([
      { policy: "joinSession", who: "address", count: refused, refusedCount: refused, names: [] },
    ]);
    expect(offenders[0]?.words).toMatch(
      new RegExp(`^${refused} new devices at one address: \\d+ scans? a (second|minute)$`),
    );
  });
});

/** What strangers do to the room panel: each is told as what they are, and none of them pushes anybody else out of it. */
import { afterEach, describe, expect, test, vi } from "vitest";
import type { RoomPanel } from "@/lib/contracts/http";
import type { Envelope, HostView } from "@/lib/contracts/views";
import { smallQuiz } from "@/lib/store/test-store";
import { connected, openTestApp, type TestApp } from "./test-app";

let app: TestApp;
afterEach(async () => {
  vi.restoreAllMocks();
  await app?.close();
});

/** The limits' clock goes by hand, so that a slow machine changes nothing. */
function ownClock() {
  let now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => now);
  return {
    advance: (ms: number) => {
      now += ms;
    },
  };
}

const stranger = "198.51.100.7";

async function open(limits: Record<string, object> = {}, settings: Record<string, string> = {}) {
  app = await openTestApp({ TRUSTED_PROXIES: "loopback", ...settings });
  const cookie = await app.signIn();
  if (Object.keys(limits).length > 0) {
    const saved = await app.box.limitsFile.save(limits);
    expect(saved).toMatchObject({ ok: true });
  }
  const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
  const offenders = async () =>
    (await app.request<RoomPanel>("GET", `/api/sessions/${sessionId}/room`, { cookie })).json.offenders;
  return { cookie, sessionId, pin, offenders };
}

const wrongPassword = (email: string, address: string) =>
  app.request("POST", "/api/auth/sign-in/email", {
    body: { email, password: "a wrong password" },
    headers: { origin: app.url, "x-forwarded-for": address },
  });

describe("wrong passwords", () => {
  test("of made-up accounts are the address's, which refused them: no account is told", async () => {
    const { offenders } = await open();
    let refused = 0;
    for (let n = 0; n < 16; n++)
      if ((await wrongPassword(`made-up-${n}@pub.example`, stranger)).status === 429) refused += 1;
    expect(refused).toBeGreaterThanOrEqual(4);
    const rows = await offenders();
    expect(rows).toMatchObject([{ policy: "authFailure", who: "address", count: 1, refusedCount: refused }]);
    expect(rows[0]?.words).toMatch(/^one address: \d+ failed sign-ins? a (second|minute)$/);
  });

  test("of one account from all over the world are told as that account's", async () => {
    const { offenders } = await open();
    for (let n = 0; n < 14; n++) await wrongPassword("owner@pub.example", `198.51.100.${n}`);
    const rows = await offenders();
    expect(rows).toMatchObject([{ policy: "authFailure", who: "account", count: 1 }]);
    expect(rows[0]?.words).toMatch(/^one account: \d+ failed sign-ins? a (second|minute)$/);
  });
});

/** Somebody's own guest accounts, each with a session of its own. */
async function guestHosts(count: number, address: string) {
  const headers = { origin: app.url, "x-forwarded-for": address };
  const hosts = [];
  for (let n = 0; n < count; n++) {
    const reply = await app.request("POST", "/api/auth/sign-in/anonymous", { body: {}, headers });
    const cookie = app.cookiesOf(reply);
    const { sessionId } = await app.startSession(cookie, smallQuiz);
    const own = await app.request<Envelope<HostView>>("GET", `/api/sessions/${sessionId}/host`, { cookie });
    const linkToken = (path: string) => new URL(path, app.url).searchParams.get("token") ?? "";
    hosts.push({ cookie, sessionId, screenToken: linkToken(own.json.view.screenPath) });
  }
  return hosts;
}
const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

describe("a team that is refused is named, every second,", () => {
  /** Slower than every stranger, so that by its rate alone it would come last. */
  async function refusedTeam(sessionId: string, pin: string) {
    const team = await app.join(pin, "Too Eager");
    const poll = () => app.request("GET", `/api/sessions/${sessionId}/view`, { token: team.token });
    let last = await poll();
    for (let n = 0; n < 20 && last.status !== 429; n++) last = await poll();
    expect(last.status).toBe(429);
  }

  test("whatever one stranger does with many accounts, sessions, screens and codes: those are a line each", async () => {
    const { sessionId, pin, offenders } = await open({
      sessionPoll: { perMinute: 120, burst: 5 },
      playerConnect: { perMinute: 24, burst: 10 },
      hostCommand: { perMinute: 60, burst: 10 },
      pinGuess: { perMinute: 20, burst: 3 },
    });
    const count = 12;
    const hosts = await guestHosts(count, stranger);
    const headers = { "x-forwarded-for": stranger };
    const { token } = app.box.tokens.issueDevice();
    const clock = ownClock();
    await refusedTeam(sessionId, pin);
    const flood = () =>
      Promise.all(
        hosts.flatMap(({ cookie, sessionId: own, screenToken }) => [
          ...times(9, () => app.request("GET", `/api/sessions/${own}/host`, { cookie, headers })),
          ...times(3, () => app.request("GET", `/api/sessions/${own}/room`, { cookie, headers })),
          ...times(9, () =>
            app.request("GET", `/api/sessions/${own}/screen?token=${screenToken}`, { headers }),
          ),
          ...times(14, () => app.request("POST", "/api/sessions", { cookie, headers, body: {} })),
          ...times(6, () =>
            app.request("POST", `/api/sessions/${own}/reclaim`, {
              token,
              headers,
              body: { seatCode: "ZZZZZZ" },
            }),
          ),
          ...times(12, () =>
            connected(app.socket({ sessionId: own, role: "host" }, { cookie, ...headers })).catch(() => null),
          ),
          ...times(12, () =>
            connected(app.socket({ sessionId: own, role: "screen", token: screenToken }, headers)).catch(
              () => null,
            ),
          ),
        ]),
      );
    await flood();
    for (let second = 0; second < 8; second++) {
      const rows = await offenders();
      expect(rows.map(({ label }) => label)).toContain("Too Eager");
      expect(
        rows.filter(({ active }) => active).map(({ policy, who, count }) => `${policy} ${who} ${count}`),
      ).toEqual(
        expect.arrayContaining([
          `sessionPoll host ${count}`,
          `sessionPoll screen ${count}`,
          `hostCommand host ${count}`,
          `playerConnect host ${count}`,
          `playerConnect screen ${count}`,
          "pinGuess address 1",
        ]),
      );
      const words = rows.map((row) => row.words).join("\n");
      expect(words).toMatch(/^12 hosts from one address: \d+ views a second$/m);
      expect(words).toMatch(/^12 big screens from one address: \d+ views a second$/m);
      expect(words).toMatch(/^one address: \d+ wrong codes a (second|minute)$/m);
      clock.advance(1_000);
    }
  }, 60_000);

  test("however many addresses are refused faster: lines are kept for it", async () => {
    const { sessionId, pin, offenders } = await open({
      sessionPoll: { perMinute: 120, burst: 5 },
      pinGuess: { perMinute: 5, burst: 3 },
    });
    const clock = ownClock();
    await refusedTeam(sessionId, pin);
    const guess = (address: string) =>
      app.request("POST", "/api/lookup", {
        body: { pin: "000000" },
        headers: { "x-forwarded-for": address },
      });
    await Promise.all(times(14, (n) => Promise.all(times(20, () => guess(`198.51.100.${n}`)))));
    for (let second = 0; second < 8; second++) {
      const rows = await offenders();
      expect(rows).toHaveLength(10);
      expect(rows.map(({ label }) => label)).toContain("Too Eager");
      expect(rows.filter(({ policy }) => policy === "pinGuess")).toHaveLength(9);
      clock.advance(1_000);
    }
  }, 60_000);
});

/** What strangers do to the room panel: each is told as what they are, and none of them pushes anybody else out of it. */
import { afterEach, describe, expect, test } from "vitest";
import type { RoomPanel } from "@/lib/contracts/http";
import { smallQuiz } from "@/lib/store/test-store";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
afterEach(() => app?.close());

const stranger = "198.51.100.7";

async function open(limits: Record<string, object> = {}, settings: Record<string, string> = {}) {
  app = await openTestApp({ TRUSTED_PROXIES: "loopback", ...settings });
  const cookie = await app.signIn();
  if (Object.keys(limits).length > 0) {
    const saved = await app.box.limitsFile.save(limits);
    expect(saved.ok).toBe(true);
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

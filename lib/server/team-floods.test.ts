/** What one phone of a team asks too often costs that phone alone, and the room panel says what it was. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RoomPanel } from "@/lib/contracts/http";
import { smallQuiz } from "@/lib/store/test-store";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function openTeam() {
  const cookie = await app.signIn();
  const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
  const path = `/api/sessions/${sessionId}`;
  const { token: captain, seatCode } = await app.join(pin, "Owls");
  const mate = app.box.tokens.issueDevice().token;
  expect((await app.request("POST", `${path}/reclaim`, { token: mate, body: { seatCode } })).status).toBe(
    200,
  );
  const statusOf = async (token: string, method: string, rest: string, body?: object) =>
    (await app.request(method, `${path}/${rest}`, { token, body })).status;
  return {
    captain,
    mate,
    statusOf,
    flood: async (method: string, rest: string, body?: object) => {
      const statuses = await Promise.all(
        Array.from({ length: 40 }, () => statusOf(mate, method, rest, body)),
      );
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(5);
    },
    offenders: async () =>
      (await app.request<RoomPanel>("GET", `${path}/room`, { cookie })).json.offenders.filter(
        ({ label }) => label === "Owls" || label === "Foxes",
      ),
  };
}

test.each([
  [
    "renames",
    "PATCH",
    "me",
    { name: "Hens" },
    { name: "Foxes" },
    /^one player: \d+ changes to the team a second$/,
  ],
  [
    "sizes",
    "PUT",
    "me/team-size",
    { heads: 3 },
    { heads: 4 },
    /^one player: \d+ changes to the team a second$/,
  ],
  [
    "notes of a left page",
    "POST",
    "left-page",
    undefined,
    undefined,
    /^one player: \d+ notes of leaving the page a second$/,
  ],
] as const)("a teammate floods %s: the captain's passes, and the panel says what it is", async (...row) => {
  const [, method, rest, floods, asks, words] = row;
  const team = await openTeam();
  await team.flood(method, rest, floods);
  expect(await team.statusOf(team.captain, method, rest, asks)).toBeLessThan(300);
  const [offender, ...others] = await team.offenders();
  expect(others).toEqual([]);
  expect(offender).toMatchObject({ policy: "submitAnswer", who: "player", active: true });
  expect(offender?.words).toMatch(words);
  expect(offender).not.toHaveProperty("purpose");
});

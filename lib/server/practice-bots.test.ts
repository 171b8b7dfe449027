import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { ResultsReply } from "@/lib/contracts/http";
import type { Quiz } from "@/lib/contracts/quiz";
import type { Envelope, HostView } from "@/lib/contracts/views";
import { smallQuiz } from "@/lib/store/test-store";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp();
  cookie = await app.signIn();
});
afterAll(() => app.close());

/** Bots are slow like people: with a second on the clock they have answered within it. */
const quickQuiz: Quiz = {
  ...smallQuiz,
  rounds: smallQuiz.rounds.map((round) => ({
    ...round,
    questions: round.questions.map((question) => ({ ...question, timeLimitSeconds: 5 })),
  })),
};

async function openNight() {
  const { sessionId, pin } = await app.startSession(cookie, quickQuiz);
  return { sessionId, pin, order: app.orders(cookie, sessionId) };
}

test("practice bots take seats, answer down the real path, and are gone from the results once sent away", async () => {
  const { sessionId, pin, order } = await openNight();
  await app.join(pin, "A real team");
  const { live } = await order({ type: "addBots", count: 12 });
  expect(live.players.filter(({ isBot, link }) => isBot && link === "socket")).toHaveLength(12);
  expect(live.players.filter(({ isBot }) => !isBot).map(({ name }) => name)).toEqual(["A real team"]);
  await order({ type: "advance" });
  await order({ type: "advance" });
  // each of twelve stays silent with a chance of 1 in 12: fewer than four answers come once in 10 million runs
  await vi.waitFor(
    async () => {
      const host = await app.request<Envelope<HostView>>("GET", `/api/sessions/${sessionId}/host`, {
        cookie,
      });
      expect(host.json.view.live.answeredCount).toBeGreaterThanOrEqual(4);
    },
    { timeout: 10_000 },
  );
  const results = async () =>
    (await app.request<ResultsReply>("GET", `/api/sessions/${sessionId}/results`, { cookie })).json.players;
  expect(await results()).toHaveLength(13);
  await order({ type: "removeBots" });
  expect((await results()).map(({ name }) => name)).toEqual(["A real team"]);
});

test("twenty bots and no more, and no phone can pass for one", async () => {
  const { sessionId, pin, order } = await openNight();
  await order({ type: "addBots", count: 15 });
  expect((await order({ type: "addBots", count: 15 })).live.playerCount).toBe(20);
  const found = await app.request<{ deviceToken: string }>("POST", "/api/lookup", { body: { pin } });
  await app.request("POST", `/api/sessions/${sessionId}/join`, {
    token: found.json.deviceToken,
    body: { name: "Impostor", source: "practice-bot" },
  });
  const { live } = await order({ type: "removeBots" });
  expect(live.players.map(({ name }) => name)).toEqual(["Impostor"]);
});

test("a host hears a host's sentences: a full room, a name for a seat that is gone", async () => {
  const small = await openTestApp({ ROOM_SIZE: "3" });
  try {
    const host = await small.signIn();
    const { sessionId, pin } = await small.startSession(host, quickQuiz);
    const { playerId } = await small.join(pin, "Leavers");
    const path = `/api/sessions/${sessionId}/commands`;
    const said = async (body: object) => {
      const { json } = await small.request<{ code: string; message: string }>("POST", path, {
        cookie: host,
        body,
      });
      return `${json.code}: ${json.message}`;
    };
    expect(await said({ type: "addBots", count: 5 })).toBe(
      "SESSION_FULL: Only 2 bots found a seat: the room is full.",
    );
    expect(await said({ type: "addBots", count: 5 })).toBe(
      "SESSION_FULL: Every seat is taken, so no bot can sit down. Make space in the room first.",
    );
    await said({ type: "removePlayer", playerId });
    expect(await said({ type: "renamePlayer", playerId, name: "Gone" })).toBe(
      "SEAT_REMOVED: That player has no seat any more, so there is nothing to rename.",
    );
  } finally {
    await small.close();
  }
});

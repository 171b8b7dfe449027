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

const base = { points: 6, timeLimitSeconds: 5, explanation: null, hostNotes: null };

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

/** Every kind of answer that is not a choice or a text, on a sheet with a joker and, at last, a buzzer. */
const variedQuiz: Quiz = {
  title: "Of everything",
  rounds: [
    {
      id: "r1",
      title: "Sheet",
      pace: "sheet",
      hasJoker: true,
      questions: [
        {
          ...base,
          id: "q1",
          type: "list",
          text: "Two dogs",
          items: [["wolf"], ["fox"], ["jackal"]],
          wanted: 2,
        },
        { ...base, id: "q2", type: "info", text: "Turn the page" },
        {
          ...base,
          id: "q3",
          type: "ordering",
          text: "By size",
          items: ["mouse", "cat", "horse"].map((name) => ({ id: name, text: name })),
        },
        {
          ...base,
          id: "q4",
          type: "matching",
          text: "Who says what?",
          pairs: [
            { left: { id: "dog", text: "Dog" }, right: { id: "woof", text: "Woof" } },
            { left: { id: "cow", text: "Cow" }, right: { id: "moo", text: "Moo" } },
          ],
        },
      ],
    },
    {
      id: "r2",
      title: "Buzz",
      questions: [{ ...base, id: "q5", type: "buzzer", text: "Who sings?", answer: "a wren" }],
    },
  ],
};

test("bots write sheets, play jokers and buzz", async () => {
  const { sessionId } = await app.startSession(cookie, variedQuiz);
  const order = app.orders(cookie, sessionId);
  const room = await app.box.service.findRoom(sessionId);
  if (!room) throw new Error("no room");
  const rounds = room.state.quiz.rounds;
  const answersTo = (questionId: string | undefined) => room.answers.get(questionId ?? "")?.size ?? 0;
  /** a bot is slow like a person: with five seconds for a question all have answered after four */
  const soon = { timeout: 20_000, interval: 100 };
  await order({ type: "addBots", count: 20 });
  await order({ type: "advance" });
  // one in three plays it: none of twenty comes once in 3,000 runs
  await vi.waitFor(() => expect(answersTo(`joker:${rounds[0]?.id}`)).toBeGreaterThan(0), soon);
  for (let step = 0; step < 4; step++) await order({ type: "advance" });
  const [list, slide, ordering, matching] = rounds[0]?.questions ?? [];
  for (const question of [list, ordering, matching])
    await vi.waitFor(() => expect(answersTo(question?.id)).toBeGreaterThanOrEqual(10), soon);
  expect(answersTo(slide?.id)).toBe(0);
  await order({ type: "lockQuestion" });
  for (let step = 0; step < 6; step++) await order({ type: "advance" });
  await vi.waitFor(() => expect(answersTo(rounds[1]?.questions[0]?.id)).toBeGreaterThanOrEqual(10), soon);
  const host = await app.request<Envelope<HostView>>("GET", `/api/sessions/${sessionId}/host`, { cookie });
  expect(host.json.view.live.buzzes).toHaveLength(10);
}, 60_000);

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

import { afterAll, beforeAll, expect, test } from "vitest";
import type { Quiz } from "@/lib/contracts/quiz";
import type { Envelope, PlayerView } from "@/lib/contracts/views";
import { smallQuiz } from "@/lib/store/test-store";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test("a saved quiz is replaced by its host alone, whole or not at all", async () => {
  const cookie = await app.signIn();
  const saved = await app.request<{ quizId: string }>("POST", "/api/quizzes", { cookie, body: smallQuiz });
  const path = `/api/quizzes/${saved.json.quizId}`;
  const load = async () => (await app.request<{ quiz: Quiz }>("GET", path, { cookie })).json.quiz;

  const quiz = await load();
  const rounds = quiz.rounds.map((round) => ({
    ...round,
    pace: "sheet" as const,
    hasJoker: true,
    questions: round.questions.map((question) => ({ ...question, points: 7, wrongPoints: 2 })),
  }));
  const changed = { title: "Changed", rounds };
  const reply = await app.request("PUT", path, { cookie, body: changed });
  expect([reply.status, reply.json]).toEqual([200, saved.json]);
  const after = await load();
  expect(after.title).toBe("Changed");
  expect(after.rounds[0]).toMatchObject({ pace: "sheet", hasJoker: true });
  expect(after.rounds[0]?.questions[0]).toMatchObject({ points: 7, wrongPoints: 2 });

  const unplayable = await app.request("PUT", path, { cookie, body: { ...changed, rounds: [] } });
  expect(unplayable.status).toBe(400);
  const stranger = await app.signIn();
  expect((await app.request("PUT", path, { cookie: stranger, body: changed })).status).toBe(404);
  expect((await app.request("PUT", path, { body: changed })).status).toBe(401);
  expect(await load()).toEqual(after);
});

test("ids in which an author wrote the order, the pairs or the right choice reach no phone", async () => {
  const cookie = await app.signIn();
  const base = { points: 2, timeLimitSeconds: 30, explanation: null, hostNotes: null };
  const part = (id: string, text: string) => ({ id, text });
  const items = [part("told-1", "Egg"), part("told-2", "Larva"), part("told-3", "Moth")];
  const pairs = items.map((right, at) => ({ left: part(`told-l${at}`, `Stage ${at + 1}`), right }));
  const quiz: Quiz = {
    title: "Ids that tell",
    rounds: [
      {
        id: "r1",
        title: "All of them",
        pace: "sheet",
        questions: [
          { ...base, id: "q1", type: "ordering", text: "Which comes first?", items },
          { ...base, id: "q2", type: "matching", text: "Which is which?", pairs },
          {
            ...base,
            id: "q3",
            type: "multiple",
            text: "Which fly?",
            choices: [
              { ...part("told-wrong", "Egg"), correct: false },
              { ...part("told-right", "Moth"), correct: true },
            ],
          },
        ],
      },
    ],
  };
  const { sessionId, pin } = await app.startSession(cookie, quiz);
  const seat = await app.join(pin, "Readers of ids");
  const order = app.orders(cookie, sessionId);
  for (let step = 0; step < 4; step++) await order({ type: "advance" });
  const view = await app.request<Envelope<PlayerView>>("GET", `/api/sessions/${sessionId}/view`, {
    token: seat.token,
  });
  const { shared } = view.json.view;
  if (shared.phase !== "question" || !shared.sheet) throw new Error(shared.phase);
  expect(shared.sheet).toHaveLength(3);
  expect(view.text).not.toContain("told-");
  const ids = shared.sheet.flatMap(({ choices, items = [], lefts = [], rights = [] }) =>
    [...choices, ...items, ...lefts, ...rights].map(({ id }) => id),
  );
  expect(new Set(ids).size).toBe(3 + 6 + 2);

  // an author's second save is no way in either
  const { quizId } = (await app.request<{ quizId: string }>("POST", "/api/quizzes", { cookie, body: quiz }))
    .json;
  await app.request("PUT", `/api/quizzes/${quizId}`, { cookie, body: quiz });
  const kept = await app.request<{ quiz: Quiz }>("GET", `/api/quizzes/${quizId}`, { cookie });
  expect(kept.json.quiz.rounds[0]?.questions).toHaveLength(3);
  expect(kept.text).not.toContain("told-");
});

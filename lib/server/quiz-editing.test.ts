import { afterAll, beforeAll, expect, test } from "vitest";
import type { Quiz } from "@/lib/contracts/quiz";
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

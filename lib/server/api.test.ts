import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnswerReply } from "@/lib/contracts/answers";
import type { HostAccount, LookupReply, SeatReply } from "@/lib/contracts/http";
import type { Quiz } from "@/lib/contracts/quiz";
import { smallQuiz } from "@/lib/store/test-store";
import { expectRefusal, guardedQuiz } from "./api.test-support";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp();
  cookie = await app.signIn();
});
afterAll(() => app.close());

test("a guest signs in, opens a session, and a phone finds it and joins", async () => {
  const me = await app.request<HostAccount>("GET", "/api/me", { cookie });
  expect(me.json).toMatchObject({ isAnonymous: true, email: null });
  const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
  expect(pin).toMatch(/^[1-9]\d{5}$/);

  const spaced = `${pin.slice(0, 3)} ${pin.slice(3)}`;
  const found = await app.request<LookupReply>("POST", "/api/lookup", { body: { pin: spaced } });
  expect(found.json).toMatchObject({ sessionId, title: smallQuiz.title, ended: false, seat: null });
  const token = found.json.deviceToken;
  const join = () =>
    app.request<SeatReply>("POST", `/api/sessions/${sessionId}/join`, { token, body: { name: "Owls" } });
  const first = await join();
  expect(first.json.player.name).toBe("Owls");
  expect((await join()).json).toEqual(first.json);

  const again = await app.request<LookupReply>("POST", "/api/lookup", { token, body: { pin } });
  expect(again.json).toMatchObject({
    deviceToken: token,
    seat: { playerId: first.json.player.playerId, name: "Owls" },
  });
});

test("/metrics tells this machine about the queue, answers and refusals, and nobody else", async () => {
  const here = await app.request("GET", "/metrics");
  expect(here.status).toBe(200);
  for (const name of [
    "roomful_write_queue_depth",
    "roomful_write_queue_drain_seconds",
    "roomful_answer_ack_seconds_count",
    "roomful_joins_total",
    "roomful_sockets",
    "nodejs_eventloop_lag_p99_seconds",
  ])
    expect(here.text).toContain(name);
  expect(here.text).toMatch(/^roomful_joins_total [1-9]/m);
  const proxied = await app.request("GET", "/metrics", { headers: { "x-forwarded-for": "203.0.113.9" } });
  expectRefusal(proxied, 403, "FORBIDDEN");
});

test("a quiz goes out as a file and comes back by import as it was", async () => {
  const cookie = await app.signIn();
  const saved = await app.request<{ quizId: string }>("POST", "/api/quizzes", { cookie, body: guardedQuiz });
  const exportAs = (format: string) =>
    app.request("GET", `/api/quizzes/${saved.json.quizId}/export?format=${format}`, { cookie });
  const file = await exportAs("json");
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="Guarded.json"');
  const back = await app.request<{ format: string; quiz: Quiz; problems: unknown[] }>(
    "POST",
    "/api/imports?filename=guarded.json",
    { cookie, body: file.text, headers: { "content-type": "application/octet-stream" } },
  );
  expect(back.json).toMatchObject({ format: "roomful", problems: [] });
  const plain = (quiz: Quiz) => JSON.parse(JSON.stringify(quiz), (key, value) => (key === "id" ? "" : value));
  expect(plain(back.json.quiz)).toEqual(plain(guardedQuiz));
  expect((await exportAs("gift")).text).toContain("What is the word?");
  expect((await exportAs("csv")).text).toContain("SENTINEL-ANSWER");
  expectRefusal(await exportAs("toString"), 400, "BAD_REQUEST");
  const stranger = await app.signIn();
  const path = `/api/quizzes/${saved.json.quizId}/export`;
  expectRefusal(await app.request("GET", path, { cookie: stranger }), 404, "NOT_FOUND");
});

test("NET-02 forty sign-ins with forged X-Forwarded-For share one bucket: the address they really come from", async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 40; n++) {
    const reply = await app.request("POST", "/api/auth/sign-in/email", {
      body: { email: `nobody-${n}@pub.example`, password: "not the password" },
      headers: { origin: app.url, "x-forwarded-for": `203.0.113.${n}` },
    });
    statuses.push(reply.status);
  }
  expect(statuses.slice(0, 5)).not.toContain(429);
  expect(statuses.slice(-20).every((status) => status === 429)).toBe(true);
});

test("TMR-02 times a phone writes into its answer are not read, and a second session of a quiz can always be opened (HST-02)", async () => {
  const cookie = await app.signIn();
  const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
  const { token } = await app.join(pin, "Time travellers");
  const order = app.orders(cookie, sessionId);
  await order({ type: "advance" });
  const { question } = await order({ type: "advance" });
  if (!question || !("choices" in question)) throw new Error("no choices");
  const sentAt = Date.now();
  const reply = await app.request<AnswerReply>("POST", `/api/sessions/${sessionId}/answers`, {
    token,
    body: {
      questionId: question.id,
      submissionId: "from the future",
      value: { kind: "choice", choiceId: question.choices[0]?.id },
      answeredAt: 4_102_444_800_000,
      elapsedMs: 1,
      receivedAt: 1,
    },
  });
  expect(reply.json).toMatchObject({ ok: true });
  const [stored] = await app.box.committer.loadAnswers(sessionId);
  expect(stored?.receivedAt).toBeGreaterThanOrEqual(sentAt);
  expect(stored?.receivedAt).toBeLessThanOrEqual(Date.now());

  const { quizzes } = (
    await app.request<{ quizzes: { quizId: string }[] }>("GET", "/api/quizzes", { cookie })
  ).json;
  const body = { quizId: quizzes[0]?.quizId };
  const again = await app.request<{ sessionId: string }>("POST", "/api/sessions", { cookie, body });
  expect(again.status).toBe(201);
  expect(again.json.sessionId).not.toBe(sessionId);
});

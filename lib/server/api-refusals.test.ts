import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { smallQuiz } from "@/lib/store/test-store";
import { expectRefusal } from "./api.test-support";
import { connected, openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp();
  cookie = await app.signIn();
});
afterAll(() => app.close());

describe("refusals", () => {
  test("a foreign Origin is refused on HTTP and on the socket", async () => {
    const headers = { origin: "https://evil.example" };
    const reply = await app.request("POST", "/api/lookup", { body: { pin: "123456" }, headers });
    expectRefusal(reply, 403, "BAD_ORIGIN");
    const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
    const { token } = await app.join(pin, "Elsewhere");
    await expect(connected(app.socket({ sessionId, role: "player", token }, headers))).rejects.toThrow();
  });

  test("JSON sent as text/plain is refused", async () => {
    const reply = await app.request("POST", "/api/lookup", {
      body: { pin: "123456" },
      headers: { "content-type": "text/plain" },
    });
    expectRefusal(reply, 400, "BAD_REQUEST");
  });

  test("JSON that is none, or of another shape", async () => {
    expectRefusal(await app.request("POST", "/api/lookup", { body: "{" }), 400, "BAD_REQUEST");
    expectRefusal(await app.request("POST", "/api/lookup", { body: { pin: 1 } }), 400, "BAD_REQUEST");
  });

  test("another host's session", async () => {
    const { sessionId } = await app.startSession(cookie, smallQuiz);
    const stranger = await app.signIn();
    const path = `/api/sessions/${sessionId}`;
    for (const part of ["host", "results", "results.csv", "results.xlsx"])
      expectRefusal(await app.request("GET", `${path}/${part}`, { cookie: stranger }), 403, "FORBIDDEN");
    const body = { type: "advance", basedOn: 0 };
    expectRefusal(
      await app.request("POST", `${path}/commands`, { cookie: stranger, body }),
      403,
      "FORBIDDEN",
    );
    expectRefusal(await app.request("POST", `${path}/commands`, { body }), 401, "UNAUTHENTICATED");
    await expect(connected(app.socket({ sessionId, role: "host" }, { cookie: stranger }))).rejects.toThrow();
  });

  test("a player's socket gives no orders", async () => {
    const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
    const { token } = await app.join(pin, "Usurpers");
    const socket = await connected(app.socket({ sessionId, role: "player", token }));
    expect(await socket.emitWithAck("command:send", { type: "advance", basedOn: 0 })).toMatchObject({
      ok: false,
      code: "FORBIDDEN",
    });
  });

  test("a forged token, on a phone and on the big screen", async () => {
    const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
    const { token } = await app.join(pin, "Forgers");
    const forged = `${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`;
    const path = `/api/sessions/${sessionId}`;
    expectRefusal(await app.request("GET", `${path}/view`, { token: forged }), 401, "BAD_TOKEN");
    expectRefusal(await app.request("GET", `${path}/screen?token=${forged}`), 401, "BAD_TOKEN");
    await expect(connected(app.socket({ sessionId, role: "player", token: forged }))).rejects.toMatchObject({
      data: { code: "BAD_TOKEN" },
    });
  });

  test("a removed player is told so on both roads", async () => {
    const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
    const { token, playerId } = await app.join(pin, "Removed");
    const socket = await connected(app.socket({ sessionId, role: "player", token }));
    const revoked = new Promise((done) => socket.once("seat:revoked", done));
    await app.orders(cookie, sessionId)({ type: "removePlayer", playerId });
    expect(await revoked).toMatchObject({ code: "SEAT_REMOVED" });
    const path = `/api/sessions/${sessionId}`;
    expectRefusal(await app.request("GET", `${path}/view`, { token }), 403, "SEAT_REMOVED");
    const body = { questionId: "q", submissionId: "too-late-now", value: { kind: "text", text: "x" } };
    expectRefusal(await app.request("POST", `${path}/answers`, { token, body }), 403, "SEAT_REMOVED");
  });

  test("an unknown PIN and an unknown session", async () => {
    expectRefusal(await app.request("POST", "/api/lookup", { body: { pin: "000000" } }), 404, "UNKNOWN_PIN");
    expectRefusal(await app.request("GET", "/api/sessions/nowhere/view"), 404, "NOT_FOUND");
    expectRefusal(await app.request("GET", "/api/nothing"), 404, "NOT_FOUND");
  });

  test("a body without a length", async () => {
    const body = new Blob(['{"pin":"123456"}']).stream();
    const reply = await fetch(`${app.url}/api/lookup`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      duplex: "half",
    } as RequestInit);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ code: "BAD_REQUEST" });
  });

  test("a quiz that cannot be played: nothing right, two rights, one id for two choices, a blank title", async () => {
    const host = await app.signIn();
    const [round] = smallQuiz.rounds;
    const [single, text] = round?.questions ?? [];
    if (!round || single?.type !== "single" || text?.type !== "text") throw new Error("another quiz");
    const withQuestion = (question: object) => ({
      ...smallQuiz,
      rounds: [{ ...round, questions: [question] }],
    });
    const choices = (change: object) => single.choices.map((choice) => ({ ...choice, ...change }));
    for (const quiz of [
      withQuestion({ ...single, choices: choices({ correct: false }) }),
      withQuestion({ ...single, choices: choices({ correct: true }) }),
      withQuestion({ ...single, choices: choices({ id: "same" }) }),
      withQuestion({ ...text, accepted: ["  "] }),
      { ...smallQuiz, title: "   " },
      { ...smallQuiz, rounds: [round, round] },
    ])
      expectRefusal(
        await app.request("POST", "/api/quizzes", { cookie: host, body: quiz }),
        400,
        "BAD_REQUEST",
      );
  });

  test("a NUL in an id or a key is no server error", async () => {
    expectRefusal(await app.request("GET", "/api/sessions/%00/view"), 404, "NOT_FOUND");
    const key = "abc\u0000def";
    const reply = await app.request<{ code: string }>("POST", "/api/lookup", { body: { key } });
    expect(reply.status).toBe(400);
    expect((await app.request("GET", "/api/quizzes/%00", { cookie })).status).toBe(400);
  });

  test("a body of 20 KB", async () => {
    const body = { pin: "1".repeat(20 * 1024) };
    expectRefusal(await app.request("POST", "/api/lookup", { body }), 413, "BODY_TOO_LARGE");
  });
});

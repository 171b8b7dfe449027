import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { AnswerReply } from "@/lib/contracts/answers";
import type { HostAccount, LookupReply, SeatReply } from "@/lib/contracts/http";
import type { Quiz } from "@/lib/contracts/quiz";
import type { RefusalCode } from "@/lib/contracts/refusals";
import {
  type Envelope,
  type HostView,
  type MeView,
  type Phase,
  type PlayerView,
  playerViewSchema,
  type SharedView,
  screenViewSchema,
} from "@/lib/contracts/views";
import { smallQuiz } from "@/lib/store/test-store";
import { openTestApp, type Reply, type TestApp, type TestSocket } from "./test-app";

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp();
  cookie = await app.signIn();
});
afterAll(() => app.close());

/** Strings that give an answer away. None of them may reach a phone or the big screen before the reveal. */
const secrets = ["SENTINEL-ANSWER", "SENTINEL-EXPLANATION", "SENTINEL-NOTES", '"correct"', '"accepted"'];
const guardedQuiz: Quiz = {
  title: "Guarded",
  rounds: [
    {
      id: "r1",
      title: "Round one",
      questions: [
        {
          id: "q1",
          type: "text",
          text: "What is the word?",
          points: 2,
          timeLimitSeconds: 60,
          explanation: "SENTINEL-EXPLANATION",
          hostNotes: "SENTINEL-NOTES",
          accepted: ["SENTINEL-ANSWER"],
        },
      ],
    },
  ],
};

const expectRefusal = (reply: Reply, status: number, code: RefusalCode) => {
  expect({ status: reply.status, code: (reply.json as { code?: string }).code }).toEqual({ status, code });
  expect((reply.json as { message: string }).message.length).toBeGreaterThan(10);
};

const hostOf = (sessionId: string) => app.orders(cookie, sessionId);

async function connected(socket: TestSocket): Promise<TestSocket> {
  await new Promise<void>((done, fail) => {
    socket.once("connect", done).once("connect_error", fail);
    socket.connect();
  });
  return socket;
}

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

test("one submission hears the identical reply by HTTP, by socket, and after the question closed", async () => {
  const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
  const { token } = await app.join(pin, "Twice");
  const host = hostOf(sessionId);
  await host({ type: "advance" });
  const { shared } = await host({ type: "advance" });
  if (shared.phase !== "question") throw new Error(shared.phase);
  const [first, second] = shared.question.choices.map(({ id }) => id) as [string, string];
  const answer = {
    questionId: shared.question.id,
    submissionId: "one-tap-only",
    value: { kind: "choice" as const, choiceId: second },
  };
  const socket = await connected(app.socket({ sessionId, role: "player", token }));
  const byHttp = async (o: object = {}) =>
    (
      await app.request<AnswerReply>("POST", `/api/sessions/${sessionId}/answers`, {
        token,
        body: { ...answer, ...o },
      })
    ).json;
  const bySocket = (o: object = {}) => socket.emitWithAck("answer:submit", { ...answer, ...o });

  const reply = await byHttp();
  expect(reply).toEqual({ ok: true, ...answer, revision: 0 });
  expect(await bySocket()).toEqual(reply);
  const other = { submissionId: "another-tap", value: { kind: "choice", choiceId: first } };
  const refused = await byHttp(other);
  expect(refused).toMatchObject({ ok: false, code: "ALREADY_ANSWERED", stored: answer.value });
  expect(await bySocket(other)).toEqual(refused);
  await host({ type: "lockQuestion" });
  expect(await byHttp()).toEqual(reply);
  expect(await bySocket()).toEqual(reply);
});

test("polled and pushed views are equal in every phase, and tell no answer before the reveal (ANS-09)", async () => {
  const { sessionId, pin } = await app.startSession(cookie, guardedQuiz);
  const host = hostOf(sessionId);
  const { screenPath } = (
    await app.request<Envelope<HostView>>("GET", `/api/sessions/${sessionId}/host`, { cookie })
  ).json.view;
  const screenToken = new URL(screenPath, app.url).searchParams.get("token") ?? "";
  const { token } = await app.join(pin, "Readers");

  /** every byte phones and screen were sent */
  const seen: string[] = [];
  const pushed: { shared?: SharedView; me?: MeView; version: number; cursor: string } = {
    version: -1,
    cursor: "",
  };
  // who answers hears it by the acknowledgement, and is told no more; so a second tab of the phone is looked at
  const phone = app.socket({ sessionId, role: "player", token });
  const tab = app.socket({ sessionId, role: "player", token });
  tab.on("view:player", ({ view, version, cursor }) => Object.assign(pushed, { ...view, version, cursor }));
  tab.on("view:me", ({ me, cursor }) => Object.assign(pushed, { me, cursor }));
  const screen = app.socket({ sessionId, role: "screen", token: screenToken });
  let screenShared: SharedView | null = null;
  screen.on("view:screen", ({ view }) => {
    screenShared = view.shared;
  });
  for (const socket of [phone, tab, screen]) {
    socket.onAny((...message) => seen.push(JSON.stringify(message)));
    await connected(socket);
  }

  async function compare(phase: Phase): Promise<void> {
    const poll = await app.request<Envelope<PlayerView>>("GET", `/api/sessions/${sessionId}/view`, { token });
    const screenPoll = await app.request<Envelope<{ shared: SharedView }>>(
      "GET",
      `/api/sessions/${sessionId}/screen?token=${screenToken}`,
    );
    seen.push(poll.text, screenPoll.text);
    expect(poll.json.view.shared.phase).toBe(phase);
    await vi.waitFor(
      () => {
        expect({ shared: pushed.shared, me: pushed.me }).toEqual(poll.json.view);
        expect(pushed.cursor).toBe(poll.json.cursor);
        expect(pushed.version).toBe(poll.json.version);
        expect(screenShared).toEqual(poll.json.view.shared);
      },
      { timeout: 10_000 },
    );
    expect(screenPoll.json.view.shared).toEqual(poll.json.view.shared);
    // strict shapes: a field too many is a leak
    playerViewSchema.parse(poll.json.view);
    screenViewSchema.parse(screenPoll.json.view);
  }
  const leaks = () => secrets.filter((secret) => seen.some((bytes) => bytes.includes(secret)));

  await compare("lobby");
  await host({ type: "advance" });
  await compare("roundIntro");
  const { shared, question } = await host({ type: "advance" });
  expect(question?.hostNotes).toBe("SENTINEL-NOTES");
  await compare("question");
  if (shared.phase !== "question") throw new Error(shared.phase);
  const wrong = {
    questionId: shared.question.id,
    submissionId: "a-wrong-one",
    value: { kind: "text" as const, text: "no idea" },
  };
  const acknowledged = await phone.emitWithAck("answer:submit", wrong);
  seen.push(JSON.stringify(acknowledged));
  await compare("question");
  expect(acknowledged).toMatchObject({ ok: true, ...pushed.me?.answer });
  const { progress } = await host({ type: "pause", minutes: null });
  // a paper team's score of the last round is entered in the break
  expect(progress.round).toBe(1);
  await compare("paused");
  await host({ type: "resume" });
  await compare("question");
  await host({ type: "lockQuestion" });
  await compare("locked");
  expect(leaks()).toEqual([]);

  await host({ type: "advance" });
  await compare("reveal");
  // what is allowed now does arrive; the notes never do
  expect(leaks()).toEqual(["SENTINEL-ANSWER", "SENTINEL-EXPLANATION"]);
  expect(pushed.me?.result).toEqual({ outcome: "wrong", points: 0, bonus: 0 });
  await host({ type: "advance" });
  await compare("standings");
  expect((await host({ type: "advance" })).progress).toMatchObject({ round: 1, roundCount: 1 });
  await compare("finished");
  expect(leaks()).toEqual(["SENTINEL-ANSWER", "SENTINEL-EXPLANATION"]);
});

test("a waiting poll comes back when the night moves on, and 204 when it does not", async () => {
  const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
  const { token } = await app.join(pin, "Waiters");
  const path = `/api/sessions/${sessionId}/view`;
  const { cursor } = (await app.request<Envelope<PlayerView>>("GET", path, { token })).json;
  expect((await app.request("GET", `${path}?since=${cursor}`, { token })).status).toBe(204);
  const waiting = app.request<Envelope<PlayerView>>("GET", `${path}?since=${cursor}&wait=20`, { token });
  await new Promise((done) => setTimeout(done, 100));
  await hostOf(sessionId)({ type: "advance" });
  expect((await waiting).json.view.shared.phase).toBe("roundIntro");
});

test("HST-09 a removal while the standings are up reaches the other phones on the fallback too", async () => {
  const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
  const path = `/api/sessions/${sessionId}`;
  const stays = await app.join(pin, "Stays");
  const goes = await app.join(pin, "Goes");
  const host = hostOf(sessionId);
  for (const type of ["advance", "advance", "lockAndReveal", "showStandings"]) await host({ type });
  const view = (query = "") =>
    app.request<Envelope<PlayerView>>("GET", `${path}/view${query}`, { token: stays.token });
  const { cursor } = (await view()).json;
  const waiting = view(`?since=${cursor}&wait=20`);
  await vi.waitFor(() => expect(app.box.service.waiters.isWaiting(sessionId, stays.playerId)).toBe(true));
  await host({ type: "removePlayer", playerId: goes.playerId });
  const reply = await waiting;
  expect(reply.status).toBe(200);
  const { shared } = reply.json.view;
  expect(shared.phase === "standings" && shared.standings.rows.map(({ name }) => name)).toEqual(["Stays"]);
});

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
    await hostOf(sessionId)({ type: "removePlayer", playerId });
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

describe("limits that a flood of parallel requests must not slip past", () => {
  test("two hundred wrong PINs at once: the bucket's sixty are tried and a handful more", async () => {
    const own = await openTestApp();
    try {
      const replies = await Promise.all(
        Array.from({ length: 200 }, () => own.request("POST", "/api/lookup", { body: { pin: "999999" } })),
      );
      const tried = replies.filter(({ status }) => status === 404).length;
      expect(tried).toBeGreaterThanOrEqual(60);
      expect(tried).toBeLessThan(70);
      expect(replies.filter(({ status }) => status === 429)).toHaveLength(200 - tried);
    } finally {
      await own.close();
    }
  });

  test("a seated phone that reloads by PIN passes while a stranger's wrong guesses hold the bucket", async () => {
    const own = await openTestApp();
    try {
      const { pin } = await own.startSession(await own.signIn(), smallQuiz);
      const { token } = await own.join(pin, "Reloaders");
      await Promise.all(
        Array.from({ length: 100 }, () => own.request("POST", "/api/lookup", { body: { pin: "999999" } })),
      );
      expect((await own.request("POST", "/api/lookup", { body: { pin } })).status).toBe(429);
      expect((await own.request("POST", "/api/lookup", { token, body: { pin } })).status).toBe(200);
    } finally {
      await own.close();
    }
  });

  test("names that can never be a seat cost the room nothing, and a host beside a stranger's flood is not refused", async () => {
    const own = await openTestApp({ ROOM_SIZE: "10" });
    try {
      const host = await own.signIn();
      const { sessionId, pin } = await own.startSession(host, smallQuiz);
      for (let n = 0; n < 40; n++) {
        const found = await own.request<{ deviceToken: string }>("POST", "/api/lookup", { body: { pin } });
        const reply = await own.request("POST", `/api/sessions/${sessionId}/join`, {
          token: found.json.deviceToken,
          body: { name: "" },
        });
        expectRefusal(reply, 422, "NAME_EMPTY");
      }
      expect((await own.join(pin, "Honest")).name).toBe("Honest");
      // a busy machine sends too slowly over HTTP to take more than comes back
      while ((await own.box.limiter.check([{ policy: "global", key: "127.0.0.1" }])).ok);
      for (let n = 0; n < 10; n++)
        expect((await own.request("GET", `/api/sessions/${sessionId}/host`, { cookie: host })).status).toBe(
          200,
        );
    } finally {
      await own.close();
    }
  });
});

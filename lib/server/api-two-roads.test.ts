import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { AnswerReply } from "@/lib/contracts/answers";
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
import { guardedQuiz, secrets } from "./api.test-support";
import { connected, openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp();
  cookie = await app.signIn();
});
afterAll(() => app.close());

const hostOf = (sessionId: string) => app.orders(cookie, sessionId);

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

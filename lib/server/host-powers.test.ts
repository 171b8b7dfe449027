/** What a host may set for a session, over the real API and sockets: late joins, places, and the co-host's link. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AnswerReply, AnswerValue } from "@/lib/contracts/answers";
import type { ResultsReply } from "@/lib/contracts/http";
import type { Envelope, HostView, PlayerView } from "@/lib/contracts/views";
import { smallQuiz } from "@/lib/store/test-store";
import { connected, openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp();
});
// each test's nights are of a host of its own: saving quizzes has a limit
beforeEach(async () => {
  cookie = await app.signIn();
});
afterAll(() => app.close());

async function openNight(teams: string[]) {
  const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
  const path = `/api/sessions/${sessionId}`;
  const seats = [];
  for (const name of teams) seats.push(await app.join(pin, name));
  let count = 0;
  return {
    sessionId,
    pin,
    path,
    seats,
    order: app.orders(cookie, sessionId),
    view: async (token: string) =>
      (await app.request<Envelope<PlayerView>>("GET", `${path}/view`, { token })).json.view,
    answer: async (token: string, questionId: string, value: AnswerValue) =>
      (
        await app.request<AnswerReply>("POST", `${path}/answers`, {
          token,
          body: { questionId, submissionId: `tap number ${count++}`, value },
        })
      ).json,
  };
}
type Night = Awaited<ReturnType<typeof openNight>>;

async function openQuestion(night: Night) {
  await night.order({ type: "advance" });
  const { shared } = await night.order({ type: "advance" });
  if (shared.phase !== "question") throw new Error(shared.phase);
  const [choice] = shared.question.choices;
  return { questionId: shared.question.id, value: { kind: "choice" as const, choiceId: choice?.id ?? "" } };
}

describe("LAT-01 a team that joins while a question is open", () => {
  test("is told that the next one is its own, may not answer, and is scored as joined later", async () => {
    const night = await openNight(["Owls"]);
    await night.order({ type: "setLateJoin", policy: "nextQuestion" });
    const { questionId, value } = await openQuestion(night);
    const late = await app.join(night.pin, "Hens");
    expect((await night.view(late.token)).me.missed).toEqual([questionId]);
    expect((await night.view(night.seats[0]?.token ?? "")).me).not.toHaveProperty("missed");
    expect(await night.answer(late.token, questionId, value)).toMatchObject({
      ok: false,
      code: "JOINED_LATER",
    });
    const socket = app.socket({ sessionId: night.sessionId, role: "player", token: late.token });
    await connected(socket);
    const bySocket = await socket.emitWithAck("answer:submit", {
      questionId,
      submissionId: "by socket",
      value,
    });
    expect(bySocket).toMatchObject({ ok: false, code: "JOINED_LATER" });
    expect(await night.answer(night.seats[0]?.token ?? "", questionId, value)).toMatchObject({ ok: true });

    const host = await night.order({ type: "advance" });
    expect(host.live.players.find(({ name }) => name === "Hens")).toMatchObject({ missedCount: 0 });
    expect((await night.view(late.token)).me.result).toMatchObject({ outcome: "joinedLater", points: 0 });
    const results = await app.request<ResultsReply>("GET", `${night.path}/results`, { cookie });
    const hens = results.json.players.find(({ name }) => name === "Hens");
    expect(hens?.cells[0]).toMatchObject({ outcome: "joined later", points: 0 });

    const { shared } = await night.order({ type: "advance" });
    expect(shared.phase).toBe("question");
    expect((await night.view(late.token)).me).not.toHaveProperty("missed");
  });

  test("answers at once where the host says nothing", async () => {
    const night = await openNight([]);
    const { questionId, value } = await openQuestion(night);
    const late = await app.join(night.pin, "Hens");
    expect(await night.answer(late.token, questionId, value)).toMatchObject({ ok: true });
  });
});

describe("standings place by place", () => {
  test("a phone hears its place when the big screen shows it, and undo takes it back from both", async () => {
    const night = await openNight(["Owls", "Foxes", "Hens"]);
    await night.order({ type: "setStandings", show: "staged" });
    const { questionId } = await openQuestion(night);
    const room = await app.box.service.findRoom(night.sessionId);
    const right = room?.state.quiz.rounds[0]?.questions[0];
    if (right?.type !== "single" || right.id !== questionId) throw new Error("the quiz begins with a choice");
    const choiceId = right.choices.find(({ correct }) => correct)?.id ?? "";
    await night.answer(night.seats[0]?.token ?? "", questionId, { kind: "choice", choiceId });
    await night.order({ type: "advance" });
    const places = async () =>
      Promise.all(night.seats.map(async ({ token }) => (await night.view(token)).me.standing?.rank ?? null));
    expect(await places()).toEqual([null, null, null]);
    const covered = await night.order({ type: "showStandings" });
    expect(covered.nextStep).toBe("uncoverPlace");
    expect(covered.standings?.rows[0]?.name).toBe("Owls");
    expect(covered.shared).toMatchObject({ standings: { rows: [], coveredCount: 3, playerCount: 3 } });
    expect(await places()).toEqual([null, null, null]);
    await night.order({ type: "advance" });
    expect(await places()).toEqual([null, null, 2]);
    await night.order({ type: "uncoverPlaces", places: null });
    expect(await places()).toEqual([1, 2, 2]);
    const back = await night.order({ type: "undo" });
    expect(back.shared).toMatchObject({ standings: { coveredCount: 2 } });
    expect(await places()).toEqual([null, null, 2]);
    const hidden = await night.order({ type: "setStandings", show: "hidden" });
    expect(hidden.shared).toMatchObject({ standings: { rows: [], coveredCount: 3 } });
    expect(await places()).toEqual([null, null, null]);
    await night.order({ type: "endSession" });
    expect(await places()).toEqual([1, 2, 2]);
  });
});

describe("a co-host's link", () => {
  type Reply = { ok?: boolean; code?: string; envelope: Envelope<HostView> };
  const hostView = async (path: string, o: { cookie?: string; cohost?: string }) =>
    app.request<Envelope<HostView>>("GET", `${path}/host${o.cohost ? `?cohost=${o.cohost}` : ""}`, o);
  async function withCohost() {
    const night = await openNight(["Owls"]);
    const tokenNow = async () => {
      const { cohostPath } = (await hostView(night.path, { cookie })).json.view;
      return new URL(cohostPath, app.url).searchParams.get("cohost") ?? "";
    };
    return { ...night, tokenNow, token: await tokenNow() };
  }
  const command = (path: string, cohost: string, body: object) =>
    app.request<Reply>("POST", `${path}/commands?cohost=${cohost}`, { body });

  test("leads the session without an account, in step with the host, and the trail says who did it", async () => {
    const night = await withCohost();
    const seen = await hostView(night.path, { cohost: night.token });
    expect(seen.json.view.shared.phase).toBe("lobby");
    const { version } = seen.json;
    const done = await command(night.path, night.token, { type: "advance", basedOn: version });
    expect(done.json).toMatchObject({ ok: true, envelope: { view: { shared: { phase: "roundIntro" } } } });
    // both pressed on the same view: one counts, and the other hears where the night is
    const late = await app.request<Reply>("POST", `${night.path}/commands`, {
      cookie,
      body: { type: "advance", basedOn: version },
    });
    expect(late.json).toMatchObject({ ok: false, code: "STALE", envelope: { version: version + 1 } });
    const { playerId } = night.seats[0] ?? { playerId: "" };
    await command(night.path, night.token, { type: "removePlayer", playerId });
    const trail = await app.box.store.prisma.sessionEvent.findMany({ where: { sessionId: night.sessionId } });
    expect(trail.map(({ type, hostId }) => [type, hostId])).toEqual([
      ["roundIntroduced", `cohost:${night.sessionId}`],
      ["playerRemoved", `cohost:${night.sessionId}`],
    ]);
  });

  test("opens marking, room and results of this session, and nothing else of the host", async () => {
    const night = await withCohost();
    const other = await openNight([]);
    const get = async (path: string) =>
      (await app.request("GET", `${path}${path.includes("?") ? "&" : "?"}cohost=${night.token}`)).status;
    for (const page of ["host", "marking", "room", "results", "results.csv"])
      expect([page, await get(`${night.path}/${page}`)]).toEqual([page, 200]);
    for (const page of ["host", "marking", "room", "results"])
      expect([page, await get(`${other.path}/${page}`)]).toEqual([page, 401]);
    for (const path of ["/api/me", "/api/quizzes", "/api/sessions", "/api/limits"])
      expect([path, await get(path)]).toEqual([path, 401]);
    const room = await app.request<{ limits: { canChange: boolean } }>(
      "GET",
      `${night.path}/room?cohost=${night.token}`,
    );
    expect(room.json.limits.canChange).toBe(false);
  });

  test("its socket gets what the host's gets; orders over it are refused, they go over HTTP", async () => {
    const night = await withCohost();
    const socket = app.socket({ sessionId: night.sessionId, role: "host", token: night.token });
    const first = new Promise<Envelope<HostView>>((done) => socket.once("view:host", done));
    socket.connect();
    expect((await first).view.live.players.map(({ name }) => name)).toEqual(["Owls"]);
    const news = new Promise<Envelope<HostView>>((done) => socket.once("view:host", done));
    await night.order({ type: "advance" });
    expect((await news).view.shared.phase).toBe("roundIntro");
    const reply = await socket.emitWithAck("command:send", { type: "advance", basedOn: 1 });
    expect(reply).toMatchObject({ ok: false, code: "FORBIDDEN" });
  });

  test("made anew: the old link opens nothing, its line is cut before it hears more, its hanging poll ends", async () => {
    const night = await withCohost();
    const refused = await command(night.path, night.token, { type: "renewCohostLink", basedOn: 0 });
    expect(refused).toMatchObject({ status: 403, json: { code: "FORBIDDEN" } });

    const socket = app.socket({ sessionId: night.sessionId, role: "host", token: night.token });
    const heard: number[] = [];
    socket.on("view:host", ({ version }) => heard.push(version));
    await new Promise<void>((done) => socket.once("view:host", () => done()).connect());
    const cut = new Promise<void>((done) => socket.once("disconnect", () => done()));
    const poll = (since: string, wait: number) =>
      app.request("GET", `${night.path}/host?cohost=${night.token}&since=${since}&wait=${wait}`);
    let { cursor, version } = (await hostView(night.path, { cohost: night.token })).json;
    // the news of who joined is told a moment later, and would end the poll before the link does
    await expect
      .poll(async () => {
        ({ cursor, version } = (await hostView(night.path, { cohost: night.token })).json);
        return (await poll(cursor, 1)).status;
      })
      .toBe(204);
    const hanging = poll(cursor, 20) as Promise<{ json: Reply }>;
    await night.order({ type: "renewCohostLink" });
    await cut;
    expect(heard).toEqual([version]);
    expect((await hanging).json.code).toBe("BAD_TOKEN");

    expect((await hostView(night.path, { cohost: night.token })).status).toBe(401);
    const late = await command(night.path, night.token, { type: "advance", basedOn: version + 1 });
    expect(late).toMatchObject({ status: 401, json: { code: "BAD_TOKEN" } });
    const back = app.socket({ sessionId: night.sessionId, role: "host", token: night.token });
    const error = await new Promise<Error & { data?: { code?: string } }>((done) =>
      back.once("connect_error", (failed) => done(failed as Error & { data?: { code?: string } })).connect(),
    );
    expect(error.data?.code).toBe("BAD_TOKEN");
    const fresh = await night.tokenNow();
    expect(fresh).not.toBe(night.token);
    expect((await hostView(night.path, { cohost: fresh })).status).toBe(200);
  });

  test("an invented token is nobody's, and costs its address, not the session", async () => {
    const night = await withCohost();
    for (const token of ["0.abc", "0", "", `1${night.token}`, `${night.token}x`])
      expect((await app.request("GET", `${night.path}/host?cohost=${token}`)).status).toBe(401);
  });
});

describe("a round whose text stands on the big screen alone", () => {
  const words = "Which pub is the oldest?";
  const question = {
    id: "q1",
    type: "text" as const,
    text: words,
    points: 10,
    timeLimitSeconds: 60,
    explanation: null,
    hostNotes: null,
    accepted: ["The Porch House"],
  };
  test.each(["question", "sheet"] as const)(
    "%s pace: no byte of it reaches a phone before the reveal",
    async (pace) => {
      const quiz = {
        title: "Fair",
        rounds: [{ id: "r1", title: "Heads up", pace, textOnScreenOnly: true, questions: [question] }],
      };
      const { sessionId, pin } = await app.startSession(cookie, quiz);
      const { token } = await app.join(pin, "Owls");
      const order = app.orders(cookie, sessionId);
      const path = `/api/sessions/${sessionId}`;
      const socket = app.socket({ sessionId, role: "player", token });
      const pushed: string[] = [];
      socket.on("view:player", (envelope) => pushed.push(JSON.stringify(envelope)));
      await new Promise<void>((done) => socket.once("view:player", () => done()).connect());
      const polled = async () => (await app.request("GET", `${path}/view`, { token })).text;
      const screenPath = (await order({ type: "advance" })).screenPath;
      const screenToken = new URL(screenPath, app.url).searchParams.get("token");
      const screen = async () => (await app.request("GET", `${path}/screen?token=${screenToken}`)).text;

      const host = await order({ type: "advance" });
      expect(JSON.stringify(host.shared)).toContain(words);
      expect(await screen()).toContain(words);
      expect(await polled()).toContain('"onScreenOnly":true');
      expect(await polled()).not.toContain(words);
      await order({ type: "lockQuestion" });
      expect(await polled()).not.toContain(words);
      expect(await screen()).toContain(words);
      await expect.poll(() => pushed.length).toBeGreaterThan(3);
      for (const view of pushed) expect(view).not.toContain(words);
      await order({ type: "advance" });
      expect(await polled()).toContain(words);
    },
  );
});

describe("a phone that leaves the page while a question is open", () => {
  test("is shown to the host until the next question, and costs nothing", async () => {
    const night = await openNight(["Owls", "Foxes"]);
    const token = night.seats[0]?.token ?? "";
    const leave = async () => (await app.request("POST", `${night.path}/left-page`, { token })).status;
    const marked = async () => {
      const reply = await app.request<Envelope<HostView>>("GET", `${night.path}/host`, { cookie });
      return reply.json.view.live.players.filter(({ leftPage }) => leftPage).map(({ name }) => name);
    };
    expect(await leave()).toBe(204);
    expect(await marked()).toEqual([]);
    await openQuestion(night);
    expect(await leave()).toBe(204);
    expect(await marked()).toEqual(["Owls"]);
    const { shared } = await night.order({ type: "lockAndReveal" });
    expect(shared.phase).toBe("reveal");
    await night.order({ type: "advance" });
    expect(await marked()).toEqual([]);
    const stranger = await app.request("POST", `${night.path}/left-page`);
    expect(stranger.status).toBe(401);
  });
});

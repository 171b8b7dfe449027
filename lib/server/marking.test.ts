import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { AnswerReply } from "@/lib/contracts/answers";
import type { MarkingReply, ResultsReply } from "@/lib/contracts/http";
import { markingViewSchema } from "@/lib/contracts/marking";
import type { Quiz } from "@/lib/contracts/quiz";
import type { Envelope, HostView, PlayerView } from "@/lib/contracts/views";
import { applyEvents } from "@/lib/game/evolve";
import type { GameEvent } from "@/lib/game/state";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp();
  cookie = await app.signIn();
});
afterAll(() => app.close());

const base = { points: 10, timeLimitSeconds: 30, explanation: null, hostNotes: null };
const quiz: Quiz = {
  title: "Judged by people",
  rounds: [
    {
      id: "r1",
      title: "Beasts",
      pace: "sheet",
      questions: [
        { ...base, id: "q1", type: "text", text: "What barks?", accepted: ["spaniel"] },
        { ...base, id: "q2", type: "text", text: "What purrs?", accepted: ["tabby"] },
      ],
    },
  ],
};
type MarkReply = { ok: boolean; code?: string; marking: MarkingReply };

async function openNight(o: { teams?: string[] } = {}) {
  const { sessionId, pin } = await app.startSession(cookie, quiz);
  const path = `/api/sessions/${sessionId}`;
  const order = app.orders(cookie, sessionId);
  const room = await app.box.service.findRoom(sessionId);
  const ids = room?.state.quiz.rounds.flatMap(({ questions }) => questions.map(({ id }) => id));
  const [q1, q2] = ids as [string, string];
  const teams = [];
  for (const name of o.teams ?? ["Owls", "Foxes"]) teams.push(await app.join(pin, name));
  const host = async () =>
    (await app.request<Envelope<HostView>>("GET", `${path}/host`, { cookie })).json.view;
  const markerToken = new URL((await host()).markingPath, app.url).searchParams.get("token") ?? "";
  const marking = `${path}/marking?token=${encodeURIComponent(markerToken)}`;
  let count = 0;
  return {
    sessionId,
    pin,
    path,
    order,
    q1,
    q2,
    teams,
    host,
    markerToken,
    marking,
    answer: async (token: string, questionId: string, text: string) =>
      (
        await app.request<AnswerReply>("POST", `${path}/answers`, {
          token,
          body: { questionId, submissionId: `answer number ${count++}`, value: { kind: "text", text } },
        })
      ).json,
    /** The sheet with both questions on it. */
    async openSheet() {
      for (let step = 0; step < 3; step++) await order({ type: "advance" });
    },
    mark: (body: object, query = "") => app.request<MarkReply>("POST", marking + query, { body }),
    look: async (query = "") => app.request<MarkingReply>("GET", marking + query),
    results: async () => (await app.request<ResultsReply>("GET", `${path}/results`, { cookie })).json,
    view: async (token: string) =>
      (await app.request<Envelope<PlayerView>>("GET", `${path}/view`, { token })).json,
  };
}

test("a marker judges a near miss for everybody who wrote it, and every table follows, also after the podium", async () => {
  const night = await openNight({ teams: ["Owls", "Foxes", "Hens"] });
  const [owls, foxes, hens] = night.teams as [
    (typeof night.teams)[0],
    (typeof night.teams)[0],
    (typeof night.teams)[0],
  ];
  await night.openSheet();
  for (const { token } of [owls, foxes]) await night.answer(token, night.q1, "Spanial");
  await night.answer(hens.token, night.q1, "hen");
  expect(
    (await night.mark({ type: "markGroup", questionId: night.q1, key: "spanial", fraction: 1 })).json,
  ).toMatchObject({
    ok: false,
    code: "WRONG_PHASE",
  });
  await night.order({ type: "lockQuestion" });
  const queue = (await night.look()).json;
  const { questionIds: _, ...asView } = queue;
  markingViewSchema.parse(asView);
  const [near] = queue.questions[0]?.groups ?? [];
  expect(near).toMatchObject({ text: "Spanial", automatic: "near", fraction: 0, judged: false });
  expect(near?.answers.map(({ name }) => name)).toEqual(["Owls", "Foxes"]);

  // the night ends with the near miss unjudged
  for (let step = 0; step < 4; step++) await night.order({ type: "advance" });
  const totals = async () =>
    (await night.results()).players.map(({ name, points, rank }) => [name, points, rank]);
  expect((await night.host()).shared.phase).toBe("finished");
  expect(await totals()).toEqual([
    ["Owls", 0, 1],
    ["Foxes", 0, 1],
    ["Hens", 0, 1],
  ]);
  const key = near?.key ?? "";
  const marked = await night.mark({ type: "markGroup", questionId: night.q1, key, fraction: 1 });
  expect(marked.json.marking.questions[0]?.groups.find((group) => group.key === key)).toMatchObject({
    fraction: 1,
    judged: true,
  });
  await night.mark({
    type: "overrideMark",
    questionId: night.q1,
    playerId: foxes.playerId,
    fraction: 0.5,
    reason: "in pencil",
  });
  await night.mark({
    type: "adjustPoints",
    adjustmentId: "a bottle of wine",
    playerId: hens.playerId,
    round: null,
    points: -2,
    reason: "phone on the table",
  });
  expect(await totals()).toEqual([
    ["Owls", 10, 1],
    ["Foxes", 5, 2],
    ["Hens", -2, 3],
  ]);
  const { shared, me } = (await night.view(hens.token)).view;
  expect(shared.phase === "finished" && shared.standings.rows.map(({ points }) => points)).toEqual([
    10, 5, -2,
  ]);
  expect(me.standing).toMatchObject({
    rank: 3,
    points: -2,
    adjustments: [{ round: null, points: -2, reason: "phone on the table" }],
  });
  const { players } = await night.results();
  expect(players.map(({ cells }) => cells[0]?.outcome)).toEqual(["right", "partly right", "wrong"]);
  const csv = (await app.request("GET", `${night.path}/results.csv`, { cookie })).text;
  expect(csv).toContain('"partly right","Spanial",5');
  expect(csv).toContain('0,-2,"\'-2: phone on the table"');
  // and it is the database that says so
  const stored = await app.box.sessions.load(night.sessionId);
  expect(stored?.state.adjustments).toHaveLength(1);
  const events = await app.box.store.prisma.sessionEvent.findMany({
    where: { sessionId: night.sessionId, type: { in: ["groupMarked", "markOverridden", "pointsAdjusted"] } },
  });
  expect(events.map(({ hostId }) => hostId)).toEqual(["marker", "marker", "marker"]);
});

test("a repeat changes nothing and costs no version; a team that is not there is refused", async () => {
  const night = await openNight();
  await night.openSheet();
  await night.order({ type: "lockQuestion" });
  const adjust = {
    type: "adjustPoints",
    adjustmentId: "round of applause",
    playerId: night.teams[0]?.playerId,
    round: 1,
    points: 3,
    reason: "applause",
  };
  const first = (await night.mark(adjust)).json.marking.version;
  expect((await night.mark(adjust)).json.marking.version).toBe(first);
  expect((await night.results()).players[0]).toMatchObject({ name: "Owls", points: 3, roundPoints: [3] });
  const unknown = await night.mark({ ...adjust, adjustmentId: "to nobody at all", playerId: "nobody" });
  expect({ status: unknown.status, code: unknown.json.code }).toEqual({
    status: 404,
    code: "UNKNOWN_PLAYER",
  });
  expect((await night.mark({ ...adjust, points: 0 })).status).toBe(400);
  await night.mark({ type: "removeAdjustment", adjustmentId: "round of applause" });
  expect((await night.results()).players[0]?.points).toBe(0);
});

test("a mark that loses a race with another process is decided again; so is a press, unless the night moved", async () => {
  const night = await openNight();
  await night.openSheet();
  await night.order({ type: "lockQuestion" });
  const { sessions } = app.box;
  const save = sessions.save;
  /** Another process saves first, once. */
  const overtakenBy = (events: GameEvent[]) => {
    sessions.save = async (mine) => {
      sessions.save = save;
      const stored = await sessions.load(night.sessionId);
      if (!stored) throw new Error("no session");
      const next = applyEvents(stored.state, events);
      expect(await save({ next, events, hostId: "elsewhere", now: 1 })).toBe(true);
      return save(mine);
    };
  };
  const theirs: GameEvent = { type: "groupMarked", questionId: night.q1, key: "theirs", fraction: 1 };
  try {
    overtakenBy([theirs]);
    await night.mark({ type: "markGroup", questionId: night.q1, key: "mine", fraction: 0.5 });
    expect((await sessions.load(night.sessionId))?.state.marks[night.q1]).toEqual({ theirs: 1, mine: 0.5 });
    // the press was based on a version before both marks, and the night has not moved
    overtakenBy([{ ...theirs, fraction: 0 }]);
    expect((await night.order({ type: "advance" })).shared.phase).toBe("reveal");
    overtakenBy([{ type: "standingsShown" }]);
    await expect(night.order({ type: "advance" })).rejects.toThrow("STALE");
    expect((await night.host()).shared.phase).toBe("standings");
  } finally {
    sessions.save = save;
  }
});

describe("what a marking page is sent", () => {
  test("the host's cookie opens the same queue, and 204 says that nothing is newer", async () => {
    const night = await openNight();
    await night.openSheet();
    await night.order({ type: "lockQuestion" });
    const byHost = await app.request<MarkingReply>("GET", `${night.path}/marking`, { cookie });
    const byMarker = await night.look();
    expect(byHost.json).toEqual(byMarker.json);
    expect((await night.look(`&since=${byHost.json.version}`)).status).toBe(204);
    const command = { type: "voidQuestion", questionId: night.q1, isVoid: true };
    const marked = await app.request<MarkReply>("POST", `${night.path}/marking`, { cookie, body: command });
    expect(marked.json.marking.questions[0]).toMatchObject({ questionId: night.q1, isVoid: true });
  });

  test("with `since` only the questions that changed after it, whoever changed them", async () => {
    const night = await openNight();
    await night.openSheet();
    for (const { token } of night.teams)
      for (const id of [night.q1, night.q2]) await night.answer(token, id, "no idea");
    await night.order({ type: "lockQuestion" });
    const { version, questionIds } = (await night.look()).json;
    expect(questionIds).toEqual([night.q1, night.q2]);
    const group = { type: "markGroup", key: "no idea" };
    const other = await app.request<MarkReply>("POST", `${night.path}/marking?since=${version}`, {
      cookie,
      body: { ...group, questionId: night.q2, fraction: 0.5 },
    });
    expect(other.json.marking.questions.map(({ questionId }) => questionId)).toEqual([night.q2]);
    const mine = (await night.mark({ ...group, questionId: night.q1, fraction: 1 }, `&since=${version}`))
      .json;
    expect(mine.marking.questions.map(({ questionId }) => questionId)).toEqual([night.q1, night.q2]);
    expect(mine.marking.questionIds).toEqual(questionIds);
    // a rename has no version: it comes with the next one
    await night.order({ type: "renamePlayer", playerId: night.teams[0]?.playerId, name: "Barn owls" });
    await night.look();
    const renamed = await night.mark(
      { type: "voidQuestion", questionId: night.q1, isVoid: true },
      `&since=${mine.marking.version}`,
    );
    expect(renamed.json.marking.questions.map(({ questionId }) => questionId)).toEqual([night.q1, night.q2]);
    expect(JSON.stringify(renamed.json.marking.questions[1])).toContain("Barn owls");
  });
});

describe("phones hear only of what they can see", () => {
  test("a hundred marks while the sheets are locked: no push, no poll and no announcement for any phone", async () => {
    const night = await openNight();
    const [owls, foxes] = night.teams as [(typeof night.teams)[0], (typeof night.teams)[0]];
    await night.openSheet();
    await night.answer(owls.token, night.q1, "no idea");
    await night.order({ type: "lockQuestion" });
    const heard: string[] = [];
    const socket = app.socket({ sessionId: night.sessionId, role: "player", token: owls.token });
    let hostViews = 0;
    let hostVersion = -1;
    const room = await app.box.service.findRoom(night.sessionId);
    const host = app.socket({ sessionId: night.sessionId, role: "host" }, { cookie });
    host.on("view:host", ({ version }) => {
      hostViews += 1;
      hostVersion = version;
    });
    for (const one of [socket, host]) {
      const connected = new Promise<void>((done) => one.once("connect", () => done()));
      one.connect();
      await connected;
    }
    // the lock itself is announced a second and a half later
    await vi.waitFor(() => expect(hostViews).toBe(1));
    await new Promise((done) => setTimeout(done, 1_700));
    socket.onAny((event) => heard.push(String(event)));
    const { cursor } = await night.view(foxes.token);
    let polled = 0;
    const poll = app
      .request("GET", `${night.path}/view?since=${encodeURIComponent(cursor)}&wait=4`, { token: foxes.token })
      .then(({ status }) => {
        polled = status;
      });
    await vi.waitFor(() =>
      expect(app.box.service.waiters.isWaiting(night.sessionId, foxes.playerId)).toBe(true),
    );
    for (let n = 0; n < 100; n++)
      expect(
        (
          await night.mark({
            type: "markGroup",
            questionId: night.q1,
            key: "no idea",
            fraction: n % 2 ? 0.5 : 1,
          })
        ).status,
      ).toBe(200);
    // the host sees them, told together
    await vi.waitFor(() => expect(hostVersion).toBe(room?.state.version));
    expect(hostViews).toBeLessThan(60);
    expect((await night.view(foxes.token)).cursor).toBe(cursor);
    await new Promise((done) => setTimeout(done, 1_700));
    expect(heard).toEqual([]);
    await poll;
    expect(polled).toBe(204);
  }, 30_000);

  test("at the reveal a mark reaches the phones it concerns, on both roads, in versions that fit together", async () => {
    const night = await openNight();
    const [owls, foxes] = night.teams as [(typeof night.teams)[0], (typeof night.teams)[0]];
    await night.openSheet();
    await night.answer(owls.token, night.q1, "no idea");
    await night.order({ type: "lockQuestion" });
    // the second question's marks show on no phone while the first one's answer is up
    await night.order({ type: "advance" });
    const shown = { shared: -1, me: -1, outcome: "" as string | undefined };
    const socket = app.socket({ sessionId: night.sessionId, role: "player", token: owls.token });
    socket.on("view:player", ({ version, view }) => {
      shown.shared = version;
      shown.me = version;
      shown.outcome = view.me.result?.outcome;
    });
    socket.on("view:me", ({ version, me }) => {
      shown.me = version;
      shown.outcome = me.result?.outcome;
    });
    socket.connect();
    await vi.waitFor(() => expect(shown.outcome).toBe("wrong"));
    const { cursor } = await night.view(foxes.token);
    const waiting = app.request<Envelope<PlayerView>>(
      "GET",
      `${night.path}/view?since=${encodeURIComponent(cursor)}&wait=20`,
      { token: foxes.token },
    );
    await vi.waitFor(() =>
      expect(app.box.service.waiters.isWaiting(night.sessionId, foxes.playerId)).toBe(true),
    );
    const { version } = (
      await night.mark({ type: "markGroup", questionId: night.q1, key: "no idea", fraction: 1 })
    ).json.marking;
    await vi.waitFor(() => expect(shown).toEqual({ shared: version, me: version, outcome: "right" }));
    expect((await waiting).json.view.me.standing).toMatchObject({ rank: 2, gapToNext: 10 });
  });
});

describe("a marker's link opens nothing else", () => {
  test("not the host's view, the big screen, orders, results or a socket; nor the marking of another session", async () => {
    const night = await openNight();
    const other = await openNight();
    const { markerToken: token, path } = night;
    const query = `?token=${encodeURIComponent(token)}`;
    const tries: [string, string, number][] = [
      ["GET", `${path}/host${query}`, 401],
      ["GET", `${path}/room${query}`, 401],
      ["GET", `${path}/results${query}`, 401],
      ["GET", `${path}/results.csv${query}`, 401],
      ["GET", `${path}/screen${query}`, 401],
      ["GET", `${path}/view${query}`, 401],
      ["GET", `/api/quizzes${query}`, 401],
      ["GET", `${other.path}/marking${query}`, 401],
      ["GET", `/api/sessions/nowhere/marking${query}`, 401],
    ];
    for (const [method, target, status] of tries) {
      expect((await app.request(method, target)).status, target).toBe(status);
      // as a device's token, too
      expect((await app.request(method, target, { token })).status, target).toBe(status);
    }
    const orders = [
      { type: "advance", basedOn: 0 },
      { type: "endSession", basedOn: 0 },
      { type: "removePlayer", playerId: night.teams[0]?.playerId },
      { type: "addPaperTeam", name: "Friends" },
      { type: "mergeSeats", fromPlayerId: night.teams[0]?.playerId, toPlayerId: night.teams[1]?.playerId },
      { type: "addBots", count: 5 },
    ];
    for (const body of orders) {
      expect((await night.mark(body)).status, body.type).toBe(400);
      expect((await app.request("POST", `${path}/commands${query}`, { body })).status, body.type).toBe(401);
    }
    for (const role of ["host", "screen", "player"] as const) {
      const socket = app.socket({ sessionId: night.sessionId, role, token });
      const refused = new Promise<Error>((done) => socket.once("connect_error", done));
      socket.connect();
      expect((await refused).message.length).toBeGreaterThan(5);
    }
    expect((await night.host()).shared.phase).toBe("lobby");
    expect((await night.host()).live.playerCount).toBe(2);
  });

  test("forged, cut, a screen's or nobody's token opens no marking; another host's cookie neither", async () => {
    const night = await openNight();
    const screenToken = new URL((await night.host()).screenPath, app.url).searchParams.get("token") ?? "";
    const stranger = await app.signIn();
    for (const token of [
      `${night.markerToken}x`,
      night.markerToken.slice(0, -1),
      screenToken,
      "",
      night.teams[0]?.token ?? "",
    ]) {
      const target = `${night.path}/marking?token=${encodeURIComponent(token)}`;
      expect((await app.request("GET", target)).status).toBe(401);
      // a bad token is not mended by a cookie
      expect((await app.request("POST", target, { cookie: stranger, body: {} })).status).toBe(401);
    }
    expect((await app.request("GET", `${night.path}/marking`)).status).toBe(401);
    expect((await app.request("GET", `${night.path}/marking`, { cookie: stranger })).status).toBe(403);
    expect((await app.request("POST", `${night.path}/marking`, { cookie: stranger, body: {} })).status).toBe(
      403,
    );
  });

  test("ten marks a second are no flood; a thousand at once are, and cost the host nothing", async () => {
    const night = await openNight();
    const statuses = await Promise.all(
      Array.from({ length: 200 }, () =>
        night.mark({ type: "removeAdjustment", adjustmentId: "nothing there" }),
      ),
    );
    const refused = statuses.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(statuses.length - refused.length).toBeGreaterThanOrEqual(120);
    expect((await night.order({ type: "advance" })).shared.phase).toBe("roundIntro");
    const byHost = { type: "removeAdjustment", adjustmentId: "nothing there" };
    expect((await app.request("POST", `${night.path}/marking`, { cookie, body: byHost })).status).toBe(200);
  });
});

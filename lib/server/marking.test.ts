import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MarkingReply } from "@/lib/contracts/http";
import { markingViewSchema } from "@/lib/contracts/marking";
import { applyEvents } from "@/lib/game/evolve";
import type { GameEvent } from "@/lib/game/state";
import { type MarkReply, openMarkedNight } from "./marking.test-support";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp();
  cookie = await app.signIn();
});
afterAll(() => app.close());

const openNight = (teams?: string[]) => openMarkedNight(app, cookie, teams);

test("a marker judges a near miss for everybody who wrote it, and every table follows, also after the podium", async () => {
  const night = await openNight(["Owls", "Foxes", "Hens"]);
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
  await night.answer(night.teams[0]?.token ?? "", night.q1, "mine");
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

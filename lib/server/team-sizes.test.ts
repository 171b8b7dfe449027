import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ResultsReply } from "@/lib/contracts/http";
import type { Envelope, HostView, PlayerView } from "@/lib/contracts/views";
import { smallQuiz } from "@/lib/store/test-store";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp();
  cookie = await app.signIn();
});
afterAll(() => app.close());

async function openNight() {
  const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
  const path = `/api/sessions/${sessionId}`;
  return {
    sessionId,
    pin,
    path,
    order: app.orders(cookie, sessionId),
    say: (token: string, heads: unknown) =>
      app.request<{ code?: string; message?: string; heads?: number }>("PUT", `${path}/me/team-size`, {
        token,
        body: { heads },
      }),
    count: (playerId: string, heads: unknown) =>
      app.request<{ code?: string }>("POST", `${path}/commands`, {
        cookie,
        body: { type: "setTeamSize", playerId, heads },
      }),
    view: async (token: string) =>
      (await app.request<Envelope<PlayerView>>("GET", `${path}/view`, { token })).json.view,
    host: async () => (await app.request<Envelope<HostView>>("GET", `${path}/host`, { cookie })).json.view,
    results: async () => (await app.request<ResultsReply>("GET", `${path}/results`, { cookie })).json,
  };
}
const rule = { freeHeads: 4, points: 2, per: "night" };

describe("how many a team is", () => {
  test("its phones say it, the host's word stands over theirs, and what is no number is refused in a sentence", async () => {
    const night = await openNight();
    const { token, playerId } = await app.join(night.pin, "Many");
    const mine = async () => (await night.host()).live.players.find((one) => one.playerId === playerId);
    expect((await night.view(token)).me.teamSize).toBeUndefined();
    await night.order({ type: "setHandicap", rule });
    expect((await night.view(token)).me.teamSize).toEqual({ heads: null, mayChange: true });
    expect(await night.say(token, 7)).toMatchObject({ status: 200, json: { heads: 7 } });
    expect(await mine()).toMatchObject({ heads: 7, headsByHost: false });
    for (const bad of [0, 100, 2.5, "7", -3]) {
      const refused = await night.say(token, bad);
      expect([refused.status, refused.json.code]).toEqual([400, "BAD_REQUEST"]);
      expect(refused.json.message).toContain("the size of a team is a whole number from 1 to 99");
    }
    expect((await night.say("nonsense", 5)).json.code).toBe("BAD_TOKEN");

    expect((await night.count(playerId, 9)).status).toBe(200);
    expect(await mine()).toMatchObject({ heads: 9, headsByHost: true });
    expect(await night.say(token, 7)).toMatchObject({ status: 409, json: { code: "SIZE_SET" } });
    // what stands already is no change
    expect((await night.say(token, 9)).status).toBe(200);
    expect((await night.view(token)).me.teamSize).toEqual({ heads: 9, mayChange: false });
    expect((await night.count(playerId, null)).status).toBe(200);
    expect(await mine()).toMatchObject({ heads: null, headsByHost: false });
    expect((await night.say(token, 6)).status).toBe(200);
    expect((await night.count("nobody", 6)).json.code).toBe("UNKNOWN_PLAYER");
    expect((await night.count(playerId, 0)).json.code).toBe("BAD_REQUEST");
  });

  test("with the rule, points are taken in standings, phones, results and exports alike, also of a team on paper", async () => {
    const night = await openNight();
    const many = await app.join(night.pin, "Many");
    const few = await app.join(night.pin, "Few");
    await night.order({ type: "addPaperTeam", name: "Paper" });
    const paper = (await night.host()).live.players.find(({ isPaper }) => isPaper)?.playerId ?? "";
    await night.order({ type: "setHandicap", rule });
    await night.say(many.token, 7);
    await night.say(few.token, 3);
    await night.count(paper, 5);
    await night.order({ type: "advance" });
    const { question } = await night.order({ type: "advance" });
    const choiceId = question?.type === "single" ? question.choices.find(({ correct }) => correct)?.id : "";
    for (const { token } of [many, few])
      await app.request("POST", `${night.path}/answers`, {
        token,
        body: { questionId: question?.id, submissionId: "right answer", value: { kind: "choice", choiceId } },
      });
    await night.order({ type: "advance" });
    const { me } = await night.view(many.token);
    expect(me).toMatchObject({
      result: { points: 1 },
      standing: { points: -5, roundPoints: 1, handicap: { heads: 7, over: 3, rounds: 1, points: -6 } },
      teamSize: { heads: 7, mayChange: false },
    });
    expect(await night.say(many.token, 2)).toMatchObject({ json: { code: "WRONG_PHASE" } });
    expect((await night.view(few.token)).me.standing).not.toHaveProperty("handicap");

    const results = await night.results();
    expect(results.handicap).toEqual(rule);
    expect(
      results.players.map(({ name, points, roundPoints, heads, handicap }) => [
        name,
        points,
        roundPoints,
        heads,
        handicap,
      ]),
    ).toEqual([
      ["Few", 1, [1], 3, 0],
      ["Paper", -2, [0], 5, -2],
      ["Many", -5, [1], 7, -6],
    ]);
    const csv = (await app.request("GET", `${night.path}/results.csv`, { cookie })).text.split("\r\n");
    expect(csv[0]).toContain('"R1 Round one","Heads","Handicap","Adjustments","Adjustment reasons"');
    expect(csv[3]).toMatch(/^3,"Many",-5,"[a-z]+","active",1,7,-6,0,""/);

    // with points by hand beside it, everything that is shown adds up to the total that is shown
    const byHand = { type: "adjustPoints", playerId: many.playerId, reason: "a song" };
    await night.order({ ...byHand, adjustmentId: "of the night", round: null, points: 1.5 });
    await night.order({ ...byHand, adjustmentId: "of the round", round: 1, points: 2 });
    const sums = (await night.results()).players.map(
      ({ name, points, roundPoints, handicap, adjustments }) => {
        const parts = [
          ...roundPoints,
          handicap,
          ...adjustments.filter(({ round }) => round === null).map((one) => one.points),
        ];
        return [name, points, parts.reduce((sum, part) => sum + part, 0)];
      },
    );
    expect(sums).toEqual([
      ["Few", 1, 1],
      ["Many", -1.5, -1.5],
      ["Paper", -2, -2],
    ]);
    expect((await night.view(many.token)).me.standing?.points).toBe(-1.5);
    for (const adjustmentId of ["of the night", "of the round"])
      await night.order({ type: "removeAdjustment", adjustmentId });

    await night.order({ type: "removePlayer", playerId: many.playerId });
    const gone = (await night.results()).players.find(({ playerId }) => playerId === many.playerId);
    expect(gone).toMatchObject({ removed: true, rank: null, points: -5, handicap: -6 });
    const free = await openNight();
    await free.order({ type: "setHandicap", rule });
    await free.order({ type: "setHandicap", rule: null });
    expect((await free.results()).handicap).toBeNull();
    await night.order({ type: "setHandicap", rule: null });
    expect((await night.results()).players.map(({ points, handicap }) => [points, handicap])).toEqual([
      [1, 0],
      [0, 0],
      [1, 0],
    ]);
  });

  test("a league counts the night as its results do, also after the host has counted heads anew", async () => {
    const night = await openNight();
    const { playerId } = await app.join(night.pin, "League team");
    await night.order({ type: "setHandicap", rule });
    await night.count(playerId, 6);
    for (const type of ["advance", "advance", "advance", "endSession"]) await night.order({ type });
    const ask = <T>(method: string, path: string, body?: unknown) =>
      app.request<T>(method, `/api/leagues${path}`, { cookie, ...(body === undefined ? {} : { body }) });
    const { leagueId } = (
      await ask<{ leagueId: string }>("POST", "", { name: "Tuesdays", bestOf: null, byPlaces: false })
    ).json;
    const { sessionId } = night;
    type NightReply = { seats: { points: number }[] };
    const added = await ask<NightReply>("POST", `/${leagueId}/sessions`, { sessionId });
    expect(added.json.seats.map(({ points }) => points)).toEqual([-4]);
    await night.count(playerId, 5);
    const again = await ask<NightReply>("GET", `/${leagueId}/sessions/${sessionId}`);
    expect(again.json.seats.map(({ points }) => points)).toEqual([-2]);
    expect((await night.results()).players[0]?.points).toBe(-2);
  });

  test("a rule that is none is refused, and the same once more makes no new version", async () => {
    const night = await openNight();
    const set = async (given: unknown, basedOn = 0) =>
      (
        await app.request<{ code?: string; envelope?: { version: number } }>(
          "POST",
          `${night.path}/commands`,
          {
            cookie,
            body: { type: "setHandicap", basedOn, rule: given },
          },
        )
      ).json;
    for (const bad of [
      { ...rule, freeHeads: 0 },
      { ...rule, points: 0 },
      { ...rule, points: 101 },
      { ...rule, points: 0.5 },
      { ...rule, per: "question" },
      "six",
    ])
      expect((await set(bad)).code).toBe("BAD_REQUEST");
    expect((await set(rule)).envelope?.version).toBe(1);
    expect((await set(rule, 1)).envelope?.version).toBe(1);
    expect((await set(null, 1)).envelope?.version).toBe(2);
  });

  test("the host counts a team while its phone says something else: the host's word is what is kept", async () => {
    const night = await openNight();
    const { token, playerId } = await app.join(night.pin, "At once");
    await Promise.all([
      ...[2, 3, 4].map((heads) => night.say(token, heads)),
      night.count(playerId, 8),
      ...[5, 6, 7].map((heads) => night.say(token, heads)),
    ]);
    const [seat] = (await night.host()).live.players;
    expect(seat).toMatchObject({ heads: 8, headsByHost: true });
    const rows = await app.box.service.findRoom(night.sessionId);
    expect(rows?.seats.get(playerId)?.heads).toBe(8);
  });
});

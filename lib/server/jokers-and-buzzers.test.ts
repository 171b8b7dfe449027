import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Envelope, PlayerView, SharedView } from "@/lib/contracts/views";
import { openPubNight, text } from "./sheets.test-support";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp();
  cookie = await app.signIn();
});
afterAll(() => app.close());

const openNight = () => openPubNight(app, cookie);
const played = (isPlayed: boolean) => ({ kind: "joker" as const, played: isPlayed });

describe("jokers", () => {
  test("are played and taken back while the round is announced, once a night, and double the round", async () => {
    const night = await openNight();
    const [q1] = night.ids;
    const [first, second] = night.jokers;
    const { token } = await app.join(night.pin, "Daring");
    const cautious = await app.join(night.pin, "Cautious");
    expect((await night.send(token, { questionId: first, value: played(true) })).json.code).toBe(
      "QUESTION_CLOSED",
    );
    expect((await night.send(token, { questionId: "joker:nowhere", value: played(true) })).json.code).toBe(
      "UNKNOWN_QUESTION",
    );
    await night.order({ type: "advance" });
    expect((await night.view(token)).me.joker).toEqual({
      playedIn: null,
      offer: { questionId: first, revision: null },
    });
    expect((await night.send(token, { questionId: first, value: text("joker") })).json.code).toBe(
      "BAD_ANSWER",
    );
    expect((await night.send(token, { questionId: first, value: played(true) })).json).toMatchObject({
      ok: true,
    });
    expect((await night.send(token, { questionId: first, value: played(false), revision: 0 })).json.ok).toBe(
      true,
    );
    expect(
      (await night.send(token, { questionId: first, value: played(true), revision: 1 })).json,
    ).toMatchObject({
      ok: true,
      revision: 2,
    });
    expect((await night.view(token)).me.joker).toEqual({
      playedIn: 1,
      offer: { questionId: first, revision: 2 },
    });
    expect((await night.host()).live.players.map(({ joker }) => joker)).toEqual([true, false]);
    await night.order({ type: "advance" });
    expect(
      (await night.send(token, { questionId: first, value: played(false), revision: 2 })).json.code,
    ).toBe("QUESTION_CLOSED");
    for (const seat of [token, cautious.token])
      await night.send(seat, { questionId: q1, value: text("dog") });
    for (const type of ["lockQuestion", "advance", "advance"]) await night.order({ type });
    const results = await app.request<{ players: { name: string; points: number }[]; questions: unknown[] }>(
      "GET",
      `${night.path}/results`,
      { cookie },
    );
    expect(results.json.players.map(({ name, points }) => [name, points])).toEqual([
      ["Daring", 4],
      ["Cautious", 2],
    ]);
    // neither jokers nor slides are questions
    expect(results.json.questions).toHaveLength(4);
    expect((await night.host()).shared.phase).toBe("standings");
    await night.order({ type: "advance" });
    expect((await night.send(token, { questionId: second, value: played(true) })).json.code).toBe(
      "JOKER_PLAYED",
    );
    expect((await night.send(cautious.token, { questionId: second, value: played(true) })).json.ok).toBe(
      true,
    );
  });
});

describe("a buzzer", () => {
  test("lines the teams up by the server's receipt, for host and big screen, and is judged while it is open", async () => {
    const night = await openNight();
    const teams = [await app.join(night.pin, "Slow"), await app.join(night.pin, "Quick")];
    const [slow, quick] = teams as [(typeof teams)[0], (typeof teams)[0]];
    for (let step = 0; step < 2; step++) await night.order({ type: "advance" });
    await night.order({ type: "lockQuestion" });
    let shared: SharedView = (await night.host()).shared;
    for (let step = 0; step < 8 && !("question" in shared && shared.question.type === "buzzer"); step++)
      shared = (await night.order({ type: "advance" })).shared;
    const questionId = night.ids[4];
    expect(shared).toMatchObject({ phase: "question", question: { id: questionId } });
    const { token } = slow;
    await night.send(quick.token, { questionId, value: { kind: "buzz" } });
    await new Promise((done) => setTimeout(done, 5));
    await night.send(token, { questionId, value: { kind: "buzz" } });
    const line = [quick, slow].map(({ playerId, name }, index) => ({
      playerId,
      name,
      place: index + 1,
      turn: index === 0 ? "now" : "waiting",
    }));
    expect((await night.host()).live.buzzes).toEqual(line);
    const screenToken = new URL((await night.host()).screenPath, app.url).searchParams.get("token") ?? "";
    const screen = await app.request<Envelope<{ live: { buzzes: unknown } }>>(
      "GET",
      `${night.path}/screen?token=${screenToken}`,
    );
    expect(screen.json.view.live.buzzes).toEqual(line);
    for (const [team, place] of [
      [quick, 1],
      [slow, 2],
    ] as const) {
      const { json } = await app.request<Envelope<PlayerView>>("GET", `${night.path}/view`, {
        token: team.token,
      });
      expect(json.view.me.answer).toMatchObject({ value: { kind: "buzz" }, place });
    }
    await night.order({
      type: "overrideMark",
      questionId,
      playerId: slow.playerId,
      fraction: 1,
      reason: "the wren",
    });
    expect((await night.order({ type: "lockAndReveal" })).shared).toMatchObject({
      phase: "reveal",
      reveal: { winners: [{ playerId: slow.playerId }] },
    });
  });
});

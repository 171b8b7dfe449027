import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AnswerReply, type SubmitAnswer, wagerIdOf } from "@/lib/contracts/answers";
import type { ResultsReply } from "@/lib/contracts/http";
import type { Quiz } from "@/lib/contracts/quiz";
import type { Envelope, HostView, PlayerView } from "@/lib/contracts/views";
import { otherProcess } from "./other-process.test-support";
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
  title: "All in",
  rounds: [
    {
      id: "r1",
      title: "The last question",
      questions: [
        { ...base, id: "q1", type: "text", text: "What barks?", accepted: ["dog"], wager: { max: 20 } },
      ],
    },
  ],
};

async function openNight() {
  const { sessionId, pin } = await app.startSession(cookie, quiz);
  const path = `/api/sessions/${sessionId}`;
  const room = await app.box.service.findRoom(sessionId);
  const questionId = room?.state.quiz.rounds[0]?.questions[0]?.id ?? "";
  let taps = 0;
  const send = (token: string, answer: Omit<SubmitAnswer, "submissionId">, tap = `tap number ${taps++}`) =>
    app.request<AnswerReply & { code?: string }>("POST", `${path}/answers`, {
      token,
      body: { submissionId: tap, ...answer },
    });
  const wagerId = wagerIdOf(questionId);
  return {
    sessionId,
    pin,
    path,
    questionId,
    wagerId,
    send,
    stake: (token: string, points: number, revision?: number, tap?: string) =>
      send(
        token,
        {
          questionId: wagerId,
          value: { kind: "wager", stake: points },
          ...(revision === undefined ? {} : { revision }),
        },
        tap,
      ),
    answer: (token: string, text: string) => send(token, { questionId, value: { kind: "text", text } }),
    order: app.orders(cookie, sessionId),
    view: async (token: string) =>
      (await app.request<Envelope<PlayerView>>("GET", `${path}/view`, { token })).json.view,
    host: async () => (await app.request<Envelope<HostView>>("GET", `${path}/host`, { cookie })).json.view,
  };
}

describe("wagers", () => {
  test("are staked and changed while the round is announced, once for each tap, and never after it has begun", async () => {
    const night = await openNight();
    const { token } = await app.join(night.pin, "Bold");
    const codeOf = async (points: number, revision?: number) =>
      (await night.stake(token, points, revision)).json.code;
    expect(await codeOf(5)).toBe("QUESTION_CLOSED");
    await night.order({ type: "advance" });
    expect((await night.view(token)).shared).toMatchObject({ round: { wagers: [{ number: 1, max: 20 }] } });
    expect(await codeOf(21)).toBe("BAD_ANSWER");
    for (const bad of [-1, 2.5, 1001]) expect(await codeOf(bad)).toBe("BAD_REQUEST");
    expect(
      await night.send(token, { questionId: night.wagerId, value: { kind: "text", text: "20" } }),
    ).toMatchObject({
      status: 422,
      json: { code: "BAD_ANSWER" },
    });

    expect((await night.stake(token, 5, undefined, "the same tap")).json).toMatchObject({
      ok: true,
      revision: 0,
    });
    expect((await night.stake(token, 5, undefined, "the same tap")).json).toMatchObject({
      ok: true,
      revision: 0,
    });
    // another phone of the team that has not seen it
    expect((await night.stake(token, 9)).json).toMatchObject({
      code: "ANSWER_CHANGED",
      stored: { stake: 5 },
    });
    // the other road
    const socket = app.socket({ sessionId: night.sessionId, role: "player", token });
    await new Promise<void>((done) => socket.once("connect", done).connect());
    const change = {
      questionId: night.wagerId,
      submissionId: "by the socket",
      value: { kind: "wager" as const, stake: 12 },
      revision: 0,
    };
    expect(await socket.emitWithAck("answer:submit", change)).toMatchObject({ ok: true, revision: 1 });
    expect((await night.stake(token, 12, 0, "by the socket")).json).toMatchObject({ ok: true, revision: 1 });
    expect((await night.view(token)).me.wagers).toEqual([
      {
        questionId: night.questionId,
        number: 1,
        max: 20,
        stake: 12,
        offer: { wagerId: night.wagerId, revision: 1 },
      },
    ]);

    await night.order({ type: "advance" });
    expect(await night.stake(token, 20, 1)).toMatchObject({ status: 409, json: { code: "QUESTION_CLOSED" } });
    await night.order({ type: "undo" });
    expect(await codeOf(20, 1)).toBe("QUESTION_CLOSED");
    expect((await night.view(token)).me.wagers).toMatchObject([{ stake: 12, offer: null }]);
  });

  test("the host sees who has staked and nobody sees how much before the reveal; then screens and exports agree", async () => {
    const night = await openNight();
    const right = await app.join(night.pin, "Right");
    const wrong = await app.join(night.pin, "Wrong");
    const silent = await app.join(night.pin, "Silent");
    const careful = await app.join(night.pin, "Careful");
    await night.order({ type: "advance" });
    await night.stake(right.token, 19);
    await night.stake(wrong.token, 17);
    await night.stake(silent.token, 13);
    await night.stake(careful.token, 3);
    await night.stake(careful.token, 0, 0);
    const staked = Object.fromEntries((await night.host()).live.players.map((one) => [one.name, one.staked]));
    expect(staked).toEqual({ Right: true, Wrong: true, Silent: true, Careful: false });

    const secretly = async () => JSON.stringify([await night.host(), await night.view(careful.token)]);
    for (const points of [19, 17, 13]) expect(await secretly()).not.toMatch(RegExp(`:${points}[,}\\]]`));
    expect(JSON.stringify(await night.view(right.token))).toMatch(/:19[,}\]]/);
    await night.order({ type: "advance" });
    await night.answer(right.token, "dog");
    await night.answer(wrong.token, "cat");
    await night.order({ type: "advance" });
    for (const [{ token }, points, wager] of [
      [right, 29, { stake: 19, points: 19 }],
      [wrong, -17, { stake: 17, points: -17 }],
      [silent, -13, { stake: 13, points: -13 }],
      [careful, 0, undefined],
    ] as const) {
      const { me } = await night.view(token);
      expect([me.result?.points, me.result?.wager, me.standing?.points]).toEqual([points, wager, points]);
    }
    const results = (await app.request<ResultsReply>("GET", `${night.path}/results`, { cookie })).json;
    expect(results.questions[0]?.wager).toBe(20);
    expect(
      results.players.map(({ name, points, roundPoints, cells }) => [
        name,
        points,
        roundPoints,
        cells[0]?.wager,
      ]),
    ).toEqual([
      ["Right", 29, [29], { stake: 19, points: 19 }],
      ["Careful", 0, [0], undefined],
      ["Silent", -13, [-13], { stake: 13, points: -13 }],
      ["Wrong", -17, [-17], { stake: 17, points: -17 }],
    ]);
    const csv = (await app.request("GET", `${night.path}/results.csv`, { cookie })).text.split("\r\n");
    expect(csv[0]).toContain('"R1 Q1 points","R1 Q1 stake","R1 Q1 wager"');
    expect(csv[1]).toMatch(/"right","dog",29,19,19$/);
    expect(csv[2]).toMatch(/"unanswered","",0,"",""$/);
    expect(csv[4]).toMatch(/"wrong","cat",-17,17,-17$/);
  });

  test("a stake made at another process counts here, and none is taken there once the question is open here", async () => {
    const { tokens, now } = app.box;
    const other = otherProcess(app.box);
    const night = await openNight();
    const { token } = await app.join(night.pin, "Elsewhere");
    const there = await other.findRoom(night.sessionId);
    const seat = there && (await other.seatFor(there, tokens.readDevice(token)));
    if (!there || !seat?.ok) throw new Error("no seat there");
    const stake = (points: number, more: { revision?: number } = {}) =>
      other.submitAnswer(
        there,
        seat.value,
        {
          questionId: night.wagerId,
          submissionId: `stake of ${points}`,
          value: { kind: "wager", stake: points },
          ...more,
        },
        now(),
      );
    await night.order({ type: "advance" });
    expect(await stake(8)).toMatchObject({ ok: true, revision: 0 });
    await night.order({ type: "advance" });
    expect(await stake(20, { revision: 0 })).toMatchObject({ ok: false, code: "QUESTION_CLOSED" });
    await other.close();

    const rows = await app.box.committer.loadAnswers(night.sessionId);
    expect(rows.map(({ questionId, value }) => [questionId, value])).toEqual([
      [night.wagerId, { kind: "wager", stake: 8 }],
    ]);
  });
});

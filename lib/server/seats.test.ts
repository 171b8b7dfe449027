import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { AnswerReply } from "@/lib/contracts/answers";
import type { LookupReply, ResultsReply, SeatReply } from "@/lib/contracts/http";
import type { Envelope, HostView } from "@/lib/contracts/views";
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
    async cursorOf(token: string): Promise<string> {
      return (await app.request<{ cursor: string }>("GET", `${path}/view`, { token })).json.cursor;
    },
    /** A poll the server holds; its reply is still to come. */
    async hangingPoll(token: string, playerId: string) {
      const since = await this.cursorOf(token);
      const reply = app.request<{ code: string }>("GET", `${path}/view?since=${since}&wait=20`, { token });
      await vi.waitFor(() => expect(app.box.service.waiters.isWaiting(sessionId, playerId)).toBe(true));
      return { reply };
    },
  };
}

describe("a seat that is gone", () => {
  for (const [type, code] of [
    ["removePlayer", "SEAT_REMOVED"],
    ["banPlayer", "SEAT_BANNED"],
  ] as const)
    test(`HST-09 ${type}: the poll that hangs is told at once, not with the next one`, async () => {
      const night = await openNight();
      const { token, playerId } = await app.join(night.pin, "Out");
      const poll = await night.hangingPoll(token, playerId);
      await night.order({ type, playerId });
      const reply = await poll.reply;
      expect({ status: reply.status, code: reply.json.code }).toEqual({ status: 403, code });
    });

  test("who leaves hears that they left, on every tab, and may come back under the same name", async () => {
    const night = await openNight();
    const { token, playerId } = await app.join(night.pin, "Early birds");
    const otherTab = app.socket({ sessionId: night.sessionId, role: "player", token });
    const heard = new Promise((done) => otherTab.once("seat:revoked", done));
    const connected = new Promise<void>((done) => otherTab.once("connect", () => done()));
    otherTab.connect();
    await connected;
    const poll = await night.hangingPoll(token, playerId);
    expect((await app.request("DELETE", `${night.path}/me`, { token })).status).toBe(204);
    expect(await heard).toMatchObject({ code: "SEAT_LEFT" });
    expect((await poll.reply).json.code).toBe("SEAT_LEFT");
    const back = await app.request<SeatReply>("POST", `${night.path}/join`, {
      token,
      body: { name: "Early birds" },
    });
    expect(back.status).toBe(200);
    expect(back.json.player.playerId).not.toBe(playerId);
    const host = await app.request<Envelope<HostView>>("GET", `${night.path}/host`, { cookie });
    expect(host.json.view.live.players.map((player) => player.name)).toEqual(["Early birds"]);
  });
});

test("a phone that moved to another seat keeps it when its old seat is removed", async () => {
  const night = await openNight();
  const old = await app.join(night.pin, "Old seat");
  const other = await app.join(night.pin, "Other seat");
  const moved = await app.request<SeatReply>("POST", `${night.path}/reclaim`, {
    token: old.token,
    body: { seatCode: other.seatCode },
  });
  expect(moved.json.player.playerId).toBe(other.playerId);
  await night.order({ type: "removePlayer", playerId: old.playerId });
  const found = await app.request<LookupReply>("POST", "/api/lookup", {
    token: old.token,
    body: { pin: night.pin },
  });
  expect(found.json.seat?.playerId).toBe(other.playerId);
});

describe("answers", () => {
  const answer = (submissionId: string, questionId: string, value: object) => ({
    submissionId,
    questionId,
    value,
  });
  async function nightWithOpenQuestion() {
    const night = await openNight();
    const seat = await app.join(night.pin, "Team");
    await night.order({ type: "advance" });
    const { question } = await night.order({ type: "advance" });
    if (!question || !("choices" in question)) throw new Error("no choices");
    const value = { kind: "choice", choiceId: question.choices[0]?.id };
    const send = (body: object) =>
      app.request<AnswerReply>("POST", `${night.path}/answers`, { token: seat.token, body });
    return { night, seat, question, value, send };
  }

  test("a repeat of one submission costs no answer: thirty of them, and the next question is still open to the team", async () => {
    const { question, value, send } = await nightWithOpenQuestion();
    const replies = [];
    for (let n = 0; n < 30; n++) replies.push(await send(answer("the same tap", question.id, value)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect((await send(answer("another tap", question.id, value))).json).toMatchObject({
      code: "ALREADY_ANSWERED",
    });
  });

  test("different submissions without end are refused to that player alone, with a time to come again", async () => {
    const { night, question, value, send } = await nightWithOpenQuestion();
    const codes = [];
    for (let n = 0; n < 50; n++) codes.push(await send(answer(`tap number ${n}`, question.id, value)));
    const refused = codes.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    const neighbour = await app.join(night.pin, "Neighbour");
    const theirs = await app.request<AnswerReply>("POST", `${night.path}/answers`, {
      token: neighbour.token,
      body: answer("theirs in peace", question.id, value),
    });
    expect(theirs.status).toBe(200);
  });

  test("a question that was not asked yet is unknown, and leaves no trace as a late answer", async () => {
    const { night, seat, send } = await nightWithOpenQuestion();
    const room = await app.box.service.findRoom(night.sessionId);
    const next = room?.state.quiz.rounds[0]?.questions[1];
    const reply = await send(answer("too early", next?.id ?? "", { kind: "text", text: "dog" }));
    expect(reply.status).toBe(404);
    expect(reply.json).toMatchObject({ code: "UNKNOWN_QUESTION" });
    await night.order({ type: "lockAndReveal" });
    await night.order({ type: "advance" });
    await night.order({ type: "lockAndReveal" });
    const results = await app.request<ResultsReply>("GET", `${night.path}/results`, { cookie });
    const cells = results.json.players.find(({ playerId }) => playerId === seat.playerId)?.cells;
    expect(cells?.map(({ outcome }) => outcome)).toEqual(["unanswered", "unanswered"]);
  });
});

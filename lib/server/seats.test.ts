import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { AnswerReply } from "@/lib/contracts/answers";
import type { LookupReply, ResultsReply, SeatReply } from "@/lib/contracts/http";
import type { MarkingView } from "@/lib/contracts/marking";
import type { Envelope, HostView } from "@/lib/contracts/views";
import { currentQuestion } from "@/lib/game/questions";
import type { SessionState } from "@/lib/game/state";
import { smallQuiz } from "@/lib/store/test-store";
import { connected, openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp();
});
// a host for each: one may not save quizzes without end
beforeEach(async () => {
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
    await connected(otherTab);
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

test("one phone of a team leaves alone: the others keep seat and answer, and the last one gives the seat up", async () => {
  const night = await openNight();
  const first = await app.join(night.pin, "Three thumbs");
  const found = await app.request<LookupReply>("POST", "/api/lookup", { body: { pin: night.pin } });
  const second = found.json.deviceToken;
  await app.request("POST", `${night.path}/reclaim`, { token: second, body: { seatCode: first.seatCode } });
  const poll = await night.hangingPoll(second, first.playerId);
  expect((await app.request("DELETE", `${night.path}/me`, { token: second })).status).toBe(204);
  expect((await poll.reply).json.code).toBe("NOT_SEATED");
  const view = (token: string) =>
    app.request<Envelope<unknown> & { code: string }>("GET", `${night.path}/view`, { token });
  expect((await view(second)).json.code).toBe("NOT_SEATED");
  expect((await view(first.token)).status).toBe(200);
  const host = await app.request<Envelope<HostView>>("GET", `${night.path}/host`, { cookie });
  expect(host.json.view.live.players).toMatchObject([{ playerId: first.playerId, deviceCount: 1 }]);
  const stored = await app.box.store.prisma.device.findMany({ where: { sessionId: night.sessionId } });
  expect(stored).toHaveLength(1);

  // the phone that left joins as a team of its own, and the last one of the old team gives its seat up
  const anew = { token: second, body: { name: "One thumb" } };
  expect((await app.request("POST", `${night.path}/join`, anew)).status).toBe(200);
  expect((await app.request("DELETE", `${night.path}/me`, { token: first.token })).status).toBe(204);
  expect((await view(first.token)).json.code).toBe("SEAT_LEFT");
  expect((await view(second)).status).toBe(200);
});

test("the two last phones of a team leave in one moment: the seat is given up, and none is left without a phone", async () => {
  const night = await openNight();
  const first = await app.join(night.pin, "Both go");
  const found = await app.request<LookupReply>("POST", "/api/lookup", { body: { pin: night.pin } });
  const tokens = [first.token, found.json.deviceToken];
  await app.request("POST", `${night.path}/reclaim`, {
    token: found.json.deviceToken,
    body: { seatCode: first.seatCode },
  });
  const gone = tokens.map((token) => app.request("DELETE", `${night.path}/me`, { token }));
  expect((await Promise.all(gone)).map(({ status }) => status)).toEqual([204, 204]);
  const host = await app.request<Envelope<HostView>>("GET", `${night.path}/host`, { cookie });
  expect(host.json.view.live.players).toEqual([]);
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

describe("several phones of one team", () => {
  test("a phone that is added takes nothing from the others; removing the seat reaches all of them", async () => {
    const night = await openNight();
    const first = await app.join(night.pin, "Many thumbs");
    const tokens = [first.token];
    for (let n = 0; n < 2; n++) {
      const found = await app.request<LookupReply>("POST", "/api/lookup", { body: { pin: night.pin } });
      const token = found.json.deviceToken;
      const added = await app.request<SeatReply>("POST", `${night.path}/reclaim`, {
        token,
        body: { seatCode: first.seatCode },
      });
      expect(added.json.player.playerId).toBe(first.playerId);
      tokens.push(token);
    }
    for (const token of tokens) expect(await night.cursorOf(token)).toBe(await night.cursorOf(first.token));
    const host = await app.request<Envelope<HostView>>("GET", `${night.path}/host`, { cookie });
    expect(host.json.view.live).toMatchObject({
      playerCount: 1,
      players: [{ deviceCount: 3, isPaper: false }],
    });
    await night.order({ type: "removePlayer", playerId: first.playerId });
    for (const token of tokens)
      expect((await app.request<{ code: string }>("GET", `${night.path}/view`, { token })).json.code).toBe(
        "SEAT_REMOVED",
      );
  });

  test("eight phones of a team on the fallback, all woken by each other's answers, are no flood", async () => {
    const night = await openNight();
    const first = await app.join(night.pin, "A table of eight");
    const tokens = [first.token];
    for (let n = 1; n < 8; n++) {
      const { token } = app.box.tokens.issueDevice();
      await app.request("POST", `${night.path}/reclaim`, { token, body: { seatCode: first.seatCode } });
      tokens.push(token);
    }
    const statuses = new Set<number>();
    for (let n = 0; n < 20; n++)
      for (const token of tokens)
        statuses.add((await app.request("GET", `${night.path}/view`, { token })).status);
    expect([...statuses]).toEqual([200]);
  });
});

describe("a paper team", () => {
  test("has a seat without a phone, gets its points by hand, and stands in the tables", async () => {
    const night = await openNight();
    await app.join(night.pin, "Phones");
    expect((await night.order({ type: "addPaperTeam", name: "Pencils" })).live.players).toMatchObject([
      { name: "Phones", isPaper: false, deviceCount: 1 },
      { name: "Pencils", isPaper: true, deviceCount: 0, link: "offline" },
    ]);
    // the same order again, as after a lost reply
    expect((await night.order({ type: "addPaperTeam", name: "pencils" })).live.playerCount).toBe(2);
    const { live } = await night.order({ type: "advance" });
    const playerId = live.players[1]?.playerId;
    await night.order({
      type: "adjustPoints",
      adjustmentId: "their sheet of round one",
      playerId,
      round: 1,
      points: 7.5,
      reason: "sheet of round 1",
    });
    const results = await app.request<ResultsReply>("GET", `${night.path}/results`, { cookie });
    expect(results.json.players[0]).toMatchObject({
      name: "Pencils",
      rank: 1,
      points: 7.5,
      source: "paper",
      roundPoints: [7.5],
    });
  });

  test("nobody waits for it: it is missing in no count, and an answer it could not give is none it did not give", async () => {
    const night = await openNight();
    const { token } = await app.join(night.pin, "Phones");
    await app.join(night.pin, "Silent phones");
    await night.order({ type: "addPaperTeam", name: "Pencils" });
    await night.order({ type: "advance" });
    const { live } = await night.order({ type: "advance" });
    expect([live.playerCount, live.answeredCount, live.players.length]).toEqual([2, 0, 3]);
    const question = currentQuestion(
      (await app.box.service.findRoom(night.sessionId))?.state as SessionState,
    );
    if (!question || !("choices" in question)) throw new Error("the first question has choices");
    const sent = await app.request<AnswerReply>("POST", `${night.path}/answers`, {
      token,
      body: {
        questionId: question.id,
        submissionId: "the only tap",
        value: { kind: "choice", choiceId: question.choices[0]?.id },
      },
    });
    expect(sent.json.ok).toBe(true);
    const shown = await night.order({ type: "lockAndReveal" });
    expect([shown.live.playerCount, shown.live.answeredCount]).toEqual([2, 1]);
    const marking = await app.request<MarkingView>("GET", `${night.path}/marking`, { cookie });
    expect(marking.json.questions[0]?.unansweredCount).toBe(1);
    const { players } = (await app.request<ResultsReply>("GET", `${night.path}/results`, { cookie })).json;
    const outcomes = Object.fromEntries(players.map(({ name, cells }) => [name, cells[0]?.outcome]));
    expect(outcomes).toMatchObject({ "Silent phones": "unanswered", Pencils: "not asked" });
    const after = await night.order({ type: "showStandings" });
    expect(after.live.players).toHaveLength(3);
    expect(after.standings?.playerCount).toBe(3);
  });

  test("a taken or an unreadable name is refused; no phone can pass for one by its source", async () => {
    const night = await openNight();
    await app.join(night.pin, "Taken");
    for (const [name, code] of [
      ["taken", "NAME_TAKEN"],
      [" ", "NAME_EMPTY"],
    ] as const) {
      const reply = await app.request<{ code: string }>("POST", `${night.path}/commands`, {
        cookie,
        body: { type: "addPaperTeam", name },
      });
      expect(reply.json.code).toBe(code);
    }
    const found = await app.request<LookupReply>("POST", "/api/lookup", { body: { pin: night.pin } });
    await app.request("POST", `${night.path}/join`, {
      token: found.json.deviceToken,
      body: { name: "Impostors", source: "paper" },
    });
    const results = await app.request<ResultsReply>("GET", `${night.path}/results`, { cookie });
    expect(results.json.players.map(({ source }) => source)).not.toContain("paper");
  });
});

describe("two seats of one team", () => {
  test("become one: the phone moves at once on both roads, and the answers of the seat that stays count", async () => {
    const night = await openNight();
    const from = await app.join(night.pin, "Twins again");
    const to = await app.join(night.pin, "Twins");
    await night.order({ type: "advance" });
    const { question } = await night.order({ type: "advance" });
    if (!question || !("choices" in question)) throw new Error("no choices");
    const answer = (token: string, right: boolean) =>
      app.request("POST", `${night.path}/answers`, {
        token,
        body: {
          questionId: question.id,
          submissionId: `an answer, ${right}`,
          value: { kind: "choice", choiceId: question.choices.find(({ correct }) => correct === right)?.id },
        },
      });
    await answer(from.token, true);
    await answer(to.token, false);
    const socket = app.socket({ sessionId: night.sessionId, role: "player", token: from.token });
    const gone = new Promise<void>((done) => socket.once("disconnect", () => done()));
    await connected(socket);
    const poll = await night.hangingPoll(from.token, from.playerId);
    const { live } = await night.order({
      type: "mergeSeats",
      fromPlayerId: from.playerId,
      toPlayerId: to.playerId,
    });
    expect(live.players).toMatchObject([{ name: "Twins", deviceCount: 2 }]);
    // the same order again, as after a lost reply
    await night.order({ type: "mergeSeats", fromPlayerId: from.playerId, toPlayerId: to.playerId });
    await gone;
    const moved = await poll.reply;
    expect(moved.json).toMatchObject({ view: { me: { playerId: to.playerId, name: "Twins" } } });
    await night.order({ type: "lockAndReveal" });
    const results = await app.request<ResultsReply>("GET", `${night.path}/results`, { cookie });
    expect(
      results.json.players.map(({ name, removed, rank, points }) => [name, removed, rank, points]),
    ).toEqual([
      ["Twins", false, 1, 0],
      ["Twins again", true, null, 1],
    ]);
    // and after a restart
    const stored = await app.box.store.prisma.device.findMany({ where: { sessionId: night.sessionId } });
    expect(new Set(stored.map(({ playerId }) => playerId))).toEqual(new Set([to.playerId]));
  });

  test("a seat with itself, a seat that is gone and one of another night are refused in words", async () => {
    const night = await openNight();
    const other = await openNight();
    const here = await app.join(night.pin, "Here");
    const elsewhere = await app.join(other.pin, "Elsewhere");
    for (const [fromPlayerId, toPlayerId, code] of [
      [here.playerId, here.playerId, "WRONG_PHASE"],
      [here.playerId, elsewhere.playerId, "UNKNOWN_PLAYER"],
      [elsewhere.playerId, here.playerId, "UNKNOWN_PLAYER"],
      ["nobody", here.playerId, "UNKNOWN_PLAYER"],
    ] as const) {
      const body = { type: "mergeSeats", fromPlayerId, toPlayerId };
      const reply = await app.request<{ code: string }>("POST", `${night.path}/commands`, { cookie, body });
      expect(reply.json.code).toBe(code);
    }
  });
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

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { AnswerReply, SubmitAnswer } from "@/lib/contracts/answers";
import {
  type Envelope,
  hostViewSchema,
  type MeView,
  type PlayerView,
  playerViewSchema,
} from "@/lib/contracts/views";
import { openPubNight, pubQuiz, text } from "./sheets.test-support";
import { connected, openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp();
  cookie = await app.signIn();
});
afterAll(() => app.close());

const openNight = () => openPubNight(app, cookie);

describe("an answer sheet", () => {
  test("is written and changed on both roads until it is locked, and revealed one by one", async () => {
    const night = await openNight();
    const [q1, q2, q3] = night.ids;
    const one = await app.join(night.pin, "Socket");
    const two = await app.join(night.pin, "Fallback");
    const socket = await connected(
      app.socket({ sessionId: night.sessionId, role: "player", token: one.token }),
    );
    const bySocket = (answer: SubmitAnswer) => socket.emitWithAck("answer:submit", answer);
    await night.order({ type: "advance" });
    const opened = await night.order({ type: "advance" });
    expect(opened.nextStep).toBe("nextQuestion");
    expect(opened.shared).toMatchObject({ phase: "question", closesAt: null, sheet: [{ id: q1 }] });
    expect(
      (await night.send(two.token, { questionId: q2, value: { kind: "number", number: 4 } })).json.code,
    ).toBe("UNKNOWN_QUESTION");
    await night.order({ type: "advance" });
    await night.order({ type: "advance" });

    const first = { questionId: q1, submissionId: "first of q1", value: text("cat") };
    expect(await bySocket(first)).toEqual({ ok: true, ...first, revision: 0 });
    expect((await night.send(two.token, { questionId: q1, value: text("spanial") })).json).toMatchObject({
      ok: true,
      revision: 0,
    });
    const change = { questionId: q1, submissionId: "second of q1", value: text("dog"), revision: 0 };
    const changed = {
      ok: true,
      questionId: q1,
      submissionId: change.submissionId,
      value: change.value,
      revision: 1,
    };
    expect(await bySocket(change)).toEqual(changed);
    // the same change over the other road is the same reply
    expect((await night.send(one.token, change)).json).toEqual(changed);
    expect(
      (await night.send(two.token, { questionId: q3, value: { kind: "texts", texts: ["fox", "Wolf"] } })).json
        .ok,
    ).toBe(true);
    expect((await night.view(one.token)).me.sheet).toEqual([
      { questionId: q1, value: text("dog"), revision: 1 },
    ]);
    expect((await night.view(two.token)).me.sheet?.map(({ questionId }) => questionId)).toEqual([q1, q3]);
    const host = await night.host();
    hostViewSchema.parse(host);
    expect(host.live.perQuestion).toEqual([
      { questionId: q1, count: 2 },
      { questionId: q2, count: 0 },
      { questionId: q3, count: 1 },
    ]);
    expect(host.live.players.map(({ name, sheetCount }) => [name, sheetCount])).toEqual([
      ["Socket", 1],
      ["Fallback", 2],
    ]);

    const { toMark, nextStep } = await night.order({ type: "lockQuestion" });
    // "spanial" is nearly a spaniel
    expect({ toMark, nextStep }).toEqual({ toMark: 1, nextStep: "reveal" });
    expect((await night.send(one.token, { questionId: q2, value: text("cat") })).json.code).toBe(
      "BAD_ANSWER",
    );
    // after the lock the repeat is still a repeat
    expect(await bySocket(change)).toEqual(changed);
    for (const id of [q1, q2, q3]) {
      const { shared } = await night.order({ type: "advance" });
      expect(shared).toMatchObject({ phase: "reveal", question: { id } });
      playerViewSchema.parse(await night.view(two.token));
      const late = { questionId: q1, value: text("cat"), revision: 1 };
      expect((await night.send(one.token, late)).json.code).toBe("QUESTION_CLOSED");
    }
    expect((await night.view(two.token)).me.result).toEqual({ outcome: "right", points: 2, bonus: 0 });
    expect((await night.order({ type: "advance" })).shared.phase).toBe("standings");
  });

  test("time is called: the sheets lock by themselves, and what came in the grace counts", async () => {
    const night = await openNight();
    const { token } = await app.join(night.pin, "Last minute");
    await night.order({ type: "advance" });
    await night.order({ type: "advance" });
    await night.order({ type: "callTime", seconds: 10 });
    const room = await app.box.service.findRoom(night.sessionId);
    if (!room) throw new Error("no room");
    expect((await night.view(token)).shared).toMatchObject({
      phase: "question",
      closesAt: expect.any(Number),
    });
    const { openQuestionIds, closesAt } = await app.box.store.prisma.session.findUniqueOrThrow({
      where: { id: night.sessionId },
    });
    expect({ openQuestionIds, closesAt: Number(closesAt) }).toEqual({
      openQuestionIds: [night.ids[0]],
      closesAt: room.state.position.closesAt,
    });
  });
});

describe("two phones of one team", () => {
  test("see each other's answers at once, on socket and fallback, and never overwrite in silence", async () => {
    const night = await openNight();
    const [q1] = night.ids;
    const seat = await app.join(night.pin, "Two phones");
    const second = await night.addPhone(seat.seatCode);
    // the first phone keeps its seat
    expect((await night.view(seat.token)).me.playerId).toBe(seat.playerId);
    expect((await night.view(second)).me.playerId).toBe(seat.playerId);
    await night.order({ type: "advance" });
    const opened = await night.order({ type: "advance" });
    expect(opened.live).toMatchObject({ playerCount: 1, players: [{ deviceCount: 2, isPaper: false }] });

    const shown: MeView[] = [];
    const socket = app.socket({ sessionId: night.sessionId, role: "player", token: second });
    socket.on("view:me", ({ me }) => shown.push(me));
    await connected(socket);
    const { cursor } = (
      await app.request<Envelope<PlayerView>>("GET", `${night.path}/view`, { token: seat.token })
    ).json;
    const waiting = app.request<Envelope<PlayerView>>(
      "GET",
      `${night.path}/view?since=${encodeURIComponent(cursor)}&wait=20`,
      { token: seat.token },
    );
    await vi.waitFor(() =>
      expect(app.box.service.waiters.isWaiting(night.sessionId, seat.playerId)).toBe(true),
    );
    const answer = { questionId: q1, submissionId: "first of two", value: text("cat") };
    expect(await socket.emitWithAck("answer:submit", answer)).toMatchObject({ ok: true, revision: 0 });
    const stored = [{ questionId: q1, value: text("cat"), revision: 0 }];
    expect((await waiting).json.view.me.sheet).toEqual(stored);
    await vi.waitFor(() => expect(shown.at(-1)?.sheet).toEqual(stored));

    // the other phone did not see it in time: it hears what is saved, and nothing is overwritten
    const blind = await night.send(seat.token, { questionId: q1, value: text("dog") });
    expect(blind.status).toBe(409);
    expect(blind.json).toMatchObject({ code: "ANSWER_CHANGED", stored: text("cat"), revision: 0 });
    expect(
      (await night.send(seat.token, { questionId: q1, value: text("dog"), revision: 0 })).json,
    ).toMatchObject({
      ok: true,
      revision: 1,
    });
    await vi.waitFor(() =>
      expect(shown.at(-1)?.sheet?.[0]).toMatchObject({ value: text("dog"), revision: 1 }),
    );
    const dog = { questionId: q1, submissionId: "out of range", value: text("dog") };
    for (const revision of [2 ** 31, Number.MAX_SAFE_INTEGER, 1.5, -1]) {
      expect((await night.send(seat.token, { ...dog, revision })).json.code).toBe("BAD_REQUEST");
      const bySocket = await socket.emitWithAck("answer:submit", { ...dog, revision });
      expect(bySocket).toMatchObject({ ok: false, code: "BAD_REQUEST" });
    }
    expect((await night.send(seat.token, { ...dog, revision: 2 ** 31 - 1 })).json.code).toBe(
      "ANSWER_CHANGED",
    );
    const stale = { questionId: q1, submissionId: "on an old one", value: text("hen"), revision: 0 };
    expect(await socket.emitWithAck("answer:submit", stale)).toMatchObject({
      ok: false,
      code: "ANSWER_CHANGED",
      stored: text("dog"),
      revision: 1,
    });
    // ANS-11: a team with two phones counts once
    expect((await night.host()).live.answeredCount).toBe(1);
  });

  test("fifty changes at once, by both phones and both roads: one is taken, the others hear of it", async () => {
    const own = await openTestApp({ LIMITS: "off" });
    try {
      const host = await own.signIn();
      const { sessionId, pin } = await own.startSession(host, pubQuiz);
      const { token } = await own.join(pin, "Quick fingers");
      const order = own.orders(host, sessionId);
      await order({ type: "advance" });
      const { question } = await order({ type: "advance" });
      const questionId = question?.id ?? "";
      const socket = await connected(own.socket({ sessionId, role: "player", token }));
      await socket.emitWithAck("answer:submit", {
        questionId,
        submissionId: "the first",
        value: text("cat"),
      });
      const replies = await Promise.all(
        Array.from({ length: 50 }, async (_, n): Promise<AnswerReply> => {
          const body = {
            questionId,
            submissionId: `change number ${n}`,
            value: text(`dog ${n}`),
            revision: 0,
          };
          return n % 2
            ? socket.emitWithAck("answer:submit", body)
            : (await own.request<AnswerReply>("POST", `/api/sessions/${sessionId}/answers`, { token, body }))
                .json;
        }),
      );
      const taken = replies.filter((reply) => reply.ok);
      expect(taken).toHaveLength(1);
      for (const reply of replies)
        if (!reply.ok)
          expect(reply).toMatchObject({
            code: "ANSWER_CHANGED",
            stored: taken[0]?.ok && taken[0].value,
            revision: 1,
          });
    } finally {
      await own.close();
    }
  });
});

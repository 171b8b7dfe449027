/** What a host may set for a session, over the real API and sockets: late joins, places, and the co-host's link. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnswerReply, AnswerValue } from "@/lib/contracts/answers";
import type { ResultsReply } from "@/lib/contracts/http";
import type { Envelope, PlayerView } from "@/lib/contracts/views";
import { smallQuiz } from "@/lib/store/test-store";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp();
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
    await new Promise<void>((done) => socket.once("connect", done).connect());
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

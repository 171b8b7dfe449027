/** A correction after the answer was shown: what phones and the big screen hear of it, by both roads, and what costs nothing. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { MarkingReply } from "@/lib/contracts/http";
import type { Quiz } from "@/lib/contracts/quiz";
import type { Envelope, PlayerView, ScreenView } from "@/lib/contracts/views";
import { openTestApp, type Reply, type TestApp } from "./test-app";

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp();
  cookie = await app.signIn();
});
afterAll(() => app.close());

const base = { points: 2, timeLimitSeconds: 30, explanation: null, hostNotes: null };
const quiz: Quiz = {
  title: "Judged late",
  rounds: [
    {
      id: "r1",
      title: "Beasts",
      questions: [{ ...base, id: "q1", type: "text", text: "What barks?", accepted: ["spaniel"] }],
    },
  ],
};

/** Three teams have answered, the answer is up, and the owls' spelling waits for a judge. */
async function shownNight() {
  const { sessionId, pin } = await app.startSession(cookie, quiz);
  const path = `/api/sessions/${sessionId}`;
  const order = app.orders(cookie, sessionId);
  const room = await app.box.service.findRoom(sessionId);
  const questionId = room?.state.quiz.rounds[0]?.questions[0]?.id ?? "";
  const seats = [];
  for (const name of ["Owls", "Foxes", "Hens"]) seats.push(await app.join(pin, name));
  await order({ type: "advance" });
  const { screenPath } = await order({ type: "advance" });
  const texts = ["Spanial", "spaniel", "hen"];
  for (const [at, { token }] of seats.entries())
    await app.request("POST", `${path}/answers`, {
      token,
      body: { questionId, submissionId: `answer of ${at}`, value: { kind: "text", text: texts[at] } },
    });
  await order({ type: "advance" });
  const screenToken = new URL(screenPath, app.url).searchParams.get("token");
  return {
    sessionId,
    questionId,
    order,
    seats,
    version: () => room?.state.version,
    mark: (body: object) =>
      app.request<Reply & { code?: string; marking: MarkingReply }>("POST", `${path}/marking`, {
        cookie,
        body,
      }),
    group: (key: string, fraction: number | null) => ({ type: "markGroup", questionId, key, fraction }),
    view: async (token: string) =>
      (await app.request<Envelope<PlayerView>>("GET", `${path}/view`, { token })).json.view,
    screen: async () =>
      (await app.request<Envelope<ScreenView>>("GET", `${path}/screen?token=${screenToken}`)).json.view,
  };
}
const room = [{ round: 1, question: 1 }];
const of = (view: PlayerView | ScreenView) =>
  "corrections" in view.shared ? view.shared.corrections : undefined;

test("the room hears which question, the team what it has now; both roads say the same, until the night moves on", async () => {
  const night = await shownNight();
  const [owls = "", foxes = ""] = night.seats.map(({ token }) => token);
  const heard: PlayerView[] = [];
  const socket = app.socket({ sessionId: night.sessionId, role: "player", token: owls });
  socket.on("view:player", ({ view }) => heard.push(view));
  await new Promise<void>((done) => socket.once("view:player", () => done()).connect());

  await night.mark(night.group("spanial", 1));
  const own = [{ round: 1, question: 1, outcome: "right", points: 2, bonus: 0, of: 2 }];
  await vi.waitFor(() => expect(heard.at(-1)?.me.corrections).toEqual(own));
  expect(of(heard.at(-1) as PlayerView)).toEqual(room);
  expect(await night.view(owls)).toEqual(heard.at(-1));
  const others = await night.view(foxes);
  expect([of(others), others.me.corrections]).toEqual([room, undefined]);
  expect(of(await night.screen())).toEqual(room);

  // it is in what is saved: a process that starts now says the same
  const saved = await app.box.sessions.load(night.sessionId);
  expect(saved?.state.recentCorrections.questions).toMatchObject([
    { questionId: night.questionId, marks: {} },
  ]);

  // taken back it is told no more; marked again it is
  await night.mark(night.group("spanial", null));
  expect(of(await night.screen())).toBeUndefined();
  await night.mark(night.group("spanial", 0.5));
  expect((await night.view(owls)).me.corrections).toMatchObject([{ outcome: "partly", points: 1 }]);
  await night.order({ type: "advance" });
  expect([of(await night.view(owls)), of(await night.screen())]).toEqual([undefined, undefined]);
});

test("a phone hears of marks that are told together once", async () => {
  const night = await shownNight();
  const [, foxes = ""] = night.seats.map(({ token }) => token);
  const heard: string[] = [];
  const socket = app.socket({ sessionId: night.sessionId, role: "player", token: foxes });
  await new Promise<void>((done) => socket.once("view:player", () => done()).connect());
  // the reveal itself is told by then
  await vi.waitFor(async () => expect((await night.view(foxes)).me.result?.outcome).toBe("right"));
  socket.onAny((event) => heard.push(String(event)));
  for (const key of ["spanial", "hen", "spaniel"])
    await night.mark(night.group(key, key === "spaniel" ? 0.5 : 1));
  await vi.waitFor(async () =>
    expect(heard.filter((event) => event === "view:player").length).toBeGreaterThan(0),
  );
  await new Promise((done) => setTimeout(done, 600));
  expect(heard.filter((event) => event.startsWith("view:")).length).toBeLessThanOrEqual(2);
});

test("a mark for what nobody wrote is refused and makes no version; so is nothing that is set already", async () => {
  const night = await shownNight();
  const before = night.version();
  const unknown = await night.mark(night.group("nobody wrote this", 1));
  expect({ status: unknown.status, json: unknown.json }).toMatchObject({
    status: 404,
    json: { ok: false, code: "UNKNOWN_ANSWER" },
  });
  // a key as people type it, and none at all
  for (const key of ["constructor", "__proto__", "", "Spanial"])
    expect((await night.mark(night.group(key, 1))).json.code).toBe("UNKNOWN_ANSWER");
  expect((await night.mark({ ...night.group("spanial", 1), questionId: "q-none" })).json.code).toBe(
    "UNKNOWN_QUESTION",
  );
  expect((await night.mark(night.group("nobody wrote this", null))).status).toBe(200);
  await night.order({ type: "setJoinLocked", locked: false });
  await night.order({ type: "setLateJoin", policy: "atOnce" });
  await night.order({ type: "setStandings", show: "all" });
  expect(night.version()).toBe(before);
  expect((await night.mark(night.group("spanial", 1))).status).toBe(200);
  expect(night.version()).toBe((before ?? 0) + 1);
});

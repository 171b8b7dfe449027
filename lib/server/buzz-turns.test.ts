/** TMR-07: after each mark everybody hears whose turn it is, on both roads and in time. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Buzz, Envelope, MeView, PlayerView } from "@/lib/contracts/views";
import { openPubNight } from "./sheets.test-support";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp();
  cookie = await app.signIn();
});
afterAll(() => app.close());

/** Marks are told together after 250 ms and are there within half a second; a machine busy with other tests gets twice that. */
const inTimeMs = 1_000;

async function openBuzzer(names: string[]) {
  const night = await openPubNight(app, cookie);
  const teams: Awaited<ReturnType<TestApp["join"]>>[] = [];
  for (const name of names) teams.push(await app.join(night.pin, name));
  for (const type of ["advance", "advance", "lockQuestion"]) await night.order({ type });
  let { shared } = await night.host();
  for (let step = 0; step < 8 && !("question" in shared && shared.question.type === "buzzer"); step++)
    ({ shared } = await night.order({ type: "advance" }));
  const questionId = night.ids[4];
  expect(shared).toMatchObject({ phase: "question", question: { id: questionId } });
  const screenToken = new URL((await night.host()).screenPath, app.url).searchParams.get("token") ?? "";
  const shown = { buzzes: [] as Buzz[] };
  const screen = app.socket({ sessionId: night.sessionId, role: "screen", token: screenToken });
  screen.on("view:screen", ({ view }) => {
    shown.buzzes = view.live.buzzes;
  });
  screen.on("live:screen", ({ buzzes }) => {
    shown.buzzes = buzzes;
  });
  screen.connect();
  return {
    ...night,
    teams: teams as [(typeof teams)[0], (typeof teams)[0], (typeof teams)[0]],
    /** in the order given: the receipts lie a few milliseconds apart */
    async press(...those: typeof teams) {
      for (const { token } of those) {
        expect((await night.send(token, { questionId, value: { kind: "buzz" } })).json.ok).toBe(true);
        await new Promise((done) => setTimeout(done, 3));
      }
    },
    judge: (team: { playerId: string }, fraction: number | null) =>
      night.order({
        type: "overrideMark",
        questionId,
        playerId: team.playerId,
        fraction,
        reason: "buzzer",
      }),
    onScreen: () => shown.buzzes.map(({ name, place, turn }) => `${place} ${name} ${turn}`),
  };
}
const said = (me: MeView) => `${me.answer?.place} ${me.answer?.turn}`;

test("TMR-07 wrong calls the next, taken back calls the first again, right ends it: screen, socket and poll in time", async () => {
  const night = await openBuzzer(["Anna", "Bert", "Cleo"]);
  const [anna, bert, cleo] = night.teams;
  await night.press(anna, bert, cleo);
  const heard = { anna: "" };
  const socket = app.socket({ sessionId: night.sessionId, role: "player", token: anna.token });
  socket.on("view:player", ({ view }) => {
    heard.anna = said(view.me);
  });
  socket.on("view:me", ({ me }) => {
    heard.anna = said(me);
  });
  socket.connect();
  await vi.waitFor(() => expect(heard.anna).toBe("1 now"));
  await vi.waitFor(() =>
    expect(night.onScreen()).toEqual(["1 Anna now", "2 Bert waiting", "3 Cleo waiting"]),
  );

  /** Bert's phone is on the fallback and hangs in a poll. */
  async function hears(
    mark: () => Promise<unknown>,
    expected: { anna: string; bert: string; screen: string[] },
  ) {
    const before = await app.request<Envelope<PlayerView>>("GET", `${night.path}/view`, {
      token: bert.token,
    });
    const since = encodeURIComponent(before.json.cursor);
    const poll = app
      .request<Envelope<PlayerView>>("GET", `${night.path}/view?since=${since}&wait=5`, { token: bert.token })
      .then(({ status, json }) => ({ said: status === 200 ? said(json.view.me) : status, at: Date.now() }));
    const { waiters } = app.box.service;
    await vi.waitFor(() => expect(waiters.isWaiting(night.sessionId, bert.playerId)).toBe(true));
    await mark();
    const markedAt = Date.now();
    await vi.waitFor(
      () => {
        expect(heard.anna).toBe(expected.anna);
        expect(night.onScreen()).toEqual(expected.screen);
      },
      { timeout: inTimeMs, interval: 10 },
    );
    const polled = await poll;
    expect(polled.said).toBe(expected.bert);
    expect(polled.at - markedAt).toBeLessThan(inTimeMs);
  }
  await hears(() => night.judge(anna, 0), {
    anna: "1 missed",
    bert: "2 now",
    screen: ["1 Anna missed", "2 Bert now", "3 Cleo waiting"],
  });
  await hears(() => night.judge(anna, null), {
    anna: "1 now",
    bert: "2 waiting",
    screen: ["1 Anna now", "2 Bert waiting", "3 Cleo waiting"],
  });
  await hears(() => night.judge(anna, 1), {
    anna: "1 right",
    bert: "2 over",
    screen: ["1 Anna right", "2 Bert over", "3 Cleo over"],
  });
  // the host's own view says the same with the reply
  expect((await night.judge(anna, 0)).live.buzzes.map(({ turn }) => turn)).toEqual([
    "missed",
    "now",
    "waiting",
  ]);
});

test("after the lock the turns go on", async () => {
  const night = await openBuzzer(["Anna", "Bert"]);
  const [anna, bert] = night.teams;
  await night.press(anna, bert);
  await night.order({ type: "lockQuestion" });
  await night.judge(anna, 0);
  expect(said((await night.view(anna.token)).me)).toBe("1 missed");
  expect(said((await night.view(bert.token)).me)).toBe("2 now");
});

test("a team that leaves moves those behind it up, and their phones hear of it", async () => {
  const night = await openBuzzer(["Anna", "Bert"]);
  const [anna, bert] = night.teams;
  await night.press(anna, bert);
  await vi.waitFor(() => expect(night.onScreen()).toHaveLength(2));
  let heard = "";
  const socket = app.socket({ sessionId: night.sessionId, role: "player", token: bert.token });
  socket.on("view:player", ({ view }) => {
    heard = said(view.me);
  });
  socket.on("view:me", ({ me }) => {
    heard = said(me);
  });
  socket.connect();
  await vi.waitFor(() => expect(heard).toBe("2 waiting"));
  await night.order({ type: "removePlayer", playerId: anna.playerId });
  await vi.waitFor(() => expect(heard).toBe("1 now"));
  await vi.waitFor(() => expect(night.onScreen()).toEqual(["1 Bert now"]));
});

test("a press that came earlier and is stored later: the phone it overtakes hears that it is second", async () => {
  const night = await openBuzzer(["Anna", "Bert"]);
  const [anna, bert] = night.teams;
  const room = await app.box.service.findRoom(night.sessionId);
  const seat = room?.seats.get(anna.playerId);
  if (!room || !seat) throw new Error("no seat");
  let heard = "";
  const socket = app.socket({ sessionId: night.sessionId, role: "player", token: bert.token });
  socket.on("view:player", ({ view }) => {
    heard = said(view.me);
  });
  socket.on("view:me", ({ me }) => {
    heard = said(me);
  });
  socket.connect();
  const receivedAt = Date.now();
  await new Promise((done) => setTimeout(done, 5));
  await night.press(bert);
  await vi.waitFor(() => expect(heard).toBe("1 now"));
  const late = await app.box.service.submitAnswer(
    room,
    seat,
    { questionId: night.ids[4], submissionId: "late in store", value: { kind: "buzz" } },
    receivedAt,
  );
  expect(late.ok).toBe(true);
  await vi.waitFor(() => expect(heard).toBe("2 waiting"));
});

test("where more than ten have missed, the one called is on the big screen and before the host", async () => {
  const night = await openBuzzer(Array.from({ length: 12 }, (_, n) => `Team ${n + 1}`));
  await night.press(...night.teams);
  for (const team of night.teams.slice(0, 10)) await night.judge(team, 0);
  const { buzzes } = (await night.host()).live;
  expect(buzzes.map(({ place }) => place)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(buzzes.find(({ turn }) => turn === "now")).toMatchObject({ name: "Team 11", place: 11 });
}, 20_000);

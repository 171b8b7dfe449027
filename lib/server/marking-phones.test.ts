import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Envelope, PlayerView } from "@/lib/contracts/views";
import { openMarkedNight } from "./marking.test-support";
import { connected, openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp();
  cookie = await app.signIn();
});
afterAll(() => app.close());

const openNight = () => openMarkedNight(app, cookie);

describe("phones hear only of what they can see", () => {
  test("a hundred marks while the sheets are locked: no push, no poll and no announcement for any phone", async () => {
    const night = await openNight();
    const [owls, foxes] = night.teams as [(typeof night.teams)[0], (typeof night.teams)[0]];
    await night.openSheet();
    await night.answer(owls.token, night.q1, "no idea");
    await night.order({ type: "lockQuestion" });
    const heard: string[] = [];
    const socket = app.socket({ sessionId: night.sessionId, role: "player", token: owls.token });
    let hostViews = 0;
    let hostVersion = -1;
    const room = await app.box.service.findRoom(night.sessionId);
    const host = app.socket({ sessionId: night.sessionId, role: "host" }, { cookie });
    host.on("view:host", ({ version }) => {
      hostViews += 1;
      hostVersion = version;
    });
    for (const one of [socket, host]) await connected(one);
    // the lock itself is announced a second and a half later
    await vi.waitFor(() => expect(hostViews).toBe(1));
    await new Promise((done) => setTimeout(done, 1_700));
    socket.onAny((event) => heard.push(String(event)));
    const { cursor } = await night.view(foxes.token);
    let polled = 0;
    const poll = app
      .request("GET", `${night.path}/view?since=${encodeURIComponent(cursor)}&wait=4`, { token: foxes.token })
      .then(({ status }) => {
        polled = status;
      });
    await vi.waitFor(() =>
      expect(app.box.service.waiters.isWaiting(night.sessionId, foxes.playerId)).toBe(true),
    );
    for (let n = 0; n < 100; n++)
      expect(
        (
          await night.mark({
            type: "markGroup",
            questionId: night.q1,
            key: "no idea",
            fraction: n % 2 ? 0.5 : 1,
          })
        ).status,
      ).toBe(200);
    // the host sees them, told together
    await vi.waitFor(() => expect(hostVersion).toBe(room?.state.version));
    expect(hostViews).toBeLessThan(60);
    expect((await night.view(foxes.token)).cursor).toBe(cursor);
    await new Promise((done) => setTimeout(done, 1_700));
    expect(heard).toEqual([]);
    await poll;
    expect(polled).toBe(204);
  }, 30_000);

  test("at the reveal a mark reaches the phones it concerns, on both roads, in versions that fit together", async () => {
    const night = await openNight();
    const [owls, foxes] = night.teams as [(typeof night.teams)[0], (typeof night.teams)[0]];
    await night.openSheet();
    await night.answer(owls.token, night.q1, "no idea");
    await night.order({ type: "lockQuestion" });
    // the second question's marks show on no phone while the first one's answer is up
    await night.order({ type: "advance" });
    const shown = { shared: -1, me: -1, outcome: "" as string | undefined };
    const socket = app.socket({ sessionId: night.sessionId, role: "player", token: owls.token });
    socket.on("view:player", ({ version, view }) => {
      shown.shared = version;
      shown.me = version;
      shown.outcome = view.me.result?.outcome;
    });
    socket.on("view:me", ({ version, me }) => {
      shown.me = version;
      shown.outcome = me.result?.outcome;
    });
    socket.connect();
    await vi.waitFor(() => expect(shown.outcome).toBe("wrong"));
    const { cursor } = await night.view(foxes.token);
    const waiting = app.request<Envelope<PlayerView>>(
      "GET",
      `${night.path}/view?since=${encodeURIComponent(cursor)}&wait=20`,
      { token: foxes.token },
    );
    await vi.waitFor(() =>
      expect(app.box.service.waiters.isWaiting(night.sessionId, foxes.playerId)).toBe(true),
    );
    const { version } = (
      await night.mark({ type: "markGroup", questionId: night.q1, key: "no idea", fraction: 1 })
    ).json.marking;
    await vi.waitFor(() => expect(shown).toEqual({ shared: version, me: version, outcome: "right" }));
    expect((await waiting).json.view.me.standing).toMatchObject({ rank: 2, gapToNext: 10 });
  });
});

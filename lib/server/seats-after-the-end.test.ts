/** After the end a team keeps its place: no phone can take it out of podium, results and league. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ResultsReply } from "@/lib/contracts/http";
import type { Envelope, PlayerView } from "@/lib/contracts/views";
import { smallQuiz } from "@/lib/store/test-store";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp();
});
beforeEach(async () => {
  cookie = await app.signIn();
});
afterAll(() => app.close());

async function openNight() {
  const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
  const path = `/api/sessions/${sessionId}`;
  const owls = await app.join(pin, "Owls");
  const second = app.box.tokens.issueDevice().token;
  const bound = await app.request("POST", `${path}/reclaim`, {
    token: second,
    body: { seatCode: owls.seatCode },
  });
  expect(bound.status).toBe(200);
  const alone = await app.join(pin, "Alone");
  const order = app.orders(cookie, sessionId);
  return {
    owls,
    second,
    alone,
    path,
    order,
    end: () => order({ type: "endSession" }),
    view: (token: string) =>
      app.request<Envelope<PlayerView> & { code: string }>("GET", `${path}/view`, { token }),
    go: async (token: string, query = "") => {
      const gone = await app.request<{ code: string; detail: string } | null>(
        "DELETE",
        `${path}/me${query}`,
        { token },
      );
      return { status: gone.status, ...gone.json };
    },
    results: async () => (await app.request<ResultsReply>("GET", `${path}/results`, { cookie })).json.players,
  };
}

describe("after the end", () => {
  test("a phone that leaves, alone, one of several or with its whole team, is told that its team keeps its place", async () => {
    const night = await openNight();
    await night.end();
    for (const [token, query] of [
      [night.alone.token, ""],
      [night.alone.token, "?team=1"],
      [night.owls.token, "?team=1"],
      [night.second, ""],
      [night.owls.token, ""],
    ] as const)
      expect(await night.go(token, query)).toMatchObject({ status: 410, code: "SESSION_ENDED" });
    for (const token of [night.alone.token, night.owls.token, night.second]) {
      const { json } = await night.view(token);
      expect(json.view.me.standing?.playerCount).toBe(2);
    }
    const teams = (await night.results()).map(({ name, rank, removed }) => ({ name, rank, removed }));
    expect(teams).toEqual([
      { name: "Owls", rank: 1, removed: false },
      { name: "Alone", rank: 1, removed: false },
    ]);
  });

  test("also where a captain takes the other phones off, or goes to another team: the seat stays", async () => {
    const night = await openNight();
    await night.end();
    const phoneId = night.second.split(".")[1]?.slice(0, 8);
    const off = await app.request("DELETE", `${night.path}/phones/${phoneId}`, { token: night.owls.token });
    expect(off.status).toBe(204);
    const moved = await app.request("POST", `${night.path}/reclaim`, {
      token: night.alone.token,
      body: { seatCode: (await night.view(night.owls.token)).json.view.me.seatCode },
    });
    expect(moved.status).toBe(200);
    expect((await night.results()).map(({ removed }) => removed)).toEqual([false, false]);
  });

  test("the host alone can take a team out: one that was there by mistake", async () => {
    const night = await openNight();
    await night.end();
    await night.order({ type: "removePlayer", playerId: night.alone.playerId });
    expect((await night.results()).map(({ name, removed }) => [name, removed])).toEqual([
      ["Owls", false],
      ["Alone", true],
    ]);
  });

  test("a night this process does not know to be over is over all the same", async () => {
    const night = await openNight();
    await app.box.store.prisma.session.update({
      where: { id: night.path.split("/").at(-1) ?? "" },
      data: { endedAt: new Date() },
    });
    expect(await night.go(night.alone.token)).toMatchObject({ code: "SESSION_ENDED" });
    expect(await night.go(night.owls.token, "?team=1")).toMatchObject({ code: "SESSION_ENDED" });
    expect((await night.view(night.alone.token)).status).toBe(200);
  });
});

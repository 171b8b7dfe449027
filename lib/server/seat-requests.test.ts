/** Who gets in by a person's word: a phone without its seat code, and a name the word list does not like. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { SeatRequestReply } from "@/lib/contracts/http";
import type { HostLiveChange, HostView } from "@/lib/contracts/views";
import { smallQuiz } from "@/lib/store/test-store";
import { otherProcess } from "./other-process.test-support";
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
  const order = app.orders(cookie, sessionId);
  const send = (command: object) =>
    app.request<{ ok: boolean; code: string; envelope: { view: HostView } }>("POST", `${path}/commands`, {
      cookie,
      body: command,
    });
  return {
    sessionId,
    pin,
    path,
    order,
    send,
    newToken: () => app.box.tokens.issueDevice().token,
    ask: async (token: string, name: string) => {
      const reply = await app.request<SeatRequestReply & { code: string }>("POST", `${path}/seat-request`, {
        token,
        body: { name },
      });
      return reply.json;
    },
    stateOf: async (token: string) =>
      (await app.request<SeatRequestReply>("GET", `${path}/seat-request`, { token })).json.state,
    requests: async () =>
      (await app.request<{ view: HostView }>("GET", `${path}/host`, { cookie })).json.view.live.seatRequests,
    seatOf: async (token: string) =>
      (await app.request<{ view: { me: { playerId: string } } }>("GET", `${path}/view`, { token })).json.view
        ?.me.playerId,
  };
}

describe("re-entry by the host's word", () => {
  test("a wiped phone names its team, the host sees the same number, and lets it in: behind a locked door, too", async () => {
    const night = await openNight();
    const { playerId } = await app.join(night.pin, "Owls");
    await night.order({ type: "setJoinLocked", locked: true });
    const token = night.newToken();
    expect(await night.stateOf(token)).toBe("none");
    const socket = app.socket({ sessionId: night.sessionId, role: "host" }, { cookie });
    const pushed = new Promise<HostLiveChange>((done) =>
      socket.on("live:host", (change) => change.seatRequests.length > 0 && done(change)),
    );
    await new Promise<void>((done) => socket.once("view:host", () => done()).connect());
    const asked = await night.ask(token, " OWLS ");
    expect(asked).toEqual({ state: "waiting", ticket: expect.stringMatching(/^\d\d$/) });
    const [request] = await night.requests();
    expect(request).toMatchObject({ ticket: asked.ticket, playerId, name: "Owls" });
    expect((await pushed).seatRequests).toEqual([request]);
    // asked again by an impatient thumb, it is one request with one number
    expect(await night.ask(token, "Owls")).toEqual(asked);
    expect(await night.requests()).toHaveLength(1);

    const { requestId } = request ?? {};
    expect((await night.send({ type: "answerSeatRequest", requestId, letIn: true })).json.ok).toBe(true);
    expect(await night.stateOf(token)).toBe("seated");
    expect(await night.seatOf(token)).toBe(playerId);
    expect(await night.requests()).toEqual([]);
    // the second press of two hosts
    const late = await night.send({ type: "answerSeatRequest", requestId, letIn: true });
    expect(late).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
  });

  test("a no is told, stands in no list, and holds for that phone whatever team it names", async () => {
    const night = await openNight();
    const { seatCode } = await app.join(night.pin, "Owls");
    await app.join(night.pin, "Hens");
    const jokers = [night.newToken(), night.newToken(), night.newToken()] as const;
    for (const token of jokers) await night.ask(token, "Owls");
    for (const { requestId } of await night.requests())
      await night.send({ type: "answerSeatRequest", requestId, letIn: false });
    expect(await night.requests()).toEqual([]);
    for (const token of jokers)
      for (const name of ["Owls", "Hens"]) {
        const again = await night.ask(token, name);
        expect(again).toMatchObject({
          code: "FORBIDDEN",
          detail: expect.stringMatching(/again in 10 minutes/),
        });
      }
    for (const token of jokers) {
      expect(await night.stateOf(token)).toBe("refused");
      expect(await night.seatOf(token)).toBeUndefined();
    }
    expect(await night.requests()).toEqual([]);
    // they take nobody's place, and who has the code needs no word
    for (let n = 0; n < 3; n++) expect((await night.ask(night.newToken(), "Owls")).state).toBe("waiting");
    const byCode = await app.request("POST", `${night.path}/reclaim`, {
      token: jokers[0],
      body: { seatCode },
    });
    expect(byCode.status).toBe(200);
    expect(await night.stateOf(jokers[0])).toBe("seated");
  });

  test("is how a phone comes to a team on paper, which is one no longer then", async () => {
    const night = await openNight();
    await night.order({ type: "addPaperTeam", name: "Pencils" });
    const token = night.newToken();
    await night.ask(token, "Pencils");
    const [request] = await night.requests();
    const { live } = (
      await night.send({ type: "answerSeatRequest", requestId: request?.requestId, letIn: true })
    ).json.envelope.view;
    expect(live.players).toMatchObject([{ name: "Pencils", isPaper: false, deviceCount: 1 }]);
    // and it leaves the seat to the paper again
    await app.request("DELETE", `${night.path}/me`, { token });
    const after = await app.request<{ view: HostView }>("GET", `${night.path}/host`, { cookie });
    expect(after.json.view.live.players).toMatchObject([{ name: "Pencils", isPaper: true }]);
  });

  test("a team that is not there, a phone that is nobody and one that is banned are refused in words", async () => {
    const night = await openNight();
    await app.join(night.pin, "Owls");
    expect((await night.ask(night.newToken(), "Nobody")).code).toBe("UNKNOWN_PLAYER");
    expect((await night.ask("d1.x.y", "Owls")).code).toBe("BAD_TOKEN");
    const rude = await app.join(night.pin, "Rude");
    await night.order({ type: "banPlayer", playerId: rude.playerId });
    expect((await night.ask(rude.token, "Owls")).code).toBe("SEAT_BANNED");
    expect((await night.ask(night.newToken(), "\u200b")).code).toBe("NAME_EMPTY");
  });

  test("a joker with many tokens fills no host's list: three wait for one seat", async () => {
    const night = await openNight();
    await app.join(night.pin, "Owls");
    const codes = [];
    for (let n = 0; n < 6; n++) codes.push((await night.ask(night.newToken(), "Owls")).code ?? "asked");
    expect(codes).toEqual(["asked", "asked", "asked", "UNAVAILABLE", "UNAVAILABLE", "UNAVAILABLE"]);
    expect(await night.requests()).toHaveLength(3);
  });

  test("the seat goes meanwhile: the phone hears no, and the host's list is empty", async () => {
    const night = await openNight();
    const { playerId } = await app.join(night.pin, "Owls");
    const token = night.newToken();
    await night.ask(token, "Owls");
    await night.order({ type: "removePlayer", playerId });
    expect(await night.stateOf(token)).toBe("refused");
    expect(await night.requests()).toEqual([]);
  });

  test("asked in one process, it stands in the list of another within a second", async () => {
    const night = await openNight();
    await app.join(night.pin, "Owls");
    const other = otherProcess(app.box);
    try {
      const there = await other.findRoom(night.sessionId);
      await night.ask(night.newToken(), "Owls");
      await vi.waitFor(() => expect(there?.seatRequests.size).toBe(1), { timeout: 10_000, interval: 50 });
    } finally {
      await other.close();
    }
  });
});

describe("the word filter for names", () => {
  test("refuses until the host switches it off, for this session alone, and again when it is on", async () => {
    const night = await openNight();
    const other = await openNight();
    const join = async (path: string, name: string) => {
      const reply = await app.request<{ code?: string }>("POST", `${path}/join`, {
        token: night.newToken(),
        body: { name },
      });
      return reply.json.code ?? "seated";
    };
    expect(await join(night.path, "Fuck off")).toBe("NAME_REFUSED");
    const view = await night.order({ type: "setNameFilter", on: false });
    expect(view.filtersNames).toBe(false);
    expect(await join(night.path, "Fuck off")).toBe("seated");
    expect(await join(other.path, "Fuck off")).toBe("NAME_REFUSED");
    await night.order({ type: "setNameFilter", on: true });
    expect(await join(night.path, "Fuck off 2")).toBe("NAME_REFUSED");
    // what is no name at all is none with the filter off, too
    await night.order({ type: "setNameFilter", on: false });
    expect(await join(night.path, "\u200b")).toBe("NAME_EMPTY");
  });
});

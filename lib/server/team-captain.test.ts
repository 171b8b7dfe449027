/** A seat of several phones: who is its captain, what only the captain may do, and how nobody is stuck without one. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { AnswerReply, AnswerValue } from "@/lib/contracts/answers";
import type { Envelope, HostView, MeView, PlayerView } from "@/lib/contracts/views";
import { smallQuiz } from "@/lib/store/test-store";
import { awayAfterMs, goneAfterMs } from "./phone-presence";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  // only the date: sockets and the database need their timers
  vi.useFakeTimers({ toFake: ["Date"], shouldAdvanceTime: true });
  app = await openTestApp();
});
beforeEach(async () => {
  cookie = await app.signIn();
});
afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const phoneIdOf = (token: string) => token.split(".")[1]?.slice(0, 8) ?? "";

/** A team of so many phones; the first one took the seat. */
async function openTeam(phoneCount: number) {
  const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
  const path = `/api/sessions/${sessionId}`;
  const { token, playerId, seatCode } = await app.join(pin, "Owls");
  const tokens = [token];
  /** as a phone that has just looked at the page */
  const view = (by: string) =>
    app.request<Envelope<PlayerView> & { code: string }>("GET", `${path}/view`, { token: by });
  const me = async (by: string): Promise<MeView> => (await view(by)).json.view.me;
  const addPhone = async (code = seatCode) => {
    const added = app.box.tokens.issueDevice().token;
    const reply = await app.request<{ code: string }>("POST", `${path}/reclaim`, {
      token: added,
      body: { seatCode: code },
    });
    return { token: added, status: reply.status, code: reply.json.code };
  };
  await view(token);
  for (let n = 1; n < phoneCount; n++) tokens.push((await addPhone()).token);
  const ask = async (by: string, method: string, rest: string, body?: object) => {
    const reply = await app.request<{ code: string; message: string } | null>(method, `${path}/${rest}`, {
      token: by,
      body,
    });
    return reply.status < 300 ? "done" : reply.json?.code;
  };
  return {
    sessionId,
    pin,
    path,
    playerId,
    seatCode,
    tokens: tokens as [string, string, string, ...string[]],
    view,
    me,
    addPhone,
    ask,
    order: app.orders(cookie, sessionId),
    rename: (by: string, name: string) => ask(by, "PATCH", "me", { name }),
    handOver: (by: string, to: string) => ask(by, "PUT", "captain", { phoneId: phoneIdOf(to) }),
    remove: (by: string, whom: string) => ask(by, "DELETE", `phones/${phoneIdOf(whom)}`),
    captain: async (by: string) => (await me(by)).team?.captain,
  };
}

describe("the captain", () => {
  test("is the phone that took the seat; every phone of the team and the host are told so, one alone is not", async () => {
    const team = await openTeam(1);
    expect(await team.me(team.tokens[0])).not.toHaveProperty("team");
    const second = await team.addPhone();
    const third = await team.addPhone();
    const told = {
      captain: phoneIdOf(team.tokens[0]),
      phones: [team.tokens[0], second.token, third.token].map((token, index) => ({
        phoneId: phoneIdOf(token),
        number: index + 1,
      })),
    };
    for (const token of [team.tokens[0], second.token, third.token])
      expect((await team.me(token)).team).toEqual(told);
    const host = await app.request<Envelope<HostView>>("GET", `${team.path}/host`, { cookie });
    expect(host.json.view.live.players).toMatchObject([{ name: "Owls", team: told }]);
    // what a phone is called tells nobody its token
    for (const { phoneId } of told.phones) expect(phoneId).toHaveLength(8);
  });

  test("alone renames the team and takes phones off it; the others hear who can; every phone answers", async () => {
    const team = await openTeam(3);
    const [captain, second, third] = team.tokens;
    expect(await team.rename(second, "Hens")).toBe("NOT_CAPTAIN");
    expect(await team.remove(second, third)).toBe("NOT_CAPTAIN");
    expect(await team.handOver(second, third)).toBe("NOT_CAPTAIN");
    expect(await team.handOver(second, second)).toBe("CAPTAIN_HERE");
    expect(await team.ask(second, "DELETE", "me?team=1")).toBe("NOT_CAPTAIN");
    expect(await team.rename(captain, "Foxes")).toBe("done");
    expect((await team.me(third)).name).toBe("Foxes");

    await team.order({ type: "advance" });
    const { question } = await team.order({ type: "advance" });
    if (!question || !("choices" in question)) throw new Error("no choices");
    const value: AnswerValue = { kind: "choice", choiceId: question.choices[0]?.id ?? "" };
    const sent = await app.request<AnswerReply>("POST", `${team.path}/answers`, {
      token: third,
      body: { questionId: question.id, submissionId: "by the third phone", value },
    });
    expect(sent.json).toMatchObject({ ok: true });
  });

  test("hands over; both roads hear of it, and a repeat changes nothing", async () => {
    const team = await openTeam(3);
    const [captain, second, third] = team.tokens;
    const socket = app.socket({ sessionId: team.sessionId, role: "player", token: third });
    await new Promise<void>((done) => socket.once("view:player", () => done()).connect());
    const pushed = new Promise<void>((done) =>
      socket.on("view:me", ({ me }) => me.team?.captain === phoneIdOf(second) && done()),
    );
    const { cursor } = (await team.view(second)).json;
    const polled = app.request<Envelope<PlayerView>>("GET", `${team.path}/view?since=${cursor}&wait=20`, {
      token: second,
    });
    await vi.waitFor(() =>
      expect(app.box.service.waiters.isWaiting(team.sessionId, team.playerId)).toBe(true),
    );
    expect(await team.handOver(captain, second)).toBe("done");
    await pushed;
    expect((await polled).json.view.me.team?.captain).toBe(phoneIdOf(second));
    // the reply was lost, and it comes again
    expect(await team.handOver(captain, second)).toBe("done");
    expect(await team.rename(captain, "Hens")).toBe("NOT_CAPTAIN");
    expect(await team.rename(second, "Hens")).toBe("done");
    expect(await team.handOver(second, "d1.nobody-at-all.x")).toBe("UNKNOWN_PHONE");
  });

  test("leaves, or goes to another team: who was captain before, or else the phone that came next, is it", async () => {
    const team = await openTeam(3);
    const [captain, second, third] = team.tokens;
    await team.handOver(captain, third);
    expect(await team.ask(third, "DELETE", "me")).toBe("done");
    expect(await team.captain(second)).toBe(phoneIdOf(captain));
    const other = await app.join(team.pin, "Hens");
    await app.request("POST", `${team.path}/reclaim`, { token: captain, body: { seatCode: other.seatCode } });
    expect(await team.me(second)).not.toHaveProperty("team");
    expect(await team.rename(second, "Left over")).toBe("done");
    // and there it is the second phone, not the captain
    expect((await team.me(captain)).team).toMatchObject({ captain: phoneIdOf(other.token) });
  });

  test("is also named by the host, who can take a phone off any team", async () => {
    const team = await openTeam(3);
    const [, second, third] = team.tokens;
    const { playerId } = team;
    await team.order({ type: "makeCaptain", playerId, phoneId: phoneIdOf(third) });
    expect(await team.captain(second)).toBe(phoneIdOf(third));
    await team.order({ type: "removePhone", playerId, phoneId: phoneIdOf(third) });
    expect((await team.view(third)).json.code).toBe("NOT_SEATED");
    const refused = await app.request<{ code: string }>("POST", `${team.path}/commands`, {
      cookie,
      body: { type: "removePhone", playerId, phoneId: phoneIdOf(third) },
    });
    expect(refused).toMatchObject({ status: 404, json: { code: "UNKNOWN_PHONE" } });
    const trail = await app.box.store.prisma.sessionEvent.findMany({ where: { sessionId: team.sessionId } });
    expect(trail.map(({ type }) => type)).toContain("phoneRemoved");
  });
});

describe("a captain whose phone is gone blocks nobody", () => {
  test("after a minute any phone of the team may take over, and not before", async () => {
    const team = await openTeam(3);
    const [captain, second, third] = team.tokens;
    later(awayAfterMs - 5_000);
    expect(await team.handOver(second, second)).toBe("CAPTAIN_HERE");
    await team.view(captain);
    later(awayAfterMs - 5_000);
    expect(await team.handOver(second, second)).toBe("CAPTAIN_HERE");
    later(10_000);
    expect(await team.handOver(third, second)).toBe("done");
    expect(await team.captain(second)).toBe(phoneIdOf(second));
    // the phone that was dead is back: it answers, and asks for the captain's place like any other
    expect(await team.rename(captain, "Hens")).toBe("NOT_CAPTAIN");
  });

  test("who acts for the team meanwhile is its captain by it", async () => {
    const team = await openTeam(2);
    const [, second] = team.tokens;
    later(awayAfterMs);
    expect(await team.rename(second, "Hens")).toBe("done");
    expect(await team.captain(second)).toBe(phoneIdOf(second));
  });

  test("a live line is here, however long nothing was said on it", async () => {
    const team = await openTeam(2);
    const [captain, second] = team.tokens;
    const socket = app.socket({ sessionId: team.sessionId, role: "player", token: captain });
    await new Promise<void>((done) => socket.once("view:player", () => done()).connect());
    later(5 * awayAfterMs);
    expect(await team.handOver(second, second)).toBe("CAPTAIN_HERE");
    socket.disconnect();
    await vi.waitFor(async () => {
      const room = await app.box.service.findRoom(team.sessionId);
      expect(room?.seats.get(team.playerId)?.sockets).toBe(0);
    });
    later(awayAfterMs);
    expect(await team.handOver(second, second)).toBe("done");
  });

  test("a wiped phone that comes back by the seat code is captain of a seat nobody else is on", async () => {
    const team = await openTeam(1);
    later(awayAfterMs);
    const back = await team.addPhone();
    expect(await team.captain(back.token)).toBe(phoneIdOf(back.token));
    expect(await team.rename(back.token, "Owls again")).toBe("done");
  });

  test("what a process knew of who is here survives its end", async () => {
    const team = await openTeam(2);
    const [captain] = team.tokens;
    later(10 * awayAfterMs);
    await team.view(captain);
    const room = await app.box.service.findRoom(team.sessionId);
    if (!room) throw new Error("no session");
    await app.box.service.presence.noteSeen(room);
    const rows = await app.box.store.prisma.device.findMany({ where: { playerId: team.playerId } });
    const row = rows.find(({ deviceId }) => captain.includes(deviceId));
    expect(Date.now() - Number(row?.seenAt)).toBeLessThan(5_000);
  });
});

describe("a phone that is taken off its team", () => {
  test("hears it at once on both roads, cannot come back by the code it knew, and may join anew", async () => {
    const team = await openTeam(3);
    const [captain, second, third] = team.tokens;
    const socket = app.socket({ sessionId: team.sessionId, role: "player", token: second });
    await new Promise<void>((done) => socket.once("view:player", () => done()).connect());
    const cut = new Promise<void>((done) => socket.once("disconnect", () => done()));
    expect(await team.remove(captain, second)).toBe("done");
    await cut;
    expect((await team.view(second)).json.code).toBe("NOT_SEATED");
    const again = await app.request<{ code: string }>("POST", `${team.path}/reclaim`, {
      token: second,
      body: { seatCode: team.seatCode },
    });
    expect(again.json.code).toBe("BAD_SEAT_CODE");
    const { seatCode } = await team.me(third);
    expect(seatCode).not.toBe(team.seatCode);
    expect((await team.addPhone(seatCode)).status).toBe(200);
    const anew = await app.request("POST", `${team.path}/join`, { token: second, body: { name: "Hens" } });
    expect(anew.status).toBe(200);
    expect(await team.remove(captain, second)).toBe("UNKNOWN_PHONE");
    expect(await team.remove(captain, captain)).toBe("WRONG_PHASE");
  });

  test("the only phone of a team is not taken off it", async () => {
    const team = await openTeam(1);
    const reply = await app.request<{ code: string }>("POST", `${team.path}/commands`, {
      cookie,
      body: { type: "removePhone", playerId: team.playerId, phoneId: phoneIdOf(team.tokens[0]) },
    });
    expect(reply.json.code).toBe("WRONG_PHASE");
  });
});

describe("leaving", () => {
  const names = async (path: string) => {
    const host = await app.request<Envelope<HostView>>("GET", `${path}/host`, { cookie });
    return host.json.view.live.players.map(({ name }) => name);
  };

  test("a wiped phone's old row does not hold the seat for ever: after half an hour it is as if it were not there", async () => {
    const team = await openTeam(1);
    later(goneAfterMs);
    const back = await team.addPhone();
    expect(await team.ask(back.token, "DELETE", "me")).toBe("done");
    expect((await team.view(back.token)).json.code).toBe("SEAT_LEFT");
    expect(await names(team.path)).toEqual([]);
  });

  test("a phone in a pocket keeps the seat meanwhile", async () => {
    const team = await openTeam(2);
    later(goneAfterMs - 60_000);
    expect(await team.ask(team.tokens[1], "DELETE", "me")).toBe("done");
    expect(await names(team.path)).toEqual(["Owls"]);
  });

  test("the captain may give the seat up for all phones at once, whether they are here or not", async () => {
    const team = await openTeam(3);
    expect(await team.ask(team.tokens[0], "DELETE", "me?team=1")).toBe("done");
    for (const token of team.tokens) expect((await team.view(token)).json.code).toBe("SEAT_LEFT");
    expect(await names(team.path)).toEqual([]);
  });

  test("pressed twice in one moment it is one phone that leaves, and the others keep the seat", async () => {
    const team = await openTeam(2);
    const second = team.tokens[1];
    await Promise.all([1, 2, 3].map(() => team.ask(second, "DELETE", "me")));
    expect(await names(team.path)).toEqual(["Owls"]);
    expect((await team.view(team.tokens[0])).status).toBe(200);
  });
});

describe("a team on paper", () => {
  test("no phone takes its seat by a code: nobody was shown it", async () => {
    const { pin, path, order, addPhone } = await openTeam(1);
    const { live } = await order({ type: "addPaperTeam", name: "Pencils" });
    const code = live.players.find(({ isPaper }) => isPaper)?.seatCode;
    expect(await addPhone(code)).toMatchObject({ status: 409, code: "PAPER_SEAT" });
    expect(pin).not.toBe("");
    const host = await app.request<Envelope<HostView>>("GET", `${path}/host`, { cookie });
    expect(host.json.view.live.players.find(({ name }) => name === "Pencils")?.isPaper).toBe(true);
  });
});

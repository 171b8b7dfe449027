import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { outboxKey } from "./outbox";
import { noPlayerState, openPlayerSession, type PlayerState } from "./player-session";
import { createSnapshot, type Snapshot } from "./store";
import { choice, htmlResponse, io, jsonResponse, openVenue, pass, redirectResponse } from "./test-venue";

vi.mock("socket.io-client", () => ({ io: (options: Parameters<typeof io>[0]) => io(options) }));

type Phone = ReturnType<typeof openPlayerSession> & { state(): PlayerState; snapshot: Snapshot<PlayerState> };
let world: ReturnType<typeof openVenue>;
const phones: Phone[] = [];

function openPhone(): Phone {
  const snapshot = createSnapshot(noPlayerState);
  const phone = Object.assign(openPlayerSession("s1", snapshot), { state: snapshot.get, snapshot });
  phones.push(phone);
  return phone;
}
const shown = (phone: Phone) => {
  const shared = phone.state().view?.shared;
  return shared && "question" in shared ? shared.question.id : null;
};
const seconds = (phone: Phone) => (world.venue.closesAt - phone.serverNow()) / 1000;
const hide = () => {
  world.page.visibilityState = "hidden";
  world.page.dispatchEvent(new Event("visibilitychange"));
};
const show = () => {
  world.page.visibilityState = "visible";
  world.page.dispatchEvent(new Event("visibilitychange"));
};
const restore = () => world.window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
const networkReturns = () => {
  world.venue.network = "up";
  world.window.dispatchEvent(new Event("online"));
};

beforeEach(() => {
  world = openVenue();
});
afterEach(() => {
  for (const phone of phones.splice(0)) phone.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("the line", () => {
  test("a page opens with one look over HTTP and one socket, and shows the view", async () => {
    const phone = openPhone();
    await pass(100);
    expect(shown(phone)).toBe("q1");
    expect(phone.state().link).toBe("socket");
    expect(world.venue.views()).toHaveLength(1);
    expect(world.venue.connects).toBe(1);
    await pass(60_000);
    // the socket has taken over: no poll beside it
    expect(world.venue.views()).toHaveLength(1);
  });

  test("WebSocket blocked: the view is there within 1.5 s, every change too, and the polls wait", async () => {
    world.venue.socketsBlocked = true;
    const phone = openPhone();
    await pass(1_500);
    expect(shown(phone)).toBe("q1");
    expect(phone.state().link).toBe("fallback");
    for (const question of ["q2", "q3", "q4"]) {
      await pass(7_000);
      world.venue.ask(question);
      await pass(1_500);
      expect(shown(phone)).toBe(question);
    }
    const before = world.venue.views().length;
    await pass(60_000);
    expect(world.venue.views().length - before).toBeLessThanOrEqual(4);
  });

  test("polling starts the moment the socket is not connected, and ends when it takes over", async () => {
    const phone = openPhone();
    await pass(30_000);
    const before = world.venue.views().length;
    const lostAt = performance.now();
    world.venue.socketsBlocked = true;
    for (const socket of world.venue.open) socket.lose();
    expect(world.venue.views()).toHaveLength(before + 1);
    expect(world.venue.views().at(-1)?.at).toBe(lostAt);
    await pass(100);
    world.venue.ask("q2");
    await pass(100);
    expect(shown(phone)).toBe("q2");
    expect(phone.state().link).toBe("fallback");
    const hanging = world.venue.views().at(-1);
    expect(hanging?.path).toMatch(/wait=20/);
    world.venue.socketsBlocked = false;
    await pass(8_000);
    expect(phone.state().link).toBe("socket");
    expect(hanging?.signal?.aborted).toBe(true);
    const polls = world.venue.views().length;
    await pass(60_000);
    expect(world.venue.views()).toHaveLength(polls);
    world.venue.ask("q3");
    await pass(50);
    expect(shown(phone)).toBe("q3");
  });

  test("a look that failed beside a living socket does not become a second road", async () => {
    openPhone();
    await pass(100);
    world.venue.intercept = () => htmlResponse(502);
    hide();
    show();
    await pass(100);
    world.venue.intercept = null;
    // the view comes by the socket before the look is repeated
    world.venue.ask("q2");
    await pass(100);
    const asked = world.venue.views().length;
    await pass(60_000);
    expect(world.venue.views()).toHaveLength(asked);
  });

  test("a socket lost after a long quiet is not shown as no signal", async () => {
    const phone = openPhone();
    await pass(90_000);
    const links: string[] = [];
    phone.snapshot.subscribe(() => links.push(phone.state().link));
    for (const socket of world.venue.open) socket.lose();
    await pass(3_000);
    expect(links).not.toContain("offline");
  });

  test("one failed poll after a quiet wait is no news; three seconds without an answer are", async () => {
    world.venue.socketsBlocked = true;
    const phone = openPhone();
    await pass(15_000);
    world.venue.network = "down";
    world.venue.wakePolls();
    await pass(1_000);
    expect(phone.state().link).toBe("fallback");
    await pass(4_500);
    expect(phone.state().link).toBe("offline");
    networkReturns();
    await pass(100);
    expect(phone.state().link).toBe("fallback");
  });

  test("Retry-After is honoured, spread at random, also when the page wakes up or the socket fails meanwhile", async () => {
    const pauses = [];
    for (const luck of [0, 0.5, 0.999]) {
      vi.spyOn(Math, "random").mockReturnValue(luck);
      world.venue.socketsBlocked = true;
      const phone = openPhone();
      await pass(1_000);
      world.venue.intercept = (path) =>
        path.includes("/view")
          ? jsonResponse({
              status: 429,
              body: { code: "RATE_LIMITED", message: "Later.", retryAfterMs: 4_000 },
            })
          : null;
      world.venue.ask(`q${luck}`);
      world.venue.wakePolls();
      await pass(200);
      const refusedAt = world.venue.views().at(-1)?.at ?? 0;
      world.venue.intercept = null;
      const asked = world.venue.views().length;
      hide();
      show();
      await pass(3_500);
      expect(world.venue.views()).toHaveLength(asked);
      await pass(3_500);
      pauses.push(Math.round((world.venue.views()[asked]?.at ?? 0) - refusedAt));
      phone.close();
      vi.restoreAllMocks();
    }
    expect(pauses[0]).toBeGreaterThanOrEqual(4_000);
    expect(new Set(pauses).size).toBe(3);
    expect(Math.max(...pauses)).toBeLessThan(6_200);
  });

  test("the header alone will do: a busy database says Retry-After in seconds", async () => {
    world.venue.socketsBlocked = true;
    openPhone();
    await pass(500);
    const busy = { code: "UNAVAILABLE", message: "Busy." };
    world.venue.intercept = () => jsonResponse({ status: 503, body: busy, headers: { "retry-after": "3" } });
    world.venue.ask("q2");
    await pass(100);
    const asked = world.venue.views().length;
    await pass(2_800);
    expect(world.venue.views()).toHaveLength(asked);
    await pass(2_000);
    expect(world.venue.views()).toHaveLength(asked + 1);
  });

  test("a proxy that ends every wait at once is not hammered", async () => {
    world.venue.socketsBlocked = true;
    openPhone();
    await pass(500);
    world.venue.intercept = () => new Response(null, { status: 204 });
    world.venue.ask("q2");
    world.venue.wakePolls();
    const before = world.venue.views().length;
    await pass(10_000);
    expect(world.venue.views().length - before).toBeLessThanOrEqual(13);
  });

  test("the older of two views is dropped: a slow poll cannot take back what the socket has shown", async () => {
    const phone = openPhone();
    await pass(100);
    // asked before the question, answered after it was shown
    world.venue.replyMs = 800;
    hide();
    show();
    await pass(15);
    world.venue.ask("q2");
    await pass(100);
    expect(shown(phone)).toBe("q2");
    await pass(2_000);
    expect(shown(phone)).toBe("q2");
  });

  test("the older of two views is dropped, though its reply comes later", async () => {
    const phone = openPhone();
    await pass(100);
    world.venue.replyMs = 250;
    hide();
    show();
    await pass(15);
    world.venue.ask("q2");
    await pass(60);
    expect(shown(phone)).toBe("q2");
    // the old reply comes in here
    await pass(230);
    expect(shown(phone)).toBe("q2");
    await pass(1_000);
    expect(phone.connection.version).toBe(world.venue.version);
  });

  test("the older of two views of one version is dropped: an answer that was shown does not vanish", async () => {
    const phone = openPhone();
    await pass(100);
    world.venue.loses = (event) => event === "view:player";
    world.venue.replyMs = 500;
    world.venue.ask("q2");
    // the view was lost, and a look for it is under way
    await pass(1_830);
    world.venue.loses = () => false;
    // another tab of this seat answers
    world.venue.order("answer:submit", { questionId: "q2", submissionId: "other-tab", value: choice("b") });
    await pass(50);
    expect(phone.answerState("q2")?.status).toBe("saved");
    await pass(2_000);
    expect(phone.answerState("q2")?.status).toBe("saved");
  });

  test("a first view that is lost on the socket is fetched within 1.5 s", async () => {
    world.venue.loses = (event) => event.startsWith("view:");
    world.venue.replyMs = 100;
    const phone = openPhone();
    await pass(1_500);
    expect(shown(phone)).toBe("q1");
  });

  test("a page that was closed asks nothing more, on no road", async () => {
    const phone = openPhone();
    await pass(100);
    world.venue.network = "down";
    phone.submitAnswer("q1", choice("a"));
    await pass(3_000);
    phone.close();
    const { requests, connects } = { requests: world.venue.requests.length, connects: world.venue.connects };
    hide();
    show();
    networkReturns();
    await pass(120_000);
    expect(world.venue.requests).toHaveLength(requests);
    expect(world.venue.connects).toBe(connects);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("dead and half-dead lines", () => {
  test("CON-04 the transport dies without a close frame, the host goes on, the network returns: newest question, old answer refused", async () => {
    world.venue.ask("q3");
    const phone = openPhone();
    await pass(100);
    expect(shown(phone)).toBe("q3");
    world.venue.network = "silent";
    for (const socket of world.venue.open) socket.severed = true;
    world.venue.ask("q4");
    await pass(2_000);
    world.venue.ask("q5");
    phone.submitAnswer("q3", choice("a"));
    await pass(2_500);
    expect(shown(phone)).toBe("q3");
    networkReturns();
    await pass(200);
    expect(shown(phone)).toBe("q5");
    await pass(15_000);
    expect(phone.answerState("q3")).toMatchObject({
      status: "refused",
      refusal: { code: "QUESTION_CLOSED" },
    });
    expect(phone.missedAnswer()?.questionId).toBe("q3");
    // and the line lives: what comes next is pushed
    expect(phone.state().link).toBe("socket");
    world.venue.ask("q6");
    await pass(30);
    expect(shown(phone)).toBe("q6");
    phone.submitAnswer("q6", choice("b"));
    await pass(60);
    expect(phone.answerState("q6")?.status).toBe("saved");
    expect(world.venue.mostOpen).toBe(1);
  });

  test("CON-04 the network returns: the socket is renewed at once, whatever it believes of itself", async () => {
    const phone = openPhone();
    await pass(100);
    for (const socket of world.venue.open) socket.severed = true;
    networkReturns();
    await pass(200);
    world.venue.ask("q2");
    await pass(50);
    expect(shown(phone)).toBe("q2");
  });

  test("CON-04 a socket that stays silent while HTTP knows more is given up and replaced", async () => {
    const phone = openPhone();
    await pass(3_000);
    for (const socket of world.venue.open) socket.severed = true;
    world.venue.ask("q2");
    // a short look away: no reason to drop the socket by itself
    hide();
    await pass(500);
    show();
    await pass(100);
    expect(shown(phone)).toBe("q2");
    await pass(4_000);
    world.venue.ask("q3");
    await pass(50);
    expect(shown(phone)).toBe("q3");
    expect(world.venue.mostOpen).toBe(1);
  });

  test("CON-04 a dead socket in a page that nobody touches: the first answer finds it out", async () => {
    const phone = openPhone();
    await pass(3_000);
    for (const socket of world.venue.open) socket.severed = true;
    phone.submitAnswer("q1", choice("a"));
    await pass(2_100);
    expect(phone.answerState("q1")?.status).toBe("saved");
    await pass(7_000);
    world.venue.ask("q2");
    await pass(50);
    expect(shown(phone)).toBe("q2");
    expect(world.venue.mostOpen).toBe(1);
  });

  test("CON-04 a slow acknowledgement alone is no reason to drop a living socket", async () => {
    const phone = openPhone();
    await pass(3_000);
    world.venue.losesAcks = true;
    phone.submitAnswer("q1", choice("a"));
    await pass(10_000);
    expect(phone.answerState("q1")?.status).toBe("saved");
    expect(world.venue.connects).toBe(1);
  });

  test("CON-05 the view of a new question lost: the gap is noticed and the view pulled over HTTP", async () => {
    const phone = openPhone();
    await pass(5_000);
    world.venue.loses = (event) => event === "view:player";
    const polls = world.venue.views().length;
    world.venue.ask("q2");
    await pass(2_000);
    expect(shown(phone)).toBe("q2");
    expect(phone.connection.version).toBe(world.venue.version);
    expect(world.venue.views()).toHaveLength(polls + 1);
    // the socket was never in doubt
    expect(world.venue.connects).toBe(1);
  });

  test("CON-05 the pull itself fails: it is repeated until the view is there", async () => {
    const phone = openPhone();
    await pass(5_000);
    world.venue.loses = (event) => event.startsWith("view:");
    world.venue.intercept = () => htmlResponse(502);
    world.venue.ask("q2");
    await pass(4_000);
    expect(shown(phone)).toBe("q1");
    world.venue.intercept = null;
    await pass(3_000);
    expect(shown(phone)).toBe("q2");
  });

  test("CON-07 hidden for 10 s and shown, five times: a fresh view and a living push each time, one socket", async () => {
    const phone = openPhone();
    await pass(100);
    for (let round = 1; round <= 5; round++) {
      hide();
      for (const socket of world.venue.open) socket.severed = true;
      world.venue.ask(`away-${round}`);
      await pass(10_000);
      const polls = world.venue.views().length;
      show();
      await pass(200);
      expect(world.venue.views().length).toBeGreaterThan(polls);
      expect(shown(phone)).toBe(`away-${round}`);
      world.venue.ask(`back-${round}`);
      await pass(50);
      expect(shown(phone)).toBe(`back-${round}`);
    }
    expect(world.venue.mostOpen).toBe(1);
    expect(world.venue.sockets).toHaveLength(1);
  });

  test("CON-07 asleep with both clocks of the phone at odds: the monotonic one stood still, the socket is dead all the same", async () => {
    const phone = openPhone();
    await pass(100);
    hide();
    for (const socket of world.venue.open) socket.severed = true;
    // nothing ran and performance.now() did not move, but ten minutes went by
    vi.setSystemTime(Date.now() + 600_000);
    world.venue.clockSkewMs += 600_000;
    world.venue.ask("q2");
    show();
    // the time is right before any reply
    expect(seconds(phone)).toBeCloseTo(20 + 0, 0);
    await pass(200);
    expect(shown(phone)).toBe("q2");
    world.venue.ask("q3");
    await pass(50);
    expect(shown(phone)).toBe("q3");
  });

  test("CON-07 out of the back-forward cache, five times: pageshow alone is enough", async () => {
    const phone = openPhone();
    await pass(100);
    for (let round = 1; round <= 5; round++) {
      for (const socket of world.venue.open) socket.severed = true;
      world.venue.ask(`away-${round}`);
      await pass(1_000);
      restore();
      await pass(200);
      expect(shown(phone)).toBe(`away-${round}`);
      world.venue.ask(`back-${round}`);
      await pass(50);
      expect(shown(phone)).toBe(`back-${round}`);
    }
    expect(world.venue.mostOpen).toBe(1);
    expect(world.venue.sockets).toHaveLength(1);
  });

  test("CON-08 five reconnects: one handler of each kind, one view per change, one submit per tap", async () => {
    const phone = openPhone();
    await pass(100);
    for (let round = 0; round < 5; round++) {
      for (const socket of world.venue.open) socket.lose();
      await pass(10_000);
    }
    expect(world.venue.connects).toBe(6);
    const socket = world.venue.sockets[0];
    for (const event of ["view:player", "view:me", "version:announced", "seat:revoked"])
      expect(socket?.handlers.get(event)).toHaveLength(1);
    let renders = 0;
    phone.snapshot.subscribe(() => {
      renders += 1;
    });
    world.venue.ask("q2");
    await pass(1_000);
    expect(renders).toBe(1);
    phone.submitAnswer("q2", choice("a"));
    await pass(1_000);
    expect(world.venue.socketSent.filter(({ event }) => event === "answer:submit")).toHaveLength(1);
  });
});

describe("answers", () => {
  test("CON-09 nothing is buffered while offline: the late answer goes out by its question, is refused and said", async () => {
    const phone = openPhone();
    await pass(100);
    world.venue.network = "down";
    for (const socket of world.venue.open) socket.lose();
    phone.submitAnswer("q1", choice("b"));
    await pass(2_000);
    expect(phone.answerState("q1")?.status).toBe("kept");
    expect(world.venue.socketSent).toEqual([]);
    world.venue.ask("q2");
    networkReturns();
    await pass(500);
    expect(shown(phone)).toBe("q2");
    expect([...world.venue.answers.keys()]).toEqual([]);
    expect(phone.answerState("q2")).toBeNull();
    expect(phone.answerState("q1")).toMatchObject({
      status: "refused",
      refusal: { code: "QUESTION_CLOSED" },
    });
    expect(phone.missedAnswer()).toMatchObject({ questionId: "q1" });
    expect(world.storage.values.has(outboxKey("s1"))).toBe(false);
  });

  test("an acknowledgement that is lost: the same submission goes down the other road, and counts once", async () => {
    const phone = openPhone();
    await pass(100);
    world.venue.losesAcks = true;
    world.venue.loses = (event) => event === "view:me";
    phone.submitAnswer("q1", choice("b"));
    await pass(1_900);
    expect(phone.answerState("q1")?.status).toBe("sending");
    await pass(300);
    expect(phone.answerState("q1")?.status).toBe("saved");
    const sent = [
      ...world.venue.socketSent.map(({ payload }) => payload),
      ...world.venue.requests.filter(({ path }) => path.endsWith("/answers")).map(({ body }) => body),
    ];
    expect(sent).toHaveLength(2);
    expect(sent[0]).toEqual(sent[1]);
  });

  test("an answer that the view shows is saved, acknowledged or not", async () => {
    const phone = openPhone();
    await pass(100);
    world.venue.losesAcks = true;
    phone.submitAnswer("q1", choice("b"));
    await pass(100);
    expect(phone.answerState("q1")?.status).toBe("saved");
    expect(world.storage.values.has(outboxKey("s1"))).toBe(false);
  });

  test("CON-11 two tabs on one seat: one storage key, both answers kept, the first counts, both show it", async () => {
    const left = openPhone();
    const right = openPhone();
    await pass(100);
    world.venue.network = "down";
    for (const socket of [...world.venue.open]) socket.lose();
    left.submitAnswer("q1", choice("a"));
    // a storage event goes to the other tabs; here it is late
    right.submitAnswer("q1", choice("b"));
    const keys = [...world.storage.values.keys()].filter((key) => key.includes("outbox"));
    expect(keys).toEqual([outboxKey("s1")]);
    const kept = JSON.parse(world.storage.values.get(outboxKey("s1")) ?? "[]");
    expect(kept.map((entry: { value: unknown }) => entry.value)).toEqual([choice("a"), choice("b")]);
    await pass(1_000);
    networkReturns();
    await pass(5_000);
    expect(world.venue.answers.size).toBe(1);
    const counted = world.venue.answers.get("q1")?.value;
    for (const tab of [left, right])
      expect(tab.answerState("q1")).toEqual({ value: counted, status: "saved" });
    expect(world.storage.values.has(outboxKey("s1"))).toBe(false);
  });

  test("CON-11 a tab closed with an answer on its way: the other tab shows it and brings it in", async () => {
    const left = openPhone();
    const right = openPhone();
    await pass(100);
    world.venue.network = "down";
    for (const socket of [...world.venue.open]) socket.lose();
    left.submitAnswer("q1", choice("a"));
    world.window.dispatchEvent(Object.assign(new Event("storage"), { key: outboxKey("s1") }));
    expect(right.answerState("q1")).toEqual({ value: choice("a"), status: "kept" });
    left.close();
    await pass(1_000);
    networkReturns();
    await pass(3_000);
    expect(right.answerState("q1")).toEqual({ value: choice("a"), status: "saved" });
    expect(world.storage.values.has(outboxKey("s1"))).toBe(false);
  });

  test("CON-11 an answer saved in one tab is shown in the other", async () => {
    const left = openPhone();
    const right = openPhone();
    await pass(100);
    left.submitAnswer("q1", choice("a"));
    await pass(100);
    for (const tab of [left, right])
      expect(tab.answerState("q1")).toEqual({ value: choice("a"), status: "saved" });
    right.submitAnswer("q1", choice("b"));
    await pass(100);
    expect(world.venue.answers.get("q1")?.value).toEqual(choice("a"));
    expect(right.answerState("q1")).toEqual({ value: choice("a"), status: "saved" });
  });

  test("an answer outlives a reload, and is sent when a road opens, not at the next change", async () => {
    const before = openPhone();
    await pass(100);
    world.venue.network = "down";
    for (const socket of world.venue.open) socket.lose();
    before.submitAnswer("q1", choice("b"));
    await pass(50);
    before.close();
    world.venue.network = "up";
    world.venue.socketsBlocked = true;
    const after = openPhone();
    expect(after.answerState("q1")?.status).toBe("kept");
    await pass(200);
    expect(after.answerState("q1")?.status).toBe("saved");
  });
});

describe("the end of the line", () => {
  test.each(["SEAT_REMOVED", "SEAT_BANNED"] as const)("%s is said at once on the socket", async (code) => {
    const phone = openPhone();
    await pass(100);
    world.venue.revoke(code);
    await pass(50);
    expect(phone.state().refusal?.code).toBe(code);
  });

  test.each(["SEAT_REMOVED", "SEAT_BANNED"] as const)(
    "%s is said at once to a waiting poll that merely ends: the next one is not put off",
    async (code) => {
      world.venue.socketsBlocked = true;
      const phone = openPhone();
      await pass(5_000);
      world.venue.revoke(code);
      await pass(200);
      expect(phone.state().refusal?.code).toBe(code);
      const asked = world.venue.requests.length;
      await pass(60_000);
      expect(world.venue.requests).toHaveLength(asked);
    },
  );

  test("a revoked seat whose message was lost is heard of when the server closes the socket", async () => {
    const phone = openPhone();
    await pass(100);
    world.venue.loses = (event) => event === "seat:revoked";
    world.venue.revoke("SEAT_REMOVED");
    for (const socket of [...world.venue.open]) socket.lose();
    await pass(100);
    expect(phone.state().refusal?.code).toBe("SEAT_REMOVED");
  });

  test("SESSION_ENDED (410) is final: said, and nothing is asked again", async () => {
    world.venue.socketsBlocked = true;
    const phone = openPhone();
    await pass(100);
    world.venue.revoke("SESSION_ENDED");
    await pass(200);
    expect(phone.state().refusal?.code).toBe("SESSION_ENDED");
    const asked = world.venue.requests.length;
    await pass(60_000);
    expect(world.venue.requests).toHaveLength(asked);
  });

  test("answers of a seat that is gone are refused with its reason, and do not wait for the next seat", async () => {
    const phone = openPhone();
    await pass(100);
    world.venue.intercept = (path) => (path.endsWith("/answers") ? htmlResponse(502) : null);
    for (const socket of world.venue.open) socket.lose();
    world.venue.socketsBlocked = true;
    phone.submitAnswer("q1", choice("a"));
    await pass(500);
    expect(phone.answerState("q1")?.status).toBe("kept");
    world.venue.revoke("SEAT_REMOVED");
    await pass(2_000);
    expect(phone.answerState("q1")).toMatchObject({ status: "refused", refusal: { code: "SEAT_REMOVED" } });
    expect(world.storage.values.has(outboxKey("s1"))).toBe(false);
  });
});

describe("NET-06 captive portals are no connection", () => {
  const portals: [string, () => Response][] = [
    ["an HTML page with 200", () => htmlResponse(200)],
    ["an HTML page with 403", () => htmlResponse(403)],
    ["an HTML page with 404", () => htmlResponse(404)],
    ["an HTML page with 511", () => htmlResponse(511)],
    ["a redirect", redirectResponse],
    ["JSON of its own with 200", () => jsonResponse({ status: 200, body: { login: "/portal" } })],
    ["JSON of its own with 401", () => jsonResponse({ status: 401, body: { error: "login" } })],
    ["JSON of its own with 404", () => jsonResponse({ status: 404, body: {} })],
    ["JSON that says ok", () => jsonResponse({ status: 200, body: { ok: true } })],
    ["JSON null", () => jsonResponse({ status: 200, body: null })],
    ["204", () => new Response(null, { status: 204 })],
    [
      "HTML that says it is JSON",
      () => new Response("<html>", { headers: { "content-type": "application/json" } }),
    ],
  ];

  test.each(portals)(
    "NET-06 %s: no refusal, no answer lost, and play goes on behind it",
    async (_, portal) => {
      const phone = openPhone();
      await pass(100);
      world.venue.socketsBlocked = true;
      for (const socket of world.venue.open) socket.lose();
      await pass(100);
      world.venue.intercept = portal;
      world.venue.wakePolls();
      phone.submitAnswer("q1", choice("a"));
      await pass(10_000);
      expect(phone.state().refusal).toBeNull();
      expect(shown(phone)).toBe("q1");
      expect(phone.answerState("q1")?.status).toBe("kept");
      world.venue.intercept = null;
      await pass(10_000);
      expect(phone.answerState("q1")?.status).toBe("saved");
      expect(phone.state().link).toBe("fallback");
    },
  );

  test.each(portals)("NET-06 %s before the first view: the page waits for the network", async (_, portal) => {
    world.venue.socketsBlocked = true;
    world.venue.intercept = portal;
    const phone = openPhone();
    await pass(10_000);
    expect(phone.state()).toMatchObject({ view: null, refusal: null, link: "offline" });
    expect(world.venue.requests.length).toBeLessThan(20);
    world.venue.intercept = null;
    await pass(8_000);
    expect(shown(phone)).toBe("q1");
  });

  test("NET-06 a portal in the way for seconds is shown as no connection", async () => {
    world.venue.socketsBlocked = true;
    const phone = openPhone();
    await pass(1_000);
    world.venue.intercept = () => htmlResponse(511);
    world.venue.ask("q2");
    world.venue.wakePolls();
    await pass(6_000);
    expect(phone.state().link).toBe("offline");
  });
});

describe("TMR-01 the countdown", () => {
  const wrong = [-600_000, -3_000, 0, 3_000, 600_000];
  for (const road of ["socket", "fallback"] as const)
    test.each(wrong)(
      `TMR-01 a phone %i ms off, on the ${road}: within half a second all the way down`,
      async (offBy) => {
        vi.setSystemTime(world.venue.now() + offBy);
        world.venue.socketsBlocked = road === "fallback";
        const phone = openPhone();
        await pass(500);
        world.venue.ask("q2");
        await pass(200);
        for (let second = 0; second < 20; second++) {
          // set to one hour on in the middle of the question
          if (second === 8) vi.setSystemTime(Date.now() + 3_600_000);
          const truth = (world.venue.closesAt - world.venue.now()) / 1000;
          expect(Math.abs(seconds(phone) - truth)).toBeLessThan(0.5);
          await pass(1_000);
        }
        expect(shown(phone)).toBe("q2");
      },
    );

  test("TMR-01 a laptop whose lid was closed: the clock is right again with the first reply, on the backup line too", async () => {
    world.venue.socketsBlocked = true;
    const phone = openPhone();
    await pass(2_000);
    world.venue.ask("q2");
    await pass(500);
    // asleep for 90 s with the page visible: timers and performance.now() stood still, and the next reply is slow
    vi.setSystemTime(Date.now() + 90_000);
    world.venue.clockSkewMs += 90_000;
    world.venue.replyMs = 300;
    await pass(1_500);
    expect(seconds(phone)).toBeLessThan(0);
    expect(Math.abs(seconds(phone) * 1000 - (world.venue.closesAt - world.venue.now()))).toBeLessThan(500);
  });

  test("TMR-01 the server's clock is set back five minutes: phones on the socket follow", async () => {
    const phone = openPhone();
    await pass(5_000);
    world.venue.clockSkewMs -= 300_000;
    world.venue.ask("q2");
    await pass(1_000);
    expect(Math.abs(seconds(phone) - 19)).toBeLessThan(0.5);
  });

  test("TMR-04 a tab whose timers stood still paints the right number at once", async () => {
    const phone = openPhone();
    await pass(100);
    world.venue.ask("q2");
    await pass(100);
    hide();
    // fifteen seconds without a single tick of any timer: only the clocks go on
    const asOf = performance.now();
    const clock = vi.spyOn(performance, "now").mockImplementation(() => asOf + 15_000);
    expect(seconds(phone)).toBeCloseTo(4.9, 1);
    clock.mockRestore();
  });
});

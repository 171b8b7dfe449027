import { describe, expect, test, vi } from "vitest";
import { hide, networkReturns, openPhone, show, shown, world } from "./player-session.test-support";
import { choice, htmlResponse, jsonResponse, pass } from "./test-venue";

vi.mock("socket.io-client", () => import("./test-venue"));

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
    world.venue.loses = (event) => event === "view:change";
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

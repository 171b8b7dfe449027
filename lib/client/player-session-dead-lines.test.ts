import { describe, expect, test, vi } from "vitest";
import { hide, networkReturns, openPhone, seconds, show, shown, world } from "./player-session.test-support";
import { choice, htmlResponse, pass } from "./test-venue";

vi.mock("socket.io-client", () => import("./test-venue"));

const restore = () => world.window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));

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
    world.venue.loses = (event) => event.startsWith("view:");
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
    for (const event of ["view:player", "view:change", "view:me", "version:announced", "seat:revoked"])
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

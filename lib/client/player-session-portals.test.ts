import { describe, expect, test, vi } from "vitest";
import { openPhone, shown, world } from "./player-session.test-support";
import { choice, htmlResponse, jsonResponse, pass, redirectResponse } from "./test-venue";

vi.mock("socket.io-client", () => import("./test-venue"));

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

import { expect, test, vi } from "vitest";
import { openPhone, shown, world } from "./player-session.test-support";
import { choice, pass } from "./test-venue";

vi.mock("socket.io-client", () => import("./test-venue"));

const polls = () => world.venue.views().length;

test("a phone on its socket is shown the next question by what differs, and asks nothing", async () => {
  const phone = openPhone();
  await pass(100);
  const asked = polls();
  world.venue.ask("q2");
  await pass(20);
  expect(shown(phone)).toBe("q2");
  expect(phone.state().view).toEqual(world.venue.playerEnvelope().view);
  await pass(5_000);
  expect(polls()).toBe(asked);
});

test("CON-05 a change of a view that was lost is not put upon another: the view is fetched, once", async () => {
  const phone = openPhone();
  await pass(100);
  const asked = polls();
  world.venue.loses = (event) => event === "view:change";
  world.venue.ask("q2");
  await pass(100);
  world.venue.loses = () => false;
  world.venue.ask("q3");
  await pass(100);
  expect(shown(phone)).toBe("q1");
  await pass(400);
  expect(shown(phone)).toBe("q3");
  expect(polls()).toBe(asked + 1);
  // and what differs from there is taken again
  world.venue.ask("q4");
  await pass(20);
  expect(shown(phone)).toBe("q4");
  expect(polls()).toBe(asked + 1);
  expect(phone.state().link).toBe("socket");
});

test("a poll that was quicker than the socket leaves nothing to change, and the next change finds its place", async () => {
  const phone = openPhone();
  await pass(100);
  world.venue.loses = (event) => event === "view:change";
  world.venue.ask("q2");
  await pass(2_500);
  // fetched, because its version was named
  expect(shown(phone)).toBe("q2");
  world.venue.loses = () => false;
  world.venue.ask("q3");
  await pass(20);
  expect(shown(phone)).toBe("q3");
  expect(phone.state().view).toEqual(world.venue.playerEnvelope().view);
});

test("an answer saved between two views is in the next one, and a break in the line begins with a whole view", async () => {
  const phone = openPhone();
  await pass(100);
  phone.submitAnswer("q1", choice("a"));
  await pass(100);
  expect(phone.answerState("q1")?.status).toBe("saved");
  for (const socket of world.venue.open) socket.lose();
  world.venue.ask("q2");
  await pass(6_000);
  expect(phone.state().link).toBe("socket");
  expect(shown(phone)).toBe("q2");
  world.venue.ask("q3");
  await pass(20);
  expect(phone.state().view).toEqual(world.venue.playerEnvelope().view);
});

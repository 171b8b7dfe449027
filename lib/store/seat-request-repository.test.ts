import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { playerRepository } from "./player-repository";
import { refusalHoldsMs, type SeatRequestRepository, seatRequestRepository } from "./seat-request-repository";
import type { Store } from "./store";
import { addSession, openTestStore } from "./test-store";

let store: Store;
let requests: SeatRequestRepository;
let sessionId: string;
beforeAll(async () => {
  store = await openTestStore();
  requests = seatRequestRepository(store);
});
beforeEach(async () => {
  sessionId = (await addSession(store)).sessionId;
});
afterAll(() => store.close());

async function addTeam(name: string): Promise<string> {
  const playerId = `${name} ${sessionId}`;
  const seated = await playerRepository(store).seat({
    sessionId,
    playerId,
    deviceId: `phone of ${playerId}`,
    name,
    nameKey: name,
    seatCode: name,
    source: "pin",
    now: 1,
  });
  expect(seated).toMatchObject({ ok: true });
  return playerId;
}
const ask = (deviceId: string, playerId: string, now: number) =>
  requests.ask({ sessionId, deviceId, playerId, ticket: "47", now });

test("a no holds for ten minutes from when it was said, and the minutes left are told", async () => {
  const owls = await addTeam("owls");
  expect(await ask("joker", owls, 0)).toMatchObject({ ok: true });
  const saidAt = 60_000;
  await requests.refuse(sessionId, "joker", saidAt);
  expect(await ask("joker", owls, saidAt + 1)).toMatchObject({
    error: { code: "FORBIDDEN", message: expect.stringContaining("in 10 minutes.") },
  });
  // a try in between does not make it longer
  expect(await ask("joker", owls, saidAt + refusalHoldsMs - 1)).toMatchObject({
    error: { code: "FORBIDDEN", message: expect.stringContaining("in a minute.") },
  });
  expect(await requests.list(sessionId)).toMatchObject([{ deviceId: "joker", isRefused: true }]);
  expect(await ask("joker", owls, saidAt + refusalHoldsMs)).toMatchObject({ ok: true });
  expect(await requests.list(sessionId)).toMatchObject([{ deviceId: "joker", isRefused: false }]);
});

test("who asked for seats that are gone takes no place in the night's list", async () => {
  for (let team = 0; team < 10; team++) {
    const playerId = await addTeam(`gone${team}`);
    for (let n = 0; n < 3; n++)
      expect(await ask(`joker ${team} ${n}`, playerId, n)).toMatchObject({ ok: true });
    if (team < 9) await playerRepository(store).setStatus(playerId, "left");
  }
  const owls = await addTeam("owls");
  expect(await ask("guest", owls, 9)).toMatchObject({ ok: true });
});

test("thirty that wait for seats that are there are as many as a host reads", async () => {
  for (let team = 0; team < 10; team++) {
    const playerId = await addTeam(`team${team}`);
    for (let n = 0; n < 3; n++) await ask(`phone ${team} ${n}`, playerId, n);
  }
  const owls = await addTeam("owls");
  expect(await ask("guest", owls, 9)).toMatchObject({ error: { code: "UNAVAILABLE" } });
});

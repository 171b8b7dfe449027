import { afterAll, beforeAll, expect, test } from "vitest";
import { type PlayerRepository, playerRepository } from "./player-repository";
import type { Store } from "./store";
import { addSession, openTestStore } from "./test-store";

let store: Store;
let players: PlayerRepository;
beforeAll(async () => {
  store = await openTestStore();
  players = playerRepository(store);
});
afterAll(() => store.close());

test("the size of a team: the host's word stands over the team's, however close they come, until it is taken back", async () => {
  const { sessionId } = await addSession(store);
  const seated = await players.seat({
    sessionId,
    playerId: "many",
    deviceId: "phone",
    name: "Many",
    nameKey: "many",
    seatCode: "CODE",
    source: "pin",
    now: 1,
  });
  expect(seated).toMatchObject({ value: { heads: null, headsByHost: false } });
  expect(await players.setHeads("many", 5, false)).toMatchObject({
    ok: true,
    value: { heads: 5, headsByHost: false, deviceIds: ["phone"] },
  });
  const [host] = await Promise.all([
    players.setHeads("many", 9, true),
    ...[1, 2, 3, 4].map((heads) => players.setHeads("many", heads, false)),
  ]);
  expect(host).toMatchObject({ ok: true });
  expect(await players.list(sessionId)).toMatchObject([{ heads: 9, headsByHost: true }]);
  expect(await players.setHeads("many", 5, false)).toMatchObject({ ok: false, error: { code: "SIZE_SET" } });
  expect(await players.setHeads("many", null, true)).toMatchObject({
    value: { heads: null, headsByHost: false },
  });
  expect(await players.setHeads("many", 6, false)).toMatchObject({ value: { heads: 6, headsByHost: false } });

  await players.setStatus("many", "removed");
  for (const byHost of [true, false])
    expect(await players.setHeads("many", 7, byHost)).toMatchObject({
      ok: false,
      error: { code: "SEAT_REMOVED" },
    });
  expect(await players.setHeads("nobody", 7, true)).toMatchObject({ error: { code: "SEAT_REMOVED" } });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PlayerRepository, phonesPerSeat, playerRepository } from "./player-repository";
import type { Store } from "./store";
import { addSession, openTestStore } from "./test-store";

let store: Store;
let players: PlayerRepository;

beforeAll(async () => {
  store = await openTestStore();
  players = playerRepository(store);
});
afterAll(() => store.close());

let count = 0;
const seatOf = (sessionId: string, o: Partial<Parameters<PlayerRepository["seat"]>[0]> = {}) => {
  count += 1;
  return {
    sessionId,
    playerId: `player${count}`,
    deviceId: `device${count}`,
    name: `Team ${count}`,
    nameKey: `team ${count}`,
    seatCode: `CODE${count}`,
    source: "pin",
    now: 1,
    ...o,
  };
};
/** Nobody but who asks is here, unless said. */
const bind = (sessionId: string, deviceId: string, seatCode: string, isAway = () => true) =>
  players.bindDevice({ sessionId, deviceId, seat: { seatCode }, now: 1, isAway });
const refused = (code: string) => ({ ok: false, error: expect.objectContaining({ code }) });

async function seated(sessionId: string, o: Parameters<typeof seatOf>[1] = {}) {
  const result = await players.seat(seatOf(sessionId, o));
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

describe("joining", () => {
  test("ANS-04: thirty first joins of one device in the same instant are one player", async () => {
    const { sessionId } = await addSession(store);
    const results = await Promise.all(
      Array.from({ length: 30 }, () =>
        players.seat(seatOf(sessionId, { deviceId: "tapper", name: "Tappers", nameKey: "tappers" })),
      ),
    );
    const ids = new Set(results.map((result) => (result.ok ? result.value.playerId : result.error.code)));
    expect(ids.size).toBe(1);
    expect(await players.list(sessionId)).toMatchObject([
      { playerId: [...ids][0], joinOrder: 1, deviceIds: ["tapper"], status: "active" },
    ]);
  });

  test("NAM-01: of two devices with one name key the second hears NAME_TAKEN", async () => {
    const { sessionId } = await addSession(store);
    const results = await Promise.all(
      ["The Owls", "the owls"].map((name) => players.seat(seatOf(sessionId, { name, nameKey: "the owls" }))),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.find(({ ok }) => !ok)).toEqual(refused("NAME_TAKEN"));
    expect(await players.list(sessionId)).toHaveLength(1);
  });

  test("the same name in another session is free", async () => {
    for (const { sessionId } of [await addSession(store), await addSession(store)])
      expect((await seated(sessionId, { nameKey: "the foxes" })).nameKey).toBe("the foxes");
  });

  test("a full session: exactly as many seats as it holds, however many come at once", async () => {
    const { sessionId } = await addSession(store, { playerCap: 3 });
    const results = await Promise.all(Array.from({ length: 8 }, () => players.seat(seatOf(sessionId))));
    expect(results.filter(({ ok }) => ok)).toHaveLength(3);
    for (const result of results) if (!result.ok) expect(result).toEqual(refused("SESSION_FULL"));
    expect((await players.list(sessionId)).map(({ joinOrder }) => joinOrder)).toEqual([1, 2, 3]);
  });

  test("a seat code that is used asks for another one", async () => {
    const { sessionId } = await addSession(store);
    await seated(sessionId, { seatCode: "ABC23" });
    expect(await players.seat(seatOf(sessionId, { seatCode: "ABC23" }))).toEqual(refused("BAD_SEAT_CODE"));
  });

  test("an unknown session is NOT_FOUND", async () => {
    expect(await players.seat(seatOf("nowhere"))).toEqual(refused("NOT_FOUND"));
  });
});

describe("seats that are gone", () => {
  test("a removed device may take a new seat, even under the old name", async () => {
    const { sessionId } = await addSession(store, { playerCap: 1 });
    const first = await seated(sessionId, { deviceId: "back", nameKey: "again" });
    await players.setStatus(first.playerId, "removed");
    const second = await seated(sessionId, { deviceId: "back", nameKey: "again" });
    expect(second).toMatchObject({ status: "active", deviceIds: ["back"], joinOrder: 2 });
    expect(second.playerId).not.toBe(first.playerId);
    expect(await players.list(sessionId)).toMatchObject([
      { playerId: first.playerId, status: "removed", deviceIds: [] },
      { playerId: second.playerId, status: "active" },
    ]);
  });

  test("a banned device may not, and its seat code opens nothing", async () => {
    const { sessionId } = await addSession(store);
    const seat = await seated(sessionId, { deviceId: "rude" });
    await players.setStatus(seat.playerId, "banned");
    expect(await players.seat(seatOf(sessionId, { deviceId: "rude" }))).toEqual(refused("SEAT_BANNED"));
    expect(await bind(sessionId, "other phone", seat.seatCode)).toEqual(refused("BAD_SEAT_CODE"));
  });
});

test("a banned device gets no seat by another seat's code", async () => {
  const { sessionId } = await addSession(store);
  const rude = await seated(sessionId, { deviceId: "rude" });
  const friend = await seated(sessionId);
  await players.setStatus(rude.playerId, "banned");
  const bound = await bind(sessionId, "rude", friend.seatCode);
  expect(bound).toEqual(refused("SEAT_BANNED"));
});

test("a ban outlasts a removal that comes after it", async () => {
  const { sessionId } = await addSession(store);
  const seat = await seated(sessionId, { deviceId: "rude" });
  await players.setStatus(seat.playerId, "banned");
  await players.setStatus(seat.playerId, "removed");
  expect(await players.seat(seatOf(sessionId, { deviceId: "rude" }))).toEqual(refused("SEAT_BANNED"));
});

test("a second phone takes the seat by its code", async () => {
  const { sessionId } = await addSession(store);
  const seat = await seated(sessionId, { deviceId: "phone one" });
  const bound = await bind(sessionId, "phone two", seat.seatCode);
  expect(bound.ok && bound.value.deviceIds.toSorted()).toEqual(["phone one", "phone two"]);
});

test("a seat has at most its forty phones, and a phone it has is never one too many", async () => {
  const { sessionId } = await addSession(store);
  const seat = await seated(sessionId, { deviceId: "phone 1" });
  const add = (n: number) => bind(sessionId, `phone ${n}`, seat.seatCode);
  const bound = await Promise.all(Array.from({ length: phonesPerSeat + 4 }, (_, n) => add(n + 2)));
  expect(bound.filter(({ ok }) => ok)).toHaveLength(phonesPerSeat - 1);
  for (const result of bound) if (!result.ok) expect(result).toEqual(refused("SESSION_FULL"));
  expect((await add(1)).ok).toBe(true);
});

describe("two seats of one team", () => {
  const merge = (sessionId: string, fromId: string, toId: string) =>
    players.mergeSeats({ sessionId, fromId, toId });

  test("become one: the phones move, the other seat is removed and its name is free", async () => {
    const { sessionId } = await addSession(store);
    const from = await seated(sessionId, { deviceId: "phone one", nameKey: "twins" });
    const to = await seated(sessionId, { deviceId: "phone two" });
    const merged = await merge(sessionId, from.playerId, to.playerId);
    if (!merged.ok) throw new Error(merged.error.code);
    const byId = new Map(merged.value.map((seat) => [seat.playerId, seat]));
    expect(byId.get(from.playerId)).toMatchObject({ status: "removed", deviceIds: [] });
    expect(byId.get(to.playerId)?.deviceIds.toSorted()).toEqual(["phone one", "phone two"]);
    expect((await seated(sessionId, { nameKey: "twins" })).status).toBe("active");
  });

  test("two merges that cross leave one of them", async () => {
    const { sessionId } = await addSession(store);
    const [a, b] = [await seated(sessionId), await seated(sessionId)];
    const merges = await Promise.all([
      merge(sessionId, a.playerId, b.playerId),
      merge(sessionId, b.playerId, a.playerId),
    ]);
    expect(merges.filter(({ ok }) => ok)).toHaveLength(1);
    const seats = await players.list(sessionId);
    expect(seats.filter(({ status }) => status === "active")).toHaveLength(1);
    expect(seats.find(({ status }) => status === "active")?.deviceIds).toHaveLength(2);
  });

  test("a seat with itself, one that is gone, one of another session: refused, and nothing moves", async () => {
    const { sessionId } = await addSession(store);
    const other = await addSession(store);
    const seat = await seated(sessionId);
    const gone = await seated(sessionId);
    await players.setStatus(gone.playerId, "left");
    const foreign = await seated(other.sessionId);
    for (const id of [seat.playerId, gone.playerId, foreign.playerId, "nobody"]) {
      expect(await merge(sessionId, seat.playerId, id)).toEqual(refused("UNKNOWN_PLAYER"));
      expect(await merge(sessionId, id, seat.playerId)).toEqual(refused("UNKNOWN_PLAYER"));
    }
    expect((await players.list(sessionId))[0]).toMatchObject({ status: "active", deviceIds: seat.deviceIds });
  });
});

test("a paper team has a seat without a phone, and may get one by its code", async () => {
  const { sessionId } = await addSession(store);
  const paper = await players.seat(seatOf(sessionId, { deviceId: null, seatCode: "PAP23", source: "paper" }));
  expect(paper).toMatchObject({ ok: true, value: { deviceIds: [], source: "paper" } });
  const second = await players.seat(seatOf(sessionId, { deviceId: null }));
  expect(second).toMatchObject({ ok: true, value: { joinOrder: 2 } });
  expect(await bind(sessionId, "late phone", "PAP23")).toMatchObject({
    ok: true,
    value: { deviceIds: ["late phone"] },
  });
});

test("a rename keeps the seat; a taken name and a removed seat are refused", async () => {
  const { sessionId } = await addSession(store);
  await seated(sessionId, { nameKey: "the hares" });
  const seat = await seated(sessionId);
  expect(
    await players.rename({
      sessionId: seat.sessionId,
      playerId: seat.playerId,
      name: "New",
      nameKey: "new",
      by: null,
    }),
  ).toMatchObject({
    ok: true,
    value: { playerId: seat.playerId, name: "New", seatCode: seat.seatCode },
  });
  expect(
    await players.rename({
      sessionId: seat.sessionId,
      playerId: seat.playerId,
      name: "The Hares",
      nameKey: "the hares",
      by: null,
    }),
  ).toEqual(refused("NAME_TAKEN"));
  await players.setStatus(seat.playerId, "removed");
  expect(
    await players.rename({
      sessionId: seat.sessionId,
      playerId: seat.playerId,
      name: "Ghost",
      nameKey: "ghost",
      by: null,
    }),
  ).toEqual(refused("SEAT_REMOVED"));
});

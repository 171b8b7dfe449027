import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createSeatLine, type SeatRequest } from "./seat-line";
import type { Store } from "./store";
import { addSession, openTestStore } from "./test-store";

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

let count = 0;
function request(sessionId: string, o: Partial<SeatRequest> = {}): SeatRequest {
  count += 1;
  return {
    sessionId,
    playerId: `line-player-${count}`,
    deviceId: `line-device-${count}`,
    name: `Team ${count}`,
    nameKey: `team ${count}`,
    seatCode: `LINE${count}`,
    source: "pin",
    now: 1,
    ...o,
  };
}
const codeOf = (result: { ok: true } | { ok: false; error: { code: string } }) =>
  result.ok ? "ok" : result.error.code;

test("a hundred joins in the same instant are a handful of transactions, in the order they came", async () => {
  const { sessionId } = await addSession(store);
  const transactions = vi.spyOn(store.prisma, "$transaction");
  const seat = createSeatLine(store);
  const results = await Promise.all(Array.from({ length: 100 }, () => seat(request(sessionId))));
  expect(transactions.mock.calls.length).toBeLessThanOrEqual(3);
  transactions.mockRestore();
  expect(results.map((result) => result.ok && result.value.joinOrder)).toEqual(
    Array.from({ length: 100 }, (_, index) => index + 1),
  );
});

test("in one batch everybody hears their own: the first of two names, a double tap, a used code, a full room", async () => {
  const { sessionId } = await addSession(store, { playerCap: 4 });
  const seat = createSeatLine(store);
  await seat(request(sessionId, { seatCode: "USED2" }));
  const results = await Promise.all([
    seat(request(sessionId, { deviceId: "tap", nameKey: "owls" })),
    seat(request(sessionId, { nameKey: "owls" })),
    seat(request(sessionId, { deviceId: "tap", nameKey: "owls" })),
    seat(request(sessionId, { seatCode: "USED2" })),
    seat(request(sessionId)),
    seat(request(sessionId)),
    seat(request(sessionId)),
  ]);
  expect(results.map(codeOf)).toEqual([
    "ok",
    "NAME_TAKEN",
    "ok",
    "BAD_SEAT_CODE",
    "ok",
    "ok",
    "SESSION_FULL",
  ]);
  const [first, , again] = results;
  expect(again).toEqual(first);
  expect(await store.prisma.player.count({ where: { sessionId } })).toBe(4);
});

test.each([
  [2, ["NAME_TAKEN", "ok"]],
  [1, ["NAME_TAKEN"]],
])(
  "a name taken between the look and the insert costs its own guest a second try and nobody else of %i the seat",
  async (guests, expected) => {
    const { sessionId } = await addSession(store);
    const seat = createSeatLine(store);
    const other = await seat(request(sessionId, { nameKey: "before" }));
    const id = other.ok ? other.value.playerId : "";
    type Tx = Record<string | symbol, (...args: unknown[]) => Promise<unknown>> & {
      player: { update(o: object): Promise<unknown> };
    };
    const run = store.prisma.$transaction.bind(store.prisma) as unknown as (
      body: (tx: Tx) => unknown,
    ) => Promise<unknown>;
    // somebody else takes the name after this batch has looked which are free
    const raced = vi.spyOn(store.prisma, "$transaction").mockImplementation(((body: (tx: Tx) => unknown) =>
      run((tx) =>
        body(
          new Proxy(tx, {
            get(of, name) {
              if (name !== "$queryRaw") return of[name];
              return async (...args: unknown[]) => {
                const rows = await (of.$queryRaw as Tx[string])(...args);
                await of.player.update({ where: { id }, data: { activeNameKey: "wanted" } });
                return rows;
              };
            },
          }),
        ),
      )) as never);
    const results = await Promise.all(
      ["wanted", "free"].slice(0, guests).map((nameKey) => seat(request(sessionId, { nameKey }))),
    );
    raced.mockRestore();
    expect(results.map(codeOf)).toEqual(expected);
  },
);

test("a database that fails fails everybody in the batch, and the next one is served", async () => {
  const { sessionId } = await addSession(store);
  const seat = createSeatLine(store);
  const broken = vi.spyOn(store.prisma, "$transaction").mockRejectedValueOnce(new Error("away"));
  const results = await Promise.allSettled([seat(request(sessionId)), seat(request(sessionId))]);
  broken.mockRestore();
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(codeOf(await seat(request(sessionId)))).toBe("ok");
});

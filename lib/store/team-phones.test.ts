/** The phones of a seat in the database: exactly one captain, whatever happens to them, and in whatever order. */
import fc from "fast-check";
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

let count = 0;
async function openSeat(sessionId: string, deviceId: string) {
  count += 1;
  const seated = await players.seat({
    sessionId,
    playerId: `team-${count}`,
    deviceId,
    name: `Team ${count}`,
    nameKey: `team ${count}`,
    seatCode: `T${count}`,
    source: "pin",
    now: 1,
  });
  if (!seated.ok) throw new Error(seated.error.code);
  return seated.value;
}
const here = () => false;

test("two phones that take over in one moment: one is captain after the other, never two, never none", async () => {
  const { sessionId } = await addSession(store);
  const seat = await openSeat(sessionId, "first");
  const add = (deviceId: string) =>
    players.bindDevice({ sessionId, deviceId, seat: { id: seat.playerId }, now: 1, isAway: here });
  await Promise.all(["second", "third", "fourth"].map(add));
  const gone = new Set(["first"]);
  const takeOver = (deviceId: string) =>
    players.makeCaptain({
      sessionId,
      playerId: seat.playerId,
      isPhone: (id) => id === deviceId,
      by: { deviceId, now: 2, isAway: (phone) => gone.has(phone.deviceId) },
    });
  const results = await Promise.all(["second", "third", "fourth"].map(takeOver));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  for (const result of results) if (!result.ok) expect(result.error.code).toBe("CAPTAIN_HERE");
});

test("any run of joining, leaving, moving, handing over and merging leaves every phone in one seat, with one captain and a number of its own", async () => {
  const step = fc.record({
    act: fc.constantFrom("bind", "leave", "captain", "remove", "merge"),
    phone: fc.integer({ min: 0, max: 5 }),
    seat: fc.integer({ min: 0, max: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const { sessionId } = await addSession(store);
      const seats = [await openSeat(sessionId, "phone 0"), await openSeat(sessionId, "phone 1")];
      for (const { act, phone, seat } of steps) {
        const deviceId = `phone ${phone}`;
        const { playerId } = seats[seat] ?? { playerId: "" };
        const isPhone = (id: string) => id === deviceId;
        if (act === "bind")
          await players.bindDevice({ sessionId, deviceId, seat: { id: playerId }, now: 1, isAway: here });
        if (act === "leave")
          await players.unbindDevice({
            sessionId,
            playerId,
            deviceId,
            keeps: (_, others) => others.length > 0,
          });
        if (act === "captain") await players.makeCaptain({ sessionId, playerId, isPhone, by: null });
        if (act === "remove") {
          count += 1;
          await players.removePhone({ sessionId, playerId, isPhone, seatCode: `N${count}`, by: null });
        }
        if (act === "merge" && steps.length % 3 === 0) {
          const [fromId = "", toId = ""] = seats.map((one) => one.playerId);
          await players.mergeSeats({ sessionId, fromId, toId });
        }
      }
      const stored = await players.list(sessionId);
      const all = stored.flatMap(({ deviceIds }) => deviceIds);
      expect(new Set(all).size).toBe(all.length);
      for (const { deviceIds, phoneNumbers } of stored) {
        const numbers = deviceIds.map((deviceId) => phoneNumbers[deviceId]);
        expect(new Set(numbers).size).toBe(deviceIds.length);
        for (const number of numbers) expect(number).toBeGreaterThan(0);
      }
    }),
    { numRuns: 25, seed: 7 },
  );
}, 120_000);

test("seats of several phones from before there were captains get one, and numbers", async () => {
  const { sessionId } = await addSession(store);
  const seat = await openSeat(sessionId, "a");
  const { prisma } = store;
  // as the migration found them
  await prisma.$executeRaw`ALTER TABLE "Device" DROP CONSTRAINT IF EXISTS "Device_playerId_number_key"`;
  await prisma.$executeRaw`DROP INDEX "Device_playerId_number_key"`;
  for (const deviceId of ["b", "c"])
    await prisma.device.create({ data: { sessionId, deviceId, playerId: seat.playerId } });
  const { readFileSync, readdirSync } = await import("node:fs");
  const folder = readdirSync("prisma/migrations").find((name) => name.endsWith("phones_of_a_seat"));
  const sql = readFileSync(`prisma/migrations/${folder}/migration.sql`, "utf8");
  const renumber = /^UPDATE "Device"[\s\S]*?;/m.exec(sql)?.[0] ?? "";
  await prisma.$executeRawUnsafe(renumber);
  await prisma.$executeRaw`CREATE UNIQUE INDEX "Device_playerId_number_key" ON "Device"("playerId", "number")`;
  const [found] = await players.ofDevices(sessionId, ["a"]);
  expect(found?.deviceIds).toEqual(["a", "b", "c"]);
  expect(found?.phoneNumbers).toEqual({ a: 1, b: 2, c: 3 });
});

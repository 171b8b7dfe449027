/** What happens to a seat in one process reaches the phones of another within a second, whether or not the night moves. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { smallQuiz } from "@/lib/store/test-store";
import { otherProcess } from "./other-process.test-support";
import type { SessionService } from "./session-service";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let other: SessionService;
/** what the sockets of the other process were told */
const told: string[] = [];
beforeAll(async () => {
  app = await openTestApp();
  other = otherProcess(app.box);
  other.subscribe({
    seatRevoked: (_room, seat, code) => told.push(`${seat.name} ${code}`),
    deviceMoved: (_room, deviceId) => told.push(`${deviceId} moved`),
    playerChanged: (_room, seat) => told.push(`${seat.name} changed`),
  });
});
beforeEach(() => {
  told.length = 0;
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const deviceOf = (token: string) => app.box.tokens.readDevice(token) ?? "";

/** Two teams that joined here, and their session as the other process has it. */
async function openNight() {
  const { sessionId, pin } = await app.startSession(await app.signIn(), smallQuiz);
  const room = await app.box.service.findRoom(sessionId);
  if (!room) throw new Error("no session");
  const [owls, hens] = [await app.join(pin, "Owls"), await app.join(pin, "Hens")];
  const there = await other.findRoom(sessionId);
  const seatThere = async (token: string) => {
    const seat = there && (await other.seatFor(there, deviceOf(token)));
    if (!there || !seat?.ok) throw new Error("no seat there");
    return seat.value;
  };
  return {
    sessionId,
    room,
    pin,
    owls,
    hens,
    there,
    seats: [await seatThere(owls.token), await seatThere(hens.token)],
  };
}
/** Well over the second a sweep takes, on a busy machine. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 50 });

describe("another process", () => {
  test.each([
    ["removePlayer", "SEAT_REMOVED"],
    ["banPlayer", "SEAT_BANNED"],
  ] as const)("%s: the phones there hear %s, and a poll that hangs there ends", async (type, code) => {
    const { sessionId, room, owls, there } = await openNight();
    const woken = other.waiters.wait(sessionId, owls.playerId, 20_000);
    await app.box.service.command(room, { type, playerId: owls.playerId }, "host");
    expect(await woken).toBe(true);
    expect(told).toContain(`Owls ${code}`);
    if (!there) throw new Error("no session");
    expect(await other.seatFor(there, deviceOf(owls.token))).toMatchObject({ error: { code } });
  });

  test("merges two seats: the phones move there, and nobody is told that they were removed", async () => {
    const { room, owls, hens, there } = await openNight();
    const order = { type: "mergeSeats" as const, fromPlayerId: owls.playerId, toPlayerId: hens.playerId };
    await app.box.service.command(room, order, "host");
    await soon(() => expect(told).toContain(`${deviceOf(owls.token)} moved`));
    expect(told.filter((line) => line.includes("SEAT_"))).toEqual([]);
    if (!there) throw new Error("no session");
    expect(await other.seatFor(there, deviceOf(owls.token))).toMatchObject({
      value: { playerId: hens.playerId },
    });
    expect(there.seats.get(owls.playerId)?.status).toBe("removed");
  });

  test("renames a team, gives it a phone and another captain, takes a phone off it", async () => {
    const { room, owls, seats } = await openNight();
    const [seat] = seats;
    const { service } = app.box;
    await service.command(room, { type: "renamePlayer", playerId: owls.playerId, name: "Foxes" }, "host");
    await soon(() => expect(told).toContain("Foxes changed"));
    const second = app.box.tokens.issueDevice().deviceId;
    await service.reclaim(room, second, owls.seatCode);
    await soon(() => expect(seat?.deviceIds).toEqual([deviceOf(owls.token), second]));
    const { playerId } = owls;
    await service.command(room, { type: "makeCaptain", playerId, phoneId: second.slice(0, 8) }, "host");
    await soon(() => expect(seat?.deviceIds[0]).toBe(second));
    await service.command(room, { type: "removePhone", playerId, phoneId: second.slice(0, 8) }, "host");
    await soon(() => expect(told).toContain(`${second} moved`));
    expect(seat?.deviceIds).toEqual([deviceOf(owls.token)]);
    expect(seat?.seatCode).not.toBe(owls.seatCode);
  });

  test("seats a team: the host there sees it without a step of the night", async () => {
    const { pin, there } = await openNight();
    const late = await app.join(pin, "Latecomers");
    await soon(() => expect(there?.activeSeats().map(({ name }) => name)).toContain("Latecomers"));
    expect(there?.seats.get(late.playerId)?.name).toBe("Latecomers");
  });

  test("knows a captain who is here and is not seen by this one: nobody takes over", async () => {
    const { sessionId, room, owls, there, seats } = await openNight();
    const second = app.box.tokens.issueDevice().deviceId;
    await app.box.service.reclaim(room, second, owls.seatCode);
    await soon(() => expect(seats[0]?.deviceIds).toHaveLength(2));
    const seat = seats[0];
    if (!there || !seat) throw new Error("no session");
    await app.box.store.prisma.device.updateMany({ where: { sessionId }, data: { seenAt: 1 } });
    app.box.service.presence.heard(room, deviceOf(owls.token));
    await app.box.service.presence.noteSeen(room);
    expect(await other.makeCaptain(there, seat, second.slice(0, 8), second)).toMatchObject({
      error: { code: "CAPTAIN_HERE" },
    });
    await app.box.store.prisma.device.updateMany({ where: { sessionId }, data: { seenAt: 1 } });
    expect(await other.makeCaptain(there, seat, second.slice(0, 8), second)).toMatchObject({ ok: true });
    // the process that did not do it decides by the database, whatever it remembers
    const mine = room.seats.get(owls.playerId);
    if (!mine) throw new Error("no seat");
    expect(await app.box.service.rename(room, mine, "Old captain", deviceOf(owls.token))).toMatchObject({
      error: { code: "NOT_CAPTAIN" },
    });
  });
});

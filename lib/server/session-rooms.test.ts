import { expect, test, vi } from "vitest";
import type { SessionRoom } from "./session-room";
import { createRooms } from "./session-rooms";

const turn = () => new Promise<void>((next) => setImmediate(next));

test("unknown devices are asked for one question at a time, and one that fails does not spoil the next", async () => {
  const room = { sessionId: "s1" } as SessionRoom;
  const asked: { devices: string[]; answer: (fails?: boolean) => void }[] = [];
  const ofDevices = (_session: string, devices: string[]) =>
    new Promise((done, fail) => {
      asked.push({ devices, answer: (fails) => (fails ? fail(new Error("gone")) : done([])) });
    });
  const rooms = createRooms({ players: { ofDevices } } as never);
  const said: string[] = [];
  const ask = (device: string) =>
    rooms.refreshSeat(room, device).then(
      () => said.push(device),
      () => said.push(`${device} failed`),
    );
  void ask("one");
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  for (const device of ["two", "three", "four"]) {
    void ask(device);
    await turn();
    await turn();
  }
  expect(asked.map(({ devices }) => devices)).toEqual([["one"]]);
  asked[0]?.answer(true);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]?.devices).toEqual(["two", "three", "four"]);
  asked[1]?.answer();
  await vi.waitFor(() => expect(said).toEqual(["one failed", "two", "three", "four"]));
});

/** What a player's socket is sent in place of whole views, and who is sent it. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sharedName, type ViewChange, withChange } from "@/lib/contracts/view-change";
import type { Envelope, PlayerView } from "@/lib/contracts/views";
import { smallQuiz } from "@/lib/store/test-store";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp();
  cookie = await app.signIn();
});
afterAll(() => app.close());

async function openNight() {
  const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
  const { token } = await app.join(pin, "Owls");
  const room = await app.box.service.findRoom(sessionId);
  if (!room) throw new Error("no room");
  const press = async () => {
    const order = { type: "advance" as const, basedOn: room.state.version };
    expect((await app.box.service.command(room, order, room.stored.hostId)).ok).toBe(true);
  };
  const view = async () =>
    (await app.request<Envelope<PlayerView>>("GET", `/api/sessions/${sessionId}/view`, { token })).json;
  return { sessionId, token, press, view, room };
}

test("a phone that takes changes has the whole view once, then what differs; put together it is a poll's", async () => {
  const { sessionId, token, press, view } = await openNight();
  const socket = app.socket({ sessionId, role: "player", token, changes: true });
  const wholes: Envelope<PlayerView>[] = [];
  const changes: ViewChange[] = [];
  socket.on("view:player", (envelope) => wholes.push(envelope));
  socket.on("view:change", (change) => changes.push(change));
  socket.connect();
  await vi.waitFor(() => expect(wholes).toHaveLength(1));
  let shown = wholes[0]?.view.shared;
  let name = sharedName(wholes[0]?.cursor ?? "");
  // the round, its question, the reveal, the next question
  for (let step = 1; step <= 4; step++) {
    await press();
    await vi.waitFor(() => expect(changes).toHaveLength(step));
    const change = changes[step - 1];
    if (!shown || !change) throw new Error("nothing to change");
    expect(change.on).toBe(name);
    shown = withChange(shown, change);
    name = sharedName(change.cursor);
    const polled = await view();
    expect({
      version: change.version,
      cursor: change.cursor,
      view: { shared: shown, me: change.me },
    }).toEqual({
      version: polled.version,
      cursor: polled.cursor,
      view: polled.view,
    });
  }
  expect(wholes).toHaveLength(1);
  // what stays is not sent again: a reveal without its question, a question without its round
  expect(Object.keys(changes[2]?.shared ?? {}).sort()).toEqual(["phase", "reveal"]);
  expect(Object.keys(changes[3]?.shared ?? {}).sort()).toEqual([
    "closesAt",
    "opensAt",
    "phase",
    "question",
    "sheet",
  ]);
});

test("who did not ask for changes gets whole views", async () => {
  const { sessionId, token, press } = await openNight();
  const socket = app.socket({ sessionId, role: "player", token });
  const heard: string[] = [];
  socket.onAny((event: string) => heard.push(event));
  socket.connect();
  await vi.waitFor(() => expect(heard).toEqual(["view:player"]));
  await press();
  await press();
  await vi.waitFor(() => expect(heard).toEqual(["view:player", "view:player", "view:player"]));
});

test("a line that comes back begins with a whole view, and so does one whose part is long gone", async () => {
  const { sessionId, token, press, room } = await openNight();
  const socket = app.socket({ sessionId, role: "player", token, changes: true });
  const heard: string[] = [];
  socket.on("view:player", () => heard.push("whole"));
  socket.on("view:change", () => heard.push("change"));
  socket.connect();
  await vi.waitFor(() => expect(heard).toEqual(["whole"]));
  await press();
  await vi.waitFor(() => expect(heard).toEqual(["whole", "change"]));
  socket.disconnect().connect();
  await vi.waitFor(() => expect(heard).toEqual(["whole", "change", "whole"]));
  const seat = room.activeSeats()[0];
  if (!seat) throw new Error("no seat");
  const lobby = room.shared().hash;
  expect(room.changeBody(seat, 0, lobby)).not.toBeNull();
  for (let step = 0; step < 4; step++) await press();
  expect(room.changeBody(seat, 0, lobby)).toBeNull();
  expect(room.changeBody(seat, 0, "no such part")).toBeNull();
});

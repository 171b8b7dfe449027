/** A sheet over the whole line: both roads, reloads, and versions that hold nothing new for a phone. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noPlayerState, openPlayerSession, type PlayerState } from "./player-session";
import { sheetOutboxKey } from "./sheet-outbox";
import { createSnapshot } from "./store";
import { choice, io, openVenue, pass } from "./test-venue";

vi.mock("socket.io-client", () => ({ io: (options: Parameters<typeof io>[0]) => io(options) }));

let world: ReturnType<typeof openVenue>;
const phones: { close(): void }[] = [];
function openPhone() {
  const snapshot = createSnapshot<PlayerState>(noPlayerState);
  const phone = Object.assign(openPlayerSession("s1", snapshot), { state: snapshot.get });
  phones.push(phone);
  return phone;
}

beforeEach(() => {
  world = openVenue();
  world.venue.sheet = ["q1", "q2"];
  world.venue.questionId = "q2";
});
afterEach(() => {
  for (const phone of phones.splice(0)) phone.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([false, true])(
  "an earlier question is changed while a newer one is on show (WebSocket blocked: %s)",
  async (blocked) => {
    world.venue.socketsBlocked = blocked;
    const phone = openPhone();
    await pass(1_500);
    phone.changeAnswer("q1", choice("a"), null);
    await pass(100);
    phone.changeAnswer("q1", choice("b"), 0);
    await pass(100);
    expect(phone.sheetEntry("q1")).toMatchObject({
      stored: { value: choice("b"), revision: 1, isMine: true },
      sending: null,
    });
    expect(world.venue.answers.get("q1")).toMatchObject({ value: choice("b"), revision: 1 });
  },
);

test.each([false, true])(
  "every phone of the team sees a change at once (WebSocket blocked: %s)",
  async (blocked) => {
    world.venue.socketsBlocked = blocked;
    const left = openPhone();
    const right = openPhone();
    await pass(1_500);
    left.changeAnswer("q1", choice("a"), null);
    await pass(150);
    expect(right.sheetEntry("q1").stored).toEqual({ value: choice("a"), revision: 0, isMine: false });
    // based on what it had seen before
    right.changeAnswer("q1", choice("b"), null);
    await pass(150);
    expect(right.sheetEntry("q1")).toMatchObject({ stored: { value: choice("a") }, lost: choice("b") });
    expect(left.sheetEntry("q1").stored?.value).toEqual(choice("a"));
  },
);

test("no road: the newest change is kept over a reload and arrives when the network is back", async () => {
  const before = openPhone();
  await pass(500);
  world.venue.network = "down";
  before.changeAnswer("q1", choice("a"), null);
  before.changeAnswer("q1", choice("b"), null);
  // the socket does not know yet: its silence is noticed first
  await pass(2_500);
  expect(before.sheetEntry("q1").sending).toEqual({ value: choice("b"), status: "kept" });
  before.close();
  const after = openPhone();
  expect(after.sheetEntry("q1").sending?.value).toEqual(choice("b"));
  world.venue.network = "up";
  world.window.dispatchEvent(new Event("online"));
  await pass(3_000);
  expect(world.venue.answers.get("q1")).toMatchObject({ value: choice("b"), revision: 1 });
  expect(world.storage.values.has(sheetOutboxKey("s1"))).toBe(false);
});

test("an acknowledgement lost on the socket: the other road brings it, and the answer is stored once", async () => {
  const phone = openPhone();
  await pass(500);
  world.venue.losesAcks = true;
  world.venue.loses = (event) => event === "view:me";
  phone.changeAnswer("q1", choice("a"), null);
  await pass(2_200);
  expect(phone.sheetEntry("q1")).toMatchObject({ stored: { revision: 0 }, sending: null, lost: null });
});

test("the round is locked before a change arrives: the phone says so and shows what counts", async () => {
  const phone = openPhone();
  await pass(500);
  phone.changeAnswer("q1", choice("a"), null);
  await pass(100);
  world.venue.sheet = [];
  phone.changeAnswer("q1", choice("b"), 0);
  await pass(100);
  expect(phone.sheetEntry("q1")).toMatchObject({ refusal: { code: "QUESTION_CLOSED" }, sending: null });
  expect(phone.missedAnswer()).toMatchObject({ questionId: "q1" });
});

test("a version that holds nothing for this phone is asked for a few times and then let be", async () => {
  openPhone();
  await pass(500);
  for (const socket of world.venue.open)
    socket.deliver("version:announced", { version: world.venue.version + 1 });
  await pass(5_000);
  const looks = world.venue.views().length;
  expect(looks).toBeGreaterThan(1);
  await pass(60_000);
  expect(world.venue.views()).toHaveLength(looks);
});

test("a newer version with the same view, by HTTP only, is no proof of a dead socket", async () => {
  openPhone();
  await pass(500);
  // marks were set: the version rises, and no phone is sent anything
  world.venue.version += 100;
  world.page.dispatchEvent(new Event("visibilitychange"));
  await pass(10_000);
  expect(world.venue.connects).toBe(1);
});

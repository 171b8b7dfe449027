/** Phones at a fake venue, opened anew before each test: what all tests of the player's session begin with. */
import { afterEach, beforeEach, vi } from "vitest";
import { noPlayerState, openPlayerSession, type PlayerState } from "./player-session";
import { createSnapshot, type Snapshot } from "./store";
import { openVenue } from "./test-venue";

type Phone = ReturnType<typeof openPlayerSession> & { state(): PlayerState; snapshot: Snapshot<PlayerState> };
type World = ReturnType<typeof openVenue>;

/** That of the running test. */
export const world = {} as World;
const phones: Phone[] = [];

beforeEach(() => {
  Object.assign(world, openVenue());
});
afterEach(() => {
  for (const phone of phones.splice(0)) phone.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

export function openPhone(): Phone {
  const snapshot = createSnapshot(noPlayerState);
  const phone = Object.assign(openPlayerSession("s1", snapshot), { state: snapshot.get, snapshot });
  phones.push(phone);
  return phone;
}
export const shown = (phone: Phone) => {
  const shared = phone.state().view?.shared;
  return shared && "question" in shared ? shared.question.id : null;
};
export const seconds = (phone: Phone) => (world.venue.closesAt - phone.serverNow()) / 1000;
export const hide = () => {
  world.page.visibilityState = "hidden";
  world.page.dispatchEvent(new Event("visibilitychange"));
};
export const show = () => {
  world.page.visibilityState = "visible";
  world.page.dispatchEvent(new Event("visibilitychange"));
};
export const networkReturns = () => {
  world.venue.network = "up";
  world.window.dispatchEvent(new Event("online"));
};

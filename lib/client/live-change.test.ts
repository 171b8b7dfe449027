import { expect, test } from "vitest";
import type { HostView, LivePlayer, ScreenView } from "@/lib/contracts/views";
import { mergeHostLive, mergeScreenLive } from "./live-change";

const player = (playerId: string, more: Partial<LivePlayer> = {}): LivePlayer => ({
  playerId,
  name: playerId,
  link: "socket",
  answered: false,
  sheetCount: 0,
  missedCount: 0,
  leftPage: false,
  joker: false,
  staked: false,
  heads: null,
  headsByHost: false,
  isPaper: false,
  deviceCount: 1,
  isBot: false,
  seatCode: "ABCDE",
  ...more,
});
const hostView = (players: LivePlayer[]) =>
  ({
    pin: "123456",
    live: { playerCount: players.length, answeredCount: 0, players, distribution: [] },
  }) as unknown as HostView;

test("changed rows are replaced in place, new ones added, removed ones taken away, the rest is left alone", () => {
  const anna = player("anna");
  const view = hostView([anna, player("bert"), player("cleo")]);
  const merged = mergeHostLive(view, {
    playerCount: 3,
    answeredCount: 1,
    players: [player("bert", { answered: true }), player("dora")],
    removedIds: ["cleo"],
    distribution: [{ choiceId: "a", count: 1 }],
    buzzes: [],
    perQuestion: [{ questionId: "q1", count: 1 }],
    seatRequests: [],
  });
  expect(merged.live.players.map(({ playerId, answered }) => [playerId, answered])).toEqual([
    ["anna", false],
    ["bert", true],
    ["dora", false],
  ]);
  expect(merged.live.players[0]).toBe(anna);
  expect(merged.live).toMatchObject({
    playerCount: 3,
    answeredCount: 1,
    distribution: [{ choiceId: "a", count: 1 }],
    perQuestion: [{ questionId: "q1", count: 1 }],
  });
  expect(merged.pin).toBe("123456");
  // what was shown is not changed under React's feet
  expect(view.live.players).toHaveLength(3);
});

test("a seat that was removed and taken back in one change is there", () => {
  const merged = mergeHostLive(hostView([player("anna")]), {
    playerCount: 1,
    answeredCount: 0,
    players: [player("anna", { name: "Anna again" })],
    removedIds: ["anna"],
    distribution: [],
    buzzes: [],
    seatRequests: [],
    perQuestion: [],
  });
  expect(merged.live.players.map(({ name }) => name)).toEqual(["Anna again"]);
});

test("the big screen's names are merged the same way", () => {
  const names = [
    { playerId: "anna", name: "Anna" },
    { playerId: "bert", name: "Bert" },
  ];
  const view = { pin: "1", live: { playerCount: 2, answeredCount: 0, names } } as unknown as ScreenView;
  const merged = mergeScreenLive(view, {
    playerCount: 2,
    answeredCount: 1,
    names: [{ playerId: "cleo", name: "Cleo" }],
    removedIds: ["anna"],
    buzzes: [{ playerId: "cleo", name: "Cleo", place: 1, turn: "now" }],
  });
  expect(merged.live).toEqual({
    playerCount: 2,
    answeredCount: 1,
    buzzes: [{ playerId: "cleo", name: "Cleo", place: 1, turn: "now" }],
    names: [names[1], { playerId: "cleo", name: "Cleo" }],
  });
});

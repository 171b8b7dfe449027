import { expect, test } from "vitest";
import type { LivePlayer } from "@/lib/contracts/views";
import { countTeams, teamsShown } from "./team-filter";

const team = (name: string, link: LivePlayer["link"], answered: boolean): LivePlayer => ({
  playerId: name,
  name,
  link,
  answered,
  isBot: false,
  seatCode: "BDR58",
});
const players = [
  team("Foam Alone", "socket", true),
  team("Pickled Onions", "fallback", false),
  team("Half a Clue", "offline", false),
  team("Les Quizérables", "socket", false),
  team("Spirit Level", "fallback", true),
];
const names = (list: LivePlayer[]) => list.map(({ name }) => name);
const all = { filter: "all" as const, search: "", asked: true };

test("each filter counts what it shows", () => {
  const counts = countTeams(players);
  expect(counts).toEqual({ all: 5, waiting: 3, backup: 2, gone: 1 });
  for (const filter of ["all", "waiting", "backup", "gone"] as const)
    expect(teamsShown(players, { ...all, filter })).toHaveLength(counts[filter]);
});

test("gone teams stand first and answered ones last, each in the order they joined", () => {
  expect(names(teamsShown(players, all))).toEqual([
    "Half a Clue",
    "Pickled Onions",
    "Les Quizérables",
    "Foam Alone",
    "Spirit Level",
  ]);
});

test("without a question on, who answered the last one does not order the list", () => {
  expect(names(teamsShown(players, { ...all, asked: false }))).toEqual([
    "Half a Clue",
    "Foam Alone",
    "Pickled Onions",
    "Les Quizérables",
    "Spirit Level",
  ]);
});

test("a team is found without its accents and capitals, within the filter", () => {
  expect(names(teamsShown(players, { ...all, search: " quizera " }))).toEqual(["Les Quizérables"]);
  expect(teamsShown(players, { ...all, filter: "gone", search: "quizera" })).toEqual([]);
});

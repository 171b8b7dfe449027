import { expect, test } from "vitest";
import type { LivePlayer } from "@/lib/contracts/views";
import { livePlayer } from "./sample-views";
import { countTeams, teamsShown } from "./team-filter";

const team = (name: string, link: LivePlayer["link"], answered: boolean) =>
  livePlayer(name, { link, answered });
const players = [
  team("Foam Alone", "socket", true),
  team("Pickled Onions", "fallback", false),
  team("Half a Clue", "offline", false),
  team("Les Quizérables", "socket", false),
  team("Spirit Level", "fallback", true),
];
const names = (list: LivePlayer[]) => list.map(({ name }) => name);
const all = { filter: "all" as const, search: "", asked: "question" as const };

test("each filter counts what it shows", () => {
  const counts = countTeams(players, "question");
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
  expect(names(teamsShown(players, { ...all, asked: "nothing" }))).toEqual([
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

test("on a sheet a team is waited for until every question asked has an answer; paper is never waited for", () => {
  const teams = [
    livePlayer("full", { sheetCount: 3 }),
    livePlayer("half", { sheetCount: 2 }),
    livePlayer("paper", { isPaper: true, link: "offline" }),
  ];
  expect(countTeams(teams, 3)).toEqual({ all: 3, waiting: 1, backup: 0, gone: 0 });
  expect(names(teamsShown(teams, { ...all, asked: 3 }))).toEqual(["half", "full", "paper"]);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LeagueRules } from "@/lib/contracts/league";
import {
  type KnownTeam,
  type LeagueNight,
  leagueTable,
  proposeTeams,
  ranksWithout,
  type SeatToLink,
} from "./league";

/** A night of these points, best first or not; places as the standings give them. */
function nightOf(points: Record<string, number>, undecided = 0): LeagueNight {
  const seats = Object.entries(points).map(([leagueTeamId, scored]) => ({
    leagueTeamId,
    points: scored,
    rank: 1 + Object.values(points).filter((other) => other > scored).length,
  }));
  return { teamCount: seats.length + undecided, seats };
}
const allByPoints: LeagueRules = { bestOf: null, byPlaces: false };
const totals = (nights: LeagueNight[], rules: LeagueRules) =>
  leagueTable(nights, rules).map(({ leagueTeamId, rank, total }) => [rank, leagueTeamId, total]);

describe("a table over many nights", () => {
  const season = [
    nightOf({ owls: 30, foxes: 20, bears: 20, newts: 10 }),
    nightOf({ owls: 10, foxes: 20, bears: 20 }),
    nightOf({ newts: 7.5 }),
  ];

  test("by points: the sum of what was scored, places 1, 2, 2, 4", () => {
    expect(totals(season, allByPoints)).toEqual([
      [1, "owls", 40],
      [1, "foxes", 40],
      [1, "bears", 40],
      [4, "newts", 17.5],
    ]);
  });

  test("by places: one for each team that was not better; a shared place is worth the same", () => {
    expect(totals(season, { bestOf: null, byPlaces: true })).toEqual([
      [1, "foxes", 3 + 3],
      [1, "bears", 3 + 3],
      [3, "owls", 4 + 1],
      [4, "newts", 1 + 1],
    ]);
  });

  test("teams that are not decided yet still were in the room", () => {
    expect(totals([nightOf({ owls: 5, foxes: 3 }, 2)], { bestOf: null, byPlaces: true })).toEqual([
      [1, "owls", 4],
      [2, "foxes", 3],
    ]);
  });

  test("the best n: what is dropped is said, and of equal nights the earlier one counts", () => {
    const rows = leagueTable([nightOf({ owls: 5 }), nightOf({ owls: 9 }), nightOf({ owls: 5 })], {
      bestOf: 2,
      byPlaces: false,
    });
    expect(rows[0]?.total).toBe(14);
    expect(rows[0]?.nights.map((night) => night?.counted)).toEqual([true, true, false]);
  });

  test("a night without a team is no night of it, not one with nought points", () => {
    const rows = leagueTable(season, allByPoints);
    expect(rows.find(({ leagueTeamId }) => leagueTeamId === "newts")?.nights).toEqual([
      { rank: 4, points: 10, value: 10, counted: true },
      null,
      { rank: 1, points: 7.5, value: 7.5, counted: true },
    ]);
  });

  test("thirds do not gather dust", () => {
    expect(totals([nightOf({ a: 0.1 }), nightOf({ a: 0.2 })], allByPoints)).toEqual([[1, "a", 0.3]]);
  });

  test("no nights, no rows", () => expect(leagueTable([], allByPoints)).toEqual([]));
});

describe("any season", () => {
  const points = fc.integer({ min: -40, max: 400 }).map((quarters) => quarters / 4);
  const night = fc
    .dictionary(fc.constantFrom("a", "b", "c", "d", "e", "f"), points, { minKeys: 0, noNullPrototype: true })
    .map((scored) => nightOf(scored));
  const nights = fc.array(night, { maxLength: 8 });
  const rules = fc.record({
    bestOf: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
    byPlaces: fc.boolean(),
  });

  test("a place is one more than the teams with a higher total, and each team that played has one row", () => {
    fc.assert(
      fc.property(nights, rules, (season, how) => {
        const rows = leagueTable(season, how);
        for (const row of rows)
          expect(row.rank).toBe(1 + rows.filter(({ total }) => total > row.total).length);
        const played = new Set(season.flatMap(({ seats }) => seats.map(({ leagueTeamId }) => leagueTeamId)));
        expect(new Set(rows.map(({ leagueTeamId }) => leagueTeamId))).toEqual(played);
        expect(rows).toHaveLength(played.size);
      }),
    );
  });

  test("the total is the sum of the counted nights, which are the best and as many as there may be", () => {
    fc.assert(
      fc.property(nights, rules, (season, how) => {
        for (const { total, nights: scores } of leagueTable(season, how)) {
          const played = scores.filter((score) => score !== null);
          const counted = played.filter(({ counted }) => counted);
          const dropped = played.filter(({ counted }) => !counted);
          expect(total).toBeCloseTo(
            counted.reduce((sum, { value }) => sum + value, 0),
            2,
          );
          expect(counted).toHaveLength(Math.min(how.bestOf ?? played.length, played.length));
          for (const { value } of dropped)
            expect(Math.min(...counted.map((night) => night.value))).toBeGreaterThanOrEqual(value);
        }
      }),
    );
  });

  test("totals do not depend on the order of the nights", () => {
    const byTeam = (season: LeagueNight[], how: LeagueRules) =>
      new Map(leagueTable(season, how).map(({ leagueTeamId, total, rank }) => [leagueTeamId, [total, rank]]));
    fc.assert(
      fc.property(nights, rules, (season, how) => {
        expect(byTeam(season.toReversed(), how)).toEqual(byTeam(season, how));
      }),
    );
  });

  test("by places every night is worth something, and a better place never less than a worse one", () => {
    fc.assert(
      fc.property(nights, (season) => {
        for (const { seats } of season) {
          const [row] = leagueTable([{ teamCount: seats.length, seats }], { bestOf: null, byPlaces: true });
          if (row) expect(row.total).toBe(seats.length);
        }
        for (const { nights: scores } of leagueTable(season, { bestOf: null, byPlaces: true }))
          for (const score of scores) if (score) expect(score.value).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});

test("without the practice bots the others move up, and ties stay ties", () => {
  const standings = [
    { playerId: "bot", rank: 1 },
    { playerId: "a", rank: 2 },
    { playerId: "b", rank: 2 },
    { playerId: "bot 2", rank: 2 },
    { playerId: "c", rank: 5 },
  ];
  expect(ranksWithout(standings, (id) => id.startsWith("bot"))).toEqual([
    { playerId: "a", rank: 1 },
    { playerId: "b", rank: 1 },
    { playerId: "c", rank: 3 },
  ]);
});

describe("who is who on a new night", () => {
  const team = (id: string, names: string[], phones: Record<string, number> = {}): KnownTeam => ({
    leagueTeamId: id,
    names,
    devices: new Map(Object.entries(phones)),
  });
  const seat = (name: string, ...deviceIds: string[]): SeatToLink => ({ playerId: name, name, deviceIds });
  const propose = (seats: SeatToLink[], teams: KnownTeam[]) => Object.fromEntries(proposeTeams(seats, teams));

  test("a phone is surer than a name: another name is still the same team", () => {
    expect(propose([seat("Night Owls", "x")], [team("owls", ["Owls"], { x: 1 })])).toEqual({
      "Night Owls": { leagueTeamId: "owls", because: "device", isSure: true },
    });
  });

  test("a name alone is only suggested, however it is spelt", () => {
    expect(propose([seat("the  OWLS!", "y")], [team("owls", ["Owls"], { x: 1 })])).toEqual({
      "the  OWLS!": { leagueTeamId: "owls", because: "name", isSure: false },
    });
  });

  test("nobody knows them: no proposal", () => {
    expect(propose([seat("Newts", "y")], [team("owls", ["Owls"], { x: 1 })])).toEqual({});
  });

  test("most phones win, then the latest night; a team goes to one seat", () => {
    const teams = [team("owls", ["Owls"], { x: 1, y: 1 }), team("foxes", ["Foxes"], { z: 2 })];
    expect(propose([seat("Some", "x", "y", "z"), seat("Rest", "z")], teams)).toEqual({
      Some: { leagueTeamId: "owls", because: "device", isSure: true },
      Rest: { leagueTeamId: "foxes", because: "device", isSure: true },
    });
    expect(propose([seat("Some", "x", "z")], teams)).toEqual({
      Some: { leagueTeamId: "foxes", because: "device", isSure: true },
    });
  });

  test("two seats with phones of one team: the one that bears its name", () => {
    expect(propose([seat("Cubs", "y"), seat("Owls", "x")], [team("owls", ["Owls"], { x: 1, y: 1 })])).toEqual(
      {
        Owls: { leagueTeamId: "owls", because: "device", isSure: true },
      },
    );
  });

  test("a phone that changed tables: both seats are asked about", () => {
    expect(propose([seat("Foxes", "x"), seat("Owls", "new")], [team("owls", ["Owls"], { x: 1 })])).toEqual({
      Foxes: { leagueTeamId: "owls", because: "device", isSure: false },
      Owls: { leagueTeamId: "owls", because: "name", isSure: false },
    });
  });

  test("any room: sure links give no team to two seats", () => {
    const phone = fc.constantFrom("p", "q", "r", "s", "t");
    const name = fc.constantFrom("Owls", "Foxes", "Bears", "Newts");
    const seats = fc.uniqueArray(fc.record({ name, deviceIds: fc.uniqueArray(phone) }), {
      selector: (one) => one.name,
    });
    const teams = fc.uniqueArray(
      fc.record({
        id: fc.constantFrom("1", "2", "3"),
        names: fc.array(name),
        phones: fc.dictionary(phone, fc.nat(9)),
      }),
      { selector: (one) => one.id },
    );
    fc.assert(
      fc.property(seats, teams, (room, known) => {
        const proposals = proposeTeams(
          room.map((one) => ({ ...one, playerId: one.name })),
          known.map(({ id, names, phones }) => team(id, names, phones)),
        );
        const sure = [...proposals.values()].filter(({ isSure }) => isSure);
        expect(new Set(sure.map(({ leagueTeamId }) => leagueTeamId)).size).toBe(sure.length);
        for (const { because, isSure } of proposals.values())
          if (because === "name") expect(isSure).toBe(false);
      }),
    );
  });
});

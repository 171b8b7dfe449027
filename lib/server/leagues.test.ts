import { expect, test } from "vitest";
import type { HostAccount } from "@/lib/contracts/http";
import type { LeagueNightReply, LeagueReply, LeagueSummary, LeagueTeamReply } from "@/lib/contracts/league";
import { addSession } from "@/lib/store/test-store";
import { add, ask, house, link, newLeague, playNight, rowsOf, tableOf, teamId } from "./leagues.test-support";

test("a team is known by its phone under another name; a name alone waits for the host; the newcomer is a new team", async () => {
  const leagueId = await newLeague();
  const first = await playNight(house.host, [
    { name: "Owls", right: true },
    { name: "Foxes" },
    { name: "Bears", right: true },
  ]);
  const firstNight = (await add(leagueId, first.sessionId)).json;
  expect(firstNight.seats.map(({ name, team, byDevice }) => [name, team?.name, byDevice])).toEqual([
    ["Bears", "Bears", false],
    ["Owls", "Owls", false],
    ["Foxes", "Foxes", false],
  ]);

  const second = await playNight(house.host, [
    { name: "Night Owls", token: first.tokens[0] ?? "", right: true },
    { name: "the foxes", right: true },
    { name: "Newts" },
  ]);
  const night = (await add(leagueId, second.sessionId)).json;
  expect(
    night.seats.map(({ name, team, byDevice, suggestion }) => [
      name,
      team?.name ?? null,
      byDevice,
      suggestion && [suggestion.name, suggestion.because],
    ]),
  ).toEqual([
    ["Night Owls", "Owls", true, null],
    ["the foxes", null, false, ["Foxes", "name"]],
    ["Newts", "Newts", false, null],
  ]);
  // undecided: in no total, and said so
  expect((await tableOf(leagueId)).nights.map(({ teamCount, openCount }) => [teamCount, openCount])).toEqual([
    [3, 0],
    [3, 1],
  ]);
  expect(await rowsOf(leagueId)).toEqual([
    [1, "Owls", 2],
    [2, "Bears", 1],
    [3, "Foxes", 0],
    [3, "Newts", 0],
  ]);

  const foxes = teamId(night, "Foxes");
  const linked = await link(leagueId, second.sessionId, [
    { playerId: second.playerIds["the foxes"] ?? "", leagueTeamId: foxes },
  ]);
  expect(linked.json.seats.every(({ team }) => team !== null)).toBe(true);
  expect(await rowsOf(leagueId)).toEqual([
    [1, "Owls", 2],
    [2, "Bears", 1],
    [2, "Foxes", 1],
    [4, "Newts", 0],
  ]);

  const history = (await ask<LeagueTeamReply>("GET", `/${leagueId}/teams/${teamId(night, "Owls")}`)).json;
  expect(history).toMatchObject({ rank: 1, total: 2, name: "Owls", leagueName: "Tuesdays" });
  expect(
    history.nights.map(({ seatName, rank, teamCount, points }) => [seatName, rank, teamCount, points]),
  ).toEqual([
    ["Owls", 1, 3, 1],
    ["Night Owls", 1, 3, 1],
  ]);

  // by places, the best night of each
  const changed = await ask<LeagueReply>("PATCH", `/${leagueId}`, { byPlaces: true, bestOf: 1 });
  expect(changed.json.teams.map(({ rank, name, total }) => [rank, name, total])).toEqual([
    [1, "Bears", 3],
    [1, "Foxes", 3],
    [1, "Owls", 3],
    [4, "Newts", 1],
  ]);
  expect(changed.json).toMatchObject({ name: "Tuesdays", bestOf: 1, byPlaces: true });

  // added again it stays as it was; taken out, its own team goes with it
  expect((await add(leagueId, second.sessionId)).json.seats).toEqual(linked.json.seats);
  const without = await ask<LeagueReply>("DELETE", `/${leagueId}/sessions/${second.sessionId}`);
  expect(without.json.teams.map(({ name }) => name).sort()).toEqual(["Bears", "Foxes", "Owls"]);
  const { leagues } = (await ask<{ leagues: LeagueSummary[] }>("GET", "")).json;
  expect(leagues.find((one) => one.leagueId === leagueId)).toMatchObject({
    teamCount: 3,
    sessionIds: [first.sessionId],
  });
});

test("a phone that changed tables: both seats wait, and one of them at most may be the team", async () => {
  const leagueId = await newLeague();
  const first = await playNight(house.host, [{ name: "Owls" }]);
  await add(leagueId, first.sessionId);
  const second = await playNight(house.host, [
    { name: "Foxes", token: first.tokens[0] ?? "" },
    { name: "Owls" },
  ]);
  const { seats, teams } = (await add(leagueId, second.sessionId)).json;
  expect(seats.map(({ name, team, suggestion }) => [name, team, suggestion?.because])).toEqual([
    ["Foxes", null, "device"],
    ["Owls", null, "name"],
  ]);
  const both = seats.map(({ playerId }) => ({ playerId, leagueTeamId: teams[0]?.leagueTeamId ?? "" }));
  expect((await link(leagueId, second.sessionId, both)).json).toMatchObject({
    code: "WRONG_PHASE",
    message: "“Foxes” and “Owls” cannot both be “Owls” on one night. Move the other one first.",
  });
  const done = await link(leagueId, second.sessionId, [
    { playerId: second.playerIds.Owls ?? "", leagueTeamId: teams[0]?.leagueTeamId ?? "" },
    { playerId: second.playerIds.Foxes ?? "", leagueTeamId: null },
  ]);
  expect(done.json.seats.map(({ name, team }) => [name, team?.name])).toEqual([
    ["Foxes", "Foxes"],
    ["Owls", "Owls"],
  ]);
});

test("points given after the podium and a team removed since are in the table at the next look", async () => {
  const leagueId = await newLeague();
  const { sessionId, playerIds } = await playNight(house.host, [
    { name: "Owls", right: true },
    { name: "Foxes", right: true },
    { name: "Bears" },
  ]);
  await add(leagueId, sessionId);
  expect(await rowsOf(leagueId)).toEqual([
    [1, "Foxes", 1],
    [1, "Owls", 1],
    [3, "Bears", 0],
  ]);
  const adjusted = await house.app.request("POST", `/api/sessions/${sessionId}/marking`, {
    cookie: house.host,
    body: {
      type: "adjustPoints",
      adjustmentId: "late-sheet",
      playerId: playerIds.Bears,
      round: null,
      points: 2.5,
      reason: "late sheet",
    },
  });
  expect(adjusted.status).toBe(200);
  expect(await rowsOf(leagueId)).toEqual([
    [1, "Bears", 2.5],
    [2, "Foxes", 1],
    [2, "Owls", 1],
  ]);
  await house.app.request("POST", `/api/sessions/${sessionId}/commands`, {
    cookie: house.host,
    body: { type: "removePlayer", playerId: playerIds.Foxes },
  });
  expect(await rowsOf(leagueId)).toEqual([
    [1, "Bears", 2.5],
    [2, "Owls", 1],
  ]);
  // the place its seat held in the league is free for another seat
  const foxes = teamId(
    (await ask<LeagueNightReply>("GET", `/${leagueId}/sessions/${sessionId}`)).json,
    "Foxes",
  );
  const moved = await link(leagueId, sessionId, [{ playerId: playerIds.Owls ?? "", leagueTeamId: foxes }]);
  expect(moved.status).toBe(200);
  expect(await rowsOf(leagueId)).toEqual([
    [1, "Bears", 2.5],
    [2, "Foxes", 1],
  ]);
});

test("practice bots play no league: no row, no place taken, nothing worth a point", async () => {
  const leagueId = await newLeague({ byPlaces: true });
  const { sessionId } = await playNight(house.host, [{ name: "Owls" }, { name: "Foxes", right: true }], {
    bots: 5,
  });
  expect((await add(leagueId, sessionId)).json.seats.map(({ name, rank }) => [name, rank])).toEqual([
    ["Foxes", 1],
    ["Owls", 2],
  ]);
  expect(await rowsOf(leagueId)).toEqual([
    [1, "Foxes", 2],
    [2, "Owls", 1],
  ]);
});

test("old nights are read for the table and do not come into memory as rooms", async () => {
  const leagueId = await newLeague();
  const { hostId } = (await house.app.request<HostAccount>("GET", "/api/me", { cookie: house.host })).json;
  const { store, service } = house.app.box;
  const { sessionId, state } = await addSession(store, { hostId });
  await store.prisma.session.update({
    where: { id: sessionId },
    data: { pin: null, phase: "finished", endedAt: new Date(), state: { ...state, endedAt: 1 } as object },
  });
  const seat = { name: "Owls", nameKey: "owls", activeNameKey: "owls", seatCode: "OWL11", source: "pin" };
  await store.prisma.player.create({
    data: { ...seat, id: "an owl of long ago", sessionId, joinOrder: 1, joinedAt: 1n },
  });
  await add(leagueId, sessionId);
  expect(await rowsOf(leagueId)).toEqual([[1, "Owls", 0]]);
  expect(await service.roomInMemory(sessionId)).toBeNull();
});

test("teams are renamed and merged; two that played on one night are two", async () => {
  const leagueId = await newLeague();
  const first = await playNight(house.host, [{ name: "Owls", right: true }, { name: "Foxes" }]);
  const second = await playNight(house.host, [{ name: "Night Owls", right: true }]);
  await add(leagueId, first.sessionId);
  const { teams } = (await add(leagueId, second.sessionId)).json;
  const [owls, foxes, nightOwls] = ["Owls", "Foxes", "Night Owls"].map((name) => teamId({ teams }, name));
  expect((await ask("POST", `/${leagueId}/teams/${owls}/merge`, { into: foxes })).json).toMatchObject({
    code: "WRONG_PHASE",
    message: "“Owls” and “Foxes” both played “A small night”, so they are two teams.",
  });
  const merged = await ask<LeagueTeamReply>("POST", `/${leagueId}/teams/${nightOwls}/merge`, { into: owls });
  expect(merged.json).toMatchObject({ name: "Owls", total: 2, rank: 1 });
  const renamed = await ask<LeagueTeamReply>("PATCH", `/${leagueId}/teams/${owls}`, {
    name: "  The   Owls ",
  });
  expect(renamed.json.name).toBe("The Owls");
  expect(renamed.json.nights.map(({ seatName }) => seatName)).toEqual(["Owls", "Night Owls"]);
  expect((await ask("GET", `/${leagueId}/teams/${nightOwls}`)).status).toBe(404);
  expect((await ask("PATCH", `/${leagueId}/teams/${owls}`, { name: " \u200b " })).json).toMatchObject({
    code: "NAME_EMPTY",
  });
});

test("EXP-06: the table as CSV: no cell is a formula, and the league points of a row add up to its total", async () => {
  const leagueId = await newLeague({ bestOf: 1 });
  const first = await playNight(house.host, [{ name: "=1+1", right: true }, { name: "Owls" }]);
  await add(leagueId, first.sessionId);
  const second = await playNight(house.host, [{ name: "@SUM", token: first.tokens[0] ?? "" }]);
  await add(leagueId, second.sessionId);
  const csv = await ask("GET", `/${leagueId}/table.csv`);
  expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(csv.headers.get("content-disposition")).toMatch(/^attachment; filename="[\w.-]+\.csv"$/);
  const [header, ...rows] = csv.text
    .replace(/^\uFEFF/, "")
    .trimEnd()
    .split("\r\n");
  expect(header).toMatch(/^"Rank","Team","Total","Nights","N1 \d{4}-\d\d-\d\d A small night place","N1 /);
  expect(rows).toEqual([`1,"'=1+1",1,2,1,1,1,1,0,"dropped"`, `2,"Owls",0,1,2,0,0,"","",""`]);
});

import { describe, expect, test } from "vitest";
import type { LeagueNightReply, LeagueReply } from "@/lib/contracts/league";
import { add, ask, house, link, newLeague, playNight, rowsOf, tableOf, teamId } from "./leagues.test-support";

describe("bad input is answered in a plain sentence", () => {
  test.each([
    [{ name: "   " }, 422, "Give the league a name."],
    [{ name: "x".repeat(81) }, 422, "That name is too long. 80 characters at the most."],
    [{ name: "A", bestOf: 0 }, 400, "Type how many nights count: a whole number from 1 to 200."],
    [{ name: "A", bestOf: 2.5 }, 400, "Type how many nights count: a whole number from 1 to 200."],
    [{ name: "A", bestOf: 1e9 }, 400, "Type how many nights count: a whole number from 1 to 200."],
  ])("%j", async (body, status, message) => {
    const made = await ask("POST", "", body);
    expect([made.status, (made.json as { message: string }).message]).toEqual([status, message]);
    const leagueId = await newLeague();
    const changed = await ask("PATCH", `/${leagueId}`, body);
    expect([changed.status, (changed.json as { message: string }).message]).toEqual([status, message]);
    expect(await tableOf(leagueId)).toMatchObject({ name: "Tuesdays", bestOf: null });
  });

  test("a quiz that goes on, a session nobody knows, seats and teams that are not there", async () => {
    const leagueId = await newLeague();
    const going = await playNight(house.host, [{ name: "Owls" }], { goesOn: true });
    expect((await add(leagueId, going.sessionId)).json).toMatchObject({
      code: "WRONG_PHASE",
      message: "This quiz is not finished yet. Add it after the podium.",
    });
    expect((await add(leagueId, "nonsense")).json).toMatchObject({ code: "NOT_FOUND" });
    const { sessionId, playerIds } = await playNight(house.host, [{ name: "Owls" }]);
    const links = [{ playerId: playerIds.Owls ?? "", leagueTeamId: null }];
    expect((await link(leagueId, sessionId, links)).json).toMatchObject({ code: "NOT_FOUND" });
    await add(leagueId, sessionId);
    const nobody = [{ playerId: "nobody", leagueTeamId: null }];
    expect((await link(leagueId, sessionId, nobody)).json).toMatchObject({ code: "UNKNOWN_PLAYER" });
    const noTeam = [{ playerId: playerIds.Owls ?? "", leagueTeamId: "none" }];
    expect((await link(leagueId, sessionId, noTeam)).json).toMatchObject({ code: "NOT_FOUND" });
    expect(await rowsOf(leagueId)).toEqual([[1, "Owls", 0]]);
  });
});

describe("what belongs to another host", () => {
  test("their league does not exist here, on every road", async () => {
    const stranger = await house.app.signIn();
    const leagueId = await newLeague();
    const { sessionId, playerIds } = await playNight(house.host, [{ name: "Owls" }]);
    const { teams } = (await add(leagueId, sessionId)).json;
    const owls = teamId({ teams }, "Owls");
    const before = await tableOf(leagueId);
    const links = [{ playerId: playerIds.Owls, leagueTeamId: null }];
    const roads: [string, string, unknown?][] = [
      ["GET", `/${leagueId}`],
      ["PATCH", `/${leagueId}`, { name: "Mine" }],
      ["DELETE", `/${leagueId}`],
      ["GET", `/${leagueId}/table.csv`],
      ["POST", `/${leagueId}/sessions`, { sessionId }],
      ["GET", `/${leagueId}/sessions/${sessionId}`],
      ["DELETE", `/${leagueId}/sessions/${sessionId}`],
      ["PUT", `/${leagueId}/sessions/${sessionId}/seats`, { links }],
      ["GET", `/${leagueId}/teams/${owls}`],
      ["PATCH", `/${leagueId}/teams/${owls}`, { name: "Mine" }],
      ["POST", `/${leagueId}/teams/${owls}/merge`, { into: owls }],
    ];
    for (const [method, path, body] of roads) {
      expect([method, path, (await ask(method, path, body, stranger)).status]).toEqual([method, path, 404]);
      expect([method, path, (await ask(method, path, body, "")).status]).toEqual([method, path, 401]);
    }
    expect((await ask<{ leagues: unknown[] }>("GET", "", undefined, stranger)).json.leagues).toEqual([]);
    expect(await tableOf(leagueId)).toEqual(before);
  });

  test("their session cannot be drawn into a league here, nor their team", async () => {
    const stranger = await house.app.signIn();
    const theirs = await playNight(stranger, [{ name: "Rivals" }]);
    const leagueId = await newLeague();
    const refused = await add(leagueId, theirs.sessionId);
    expect([refused.status, refused.text.includes("Rivals")]).toEqual([404, false]);

    const theirLeague = await newLeague({}, stranger);
    const night = await ask<LeagueNightReply>(
      "POST",
      `/${theirLeague}/sessions`,
      { sessionId: theirs.sessionId },
      stranger,
    );
    const rivals = teamId(night.json, "Rivals");
    const mine = await playNight(house.host, [{ name: "Owls" }]);
    await add(leagueId, mine.sessionId);
    const links = [{ playerId: mine.playerIds.Owls ?? "", leagueTeamId: rivals }];
    expect((await link(leagueId, mine.sessionId, links)).status).toBe(404);
    const owls = teamId(await tableOf(leagueId), "Owls");
    expect((await ask("POST", `/${leagueId}/teams/${owls}/merge`, { into: rivals })).status).toBe(404);
    expect((await ask("PATCH", `/${leagueId}/teams/${rivals}`, { name: "Lost" })).status).toBe(404);
    expect((await ask<LeagueReply>("GET", `/${theirLeague}`, undefined, stranger)).json.teams).toMatchObject([
      { name: "Rivals" },
    ]);
  });
});

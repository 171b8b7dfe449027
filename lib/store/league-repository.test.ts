import { afterAll, beforeAll, expect, test } from "vitest";
import { type LeagueRepository, leagueRepository } from "./league-repository";
import { quizRepository } from "./quiz-repository";
import type { Store } from "./store";
import { addHost, addSession, openTestStore } from "./test-store";

let store: Store;
let leagues: LeagueRepository;

beforeAll(async () => {
  store = await openTestStore();
  leagues = leagueRepository(store);
});
afterAll(() => store.close());

const all = { bestOf: null, byPlaces: false };
let order = 0;

async function addSeat(sessionId: string, name: string): Promise<string> {
  order += 1;
  const playerId = `${sessionId}-${order}`;
  await store.prisma.player.create({
    data: {
      id: playerId,
      sessionId,
      name,
      nameKey: name.toLowerCase(),
      activeNameKey: name.toLowerCase(),
      seatCode: `S${order}`,
      source: "pin",
      joinOrder: order,
      joinedAt: 1n,
    },
  });
  return playerId;
}
async function addNight(hostId: string, names: string[]) {
  const { sessionId } = await addSession(store, { hostId });
  const playerIds: string[] = [];
  for (const name of names) playerIds.push(await addSeat(sessionId, name));
  return { sessionId, playerIds };
}
const newTeam = (playerId: string | undefined, name: string) => ({
  playerId: playerId ?? "",
  leagueTeamId: null,
  name,
  byDevice: false,
});
const namesOf = async (leagueId: string) => (await leagues.teams(leagueId)).map(({ name }) => name).sort();

test("a league belongs to its host's workspace and to nobody else", async () => {
  const [mine, other] = [await addHost(store), await addHost(store)];
  const leagueId = await leagues.create(mine, { name: "Tuesdays", ...all });
  expect(await leagues.find(mine, leagueId)).toEqual({ leagueId, name: "Tuesdays", ...all });
  expect(await leagues.find(other, leagueId)).toBeNull();
  expect(await leagues.list(other)).toEqual([]);
  expect(await leagues.list(mine)).toEqual([
    { leagueId, name: "Tuesdays", ...all, teamCount: 0, sessionIds: [] },
  ]);
  const { sessionId } = await addNight(mine, []);
  expect(await leagues.ownSession(other, sessionId)).toBeNull();
  expect((await leagues.ownSession(mine, sessionId))?.isFinished).toBe(false);
});

test("a night comes with its teams, once, and takes those that played no other with it", async () => {
  const host = await addHost(store);
  const leagueId = await leagues.create(host, { name: "Tuesdays", ...all });
  const first = await addNight(host, ["Owls", "Foxes"]);
  const links = first.playerIds.map((id, index) => newTeam(id, ["Owls", "Foxes"][index] ?? ""));
  const added = await Promise.all([1, 2, 3].map(() => leagues.addNight(leagueId, first.sessionId, links)));
  expect(added.filter(Boolean)).toHaveLength(1);
  expect(await namesOf(leagueId)).toEqual(["Foxes", "Owls"]);

  const owls = (await leagues.teams(leagueId)).find(({ name }) => name === "Owls")?.leagueTeamId ?? "";
  const second = await addNight(host, ["Night Owls"]);
  const [nightOwls] = second.playerIds;
  await leagues.addNight(leagueId, second.sessionId, [
    { playerId: nightOwls ?? "", leagueTeamId: owls, name: "Night Owls", byDevice: true },
  ]);
  expect((await leagues.links(leagueId)).filter(({ leagueTeamId }) => leagueTeamId === owls)).toHaveLength(2);

  await leagues.removeNight(leagueId, first.sessionId);
  expect(await namesOf(leagueId)).toEqual(["Owls"]);
  expect((await leagues.nights(leagueId)).map(({ sessionId }) => sessionId)).toEqual([second.sessionId]);
  await leagues.remove(leagueId);
  expect(await leagues.list(host)).toEqual([]);
  expect(await leagues.ownSession(host, second.sessionId)).not.toBeNull();
});

test("no team has two seats of one night, whoever asks at the same time, and what is refused changes nothing", async () => {
  const host = await addHost(store);
  const leagueId = await leagues.create(host, { name: "Tuesdays", ...all });
  const { sessionId, playerIds } = await addNight(host, ["Owls", "Foxes"]);
  const [owls, foxes] = playerIds as [string, string];
  await leagues.addNight(leagueId, sessionId, [newTeam(owls, "Owls"), newTeam(foxes, "Foxes")]);
  const before = await leagues.links(leagueId);
  const owlsTeam = before.find(({ playerId }) => playerId === owls)?.leagueTeamId ?? "";
  const foxesTeam = before.find(({ playerId }) => playerId === foxes)?.leagueTeamId ?? "";
  const toOwls = { playerId: foxes, leagueTeamId: owlsTeam, name: "Foxes", byDevice: false };
  expect(await leagues.link({ leagueId, sessionId }, [toOwls], [])).toBe(false);
  expect(await leagues.mergeTeams(leagueId, foxesTeam, owlsTeam)).toBe(false);
  expect(await leagues.links(leagueId)).toEqual(before);

  // changing places in one go is no clash
  const swapped = [
    { playerId: owls, leagueTeamId: foxesTeam, name: "Owls", byDevice: false },
    { playerId: foxes, leagueTeamId: owlsTeam, name: "Foxes", byDevice: false },
  ];
  expect(await leagues.link({ leagueId, sessionId }, swapped, [])).toBe(true);
  // a seat that was removed since gives its team back
  expect(
    await leagues.link(
      { leagueId, sessionId },
      [{ playerId: owls, leagueTeamId: owlsTeam, name: "Owls", byDevice: false }],
      [foxes],
    ),
  ).toBe(true);
  expect(await leagues.links(leagueId)).toMatchObject([{ playerId: owls, leagueTeamId: owlsTeam }]);
  expect(await namesOf(leagueId)).toEqual(["Owls"]);
});

test("two teams of different nights become one, which keeps its name; a rename is the league's alone", async () => {
  const host = await addHost(store);
  const leagueId = await leagues.create(host, { name: "Tuesdays", ...all });
  for (const name of ["Owls", "Night Owls"]) {
    const { sessionId, playerIds } = await addNight(host, [name]);
    await leagues.addNight(leagueId, sessionId, [newTeam(playerIds[0], name)]);
  }
  const teams = await leagues.teams(leagueId);
  const idOf = (wanted: string) => teams.find(({ name }) => name === wanted)?.leagueTeamId ?? "";
  expect(await leagues.mergeTeams(leagueId, idOf("Night Owls"), idOf("Owls"))).toBe(true);
  expect(await leagues.renameTeam(leagueId, idOf("Owls"), "The Owls")).toBe(true);
  expect(await namesOf(leagueId)).toEqual(["The Owls"]);
  expect(await leagues.links(leagueId)).toHaveLength(2);
  const elsewhere = await leagues.create(host, { name: "Fridays", ...all });
  expect(await leagues.renameTeam(elsewhere, idOf("Owls"), "Stolen")).toBe(false);
  expect(await namesOf(leagueId)).toEqual(["The Owls"]);
});

test("a guest who becomes an account keeps the leagues, and adds nights from before and after", async () => {
  const [guest, account] = [await addHost(store), await addHost(store)];
  const leagueId = await leagues.create(guest, { name: "Tuesdays", ...all });
  const [before, after] = [await addNight(guest, []), await addNight(account, [])];
  await quizRepository(store).moveHost(guest, account, false);
  expect(await leagues.find(guest, leagueId)).toBeNull();
  expect((await leagues.find(account, leagueId))?.name).toBe("Tuesdays");
  for (const { sessionId } of [before, after])
    expect((await leagues.ownSession(account, sessionId))?.sessionId).toBe(sessionId);
});

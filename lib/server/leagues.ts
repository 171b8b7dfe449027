/**
 * What a host can ask of a league. Every reply to a change is the view it leads to. Scores are read from the nights at
 * every look and stored nowhere; what is stored is which seat was which team.
 */
import type {
  LeagueNightReply,
  LeagueReply,
  LeagueRules,
  LeagueSummary,
  LeagueTeamReply,
  SeatLink,
} from "@/lib/contracts/league";
import { hasInk, withoutInvisible } from "@/lib/contracts/readable-text";
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import { type KnownTeam, type Proposal, proposeTeams } from "@/lib/game/league";
import { parsePlayerName } from "@/lib/game/player-name";
import type { LeagueRepository, NewLink, StoredLeague } from "@/lib/store/league-repository";
import type { LeagueNights } from "./league-nights";
import {
  grouped,
  nightView,
  readSeason,
  type Season,
  type SeasonNight,
  tableView,
  teamView,
} from "./league-season";

/** Weekly for almost four years. The table reads every night, so there must be an end. */
const mostNights = 200;
/** A line of a heading. */
const longestName = 80;

type Fields = LeagueRules & { name: string };
const noLeague = () => refuse("NOT_FOUND", "You have no such league.");
const noNight = () => refuse("NOT_FOUND", "This session is not in this league.");
const noTeam = () => refuse("NOT_FOUND", "This league has no such team.");
const tooLate = () => refuse("STALE", "Somebody was quicker. Load this page again to see what stands now.");

function checked<F extends Partial<Fields>>(fields: F): Result<F> {
  const { name: typed, bestOf } = fields;
  if (typeof bestOf === "number" && !(Number.isInteger(bestOf) && bestOf >= 1 && bestOf <= mostNights))
    return refuse("BAD_REQUEST", `Type how many nights count: a whole number from 1 to ${mostNights}.`);
  if (typed === undefined) return ok(fields);
  const name = withoutInvisible(typed).replace(/\s+/g, " ").trim();
  if (!hasInk(name)) return refuse("NAME_EMPTY", "Give the league a name.");
  if ([...name].length > longestName)
    return refuse("NAME_TOO_LONG", `That name is too long. ${longestName} characters at the most.`);
  return ok({ ...fields, name });
}

export type Leagues = ReturnType<typeof createLeagues>;

export function createLeagues(o: { leagues: LeagueRepository; nights: LeagueNights }) {
  const { leagues } = o;

  async function season(hostId: string, leagueId: string): Promise<Result<Season>> {
    const league = await leagues.find(hostId, leagueId);
    return league ? ok(await readSeason(o, league)) : noLeague();
  }
  async function table(league: StoredLeague): Promise<Result<LeagueReply>> {
    return ok(tableView(await readSeason(o, league)));
  }
  const nightOf = (all: Season, sessionId: string): SeasonNight | undefined =>
    all.nights.find((night) => night.sessionId === sessionId);

  /** For the seats of this night that are no team yet, among the teams that have no seat on it. */
  async function propose(all: Season, night: SeasonNight): Promise<Map<string, Proposal>> {
    const open = night.seats.filter(({ leagueTeamId }) => leagueTeamId === null);
    const taken = new Set(night.seats.map(({ leagueTeamId }) => leagueTeamId));
    const known = new Map<string, KnownTeam>();
    for (const [leagueTeamId, name] of all.teams)
      if (!taken.has(leagueTeamId))
        known.set(leagueTeamId, { leagueTeamId, names: [name], devices: new Map() });
    if (open.length === 0 || known.size === 0) return new Map();
    const rows = await leagues.devices(all.nights.map(({ sessionId }) => sessionId));
    const devicesOf = grouped(rows, ({ playerId }) => playerId);
    for (const { playedAt, seats } of all.nights)
      for (const seat of seats) {
        const team = known.get(seat.leagueTeamId ?? "");
        team?.names.push(seat.name);
        for (const { deviceId } of devicesOf.get(seat.playerId) ?? []) team?.devices.set(deviceId, playedAt);
      }
    const deviceIdsOf = (playerId: string) => (devicesOf.get(playerId) ?? []).map(({ deviceId }) => deviceId);
    return proposeTeams(
      open.map(({ playerId, name }) => ({ playerId, name, deviceIds: deviceIdsOf(playerId) })),
      [...known.values()],
    );
  }

  async function night(
    hostId: string,
    leagueId: string,
    sessionId: string,
  ): Promise<Result<LeagueNightReply>> {
    const all = await season(hostId, leagueId);
    if (!all.ok) return all;
    const found = nightOf(all.value, sessionId);
    return found ? ok(nightView(all.value, found, await propose(all.value, found))) : noNight();
  }

  async function team(
    hostId: string,
    leagueId: string,
    leagueTeamId: string,
  ): Promise<Result<LeagueTeamReply>> {
    const all = await season(hostId, leagueId);
    if (!all.ok) return all;
    const view = teamView(all.value, leagueTeamId);
    return view ? ok(view) : noTeam();
  }

  /** What is sure is linked by itself, who is unknown is a new team, and the rest waits for the host. */
  const firstLinks = (seats: SeasonNight["seats"], proposals: Map<string, Proposal>): NewLink[] =>
    seats.flatMap(({ playerId, name }) => {
      const proposal = proposals.get(playerId);
      if (proposal && !proposal.isSure) return [];
      return [
        { playerId, name, leagueTeamId: proposal?.leagueTeamId ?? null, byDevice: proposal !== undefined },
      ];
    });

  return {
    list: (hostId: string): Promise<LeagueSummary[]> => leagues.list(hostId),

    /** BAD_REQUEST, NAME_EMPTY, NAME_TOO_LONG */
    async create(hostId: string, fields: Fields): Promise<Result<{ leagueId: string }>> {
      const good = checked(fields);
      return good.ok ? ok({ leagueId: await leagues.create(hostId, good.value) }) : good;
    },

    async table(hostId: string, leagueId: string): Promise<Result<LeagueReply>> {
      const league = await leagues.find(hostId, leagueId);
      return league ? table(league) : noLeague();
    },

    /** NOT_FOUND, and as for `create` */
    async change(hostId: string, leagueId: string, fields: Partial<Fields>): Promise<Result<LeagueReply>> {
      const league = await leagues.find(hostId, leagueId);
      if (!league) return noLeague();
      const good = checked(fields);
      if (!good.ok) return good;
      await leagues.change(leagueId, good.value);
      return table({ ...league, ...good.value });
    },

    async remove(hostId: string, leagueId: string): Promise<Result<null>> {
      if (!(await leagues.find(hostId, leagueId))) return noLeague();
      await leagues.remove(leagueId);
      return ok(null);
    },

    night,

    /** NOT_FOUND; WRONG_PHASE for a session that goes on, and for one too many. One that is in it stays as it is. */
    async addNight(hostId: string, leagueId: string, sessionId: string): Promise<Result<LeagueNightReply>> {
      const league = await leagues.find(hostId, leagueId);
      if (!league) return noLeague();
      const session = await leagues.ownSession(hostId, sessionId);
      if (!session) return refuse("NOT_FOUND", "You have no such session.");
      if (!session.isFinished)
        return refuse("WRONG_PHASE", "This quiz is not finished yet. Add it after the podium.");
      const all = await readSeason(o, league, session);
      if (all.nights.length > mostNights)
        return refuse("WRONG_PHASE", `A league holds ${mostNights} nights. Begin a new one for this season.`);
      const found = nightOf(all, sessionId);
      if (found)
        await leagues.addNight(leagueId, sessionId, firstLinks(found.seats, await propose(all, found)));
      return night(hostId, leagueId, sessionId);
    },

    async removeNight(hostId: string, leagueId: string, sessionId: string): Promise<Result<LeagueReply>> {
      const league = await leagues.find(hostId, leagueId);
      if (!league) return noLeague();
      await leagues.removeNight(leagueId, sessionId);
      return table(league);
    },

    /** All or none. UNKNOWN_PLAYER, NOT_FOUND (no such team), WRONG_PHASE (a team would have two seats), STALE. */
    async link(
      hostId: string,
      leagueId: string,
      sessionId: string,
      links: SeatLink[],
    ): Promise<Result<LeagueNightReply>> {
      const all = await season(hostId, leagueId);
      if (!all.ok) return all;
      const found = nightOf(all.value, sessionId);
      if (!found) return noNight();
      const wanted = new Map(links.map(({ playerId, leagueTeamId }) => [playerId, leagueTeamId]));
      const seatOf = new Map(found.seats.map((seat) => [seat.playerId, seat]));
      for (const [playerId, leagueTeamId] of wanted) {
        if (!seatOf.has(playerId))
          return refuse("UNKNOWN_PLAYER", "No team that counts has that id on this night.");
        if (leagueTeamId !== null && !all.value.teams.has(leagueTeamId)) return noTeam();
      }
      const namesOf = new Map<string, string[]>();
      for (const seat of found.seats) {
        const team = wanted.has(seat.playerId) ? wanted.get(seat.playerId) : seat.leagueTeamId;
        if (team) namesOf.set(team, [...(namesOf.get(team) ?? []), seat.name]);
      }
      for (const [team, names] of namesOf)
        if (names.length > 1)
          return refuse(
            "WRONG_PHASE",
            `${names.map((name) => `“${name}”`).join(" and ")} cannot both be “${all.value.teams.get(team)}” on one night. Move the other one first.`,
          );
      const rows = [...wanted].map(([playerId, leagueTeamId]) => ({
        playerId,
        leagueTeamId,
        name: seatOf.get(playerId)?.name ?? "",
        byDevice: false,
      }));
      const isDone = await leagues.link({ leagueId, sessionId }, rows, found.goneIds);
      return isDone ? night(hostId, leagueId, sessionId) : tooLate();
    },

    team,

    /** NOT_FOUND, NAME_EMPTY, NAME_TOO_LONG */
    async renameTeam(
      hostId: string,
      leagueId: string,
      leagueTeamId: string,
      name: string,
    ): Promise<Result<LeagueTeamReply>> {
      if (!(await leagues.find(hostId, leagueId))) return noLeague();
      const parsed = parsePlayerName(name);
      if (!parsed.ok) return parsed;
      if (!(await leagues.renameTeam(leagueId, leagueTeamId, parsed.value.name))) return noTeam();
      return team(hostId, leagueId, leagueTeamId);
    },

    /** NOT_FOUND; WRONG_PHASE when both played on one night; STALE */
    async mergeTeams(
      hostId: string,
      leagueId: string,
      fromId: string,
      intoId: string,
    ): Promise<Result<LeagueTeamReply>> {
      const all = await season(hostId, leagueId);
      if (!all.ok) return all;
      const { teams, nights } = all.value;
      if (!teams.has(fromId) || !teams.has(intoId)) return noTeam();
      if (fromId === intoId) return refuse("WRONG_PHASE", "That is the same team.");
      const isIn = ({ seats }: SeasonNight, id: string) => seats.some((seat) => seat.leagueTeamId === id);
      const both = nights.find((one) => isIn(one, fromId) && isIn(one, intoId));
      if (both)
        return refuse(
          "WRONG_PHASE",
          `“${teams.get(fromId)}” and “${teams.get(intoId)}” both played “${both.title}”, so they are two teams.`,
        );
      const isDone = await leagues.mergeTeams(leagueId, fromId, intoId);
      return isDone ? team(hostId, leagueId, intoId) : tooLate();
    },
  };
}

/** The league's table for a spreadsheet, in the form of the results' (results.ts): inert text, numbers that are numbers. */
import { stringify } from "csv-stringify/sync";
import type { LeagueReply } from "@/lib/contracts/league";
import { inertCell } from "@/lib/formats/inert-cell";

/**
 * One row a team. The `league points` of a row add up to its total: a night that is not among the best says `dropped`, and
 * one that was not played nothing.
 */
export function leagueCsv(league: LeagueReply): string {
  const header = ["Rank", "Team", "Total", "Nights"];
  for (const [index, { title, playedAt }] of league.nights.entries()) {
    const label = `N${index + 1} ${new Date(playedAt).toISOString().slice(0, 10)}`;
    header.push(inertCell(`${label} ${title} place`), `${label} points`, `${label} league points`);
  }
  const rows = league.teams.map((team) => [
    team.rank,
    inertCell(team.name),
    team.total,
    team.nights.filter((night) => night !== null).length,
    ...team.nights.flatMap((night) =>
      night ? [night.rank, night.points, night.counted ? night.value : "dropped"] : ["", "", ""],
    ),
  ]);
  const csv = stringify([header, ...rows], { record_delimiter: "\r\n", quoted_string: true });
  return `\uFEFF${csv}`;
}

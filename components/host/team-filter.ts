/** Which teams the host's list shows, and in which order: those who may need help stand first. */
import type { LivePlayer } from "@/lib/contracts/views";

export const teamFilters = ["all", "waiting", "backup", "gone"] as const;
export type TeamFilter = (typeof teamFilters)[number];

const passes: Record<TeamFilter, (player: LivePlayer) => boolean> = {
  all: () => true,
  waiting: (player) => !player.answered,
  backup: (player) => player.link === "fallback",
  gone: (player) => player.link === "offline",
};

export const countTeams = (players: LivePlayer[]): Record<TeamFilter, number> =>
  Object.fromEntries(teamFilters.map((name) => [name, players.filter(passes[name]).length])) as Record<
    TeamFilter,
    number
  >;

/** Without case and accents: "quizera" finds "Les Quizérables". */
const folded = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** `asked`: a question is on, so that who has answered matters. */
export function teamsShown(
  players: LivePlayer[],
  { filter, search, asked }: { filter: TeamFilter; search: string; asked: boolean },
): LivePlayer[] {
  const wanted = folded(search.trim());
  const place = (player: LivePlayer) => (player.link === "offline" ? 0 : asked && player.answered ? 2 : 1);
  return players
    .filter((player) => passes[filter](player) && folded(player.name).includes(wanted))
    .sort((a, b) => place(a) - place(b));
}

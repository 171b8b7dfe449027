/** Which teams the host's list shows, and in which order: those who may need help stand first. */
import type { LivePlayer } from "@/lib/contracts/views";

/** What is waited for: nothing, the open question, or a sheet with so many questions. */
export type Asked = "nothing" | "question" | number;

export const teamFilters = ["all", "waiting", "backup", "gone"] as const;
export type TeamFilter = (typeof teamFilters)[number];

/** A team on paper has no phone that could be waited for or gone. */
const passes: Record<TeamFilter, (player: LivePlayer, asked: Asked) => boolean> = {
  all: () => true,
  waiting: (player, asked) => !player.isPaper && !hasAnswered(player, asked),
  backup: (player) => !player.isPaper && player.link === "fallback",
  gone: (player) => !player.isPaper && player.link === "offline",
};

/** Nothing is waited for: it has answered, or it joined too late to. */
export function hasAnswered(player: LivePlayer, asked: Asked): boolean {
  return typeof asked === "number"
    ? player.sheetCount + player.missedCount >= asked
    : player.answered || player.missedCount > 0;
}

export const countTeams = (players: LivePlayer[], asked: Asked): Record<TeamFilter, number> =>
  Object.fromEntries(
    teamFilters.map((name) => [name, players.filter((player) => passes[name](player, asked)).length]),
  ) as Record<TeamFilter, number>;

/** Without case and accents: "quizera" finds "Les Quizérables". */
const folded = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

export function teamsShown(
  players: LivePlayer[],
  { filter, search, asked }: { filter: TeamFilter; search: string; asked: Asked },
): LivePlayer[] {
  const wanted = folded(search.trim());
  const place = (player: LivePlayer) => {
    if (passes.gone(player, asked)) return 0;
    return player.isPaper || (asked !== "nothing" && hasAnswered(player, asked)) ? 2 : 1;
  };
  return players
    .filter((player) => passes[filter](player, asked) && folded(player.name).includes(wanted))
    .sort((a, b) => place(a) - place(b));
}

import { asCohost, cohostInAddress } from "@/lib/client/cohost";
import type { NavLink } from "./host-frame";

const pages = [
  { page: "live", label: "Live", path: "/host/session?id=" },
  { page: "marking", label: "Marking", path: "/host/marking?session=" },
  { page: "room", label: "Room", path: "/host/room?id=" },
  { page: "results", label: "Results", path: "/host/results?id=" },
] as const;

/** The console, for whoever leads from here: a co-host stays one. */
export const livePathOf = (sessionId: string): string =>
  asCohost(pages[0].path + encodeURIComponent(sessionId));

/** The pages of one session. `toMark`: near misses that wait for a person. */
export const sessionNav = (
  sessionId: string,
  current: (typeof pages)[number]["page"],
  toMark = 0,
): NavLink[] =>
  pages.map(({ page, label, path }) => ({
    href: asCohost(path + encodeURIComponent(sessionId)),
    label,
    current: page === current,
    ...(page === "marking" ? { count: toMark } : {}),
  }));

/** Where the name of the house leads from a session's page: to the host's quizzes, which a co-host has none of. */
export const homeOf = (sessionId: string | null): string =>
  // known after the first paint, like the session
  sessionId && cohostInAddress() ? "/" : "/host";

const library = [
  { href: "/host", label: "Quizzes" },
  { href: "/host/import", label: "Import" },
  { href: "/host/league", label: "Leagues" },
];

/** The pages that belong to no session. */
export const libraryNav = (current?: string): NavLink[] =>
  library.map((link) => ({ ...link, current: link.href === current }));

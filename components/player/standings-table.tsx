import { inFigures } from "@/components/ui/in-figures";
import type { MeView, StandingRow } from "@/lib/contracts/views";

/** As many as a phone shows without scrolling. */
const shownRows = 6;

type Row = Pick<StandingRow, "playerId" | "name" | "rank" | "points">;

/** The top of the table, and this player's own line below it where it is not among them. */
export function StandingsTable({ rows, me }: { rows: Row[]; me: MeView }) {
  const top = rows.slice(0, shownRows);
  const isAmongThem = top.some((row) => row.playerId === me.playerId);
  return (
    <ol className="flex flex-col" data-testid="standings">
      {top.map((row) => (
        <Line key={row.playerId} row={row} isMine={row.playerId === me.playerId} />
      ))}
      {!isAmongThem && me.standing && (
        <>
          <li aria-hidden className="py-1 text-center text-ink-3">
            ⋯
          </li>
          <Line row={{ ...me, ...me.standing }} isMine />
        </>
      )}
    </ol>
  );
}

const Line = ({ row, isMine }: { row: Row; isMine: boolean }) => (
  <li
    {...(isMine ? { "aria-current": true } : {})}
    className={`flex min-h-13 items-center gap-3 px-4 py-2 ${isMine ? "rounded-card bg-amber text-choice font-bold text-on-accent" : "border-b border-line text-lead last:border-b-0"}`}
  >
    <span className="w-8 shrink-0 tabular-nums">{row.rank}</span>
    <bdi
      className={`${isMine ? "line-clamp-3" : "line-clamp-2"} min-w-0 leading-snug [overflow-wrap:anywhere]`}
    >
      {row.name}
    </bdi>
    <span className="ms-auto font-bold tabular-nums">{inFigures(row.points)}</span>
  </li>
);

import { inFigures } from "@/components/ui/in-figures";
import type { StandingRow } from "@/lib/contracts/views";
import { signed } from "./phase-words";

function movementWords(movement: number): string {
  if (movement > 0) return `▲ ${movement}`;
  return movement < 0 ? `▼ ${-movement}` : "";
}

export function StandingsList({ rows, playerCount }: { rows: StandingRow[]; playerCount: number }) {
  if (rows.length === 0) return <p className="text-lead text-ink-2">Nobody has joined yet.</p>;
  return (
    <section className="rounded-slab border border-line bg-panel p-4">
      <ol data-testid="standings">
        {rows.map((row) => (
          <li
            key={row.playerId}
            className="flex items-baseline gap-3 border-b border-line py-2 text-lead last:border-0 sm:gap-4"
          >
            <span className="w-8 shrink-0 text-right tabular-nums text-ink-2">{row.rank}</span>
            <span className="min-w-0 grow font-bold break-words">
              <bdi>{row.name}</bdi>
              {row.handicap !== undefined && (
                <span
                  className="ms-2 text-micro font-normal whitespace-nowrap text-ink-2"
                  data-testid="handicap"
                >
                  {signed(row.handicap)} for size
                </span>
              )}
            </span>
            <span className="shrink-0 text-ink-2 tabular-nums">{movementWords(row.movement)}</span>
            <b className="w-16 shrink-0 text-right tabular-nums">{inFigures(row.points)}</b>
          </li>
        ))}
      </ol>
      {playerCount > rows.length && (
        <p className="pt-3 text-ink-2">
          The first {rows.length} of {playerCount}; all of them under Results.
        </p>
      )}
    </section>
  );
}

"use client";

import type { CSSProperties } from "react";
import { inFigures } from "@/components/ui/in-figures";
import type { Link, StandingRow } from "@/lib/contracts/views";
import { Board } from "./board";
import type { SharedIn } from "./shared-in";
import { rowSize } from "./text-size";
import "./standings-board.css";

/** What a slate of this height carries at a size read from the back. */
const mostRows = 12;
/** Three players should not stand in rows a hand high. */
const fewestRows = 6;

const signed = (points: number) =>
  points > 0 ? `+${inFigures(points)}` : points < 0 ? `−${inFigures(-points)}` : "0";

function Movement({ movement }: { movement: number }) {
  if (movement === 0) {
    return (
      <span className="bs-mv">
        <svg viewBox="0 0 10 10" aria-hidden="true">
          <path d="M0 4H10V6H0Z" />
        </svg>
        <span className="sr-only">same place</span>
      </span>
    );
  }
  const isUp = movement > 0;
  return (
    <span className={isUp ? "bs-mv bs-up" : "bs-mv bs-down"}>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        <path d={isUp ? "M5 0L10 9H0Z" : "M5 10L0 1H10Z"} />
      </svg>
      {Math.abs(movement)}
      <span className="sr-only">{isUp ? " up" : " down"}</span>
    </span>
  );
}

function Row({ row, place, count }: { row: StandingRow; place: number; count: number }) {
  // Each row starts where it stood before: rows are equally high, so places are multiples of its own height. Who
  // stood there already comes up from the row below.
  const from = Math.max(-place, Math.min(row.movement, count - place)) || 1;
  return (
    <li
      className={row.rank <= 3 ? "bs-top" : undefined}
      style={{ "--from": from, "--wait": count - place - 1 } as CSSProperties}
      data-testid="standings-row"
      data-rank={row.rank}
    >
      <span className="bs-rk">{row.rank}</span>
      <Movement movement={row.movement} />
      <span className="bs-nm">
        <bdi>{row.name}</bdi>
      </span>
      <span className="bs-rd">{signed(row.roundPoints)}</span>
      <span className="bs-pt">{inFigures(row.points)}</span>
    </li>
  );
}

export function StandingsBoard({ shared, link }: { shared: SharedIn<"standings">; link: Link }) {
  const rows = shared.standings.rows.slice(0, mostRows);
  const hiddenCount = shared.standings.playerCount - rows.length;
  return (
    <Board
      lead="Standings"
      sub={`after round ${shared.round.number} of ${shared.round.count}`}
      link={link}
      aside={
        <span className="bs-cols">
          <span>this round</span>
          <span>total</span>
        </span>
      }
    >
      {rows.length === 0 ? (
        <p className="bs-wait">Nobody is on the board yet.</p>
      ) : (
        <ol
          className="bs-table"
          style={{
            gridTemplateRows: `repeat(${Math.max(fewestRows, rows.length)}, minmax(0, 1fr))`,
            fontSize: `calc(var(--u) * ${rowSize(rows.length)})`,
          }}
        >
          {rows.map((row, place) => (
            <Row key={row.playerId} row={row} place={place} count={rows.length} />
          ))}
        </ol>
      )}
      {hiddenCount > 0 && <p className="bs-more">and {hiddenCount} more: your own place is on your phone</p>}
    </Board>
  );
}

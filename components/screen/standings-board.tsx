"use client";

import type { CSSProperties } from "react";
import { inFigures } from "@/components/ui/in-figures";
import type { Link, StandingRow } from "@/lib/contracts/views";
import { Board } from "./board";
import type { SharedIn } from "./shared-in";
import { figuresWidth, rowSize } from "./text-size";
import "./standings-board.css";

/** What a slate of this height carries at a size read from the back. */
const mostRows = 12;
/** Above a full table at least so many covered places are seen, as long as there are any. */
const coversKept = 2;
/** Three players should not stand in rows a hand high. */
const fewestRows = 6;
/** As large as in standings-board.css, in em of the row; and as wide at least, in u. */
const roundFigures = { em: 0.88, least: 13 };
const totalFigures = { em: 1.14, least: 14 };

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

function Row({
  row,
  place,
  count,
  isAlone,
}: {
  row: StandingRow;
  place: number;
  count: number;
  isAlone: boolean;
}) {
  // Each row starts where it stood before: rows are equally high, so places are multiples of its own height. Who
  // stood there already comes up from the row below. One that is uncovered alone waits for nobody.
  const from = (!isAlone && Math.max(-place, Math.min(row.movement, count - place))) || 1;
  return (
    <li
      className={row.rank <= 3 ? "bs-top" : undefined}
      style={{ "--from": from, "--wait": isAlone ? 0 : count - place - 1 } as CSSProperties}
      data-testid="standings-row"
      data-rank={row.rank}
    >
      <span className="bs-rk">{row.rank}</span>
      <Movement movement={row.movement} />
      <span className="bs-nm">
        <bdi>{row.name}</bdi>
        {row.handicap !== undefined && (
          <small className="bs-heads" data-testid="handicap">
            {signed(row.handicap)} for size
          </small>
        )}
      </span>
      <span className="bs-rd">{signed(row.roundPoints)}</span>
      <span className="bs-pt">{inFigures(row.points)}</span>
    </li>
  );
}

const Cover = () => (
  <li className="bs-covered" data-testid="covered-place">
    <span className="bs-rk">?</span>
    <span className="bs-mv" />
    <span className="bs-nm" />
  </li>
);

export function StandingsBoard({ shared, link }: { shared: SharedIn<"standings">; link: Link }) {
  const { playerCount, coveredCount, show } = shared.standings;
  const covers = Math.min(
    coveredCount,
    mostRows - Math.min(shared.standings.rows.length, mostRows - coversKept),
  );
  const rows = shared.standings.rows.slice(0, mostRows - covers);
  const hiddenCount = coveredCount > 0 ? 0 : playerCount - rows.length;
  const count = covers + rows.length;
  const size = rowSize(count);
  const widthOf = (figures: string[], { em, least }: typeof totalFigures) =>
    figuresWidth(figures, size * em, least);
  const columns = {
    "--rd": widthOf(
      rows.map(({ roundPoints }) => signed(roundPoints)),
      roundFigures,
    ),
    "--pt": widthOf(
      rows.map(({ points }) => inFigures(points)),
      totalFigures,
    ),
  };
  return (
    <Board
      lead="Standings"
      // not "after": the host may show them in the middle of a round
      sub={`round ${shared.round.number} of ${shared.round.count}`}
      link={link}
      corrected={{ corrections: shared.corrections, round: shared.round.number }}
      aside={
        <span className="bs-cols" style={columns as CSSProperties}>
          <span>this round</span>
          <span>total</span>
        </span>
      }
    >
      {playerCount === 0 || (show === "hidden" && coveredCount > 0) ? (
        <p className="bs-wait" data-testid="no-places">
          {playerCount === 0 ? "Nobody is on the board yet." : "The places stay secret until the end."}
        </p>
      ) : (
        <ol
          className="bs-table"
          style={
            {
              ...columns,
              gridTemplateRows: `repeat(${Math.max(fewestRows, count)}, minmax(0, 1fr))`,
              fontSize: `calc(var(--u) * ${size})`,
            } as CSSProperties
          }
        >
          {Array.from({ length: covers }, (_, place) => (
            <Cover key={`covered ${place}`} />
          ))}
          {rows.map((row, index) => (
            <Row
              key={row.playerId}
              row={row}
              place={covers + index}
              count={count}
              isAlone={show === "staged"}
            />
          ))}
        </ol>
      )}
      {hiddenCount > 0 && <p className="bs-more">and {hiddenCount} more: your own place is on your phone</p>}
    </Board>
  );
}

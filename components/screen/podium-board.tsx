"use client";

import type { CSSProperties } from "react";
import { inFigures } from "@/components/ui/in-figures";
import { Pint } from "@/components/ui/pint";
import type { Link, StandingRow } from "@/lib/contracts/views";
import { Board } from "./board";
import type { SharedIn } from "./shared-in";
import { podiumNameSizes } from "./text-size";
import "./podium-board.css";

const confettiCount = 48;
/** Everybody who shares the third place stands there, too; more columns than this leave no room for a name. */
const mostWinners = 5;
const heights = [38, 31, 25];
const levels = [1, 0.86, 0.74];
const colours = [
  "var(--rf-lamp)",
  "var(--rf-chalk)",
  "var(--rf-brass)",
  "var(--rf-choice-a)",
  "var(--rf-choice-b)",
];

function Confetti() {
  return (
    <div className="bs-confetti" aria-hidden="true">
      {Array.from({ length: confettiCount }, (_, piece) => (
        <i
          key={piece}
          style={
            {
              "--x": `${(piece * 61) % 100}%`,
              "--y": `${(piece * 37) % 46}%`,
              "--turn": `${(piece * 83) % 360}deg`,
              "--fall": `${5 + ((piece * 29) % 40) / 10}s`,
              "--late": `${-((piece * 47) % 80) / 10}s`,
              "--tone": colours[piece % colours.length],
            } as CSSProperties
          }
        />
      ))}
    </div>
  );
}

/** Second, first, third from left to right, as podiums stand; who shares the third place at the sides. */
function winnersInOrder(rows: StandingRow[]): { row: StandingRow; step: number }[] {
  const winners = rows
    .map((row, step) => ({ row, step }))
    .filter(({ row, step }) => step < mostWinners && row.rank <= 3);
  const left = winners.filter(({ step }) => step % 2 === 1).reverse();
  return [...left, ...winners.filter(({ step }) => step % 2 === 0)];
}

function Winner({ row, step, nameSize }: { row: StandingRow; step: number; nameSize: number }) {
  // Two players can share a place: the glass follows the place, not the column.
  const size = Math.min(2, row.rank - 1);
  return (
    <div
      className={row.rank === 1 ? "bs-winner bs-first" : "bs-winner"}
      style={{ "--place": row.rank, "--size": nameSize } as CSSProperties}
      data-testid={`podium-${step + 1}`}
      data-rank={row.rank}
    >
      <h2 className="bs-disp">
        <bdi>{row.name}</bdi>
      </h2>
      <p>
        <b>{inFigures(row.points)}</b> {row.points === 1 ? "point" : "points"}
      </p>
      <Pint
        fraction={levels[size] ?? 0.74}
        seconds={null}
        mark={String(row.rank)}
        height={`calc(var(--u) * ${heights[size] ?? 25})`}
      />
    </div>
  );
}

export function PodiumBoard({ shared, link }: { shared: SharedIn<"finished">; link: Link }) {
  const { rows } = shared.standings;
  const winners = winnersInOrder(rows);
  const runnersUp = rows.slice(winners.length, winners.length + 3);
  const nameSizes = podiumNameSizes(rows.slice(0, winners.length));
  return (
    <Board
      lead="That’s the night!"
      sub={shared.title}
      link={link}
      corrected={{ corrections: shared.corrections, round: null }}
    >
      <Confetti />
      <section className="bs-podium">
        {rows.length === 0 && <h1 className="bs-disp bs-headline">Thank you for playing.</h1>}
        {winners.map(({ row, step }) => (
          <Winner key={row.playerId} row={row} step={step} nameSize={nameSizes[step]!} />
        ))}
      </section>
      <div className="bs-bartop">
        {runnersUp.map((row) => (
          <span key={row.playerId}>
            <b>{row.rank}</b>
            <bdi>{row.name}</bdi>
          </span>
        ))}
        {runnersUp.length === 0 && rows.length > 0 && <span>Thank you for playing.</span>}
      </div>
    </Board>
  );
}

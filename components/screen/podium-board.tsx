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
/** Second, first, third from left to right, as podiums stand. */
const order = [1, 0, 2];
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

function Winner({ row, step, nameSize }: { row: StandingRow; step: number; nameSize: number }) {
  // Two players can share a place: the glass follows the place, not the column.
  const size = Math.min(2, row.rank - 1);
  return (
    <div
      className={row.rank === 1 ? "bs-winner bs-first" : "bs-winner"}
      style={{ "--place": step + 1, "--size": nameSize } as CSSProperties}
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
  const runnersUp = rows.slice(3, 6);
  const nameSizes = podiumNameSizes(rows.slice(0, 3));
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
        {order.map((step) => {
          const row = rows[step];
          return row ? <Winner key={row.playerId} row={row} step={step} nameSize={nameSizes[step]!} /> : null;
        })}
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

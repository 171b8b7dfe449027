"use client";

import { useId } from "react";
import { ChalkFilter } from "./chalk-filter";
import "./chalk.css";

/** Twelve bundles of five fill a third of the big screen; more strokes than that nobody counts. */
const mostStrokes = 60;

/** The same stroke leans the same way on every screen and at every redraw. */
const lean = (stroke: number) => ((stroke * 37) % 11) / 5 - 1;

function strokePath(stroke: number): string {
  const bundle = Math.floor(stroke / 5) * 54;
  const place = stroke % 5;
  const tilt = lean(stroke);
  if (place === 4) return `M${bundle - 3} ${36 + tilt}q22 ${-10 + tilt} 46 ${-25 - tilt}`;
  return `M${bundle + 3 + place * 10.4 + tilt * 0.7} ${4 + tilt}q${tilt} 20 ${-tilt} ${40 - tilt}`;
}

/** How many have answered, as chalk strokes 1.4 em high; above 60 a bar. The number itself stands beside it. */
export function Tallies({ count, total }: { count: number; total: number }) {
  const id = useId().replace(/\W/g, "");
  const shown = Math.max(count, total);
  if (shown > mostStrokes) {
    return (
      <span
        role="img"
        aria-label={`${count} of ${shown}`}
        data-testid="tallies"
        className="inline-block h-[0.7em] min-w-0 flex-[0_1_14em] overflow-hidden rounded-full border-2 border-current"
        style={{ width: "14em" }}
      >
        <span
          className="block h-full bg-amber transition-[width]"
          style={{
            width: `${(Math.min(count, shown) / shown) * 100}%`,
            transitionDuration: "var(--rf-dur-swap)",
          }}
        />
      </span>
    );
  }
  if (shown === 0) return null;
  const width = Math.ceil(shown / 5) * 54;
  const strokes = Array.from({ length: shown }, (_, stroke) => stroke);
  return (
    <svg
      viewBox={`-5 0 ${width} 48`}
      preserveAspectRatio="xMinYMid meet"
      role="img"
      aria-label={`${count} of ${shown}`}
      data-testid="tallies"
      style={{ height: "1.4em", width: "auto", minWidth: 0, flex: "0 1 auto", overflow: "visible" }}
      fill="none"
      stroke="currentColor"
      strokeWidth="3.6"
      strokeLinecap="round"
    >
      <defs>
        <ChalkFilter id={`${id}chalk`} />
      </defs>
      <g strokeOpacity="0.18">
        {strokes.slice(count).map((stroke) => (
          <path key={stroke} d={strokePath(stroke)} />
        ))}
      </g>
      <g filter={`url(#${id}chalk)`}>
        {strokes.slice(0, count).map((stroke) => (
          <path key={stroke} className="chalk-stroke" pathLength={1} d={strokePath(stroke)} />
        ))}
      </g>
    </svg>
  );
}

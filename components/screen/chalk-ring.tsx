"use client";

import { type ReactNode, useId } from "react";
import { ChalkFilter } from "@/components/ui/chalk-filter";
import "@/components/ui/chalk.css";

/** A ring drawn by hand round the right answer; the margin is in em, so it suits one word and three lines. */
export function ChalkRing({ children }: { children: ReactNode }) {
  const id = useId().replace(/\W/g, "");
  return (
    <span className="bs-ringed">
      {children}
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <defs>
          <ChalkFilter id={id} />
        </defs>
        <g filter={`url(#${id})`}>
          <path
            className="chalk-stroke"
            pathLength={1}
            d="M26 9C3 17 -3 58 12 80C30 103 84 101 96 69C106 33 86 1 47 3C27 4 11 12 4 32"
          />
        </g>
      </svg>
    </span>
  );
}

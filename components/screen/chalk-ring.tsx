"use client";

import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { ChalkFilter } from "@/components/ui/chalk-filter";
import { ringPath } from "./ring-path";
import "@/components/ui/chalk.css";

type Box = { width: number; height: number; margin: number };

/** A ring drawn by hand round the right answer, in the size of its words: one or three lines of them. */
export function ChalkRing({ children }: { children: ReactNode }) {
  const id = useId().replace(/\W/g, "");
  const ref = useRef<HTMLSpanElement>(null);
  const [box, setBox] = useState<Box | null>(null);
  useLayoutEffect(() => {
    const words = ref.current;
    if (!words) return;
    const measure = () => {
      const fontSize = Number.parseFloat(getComputedStyle(words).fontSize);
      setBox({ width: words.offsetWidth, height: words.offsetHeight, margin: fontSize / 2 });
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(words);
    return () => watcher.disconnect();
  }, []);
  return (
    <span ref={ref} className="bs-ringed">
      {children}
      {box && (
        <svg aria-hidden="true">
          <defs>
            <ChalkFilter id={id} />
          </defs>
          <g filter={`url(#${id})`}>
            <path className="chalk-stroke" pathLength={1} d={ringPath(box.width, box.height, box.margin)} />
          </g>
        </svg>
      )}
    </span>
  );
}

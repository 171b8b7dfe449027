"use client";

import { type ReactNode, useRef } from "react";
import { useFit } from "./use-fit";

type FitBoxProps = {
  /** all text in it, so that new words are measured */
  content: string;
  /** ways to lay it out, each shorter; a constant of the module, since a new array measures again */
  stages: readonly string[];
  /** the scale below which the next stage is better than smaller letters */
  smallest: number;
  children: ReactNode;
};

/** The part of the board that must never lose words. */
export function FitBox({ content, stages, smallest, children }: FitBoxProps) {
  const ref = useRef<HTMLDivElement>(null);
  useFit(ref, { content, stages, smallest });
  return (
    <div ref={ref} className="bs-fit">
      {children}
    </div>
  );
}

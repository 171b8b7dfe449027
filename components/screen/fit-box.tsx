"use client";

import { type ReactNode, useRef } from "react";
import { type FitStage, useFit } from "./use-fit";

type FitBoxProps = {
  /** all text in it, so that new words are measured */
  content: string;
  /** a constant of the module: a new array measures again */
  stages: FitStage[];
  children: ReactNode;
};

/** The part of the board that must never lose words. */
export function FitBox({ content, stages, children }: FitBoxProps) {
  const ref = useRef<HTMLDivElement>(null);
  useFit(ref, content, stages);
  return (
    <div ref={ref} className="bs-fit">
      {children}
    </div>
  );
}

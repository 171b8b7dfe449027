"use client";

import { type ReactNode, useRef } from "react";
import { useFit } from "./use-fit";

/** The part of the board that must never lose words: `content` is all text in it, so that new words are measured. */
export function FitBox({ content, children }: { content: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useFit(ref, content);
  return (
    <div ref={ref} className="bs-fit">
      {children}
    </div>
  );
}

"use client";
import { type RefObject, useEffect, useRef } from "react";

/**
 * The pages come as finished HTML and their program a moment later, on a full WiFi seconds later. What somebody typed,
 * chose or let the browser fill in meanwhile stays in the field, and React does not tell: so each filled field below
 * `parent` is handed over once, before the first change of state would empty it.
 */
export function useEarlyInput(
  parent: RefObject<HTMLElement | null>,
  take: (input: HTMLInputElement) => void,
): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    for (const input of parent.current?.querySelectorAll("input") ?? [])
      if (input.value !== "") latest.current(input);
  }, [parent]);
}

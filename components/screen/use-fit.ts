"use client";

import { type RefObject, useLayoutEffect } from "react";

/** Below half its step a text is no longer read from the back of a room: then the box scrolls instead. */
const smallestScale = 0.5;
const step = 0.04;
/** What is drawn round a word (a chalk ring) may stand out a little; words that do not fit stand out by a line. */
const slack = 1.02;

const overflows = (box: HTMLElement) =>
  box.scrollHeight > box.clientHeight * slack || box.scrollWidth > box.clientWidth * slack;

/**
 * Sets --fit on the box: 1, or the largest smaller scale at which everything in it is visible. The size steps fit
 * ordinary texts; this catches 2000 characters, unbroken words and scripts with wide glyphs.
 */
export function useFit(ref: RefObject<HTMLElement | null>, content: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: new words need a new measurement
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    let isGone = false;
    const measure = () => {
      if (isGone) return;
      box.style.overflowY = "hidden";
      for (let scale = 1; scale >= smallestScale; scale -= step) {
        box.style.setProperty("--fit", scale.toFixed(2));
        if (!overflows(box)) return;
      }
      box.style.overflowY = "auto";
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(box);
    document.fonts?.ready.then(measure, () => undefined);
    return () => {
      isGone = true;
      watcher.disconnect();
    };
  }, [ref, content]);
}

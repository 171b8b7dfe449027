"use client";
/**
 * Makes words fit their box. The size steps (text-size.ts) fit ordinary texts; this catches 2000 characters, unbroken
 * words and scripts with wide glyphs. It looks at the blocks that stand in the box, not at what is drawn over them: a
 * chalk ring takes no room and must not shrink a word.
 */
import { type RefObject, useLayoutEffect } from "react";

/** A way to lay the box out (`data-fit`), and the smallest scale of the words before the next way is tried. */
export type FitStage = { name: string; smallest: number };
export type Fit = { stage: string; scale: number };

/** Two parts in a hundred: below that nobody sees the difference. */
const step = 0.02;
/** Heights are fractions of a pixel and rounded by the layout. */
const slackPx = 1;

/** The first stage, at its largest scale, in which everything fits; else the last stage as small as it goes. */
export function bestFit(stages: FitStage[], fits: (fit: Fit) => boolean): Fit {
  let fit: Fit = { stage: "", scale: 1 };
  for (const { name, smallest } of stages) {
    const stepCount = Math.round((1 - smallest) / step);
    for (let steps = 0; steps <= stepCount; steps++) {
      fit = { stage: name, scale: Number((1 - steps * step).toFixed(2)) };
      if (fits(fit)) return fit;
    }
  }
  return fit;
}

function holdsEverything(box: HTMLElement): boolean {
  const bottom = box.getBoundingClientRect().bottom + slackPx;
  return [...box.children].every((child) => child.getBoundingClientRect().bottom <= bottom);
}

/** Sets `--fit` and `data-fit` on the box. `content` is all its text: new words need a new measurement. */
export function useFit(ref: RefObject<HTMLElement | null>, content: string, stages: FitStage[]) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: new words need a new measurement
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    let isGone = false;
    const measure = () => {
      if (isGone) return;
      bestFit(stages, ({ stage, scale }) => {
        box.dataset.fit = stage;
        box.style.setProperty("--fit", String(scale));
        return holdsEverything(box);
      });
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(box);
    document.fonts?.ready.then(measure, () => undefined);
    return () => {
      isGone = true;
      watcher.disconnect();
    };
  }, [ref, content, stages]);
}

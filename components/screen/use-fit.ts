"use client";
/**
 * Makes words fit their box. The size steps (text-size.ts) fit ordinary texts; this catches 2000 characters, unbroken
 * words and scripts with wide glyphs. It looks at the blocks that stand in the box, not at what is drawn over them: a
 * chalk ring takes no room and must not shrink a word.
 */
import { type RefObject, useLayoutEffect } from "react";

export type Fit = { stage: string; scale: number };

/** Two parts in a hundred: below that nobody sees the difference. */
const step = 0.02;
/** Heights are fractions of a pixel and rounded by the layout. */
const slackPx = 1;

/**
 * `stages`: ways to lay the box out (`data-fit`), each shorter than the one before; the next is tried when the words
 * would have to be made smaller than `smallest`. The answer is the first stage, at its largest scale, in which
 * everything fits; else the last stage as small as it goes.
 */
export function bestFit(stages: readonly string[], smallest: number, fits: (fit: Fit) => boolean): Fit {
  let fit: Fit = { stage: "", scale: 1 };
  const stepCount = Math.floor((1 - smallest) / step + 1e-6);
  for (const stage of stages) {
    for (let steps = 0; steps <= stepCount; steps++) {
      fit = { stage, scale: Number((1 - steps * step).toFixed(2)) };
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
export function useFit(
  ref: RefObject<HTMLElement | null>,
  { content, stages, smallest }: { content: string; stages: readonly string[]; smallest: number },
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: new words need a new measurement
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    let isGone = false;
    const measure = () => {
      if (isGone) return;
      bestFit(stages, smallest, ({ stage, scale }) => {
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
  }, [ref, content, stages, smallest]);
}

"use client";
/**
 * Scrolls a form up until its end shows above the on-screen keyboard. Browsers only bring the field itself into view,
 * and a button under the keyboard is a button nobody finds. Without `visualViewport` the browser's own way stays.
 */
import { type RefObject, useEffect } from "react";

/** Between the button and the keyboard, so that a thumb hits the right one. */
const gapPx = 12;

export function useAboveKeyboard(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const lift = () => {
      const element = form.current;
      if (!element?.contains(document.activeElement)) return;
      const { top, bottom } = element.getBoundingClientRect();
      const hidden = bottom + gapPx - (viewport.offsetTop + viewport.height);
      // never further than the field itself: it has to stay in sight
      if (hidden > 0) window.scrollBy(0, Math.min(hidden, Math.max(0, top - gapPx)));
    };
    viewport.addEventListener("resize", lift);
    return () => viewport.removeEventListener("resize", lift);
  }, [form]);
}

"use client";
/** Keys that mean the same wherever the focus is, for as long as a page is open. */
import { useEffect, useRef } from "react";

const typingFields = "input, textarea, select";
/** Where a control reached by keyboard takes the key itself. A link takes Enter alone: Space on it is the page's. */
const takersOf: Record<string, string> = {
  " ": `${typingFields}, button, summary`,
  Enter: `${typingFields}, button, summary, a`,
};

/** Whether the place with the focus keeps this key for itself. */
export const isTakenBy = (target: Pick<Element, "closest"> | null, key: string): boolean =>
  Boolean(target?.closest(takersOf[key] ?? typingFields));

/** `press` gets the key as written on it (letters in lower case) and says whether it meant something. */
export function useKeys(press: (key: string) => boolean): void {
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTakenBy(event.target as HTMLElement | null, event.key)) return;
      // a question on top of the page is answered first
      if (document.querySelector("dialog[open]")) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (latest.current(key)) event.preventDefault();
    };
    // a mouse leaves no focus on a button: the next Space means the page's key, not that button again
    const keepFocus = (event: MouseEvent) => {
      if ((event.target as HTMLElement | null)?.closest("button, summary")) event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    window.addEventListener("mousedown", keepFocus);
    return () => {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("mousedown", keepFocus);
    };
  }, []);
}

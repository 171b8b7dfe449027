/**
 * What a page shows, by version: a whole view, or the personal part of it that changed by itself. It decides what is too
 * old to be shown, whichever road it came by, and whether all of a version is there (CON-05).
 */
export type Part = "whole" | "me";

export function shownVersions() {
  const held: Record<Part, number> = { whole: -1, me: -1 };
  const newest = () => Math.max(held.whole, held.me);
  return {
    /** shown for certain */
    complete: () => held.whole,
    newest,
    /** False when something newer is shown already. Equal versions may differ: the later one is taken. */
    take(version: number, part: Part): boolean {
      // a whole view has both parts, so it must be as new as the newer one
      if (!(version >= newest())) return false;
      held[part] = version;
      return true;
    },
  };
}

/**
 * What a page shows, by version: a whole view, or the two parts a player's comes in on the socket. It decides what is
 * too old to be shown, whichever road it came by, and whether both parts are there (CON-05).
 */
export type Part = "whole" | "shared" | "me";

export function shownVersions() {
  const held: Record<Part, number> = { whole: -1, shared: -1, me: -1 };
  const newest = () => Math.max(held.whole, held.shared, held.me);
  return {
    /** shown for certain: of a view in two parts the older one */
    complete: () => Math.max(held.whole, Math.min(held.shared, held.me)),
    newest,
    /** False when something newer is shown already. Equal versions may differ: the later one is taken. */
    take(version: number, part: Part): boolean {
      // a whole view replaces both parts, so it must be as new as the newer one
      const least = part === "whole" ? newest() : Math.max(held[part], held.whole);
      if (!(version >= least)) return false;
      held[part] = version;
      return true;
    },
  };
}

/** What phones of a room were shown of the shared part, by name, and what differs between then and now. */
import { sharedChange } from "@/lib/contracts/view-change";
import type { SharedView } from "@/lib/contracts/views";

/**
 * Shared parts kept to say what differs from them: a room is at one of the last two, and a phone that slept through more
 * gets the whole view.
 */
const mostPastParts = 3;

export function pastParts() {
  /** the oldest first; `change`: from there to what is on show now */
  const parts = new Map<string, { view: SharedView; change: string | null }>();
  return {
    /** This is on show now. */
    show(name: string, view: SharedView): void {
      parts.delete(name);
      for (const part of parts.values()) part.change = null;
      parts.set(name, { view, change: null });
      const [oldest] = parts.keys();
      if (parts.size > mostPastParts && oldest !== undefined) parts.delete(oldest);
    },
    /** What leads from `name` to `present`, as the fields of a message; serialised once. Null: that part is long gone. */
    change(name: string, present: string): string | null {
      const past = parts.get(name);
      const now = parts.get(present);
      if (!past || !now) return null;
      past.change ??= JSON.stringify(sharedChange(past.view, now.view)).slice(1, -1);
      return past.change;
    },
  };
}

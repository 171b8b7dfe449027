import type { PublicQuestion } from "@/lib/contracts/views";

/** What a player must know of a question besides its text. Null where the choices say it all. */
export function hintOf({ type, closestWins, isTieBreak, wanted }: PublicQuestion): string | null {
  if (isTieBreak) return "Tie-break: no points, but the closest goes ahead where totals are equal.";
  if (closestWins) return "The closest answer wins.";
  if (type === "list") return `Up to ${wanted ?? 1}. Capitals and accents don’t matter.`;
  if (type === "ordering") return "Put them in order, the first at the top.";
  if (type === "matching") return "Match each one.";
  return null;
}

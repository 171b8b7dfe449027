import type { MarkingQuestion } from "@/lib/contracts/marking";
import { counted } from "./phase-words";

/** How many answered, of those who could: teams on paper and teams that came later are neither here nor missing. */
export function answeredWords({
  groups,
  unansweredCount,
}: Pick<MarkingQuestion, "groups" | "unansweredCount">): string {
  if (unansweredCount > 0) return `${counted(unansweredCount, "team")} gave no answer.`;
  // a team that was judged without an answer stands among the groups with an empty text
  const teams = groups.flatMap(({ answers }) => answers).filter(({ text }) => text !== "").length;
  return teams === 0 ? "No team could answer here." : `Every team answered, ${teams} in all.`;
}

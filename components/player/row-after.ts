import type { PublicQuestion } from "@/lib/contracts/views";
import type { SheetDrafts } from "./sheet-drafts";

/**
 * The row of a sheet to open when the player is through with one: that one itself while its team disagrees on it, since
 * a key pressed in its field decides nothing; else the next one below that waits for an answer or a choice, then any
 * above. Null: none does.
 */
export function rowAfter(
  from: PublicQuestion,
  toAnswer: PublicQuestion[],
  isDone: (question: PublicQuestion) => boolean,
  { conflict }: Pick<SheetDrafts, "conflict">,
): PublicQuestion | null {
  if (conflict(from.id)) return from;
  const waiting = toAnswer.filter(
    (question) => question.id !== from.id && (!isDone(question) || conflict(question.id) !== null),
  );
  return waiting.find(({ number }) => number > from.number) ?? waiting[0] ?? null;
}

/**
 * Matching questions of GIFT: "=left -> right" for each pair. Moodle gives points for each pair, so they come in as
 * partial. The text on the left may have a format, the one on the right is always plain, and there are no weights.
 */
import type { Question } from "@/lib/contracts/quiz";
import { ok, type Result } from "@/lib/contracts/refusals";
import { type GiftFormat, renderFormatted, renderText } from "./gift-text";
import type { Note } from "./import-problem";
import { fail, note } from "./notes";

type MatchingKey = Pick<Extract<Question, { type: "matching" }>, "type" | "pairs" | "partial">;

/** `body`: parked text between the braces. BAD_PAIR, TOO_FEW_ITEMS, DOUBLE_CHOICE; EXTRA_LEFT_OUT as a warning. */
export function readGiftMatching(
  body: string,
  { format, newId }: { format: GiftFormat; newId: () => string },
): Result<{ key: MatchingKey; warnings: Note[] }, Note> {
  const [before = "", ...entries] = body.split("=");
  const cut = entries.map((entry) => ({ entry, at: entry.indexOf("->") }));
  if (before.trim() !== "" || cut.some(({ at }) => at < 0))
    return fail("BAD_PAIR", "One answer of this matching question is not written as =left -> right.");
  const read = cut.map(({ entry, at }) => ({
    left: renderText(entry.slice(0, at).trim(), format).text,
    right: renderFormatted(entry.slice(at + 2).trim(), "plain").text,
  }));
  const pairs = read.filter(({ left }) => left !== "");
  if (pairs.length < 2) return fail("TOO_FEW_ITEMS", "A matching question needs at least two pairs.");
  if (new Set(pairs.map(({ left }) => left)).size < pairs.length)
    return fail("DOUBLE_CHOICE", "Two items on the left of this matching question are the same.");
  const extra = read.length > pairs.length;
  const message = "Answers that belong to nothing were left out: here every answer has its partner.";
  return ok({
    key: {
      type: "matching",
      partial: true,
      pairs: pairs.map(({ left, right }) => ({
        left: { id: newId(), text: left },
        right: { id: newId(), text: right },
      })),
    },
    warnings: extra ? [note("EXTRA_LEFT_OUT", message)] : [],
  });
}

/**
 * The last gate of every importer: a question goes into a quiz only where the contract would take it, and
 * where not, the host reads which part is too long or missing. It must not shorten anything: a question cut
 * in the middle would be read out on the night.
 */
import { type Question, questionSchema } from "@/lib/contracts/quiz";
import { ok, type Result } from "@/lib/contracts/refusals";
import type { Note } from "./import-problem";

/** Reading and a tap; typing on a phone takes half as long again. */
export const choiceTimeLimitSeconds = 30;
export const typedTimeLimitSeconds = 45;
export const defaultPoints = 10;

const parts: Record<string, { name: string; limit: string; one?: string }> = {
  text: { name: "question", limit: "2,000 characters" },
  explanation: { name: "explanation", limit: "2,000 characters" },
  hostNotes: { name: "host notes", limit: "2,000 characters" },
  choices: { name: "list of choices", limit: "26 choices" },
  accepted: { name: "list of accepted answers", limit: "50 answers" },
  items: { name: "list of items", limit: "100 items to name, or 12 to put in order", one: "200 characters" },
  pairs: { name: "list of pairs", limit: "12 pairs", one: "200 characters" },
  answer: { name: "answer", limit: "500 characters" },
};

const tooFew: Record<string, string> = {
  choices: "A question with choices needs at least two of them.",
  items: "There are too few items: one to name, or two to put in order, at the least.",
  pairs: "A matching question needs at least two pairs.",
};

/** TOO_LONG, TOO_FEW_CHOICES, EMPTY_TEXT, TOO_FEW_ITEMS or BAD_QUESTION */
export function checkQuestion(candidate: Question): Result<Question, Note> {
  const parsed = questionSchema.safeParse(candidate);
  if (parsed.success) {
    const { data } = parsed;
    return data.type === "list" && data.wanted > data.items.length
      ? fail("TOO_FEW_ITEMS", "This question asks for more items than there are.")
      : ok(data);
  }
  const issue = parsed.error.issues[0];
  const field = String(issue?.path[0] ?? "");
  const inList = (issue?.path.length ?? 0) > 1;
  const part = parts[field];
  if (issue?.code === "too_big" && part) {
    if (inList)
      return fail("TOO_LONG", `One of the answers is too long. ${part.one ?? "500 characters"} at the most.`);
    return fail("TOO_LONG", `The ${part.name} is too long. ${part.limit} at the most.`);
  }
  if (issue?.code === "too_small" && part) {
    if (inList) return fail("EMPTY_TEXT", "One of the answers is empty.");
    const sentence = tooFew[field];
    if (sentence) return fail(field === "choices" ? "TOO_FEW_CHOICES" : "TOO_FEW_ITEMS", sentence);
    return fail("EMPTY_TEXT", `The ${part.name} is empty.`);
  }
  return fail("BAD_QUESTION", "This question does not fit into a quiz.");
}

const fail = (code: string, message: string): { ok: false; error: Note } => ({
  ok: false,
  error: { code, message },
});

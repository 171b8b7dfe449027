/** What the tests of all readers share: a file given as text, read the way an upload is. */
import type { ImportResult, Question } from "@/lib/contracts/quiz";
import { importQuestions } from "./import-questions";

export function readFile(content: string | Uint8Array, filename = "friday.txt"): ImportResult {
  let count = 0;
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  // multiplied so that the order of the ids is not the order of their making
  return importQuestions(bytes, {
    filename,
    newId: () => `id${((++count * 7919) % 100_003) + 100_000}-${count}`,
  });
}

export const questionsIn = (result: ImportResult): Question[] =>
  result.quiz?.rounds.flatMap((round) => round.questions) ?? [];

/** "+" in front of the right ones. */
export const choicesOf = (question: Question | undefined): string[] =>
  question && "choices" in question
    ? question.choices.map(({ text, correct }) => `${correct ? "+" : "-"}${text}`)
    : [];

export const problemsOf = (result: ImportResult): string[] =>
  result.problems.map(({ row, code }) => `${row} ${code}`);

/**
 * How an importer speaks: one problem per row, each with a sentence a host understands and the start of the
 * text it is about, so that the row is found again. It must not decide what is an error: that is the
 * reader's business.
 */
import type { ImportProblem } from "@/lib/contracts/quiz";
import { plainText } from "./plain-text";

/** What is to be said, before it is known where in the file it belongs. */
export type Note = { code: string; message: string };

/** Enough to recognise a question by; the contract allows 200. */
const excerptLength = 100;

/** A host reads a few dozen; a broken file of 5 MB could hold a million, more than a browser can show. */
const maxProblems = 1000;

export function importProblem(
  severity: ImportProblem["severity"],
  row: number | null,
  note: Note,
  about: string | null = null,
): ImportProblem {
  // twice the length is plenty to cut from, and a huge text is not normalised for nothing
  const start = about === null ? "" : plainText(about.slice(0, excerptLength * 2)).replace(/\s+/g, " ");
  const excerpt =
    start.length > excerptLength ? `${start.slice(0, excerptLength - 1).toWellFormed()}…` : start;
  return { row, severity, code: note.code, message: note.message, excerpt: excerpt === "" ? null : excerpt };
}

export function capProblems(problems: ImportProblem[]): ImportProblem[] {
  if (problems.length <= maxProblems) return problems;
  const left = problems.length - maxProblems;
  const message = `There are ${left} more problems like these, which are not listed.`;
  return [
    ...problems.slice(0, maxProblems),
    importProblem("error", null, { code: "TOO_MANY_PROBLEMS", message }),
  ];
}

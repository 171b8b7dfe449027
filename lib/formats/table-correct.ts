/**
 * What a cell for the right answer points at: letters, numbers counted from 1, or the text of a choice. Where
 * two ways of reading it give two answers, it says so instead of picking one.
 */
import { ok, type Result } from "@/lib/contracts/refusals";
import type { Note } from "./import-problem";
import { fail, note } from "./notes";
import type { TableHeader } from "./table-header";

export type RightChoices = { indices: Set<number>; warning: Note | null };

const letters = /^[a-z](?:[\s,;|/&+]+[a-z])*$/i;
const numbers = /^\d{1,2}(?:\.0+)?(?:[\s,;|/&+]+\d{1,2}(?:\.0+)?)*$/;
/** A spreadsheet where the comma is the decimal sign makes the number 1.2 of "1,2". */
const mangledPair = /^(\d)\.([1-9])$/;

export function readCorrectCell(
  cell: string,
  choices: string[],
  correctIs: TableHeader["correctIs"],
): Result<RightChoices, Note> {
  if (cell === "") return fail("NO_RIGHT_ANSWER", "The cell for the right answer is empty.");
  const places = correctIs === "text" ? null : readPlaces(cell, choices, correctIs);
  if (correctIs === "letters" || correctIs === "numbers")
    return places ?? fail("BAD_ANSWER", `The cell for the right answer has to hold ${correctIs}.`);
  const same = choices.flatMap((text, at) =>
    text.toLowerCase() === cell.toLowerCase() && text !== "" ? [at] : [],
  );
  const exact = same.filter((at) => choices[at] === cell);
  const byText = exact.length === 1 ? exact : same;
  if (byText.length > 1) return fail("DOUBLE_CHOICE", "Two choices are the same as the right answer.");
  const [at] = byText;
  if (at === undefined)
    return (
      places ?? fail("BAD_ANSWER", "The right answer is neither one of the choices nor its letter or number.")
    );
  if (places?.ok && (places.value.indices.size > 1 || !places.value.indices.has(at))) {
    const message = `"${cell}" is the text of one choice and the place of another, so it is not clear which is right.`;
    return fail("AMBIGUOUS_ANSWER", message);
  }
  return ok({ indices: new Set([at]), warning: null });
}

/** Null where the cell holds neither letters nor numbers. */
function readPlaces(
  cell: string,
  choices: string[],
  correctIs: TableHeader["correctIs"],
): Result<RightChoices, Note> | null {
  const pair = correctIs === "letters" ? null : mangledPair.exec(cell);
  let list: number[];
  if (pair) list = [Number(pair[1]) - 1, Number(pair[2]) - 1];
  else if (correctIs !== "letters" && numbers.test(cell))
    list = cell.split(/[\s,;|/&+]+/).map((part) => Math.trunc(Number(part)) - 1);
  else if (correctIs !== "numbers" && letters.test(cell))
    list = cell.split(/[\s,;|/&+]+/).map((part) => part.toUpperCase().charCodeAt(0) - 65);
  else return null;
  if (list.some((at) => (choices[at] ?? "") === ""))
    return fail("BAD_ANSWER", "The cell for the right answer points to a choice that is not there.");
  const message = `A spreadsheet seems to have made the number ${cell} of a list; it was read as two right answers.`;
  return ok({ indices: new Set(list), warning: pair ? note("READ_AS_LIST", message) : null });
}

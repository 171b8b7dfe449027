/**
 * Puts imported questions into rounds within the limits of a quiz. It must not lose a question in silence: a
 * round that is too large goes on in a second one, a title that is too long is shortened with a warning, and
 * what does not fit at all is named.
 */
import type { ImportProblem, Question, Round } from "@/lib/contracts/quiz";
import { importProblem } from "./import-problem";

/** What the reader of one format gives back. */
export type FormatReading = {
  rounds: Round[];
  problems: ImportProblem[];
  /** where the file itself names the quiz */
  title?: string;
};
export type RoundSettings = Pick<Round, "pace" | "hasJoker" | "speedBonus" | "streak" | "textOnScreenOnly">;
export type QuestionGroup = { title: string; questions: Question[]; settings?: RoundSettings };

const maxRounds = 100;
const maxQuestionsPerRound = 500;
/** The contract allows 200; ten are left for the number of a round that goes on, as in "History (12)". */
const maxTitleLength = 190;

export function buildRounds(groups: QuestionGroup[], newId: () => string): FormatReading {
  const rounds: Round[] = [];
  const problems: ImportProblem[] = [];
  for (const group of groups) {
    const title = shortenTitle(group.title, problems);
    for (let start = 0, part = 1; start < group.questions.length; start += maxQuestionsPerRound, part += 1) {
      const questions = group.questions.slice(start, start + maxQuestionsPerRound);
      if (rounds.length === maxRounds) {
        const message = `A quiz has 100 rounds at the most, so ${questions.length} questions were left out.`;
        problems.push(importProblem("error", null, { code: "TOO_MANY_ROUNDS", message }, title));
        continue;
      }
      const named = part === 1 ? title : `${title} (${part})`;
      rounds.push({ id: newId(), title: named, ...group.settings, questions });
    }
  }
  return { rounds, problems };
}

/** For titles of rounds and of the quiz: a night can do without the end of a title, not without its questions. */
export function shortenTitle(title: string, problems: ImportProblem[]): string {
  if (title.length <= maxTitleLength) return title;
  const message = `A title is too long and was shortened to ${maxTitleLength} characters.`;
  problems.push(importProblem("warning", null, { code: "TITLE_SHORTENED", message }, title));
  return `${title
    .slice(0, maxTitleLength - 1)
    .toWellFormed()
    .trimEnd()}…`;
}

/**
 * Where the readers put what they read, row by row: questions by round, problems by row. It counts every row
 * it is given, good or bad, and is full after the limit, so that no file keeps the event loop for seconds. It
 * must not lose a row in silence: what is not read is said.
 */
import type { ImportProblem, Question } from "@/lib/contracts/quiz";
import type { Result } from "@/lib/contracts/refusals";
import { buildRounds, type FormatReading, type QuestionGroup, type RoundSettings } from "./build-rounds";
import { maxQuestionsPerFile } from "./import-limits";
import { importProblem, type Note } from "./import-problem";

export type ReadQuestion = { question: Question; warnings: Note[] };
export const defaultRoundTitle = "Round 1";

export function collectQuestions(newId: () => string) {
  const problems: ImportProblem[] = [];
  const groups = new Map<string, QuestionGroup>();
  let rowCount = 0;

  const report = (severity: ImportProblem["severity"], row: number | null, note: Note, about?: string) => {
    problems.push(importProblem(severity, row, note, about ?? null));
  };

  return {
    report,
    /** A row that is no question but counts, so that a million of them are not told one by one. */
    skip(severity: ImportProblem["severity"], row: number | null, note: Note, about: string): void {
      rowCount += 1;
      report(severity, row, note, about);
    },
    /** True once the limit is reached; the first to ask also has it said. Ask only with another row at hand. */
    isFull(row: number): boolean {
      if (rowCount < maxQuestionsPerFile) return false;
      const message =
        "Roomful reads the first 2,000 questions of a file, so the rest was left out. Split the file.";
      report("error", row, { code: "TOO_MANY_QUESTIONS", message });
      return true;
    },
    /** `key` tells rounds apart; the title and the settings of a round are taken once. */
    add(
      row: number,
      read: Result<ReadQuestion, Note>,
      about: string,
      key = "",
      titleOf: (key: string) => string = () => defaultRoundTitle,
      settings: RoundSettings = {},
    ): void {
      rowCount += 1;
      if (!read.ok) {
        report("error", row, read.error, about);
        return;
      }
      for (const warning of read.value.warnings) report("warning", row, warning, about);
      const group = groups.get(key) ?? { title: titleOf(key), questions: [], settings };
      group.questions.push(read.value.question);
      groups.set(key, group);
    },
    /** The rounds in the order of their first questions; NO_QUESTIONS where nothing else was said either. */
    finish(regroup: (groups: QuestionGroup[]) => QuestionGroup[] = (all) => all): FormatReading {
      const built = buildRounds(regroup([...groups.values()]), newId);
      problems.push(...built.problems);
      if (built.rounds.length === 0 && problems.length === 0) {
        report("error", null, { code: "NO_QUESTIONS", message: "There are no questions in this file." });
      }
      return { rounds: built.rounds, problems };
    },
  };
}

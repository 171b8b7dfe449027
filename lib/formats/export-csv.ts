/**
 * A quiz as a table that spreadsheets open and Roomful reads back. Right answers are letters, because a
 * spreadsheet turns "1,2" into a number or a date. Accepted answers and the number stand where the choices are.
 * What does not come back: ids, and that two rounds of the same title were two. Text is safe from formulas.
 */
import { stringify } from "csv-stringify/sync";
import type { Question, Quiz } from "@/lib/contracts/quiz";
import { inertCell } from "./inert-cell";

/** UTF-8 with a byte order mark, CRLF lines (RFC 4180): the form every spreadsheet opens rightly. */
export function exportCsv(quiz: Quiz): string {
  const questions = quiz.rounds.flatMap((round) => round.questions);
  const width = Math.max(2, ...questions.map((question) => answersOf(question).length));
  const header = [
    "Round",
    "Type",
    "Question",
    ...Array.from({ length: width }, (_, at) => `Choice ${at + 1}`),
    "Correct letters",
    "Tolerance",
    "Points",
    "Time in seconds",
    "Explanation",
    "Host notes",
  ];
  const rows = quiz.rounds.flatMap((round) =>
    round.questions.map((question) => {
      const answers = answersOf(question);
      return [
        inertCell(round.title),
        question.type,
        inertCell(question.text),
        ...Array.from({ length: width }, (_, at) => answers[at] ?? ""),
        lettersOf(question),
        question.type === "number" ? String(question.tolerance) : "",
        question.points,
        question.timeLimitSeconds,
        inertCell(question.explanation ?? ""),
        inertCell(question.hostNotes ?? ""),
      ];
    }),
  );
  return `\uFEFF${stringify([header, ...rows], { record_delimiter: "\r\n", quoted_string: true })}`;
}

function answersOf(question: Question): string[] {
  if (question.type === "number") return [String(question.value)];
  const texts =
    question.type === "text"
      ? question.accepted
      : "choices" in question
        ? question.choices.map((choice) => choice.text)
        : [];
  return texts.map(inertCell);
}

function lettersOf(question: Question): string {
  if (!("choices" in question)) return "";
  return question.choices
    .flatMap((choice, at) => (choice.correct ? [String.fromCharCode(65 + at)] : []))
    .join(" ");
}

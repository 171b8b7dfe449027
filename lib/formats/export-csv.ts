/**
 * A quiz as a table that spreadsheets open and Roomful reads back. Right answers are letters, because a
 * spreadsheet turns "1,2" into a number or a date. Accepted answers and the number stand where the choices are.
 * What does not come back: ids, that two rounds of the same title were two, and what the last column names. Types of
 * question that a table cannot hold have a row all the same, for people; reading it back says which they are.
 * Text is safe from formulas.
 */
import { stringify } from "csv-stringify/sync";
import type { Question, Quiz } from "@/lib/contracts/quiz";
import { inertCell } from "./inert-cell";
import { onlyInJson } from "./only-in-json";

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
  const lost = quiz.rounds.flatMap((round) =>
    round.questions.map((question) => [...lostType(question), ...onlyInJson(round, question)].join("; ")),
  );
  // most quizzes lose nothing, and need no column to say so
  const hasLosses = lost.some((words) => words !== "");
  let row = 0;
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
        ...(hasLosses ? [lost[row++] ?? ""] : []),
      ];
    }),
  );
  if (hasLosses) header.push("Only in Roomful JSON");
  return `\uFEFF${stringify([header, ...rows], { record_delimiter: "\r\n", quoted_string: true })}`;
}

const lostType = (question: Question): string[] =>
  "choices" in question || question.type === "text" || question.type === "number"
    ? []
    : ["this type of question is not read back from a table"];

function answersOf(question: Question): string[] {
  switch (question.type) {
    case "number":
      return [String(question.value)];
    case "text":
      return question.accepted.map(inertCell);
    case "list":
      return question.items.map((spellings) => inertCell(spellings[0] ?? ""));
    case "ordering":
      return question.items.map((item) => inertCell(item.text));
    case "matching":
      return question.pairs.map(({ left, right }) => inertCell(`${left.text} – ${right.text}`));
    case "buzzer":
      return [inertCell(question.answer)];
    case "info":
      return [];
    default:
      return question.choices.map((choice) => inertCell(choice.text));
  }
}

function lettersOf(question: Question): string {
  if (!("choices" in question)) return "";
  return question.choices
    .flatMap((choice, at) => (choice.correct ? [String.fromCharCode(65 + at)] : []))
    .join(" ");
}

import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { QuestionChart } from "./question-figures";
import type { QuestionFigures } from "./results-figures";

const figure = (round: number, number: number, rightShare: number, partlyShare = 0): QuestionFigures => ({
  question: {
    questionId: `${round}-${number}`,
    round,
    number,
    text: "?",
    answerText: "",
    skipped: false,
    wager: null,
    contest: false,
    corrected: false,
    answeredCount: 0,
    rightCount: 0,
  },
  outcomes: {} as QuestionFigures["outcomes"],
  rightShare,
  partlyShare,
});
const html = (figures: QuestionFigures[]) => renderToStaticMarkup(<QuestionChart figures={figures} />);
const partOf = (markup: string, testId: string) =>
  markup.slice(markup.indexOf(`data-testid="${testId}"`)).split("</ul>")[0] ?? "";
const words = (markup: string) => markup.replace(/^[^>]*>/, "").replaceAll(/<[^>]+>/g, "|");

test("every bar has its number and its round beneath it, and the legend names the colours that are there", () => {
  const two = html([figure(1, 1, 1), figure(1, 2, 1), figure(1, 3, 0.2), figure(2, 1, 1)]);
  const labels = words(partOf(two, "bar-labels")).split("|").filter(Boolean);
  expect(labels.slice(0, 6)).toEqual(["1", "2", "3", "Round 1", "1", "R2"]);
  const legend = words(partOf(two, "chart-legend"));
  expect(legend).toContain("rounds 1, 3, 5 …");
  expect(legend).toContain("rounds 2, 4, 6 …");
  expect(legend).toContain("the hardest questions");
  expect(legend).not.toContain("partly right");
  const one = words(partOf(html([figure(1, 1, 1), figure(1, 2, 0.5, 0.5)]), "chart-legend"));
  expect(one).toContain("partly right");
  expect(one).not.toContain("rounds 2");
});

import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { nextToMark, onQuestion } from "./marking-cursor";
import { NextButton } from "./marking-progress";
import { groupOf, markingQuestion, markingViewOf } from "./sample-views";

const marked = markingQuestion(1, [groupOf("Mars", "right", ["a"])]);
const open = markingQuestion(2, [groupOf("Jupitor", "near", ["b"])]);
const html = (questions: (typeof marked)[], at: number, livePath?: string) => {
  const view = markingViewOf(questions);
  const question = questions[at]!;
  const next = nextToMark(view, onQuestion(question));
  return renderToStaticMarkup(
    <NextButton view={view} question={question} next={next} livePath={livePath} onNext={() => {}} />,
  );
};

test("the large button leads to the next question with something to mark, and after the last one back to Live", () => {
  expect(html([marked, open], 0, "/live")).toMatch(/^<button.*Question 2/);
  for (const said of [html([marked], 0, "/live"), html([marked, open], 1, "/live")]) {
    expect(said).toMatch(/^<a href="\/live".*Back to Live/);
    expect(said).not.toContain("disabled");
  }
  expect(html([marked], 0, "/live")).toContain("All marked");
  expect(html([marked, open], 1, "/live")).toContain("1 to mark here, the last one<");
});

test("a marker, whose link leads nowhere else, is told that all is marked, without a button", () => {
  expect(html([marked], 0)).toMatch(/^<p.*All marked/);
});

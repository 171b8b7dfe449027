import { expect, test } from "vitest";
import type { PublicQuestion } from "@/lib/contracts/views";
import { rowAfter } from "./row-after";

const sheet = [1, 2, 3, 4].map(
  (number): PublicQuestion => ({
    id: `q${number}`,
    number,
    type: "text",
    text: "",
    choices: [],
    points: 10,
    isLastOfRound: false,
    isLastOfQuiz: false,
  }),
);
/** The number of the row that is opened after `from`. */
const after = (from: number, done: number[], disagreed: number[] = []) =>
  rowAfter(sheet[from - 1]!, sheet, ({ number }) => done.includes(number), {
    conflict: (id) =>
      disagreed.includes(Number(id.slice(1)))
        ? { theirs: { kind: "text", text: "Zagreb" }, mine: { kind: "text", text: "Ljubljana" } }
        : null,
  })?.number ?? null;

test("the next row that waits for an answer, else one above, else none", () => {
  expect(after(1, [1, 2])).toBe(3);
  expect(after(4, [1, 4])).toBe(2);
  expect(after(2, [1, 2, 3, 4])).toBeNull();
  // still without an answer itself: it has been left
  expect(after(2, [1, 3, 4])).toBeNull();
});

test("a row on which two phones of the team disagree stays until somebody has chosen", () => {
  expect(after(2, [1, 2, 3], [2])).toBe(2);
  expect(after(2, [1, 2, 3, 4], [2, 3])).toBe(2);
});

test("such a row waits like one without an answer", () => {
  expect(after(1, [1, 2, 3], [3])).toBe(3);
  expect(after(4, [1, 2, 3, 4], [2])).toBe(2);
});

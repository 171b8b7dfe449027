import { expect, test } from "vitest";
import { answeredWords } from "./answered-words";
import { groupOf, markingQuestion } from "./sample-views";

const groups = [groupOf("Mars", "right", ["a", "b"]), groupOf("Venus", "wrong", ["c"])];

test("the teams that answered are counted, not every team of the night: one on paper has answered nothing", () => {
  expect(answeredWords(markingQuestion(1, groups))).toBe("Every team answered, 3 in all.");
  expect(answeredWords({ groups, unansweredCount: 1 })).toBe("1 team gave no answer.");
  expect(answeredWords({ groups, unansweredCount: 2 })).toBe("2 teams gave no answer.");
});

test("a team that was given points without an answer did not answer", () => {
  const judged = groupOf("", "wrong", ["d"]);
  expect(answeredWords({ groups: [...groups, judged], unansweredCount: 1 })).toBe("1 team gave no answer.");
  expect(answeredWords({ groups: [...groups, judged], unansweredCount: 0 })).toBe(
    "Every team answered, 3 in all.",
  );
});

test("where only teams on paper were in the room, nobody is said to have answered", () => {
  expect(answeredWords({ groups: [], unansweredCount: 0 })).toBe("No team could answer here.");
});

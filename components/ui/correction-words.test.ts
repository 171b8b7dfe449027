import { expect, test } from "vitest";
import type { Correction } from "@/lib/contracts/views";
import { correctedWords, ownCorrectedWords } from "./correction-words";

const at = (round: number | null, question: number | null): Correction => ({ round, question });

test("the room reads which questions were corrected, with their round only where another is on show", () => {
  expect(correctedWords([at(2, 3)], 2)).toBe("Question 3 was corrected");
  expect(correctedWords([at(1, 3)], 2)).toBe("Question 3 of round 1 was corrected");
  expect(correctedWords([at(1, 3)], null)).toBe("Question 3 of round 1 was corrected");
  expect(correctedWords([at(2, 3), at(2, 5), at(2, 6)], 2)).toBe("Questions 3, 5 and 6 were corrected");
  expect(correctedWords([at(1, 3), at(2, 5)], 2)).toBe("2 questions were corrected");
  expect(
    correctedWords(
      [1, 2, 3, 4, 5].map((question) => at(2, question)),
      2,
    ),
  ).toBe("5 questions were corrected");
  expect(correctedWords([at(2, null)], 2)).toBe("Points were changed by hand");
  expect(correctedWords([at(2, 3), at(null, null)], 2)).toBe("Question 3 and points by hand were corrected");
});

test("a team reads what it has now", () => {
  const own = { round: 2, question: 3, outcome: "right" as const, points: 2, bonus: 0, of: 2 };
  expect(ownCorrectedWords(own, 2)).toBe("Question 3 was corrected: you now have 2 of 2 points");
  expect(ownCorrectedWords({ ...own, outcome: "partly", points: 1.333 }, 1)).toBe(
    "Question 3 of round 2 was corrected: you now have 1.33 of 2 points",
  );
  expect(ownCorrectedWords({ ...own, points: 4, bonus: 2 }, 2)).toBe(
    "Question 3 was corrected: you now have 4 points",
  );
  expect(ownCorrectedWords({ ...own, outcome: "wrong", points: -1 }, 2)).toBe(
    "Question 3 was corrected: you now have −1 points",
  );
  expect(ownCorrectedWords({ ...own, outcome: "skipped", points: 0 }, 2)).toBe(
    "Question 3 was corrected: it gives no points any more",
  );
  expect(ownCorrectedWords({ round: null, question: null, points: 1 }, 2)).toBe(
    "Points were changed by hand: +1 point for you",
  );
  expect(ownCorrectedWords({ round: 1, question: null, points: -2.5 }, 2)).toBe(
    "Points were changed by hand: −2.5 points for you",
  );
});

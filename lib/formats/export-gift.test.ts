import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Question, Quiz } from "@/lib/contracts/quiz";
import { arbitraryMatching, arbitraryQuiz, withoutIds } from "./arbitrary-quiz.test-support";
import { exportGift } from "./export-gift";
import { questionsIn, readFile } from "./read-file.test-support";
import { sampleQuiz } from "./sample-quiz";

/** What GIFT has a place for. */
const carried = (question: Question): unknown => {
  const { points, timeLimitSeconds, hostNotes, ...rest } = question;
  return rest;
};
const questionsOf = (quiz: Quiz | null) =>
  withoutIds(
    quiz &&
      ({
        ...quiz,
        rounds: quiz.rounds.map((round) => round.questions.map(carried)),
      } as unknown as Quiz),
  ) as { rounds: unknown };

describe("GIFT out and in", () => {
  test("questions, keys and explanations come back, whatever signs their texts hold", () => {
    fc.assert(
      fc.property(arbitraryQuiz, (quiz) => {
        // names of rounds are tested below: Moodle leaves "top" and "$course$" out of them
        const named = { ...quiz, rounds: quiz.rounds.map((round, at) => ({ ...round, title: `R ${at}` })) };
        const result = readFile(exportGift(named), "x.gift");
        expect(result.problems.filter((problem) => problem.severity === "error")).toEqual([]);
        expect(questionsOf(result.quiz).rounds).toEqual(questionsOf(named).rounds);
      }),
      { numRuns: 300 },
    );
  });

  test("matching questions come back too, whatever signs their items hold", () => {
    fc.assert(
      fc.property(arbitraryMatching, (question) => {
        const quiz: Quiz = { title: "T", rounds: [{ id: "r", title: "R", questions: [question] }] };
        const result = readFile(exportGift(quiz), "x.gift");
        expect(result.problems).toEqual([]);
        expect(questionsOf(result.quiz).rounds).toEqual(questionsOf(quiz).rounds);
      }),
      { numRuns: 300 },
    );
  });

  test("what GIFT has no place for is named in a comment, and the rest of the file is read", () => {
    const asked = (type: string, more: object) =>
      ({
        id: "x",
        type,
        text: "Line\none?",
        points: 1,
        timeLimitSeconds: 30,
        explanation: null,
        hostNotes: null,
        ...more,
      }) as Question;
    const item = (reads: string) => ({ id: reads, text: reads });
    const media = { mediaId: "q3nXw0c0Q2m3b1o9fJt4Yg", kind: "image", alt: "" };
    const round = {
      id: "r",
      title: "R",
      pace: "sheet" as const,
      hasJoker: true,
      questions: [
        asked("list", { items: [["a"]], wanted: 1 }),
        asked("ordering", { items: [item("a"), item("b")] }),
        asked("info", {}),
        asked("number", { value: 1, tolerance: 0, closestWins: true, wrongPoints: 2, media }),
      ],
    };
    const gift = exportGift({ title: "T", rounds: [round] });
    expect(gift.split("\n").filter((line) => line.startsWith("//"))).toEqual([
      '// Left out, GIFT has no question of the type "list": Line one?',
      '// Left out, GIFT has no question of the type "ordering": Line one?',
      '// Left out, GIFT has no question of the type "info": Line one?',
      "// Only in Roomful JSON: a picture; 2 points are taken for a wrong answer; the closest number wins; asked on an answer sheet; a joker may be played in this round",
    ]);
    const result = readFile(gift, "x.gift");
    expect(result.problems).toEqual([]);
    expect(questionsIn(result)).toMatchObject([{ type: "number", text: "Line\none?" }]);
  });

  test("the sample quiz is read from its content alone, without a problem", () => {
    const quiz = sampleQuiz(() => "x");
    const result = readFile(exportGift(quiz), "x.txt");
    expect(result).toMatchObject({ format: "gift", problems: [] });
    expect(questionsOf(result.quiz).rounds).toEqual(questionsOf(quiz).rounds);
    expect(result.quiz?.rounds.map((round) => round.title)).toEqual([
      "Bar and kitchen",
      "The world and beyond",
    ]);
  });

  test("names of rounds with slashes and backslashes come back", () => {
    for (const title of ["AC/DC", "a//b", "/slash", "C:\\new", "50 % : {x}"]) {
      const quiz = sampleQuiz(() => "x");
      const named = { ...quiz, rounds: quiz.rounds.slice(0, 1).map((round) => ({ ...round, title })) };
      expect(readFile(exportGift(named), "x.gift").quiz?.rounds[0]?.title).toBe(title);
    }
  });

  test("true/false in other words goes out as a choice", () => {
    const quiz = sampleQuiz(() => "x");
    const question: Question = {
      id: "x",
      type: "boolean",
      text: "Ist das Bier?",
      points: 1,
      timeLimitSeconds: 30,
      explanation: null,
      hostNotes: null,
      choices: [
        { id: "a", text: "Wahr", correct: true },
        { id: "b", text: "Falsch", correct: false },
      ],
    };
    const result = readFile(
      exportGift({ ...quiz, rounds: [{ id: "r", title: "R", questions: [question] }] }),
    );
    expect(questionsIn(result)[0]).toMatchObject({
      type: "single",
      choices: [{ text: "Wahr", correct: true }, { text: "Falsch" }],
    });
  });
});

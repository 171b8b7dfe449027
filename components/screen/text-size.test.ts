import { describe, expect, test } from "vitest";
import {
  answerSize,
  badgeSize,
  choiceColumns,
  choiceSize,
  figuresWidth,
  partSize,
  podiumNameSize,
  podiumNameSizes,
  questionSize,
  revealSizes,
  roundTitleSize,
  rowSize,
  smallestScale,
} from "./text-size";

const words = (length: number) => "word ".repeat(length).slice(0, length);

describe("sizes on the big screen", () => {
  test("SCR-01 a longer question is never larger, and 300 characters get the agreed step", () => {
    const sizes = [10, 60, 61, 120, 173, 300].map((length) => questionSize(words(length), 4).u);
    expect(sizes).toEqual([10, 10, 7.4, 7.4, 5.4, 4.3]);
  });

  test("SCR-01 the longest choice sets the size of all of them", () => {
    expect(choiceSize(["Pin", "Firkin"]).u).toBe(6);
    expect(choiceSize(["Pin", words(75)]).u).toBe(3.9);
    expect(choiceSize(["Pin", words(150)]).u).toBe(3.3);
  });

  test("SCR-01 five or six choices take one step less", () => {
    expect(questionSize(words(50), 6).u).toBe(7.4);
    expect(questionSize(words(300), 6).u).toBe(3.8);
    expect(choiceSize(["a", "b", "c", "d", "e"]).u).toBe(4.9);
  });

  test("texts beyond the last step keep the last size", () => {
    expect(questionSize(words(2000), 26).u).toBe(3.8);
    expect(choiceSize([words(500)]).u).toBe(3.3);
    expect(answerSize(words(500))).toBe(4.6);
    expect(revealSizes(words(2000), [words(500)], words(2000))).toEqual({
      question: 3.6,
      choice: 3.6,
      explanation: 3.6,
    });
  });

  test("the parts of a right order: longer or more of them are smaller, down to what can be read", () => {
    expect(partSize(["Emma", "Dracula"], 2)).toBe(6.6);
    expect(partSize(["Emma", words(50)], 2)).toBe(5.6);
    expect(partSize(["Emma"], 6)).toBeLessThan(6.6);
    for (const length of [1, 61, 200])
      for (let rows = 2; rows <= 6; rows++)
        expect(partSize([words(length)], rows)).toBeGreaterThanOrEqual(3.6);
  });

  test("an emoji counts as one character", () => {
    expect(questionSize("🍺".repeat(60), 2).u).toBe(10);
  });

  test("more than six choices get more columns", () => {
    expect([2, 6, 7, 12, 26].map(choiceColumns)).toEqual([2, 2, 3, 3, 4]);
  });

  test("a question without choices has a choice size", () => {
    expect(choiceSize([]).u).toBe(6);
  });

  test("nothing at the reveal starts under 3.6 u", () => {
    for (const length of [1, 61, 121, 301, 2000]) {
      const sizes = revealSizes(words(length), [words(length)], words(length));
      expect(Math.min(...Object.values(sizes))).toBeGreaterThanOrEqual(3.6);
    }
  });

  test("letters shrink to the floor and no further", () => {
    expect(smallestScale(3, 10, 6)).toBe(0.5);
    expect(smallestScale(3, 4.3, 3.3) * 3.3).toBeCloseTo(3);
    expect(smallestScale(3, 2.5)).toBe(1);
  });

  test("badges go with the words beside them", () => {
    expect([badgeSize(4, false), badgeSize(4, true), badgeSize(6, false), badgeSize(6, true)]).toEqual([
      9.4, 7.2, 7.4, 6.4,
    ]);
    expect(badgeSize(26, false)).toBeLessThan(badgeSize(6, true));
  });

  test("a winner's longest word stands whole in a third of the board", () => {
    expect(podiumNameSize("Les Quizérables", 1)).toBeLessThan(8.6);
    expect(podiumNameSize("Les Quizérables", 1) * 0.62 * "Quizérables".length).toBeLessThanOrEqual(46.5);
    expect(podiumNameSize("Foam Alone", 1)).toBe(8.6);
    expect(podiumNameSize("Foam Alone", 2)).toBe(6.2);
    expect(podiumNameSize("W".repeat(32), 1)).toBe(4.2);
  });

  test("no name on the podium is larger than a better place's; who shares a place is not cut down by the other", () => {
    const names = ["Les Quizérables of Upper Tooting", "Foam Alone", "Agatha Quiztie"];
    const sizes = podiumNameSizes(names.map((name, place) => ({ name, rank: place + 1 })));
    expect(sizes[0]).toBeLessThan(podiumNameSize(names[1]!, 2));
    expect(sizes[1]).toBe(sizes[0]);
    expect(sizes[2]).toBeLessThanOrEqual(sizes[1]!);
    const shared = [1, 1, 3].map((rank, place) => ({ name: names[place]!, rank }));
    expect(podiumNameSizes(shared)[1]).toBe(podiumNameSize(names[1]!, 1));
    expect(podiumNameSizes([])).toEqual([]);
  });

  test("the more share the podium, the smaller the letters of a long name, and never beyond reading", () => {
    const name = "Quizzitors Anonymous";
    const sizes = [3, 4, 5].map((count) => podiumNameSize(name, 3, count));
    expect(sizes[1]).toBeLessThan(sizes[0]!);
    expect(sizes[2]).toBeLessThanOrEqual(sizes[1]!);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(4.2);
    expect(podiumNameSize(name, 3, 2)).toBe(sizes[0]);
  });

  test("a column of figures is as wide as the longest of them: half points and four digits stand on one line", () => {
    const least = 14;
    expect(figuresWidth(["5", "40"], 6.4, least)).toBe(least);
    // "1234.56" is seven signs of 0.64 em each
    expect(figuresWidth(["5", "1234.56"], 6.4, least)).toBeGreaterThan(7 * 0.64 * 6.4);
    expect(figuresWidth([], 6.4, least)).toBe(least);
  });

  test("few rows in the standings are larger, twelve are still read from the back", () => {
    expect([1, 6, 7, 8, 9, 12].map(rowSize)).toEqual([5.6, 5.6, 5, 5, 4.2, 4.2]);
  });

  test("the longest round title starts at half the size of a short one", () => {
    expect([words(10), words(40), words(200)].map(roundTitleSize)).toEqual([14, 10, 7]);
  });
});

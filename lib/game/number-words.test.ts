import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normaliseAnswer } from "./normalise";
import { numberWordsToFigures } from "./number-words";

describe("ANS-06 a number written out is the number", () => {
  const same: [string, string][] = [
    ["twelve", "12"],
    ["zero", "0"],
    ["twenty-one", "21"],
    ["ninety nine", "99"],
    ["hundred", "100"],
    ["one hundred and five", "105"],
    ["three hundred twenty", "320"],
    ["nineteen hundred", "1900"],
    ["two thousand and one", "2001"],
    ["one million two hundred thousand and fifty", "1200050"],
    ["2 million", "2000000"],
    ["1.5 billion", "1500000000"],
    ["1.15 million", "1150000"],
    ["0.29 hundred", "29"],
    ["nineteen eighty-four", "1984"],
    ["twenty twenty", "2020"],
    ["minus five", "-5"],
    ["twelve angry men", "12 angry men"],
    ["one hundred and one dalmatians", "101 dalmatians"],
    ["one and two", "1 and 2"],
    ["thousand million", "1000 1000000"],
  ];
  for (const [words, figures] of same)
    test(`${words} is ${figures}`, () => {
      expect(numberWordsToFigures(words)).toBe(figures);
    });

  test("an article before it does not matter", () => {
    expect(normaliseAnswer("A hundred")).toBe(normaliseAnswer("100"));
    expect(normaliseAnswer("The Twelve.")).toBe(normaliseAnswer("12"));
  });
});

describe("what only looks like a number word stays", () => {
  for (const text of [
    "bone",
    "often",
    "tennis",
    "someone",
    "sixth",
    "seventies",
    "hundreds",
    "once",
    "and",
    "weight",
  ])
    test(text, () => {
      expect(numberWordsToFigures(text)).toBe(text);
    });
});

test("twice is once, whatever words and figures stand together", () => {
  const words = "one two twelve twenty ninety hundred thousand million and minus zero 2 1.5 007 x".split(" ");
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...words), { maxLength: 8 }),
      fc.constantFrom(" ", "-"),
      (some, between) => {
        const once = numberWordsToFigures(some.join(between));
        expect(numberWordsToFigures(once)).toBe(once);
      },
    ),
    { numRuns: 1000 },
  );
});

test("normalising twice is normalising once, with number words too", () => {
  for (const text of [
    "Twenty-one",
    "one two",
    "A Thousand and One Nights",
    "two point five",
    "minus ten",
    "nine 9",
  ])
    expect(normaliseAnswer(normaliseAnswer(text))).toBe(normaliseAnswer(text));
});

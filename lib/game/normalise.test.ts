import { describe, expect, test } from "vitest";
import { normaliseAnswer } from "./normalise";

describe("ANS-06 typed answers that are the same", () => {
  const same: [string, string[]][] = [
    [
      "rock 'n' roll",
      ["Rock ’n’ Roll ", "ROCK ‘N’ ROLL", "rock `n` roll", "Rock ´n´ Roll", "rock\u00a0'n'\u00a0roll."],
    ],
    ["café", ["cafe\u0301", "CAFE", "Café.", "caf\u00e9\u200b", "ｃａｆé"]],
    ["Guns N' Roses", ["Guns N’ Roses", "guns  n' roses!", "Guns N\u02bc Roses"]],
    ["1,000", ["1000", "1 000", "1'000", "1’000", "1\u00a0000", "1000."]],
    ["-1,234.5", ["\u22121234.5"]],
    ["Spider-Man", ["spider\u2011man", "Spider–Man", "SPIDER—MAN"]],
    ['"Heroes"', ["“Heroes”", "„heroes“", "«Heroes»"]],
    ["The Beatles", ["beatles", "the  beatles"]],
    ["An Apple a Day", ["apple a day"]],
    ["Straße", ["STRASSE", "strasse"]],
    ["Οδυσσεύς", ["ΟΔΥΣΣΕΥΣ", "οδυσσευσ"]],
    ["İstanbul", ["istanbul", "ISTANBUL"]],
    ["Wait...", ["wait…", "Wait?!"]],
    ["שָׁלוֹם", ["שלום"]],
  ];
  for (const [key, typed] of same)
    test(`${key} is met by ${typed.join(" | ")}`, () => {
      for (const text of typed) expect(normaliseAnswer(text)).toBe(normaliseAnswer(key));
    });
});

describe("typed answers that stay different", () => {
  const different: [string, string][] = [
    ["!", "?"],
    ["1,000", "1"],
    ["1,00", "100"],
    ["1.5", "15"],
    ["-5", "5"],
    ["A", ""],
    ["The", "A"],
    ["Theatre", "atre"],
    ["か", "が"],
    ["कि", "कु"],
  ];
  for (const [one, other] of different)
    test(`${one} is not ${other || "nothing"}`, () => {
      expect(normaliseAnswer(one)).not.toBe(normaliseAnswer(other));
    });
});

test("normalising twice is normalising once", () => {
  for (const text of ["Rock ’n’ Roll ", "1,000", "...", "´", "Straße", "ÀÉÎ!"])
    expect(normaliseAnswer(normaliseAnswer(text))).toBe(normaliseAnswer(text));
});

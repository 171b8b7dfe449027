/** Characters nobody sees, in what people type: names are in player-name.test.ts. */
import { describe, expect, test } from "vitest";
import { markCommandSchema } from "@/lib/contracts/commands";
import type { Question } from "@/lib/contracts/quiz";
import { withoutInvisible } from "@/lib/contracts/readable-text";
import { checkAnswer } from "./marking";
import { normaliseAnswer } from "./normalise";

const invisible = {
  "zero-width space": "\u200b",
  "zero-width joiner": "\u200d",
  "soft hyphen": "\u00ad",
  "bidi override": "\u202e",
  "bidi isolate": "\u2066",
  "variation selector": "\ufe0f",
  "text variation selector": "\ufe0e",
  "Mongolian variation selector": "\u180b",
  "supplementary variation selector": "\u{e0101}",
  "Hangul filler": "\u3164",
  "blank braille cell": "\u2800",
  "byte order mark": "\ufeff",
  "word joiner": "\u2060",
  tag: "\u{e0061}",
  "no-break space": "\u00a0",
  "lone combining mark": "\u0301",
};
const base = { id: "q", text: "?", points: 1, timeLimitSeconds: 30, explanation: null, hostNotes: null };
const typed: Question = { ...base, type: "text", accepted: ["dog"] };
const list: Question = { ...base, type: "list", items: [["dog"], ["cat"]], wanted: 2 };

describe.each(Object.entries(invisible))("%s", (name, character) => {
  test("alone is no answer, no line of a list and no reason", () => {
    const text = character.repeat(3);
    expect(checkAnswer(typed, { kind: "text", text })).toMatchObject({ error: { code: "BAD_ANSWER" } });
    expect(checkAnswer(list, { kind: "texts", texts: [text, text] })).toMatchObject({
      error: { code: "BAD_ANSWER" },
    });
    expect(checkAnswer(list, { kind: "texts", texts: [text, "cat"] })).toMatchObject({
      value: { texts: ["cat"] },
    });
    const adjust = { type: "adjustPoints", adjustmentId: "12345678", playerId: "p", round: null, points: 1 };
    expect(markCommandSchema.safeParse({ ...adjust, reason: text }).success).toBe(false);
    const override = { type: "overrideMark", questionId: "q", playerId: "p", fraction: 1, reason: text };
    expect(markCommandSchema.safeParse(override).success).toBe(false);
  });

  if (name !== "no-break space" && name !== "lone combining mark")
    test("in a word makes it no other answer, also where it was stored before", () => {
      expect(normaliseAnswer(`d${character}og`)).toBe("dog");
      expect(checkAnswer(typed, { kind: "text", text: `${character}dog ` })).toEqual({
        ok: true,
        value: { kind: "text", text: "dog" },
      });
    });
});

test("what is seen stays: families, flags, Persian joiners, punctuation that is the whole answer", () => {
  for (const text of ["👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "❤️", "می‌خواهم", "क्‍ष", "!", "√2", "C#"]) {
    expect(withoutInvisible(text)).toBe(text);
    expect(checkAnswer(typed, { kind: "text", text })).toMatchObject({ value: { text } });
  }
  expect(normaliseAnswer("🏴󠁧󠁢󠁳󠁣󠁴󠁿")).not.toBe(normaliseAnswer("🏴󠁧󠁢󠁷󠁬󠁳󠁿"));
});

test("a reason keeps its words and loses what would turn the line round", () => {
  const reason = "\u202eBest\u200b costume ";
  const parsed = markCommandSchema.parse({
    type: "adjustPoints",
    adjustmentId: "12345678",
    playerId: "p",
    round: null,
    points: 1,
    reason,
  });
  expect(parsed).toMatchObject({ reason: "Best costume" });
});

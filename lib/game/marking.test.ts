import { describe, expect, test } from "vitest";
import type { AnswerValue } from "@/lib/contracts/answers";
import type { Question } from "@/lib/contracts/quiz";
import { exampleQuiz, secret } from "./example-quiz";
import { checkAnswer, markAnswer, markerFor, mostKeyLength } from "./marking";
import { question as drafted } from "./night.test-support";
import { answerInWords, findQuestion, valueInWords } from "./questions";
import { newSession } from "./state";

const session = newSession("s1", exampleQuiz);
function question(id: string): Question {
  const found = findQuestion(session, id);
  if (!found) throw new Error(`no question ${id}`);
  return found.question;
}
const choice = (choiceId: string): AnswerValue => ({ kind: "choice", choiceId });
const choices = (...choiceIds: string[]): AnswerValue => ({ kind: "choices", choiceIds });
const text = (typed: string): AnswerValue => ({ kind: "text", text: typed });
const number = (typed: number): AnswerValue => ({ kind: "number", number: typed });

describe("an answer that does not fit is refused with BAD_ANSWER", () => {
  const unfit: [string, string, AnswerValue][] = [
    ["q1", "another kind", text("Choice 1")],
    ["q1", "a choice of another question", choice("q3-w")],
    ["q2", "no choice at all", choices()],
    ["q2", "one choice twice", choices("q2-w", "q2-w")],
    ["q2", "an unknown choice", choices("q2-w", "nope")],
    ["q3", "several choices", choices("q3-w")],
    ["q4", "blanks", text(" \u00a0\t ")],
    ["q4", "a character no database can hold, alone", text("\u0000")],
    ["q5", "not a number", number(Number.NaN)],
    ["q5", "without end", number(Number.POSITIVE_INFINITY)],
    ["q5", "text", text("12")],
  ];
  for (const [id, what, value] of unfit)
    test(`${question(id).type}: ${what}`, () => {
      expect(checkAnswer(question(id), value)).toMatchObject({ ok: false, error: { code: "BAD_ANSWER" } });
    });
});

describe("an answer is stored as it will be compared", () => {
  test("choices in the order of the quiz, text trimmed and well-formed", () => {
    expect(checkAnswer(question("q2"), choices("q2-y", "q2-w"))).toEqual({
      ok: true,
      value: choices("q2-w", "q2-y"),
    });
    expect(checkAnswer(question("q4"), text("  hi \u0000 "))).toEqual({ ok: true, value: text("hi") });
    expect(checkAnswer(question("q4"), text("a\ud83d"))).toEqual({ ok: true, value: text("a") });
  });
});

describe("marking", () => {
  const marks: [string, AnswerValue, number][] = [
    ["q1", choice("q1-x"), 1],
    ["q1", choice("q1-w"), 0],
    ["q1", text("Choice 2"), 0],
    ["q2", choices("q2-y", "q2-w"), 1],
    ["q2", choices("q2-w"), 0],
    ["q2", choices("q2-w", "q2-x", "q2-y"), 0],
    ["q3", choice("q3-w"), 1],
    ["q4", text(` ${secret.toUpperCase()}! `), 1],
    ["q4", text(`Other ${secret}`), 1],
    ["q4", text("open"), 0],
    ["q5", number(8_675_309), 1],
    ["q5", number(8_675_311), 1],
    ["q5", number(8_675_312), 0],
  ];
  for (const [id, value, fraction] of marks)
    test(`${question(id).type} ${JSON.stringify(value)} is worth ${fraction}`, () => {
      expect(markAnswer(question(id), value)).toBe(fraction);
    });

  test("a number is not wrong by the last bit of a float", () => {
    const exact: Question = { ...question("q5"), type: "number", value: 0.3, tolerance: 0 } as Question;
    expect(markAnswer(exact, number(0.1 + 0.2))).toBe(1);
    expect(markAnswer(exact, number(0.301))).toBe(0);
  });
});

test("answers in words: the choices by their text, a number with its tolerance", () => {
  expect(["q1", "q2", "q4", "q5"].map((id) => answerInWords(question(id)))).toEqual([
    "Choice 2",
    "Choice 1, Choice 3",
    secret,
    "8675309 (± 2)",
  ]);
  expect(valueInWords(question("q2"), choices("q2-y", "q2-w"))).toBe("Choice 1, Choice 3");
  expect(valueInWords(question("q1"), choice("q1-z"))).toBe("Choice 4");
  expect(valueInWords(question("q4"), text("hm"))).toBe("hm");
  expect(valueInWords(question("q5"), number(1.5))).toBe("1.5");
});

// ---- list, ordering, matching, buzzer, slide -----------------------------------------------------------------

const texts = (...named: string[]): AnswerValue => ({ kind: "texts", texts: named });
const order = (...itemIds: string[]): AnswerValue => ({ kind: "order", itemIds });
const pairs = (...of: [string, string][]): AnswerValue => ({
  kind: "pairs",
  pairs: of.map(([leftId, rightId]) => ({ leftId, rightId })),
});
const item = (id: string, reads: string) => ({ id, text: reads });
const list = drafted("l1", {
  type: "list",
  items: [["Mercury"], ["Venus"], ["Earth", "the world"], ["Mars (the red one)"]],
  wanted: 3,
});
const ordering = drafted("o1", {
  type: "ordering",
  items: [item("x", "One"), item("y", "Two"), item("z", "Three")],
});
const matching = drafted("m1", {
  type: "matching",
  pairs: [
    { left: item("fr", "France"), right: item("pa", "Paris") },
    { left: item("it", "Italy"), right: item("ro", "Rome") },
    { left: item("tx", "Texas"), right: item("p2", "Paris") },
  ],
});
const buzzer = drafted("b1", { type: "buzzer", answer: "Elvis" });
const info = drafted("i1", { type: "info" });

describe("an answer of a newer kind that does not fit is refused with a sentence", () => {
  const unfit: [string, Question, AnswerValue, RegExp][] = [
    ["list: another kind", list, text("Venus"), /Type at least one/],
    ["list: nothing but blanks", list, texts(" ", "\u0000"), /Type at least one/],
    ["list: more than wanted", list, texts("a", "b", "c", "d"), /Name 3 at the most/],
    ["ordering: another kind", ordering, texts("One"), /in order/],
    ["ordering: one missing", ordering, order("x", "y"), /every item/],
    ["ordering: one twice", ordering, order("x", "x", "z"), /twice/],
    ["ordering: a stranger", ordering, order("x", "y", "q"), /not one of/],
    ["matching: another kind", matching, order("fr", "it", "tx"), /Match/],
    ["matching: one missing", matching, pairs(["fr", "pa"], ["it", "ro"]), /every item/],
    ["matching: a left twice", matching, pairs(["fr", "pa"], ["fr", "ro"], ["tx", "p2"]), /twice/],
    ["matching: a right twice", matching, pairs(["fr", "pa"], ["it", "pa"], ["tx", "p2"]), /twice/],
    ["matching: sides swapped", matching, pairs(["pa", "fr"], ["it", "ro"], ["tx", "p2"]), /not one of/],
    ["buzzer: text", buzzer, text("Elvis"), /buzzer/],
    ["slide", info, text("ok"), /slide/],
    ["a joker for a question", list, { kind: "joker", played: true }, /Type at least one/],
  ];
  for (const [what, asked, value, sentence] of unfit)
    test(what, () => {
      const checked = checkAnswer(asked, value);
      if (checked.ok) throw new Error("taken");
      expect(checked.error.code).toBe("BAD_ANSWER");
      expect(checked.error.message).toMatch(sentence);
    });
});

test("stored as compared: blanks dropped from a list, pairs in the order of the quiz", () => {
  expect(checkAnswer(list, texts(" Venus ", "", "Mars"))).toEqual({
    ok: true,
    value: texts("Venus", "Mars"),
  });
  expect(checkAnswer(matching, pairs(["tx", "ro"], ["fr", "pa"], ["it", "p2"]))).toEqual({
    ok: true,
    value: pairs(["fr", "pa"], ["it", "p2"], ["tx", "ro"]),
  });
  const inPart = { ...matching, partial: true } as Question;
  expect(checkAnswer(inPart, pairs(["tx", "ro"], ["fr", "pa"]))).toEqual({
    ok: true,
    value: pairs(["fr", "pa"], ["tx", "ro"]),
  });
  expect(checkAnswer(inPart, pairs(["it", "ro"])).ok).toBe(true);
  for (const unfit of [pairs(), pairs(["it", "ro"], ["it", "pa"]), pairs(["it", "nope"])])
    expect(checkAnswer(inPart, unfit)).toMatchObject({ ok: false, error: { code: "BAD_ANSWER" } });
  expect(checkAnswer(buzzer, { kind: "buzz" }).ok).toBe(true);
  expect(checkAnswer(ordering, order("z", "y", "x")).ok).toBe(true);
});

describe("how much of it is right", () => {
  const partialOrdering = { ...ordering, partial: true } as Question;
  const partialMatching = { ...matching, partial: true } as Question;
  const partialMultiple = { ...question("q2"), partial: true } as Question;
  const third = 1 / 3;
  const shares: [string, Question, AnswerValue, number][] = [
    ["a list: two of three", list, texts("venus", "EARTH", "Pluto"), 2 * third],
    ["a list: the same thing twice counts once", list, texts("Earth", "the world", "earth"), third],
    ["a list: optional parts in brackets", list, texts("Mars", "Venus", "Mercury"), 1],
    ["a list: nothing", list, texts("Pluto"), 0],
    ["ordering: all in place", ordering, order("x", "y", "z"), 1],
    ["ordering: all or nothing", ordering, order("x", "z", "y"), 0],
    ["ordering, partial: one of three in place", partialOrdering, order("x", "z", "y"), third],
    [
      "matching: all, two rights that read the same swapped",
      matching,
      pairs(["fr", "p2"], ["it", "ro"], ["tx", "pa"]),
      1,
    ],
    ["matching: all or nothing", matching, pairs(["fr", "ro"], ["it", "pa"], ["tx", "p2"]), 0],
    ["matching, partial", partialMatching, pairs(["fr", "ro"], ["it", "pa"], ["tx", "p2"]), third],
    ["matching, partial: one pair, which is right, of three", partialMatching, pairs(["it", "ro"]), third],
    ["matching, partial: one pair, which is wrong", partialMatching, pairs(["it", "pa"]), 0],
    ["multiple, partial: half of the right ones", partialMultiple, choices("q2-w"), 0.5],
    ["multiple, partial: a wrong pick takes back a right one", partialMultiple, choices("q2-w", "q2-x"), 0],
    [
      "multiple, partial: picking everything wins nothing",
      partialMultiple,
      choices("q2-w", "q2-x", "q2-y", "q2-z"),
      0,
    ],
    ["a buzz by itself", buzzer, { kind: "buzz" }, 0],
  ];
  for (const [what, asked, value, fraction] of shares)
    test(what, () => {
      expect(markAnswer(asked, value)).toBeCloseTo(fraction, 9);
    });
});

describe("the automatic mark", () => {
  const typed = (accepted: string[]) => drafted("t1", { type: "text", accepted });
  const mark = (accepted: string, given: string) => markerFor(typed([accepted])).automaticOf(text(given));

  test("ANS-06 right: optional parts in brackets, number words, articles", () => {
    const right: [string, string][] = [
      ["(Saint) Petersburg", "Petersburg"],
      ["(Saint) Petersburg", "saint petersburg"],
      ["(Saint) Petersburg", "(Saint) Petersburg"],
      ["Mercury (planet)", "mercury"],
      ["The (Great) Gatsby (film)", "gatsby"],
      ["twelve", "12"],
      ["101 Dalmatians", "One Hundred and One Dalmatians"],
      ["The Beatles", "beatles"],
      ["(a) (b) (c) (d) x", "x"],
    ];
    for (const [accepted, given] of right) expect([given, mark(accepted, given)]).toEqual([given, "right"]);
    expect(mark("Mercury (planet)", "planet")).toBe("wrong");
    expect(mark("(everything)", "x")).toBe("wrong");
  });

  test("near counts as wrong until somebody judges it", () => {
    expect(mark("Shakespeare", "Shakespear")).toBe("near");
    expect(markAnswer(typed(["Shakespeare"]), text("Shakespear"))).toBe(0);
    expect(mark("(Saint) Petersburg", "Petersbrug")).toBe("near");
    expect(mark("1984", "1985")).toBe("wrong");
    expect(mark("nineteen eighty-four", "nineteen eighty-five")).toBe("wrong");
  });

  test("a list is near where something left over is nearly an item not named yet", () => {
    const automatic = (...named: string[]) => markerFor(list).automaticOf(texts(...named));
    expect(automatic("Mercury", "Venus", "Mars")).toBe("right");
    expect(automatic("Mercury", "Venus")).toBe("partly");
    expect(automatic("Mercury", "Venuss")).toBe("near");
    expect(automatic("Mercury", "Mercurry")).toBe("partly");
    expect(automatic("Pluto")).toBe("wrong");
  });

  test("partly and wrong of the other types", () => {
    expect(markerFor({ ...ordering, partial: true } as Question).automaticOf(order("x", "z", "y"))).toBe(
      "partly",
    );
    expect(markerFor(ordering).automaticOf(order("x", "z", "y"))).toBe("wrong");
    expect(markerFor(question("q1")).automaticOf(choice("q1-x"))).toBe("right");
  });
});

describe("the key of a group", () => {
  const key = (asked: Question, value: AnswerValue) => markerFor(asked).keyOf(value);

  test("answers that read the same share it, others do not", () => {
    const typed = drafted("t1", { type: "text", accepted: ["The Beatles"] });
    expect(key(typed, text(" BEATLES! "))).toBe(key(typed, text("The Beatles")));
    expect(key(typed, text("Beetles"))).not.toBe(key(typed, text("Beatles")));
    expect(key(question("q5"), number(1000))).toBe(key(question("q5"), number(1e3)));
    expect(key(question("q5"), number(-0))).toBe(key(question("q5"), number(0)));
    expect(key(list, texts("Venus", "the world", "pluto"))).toBe(
      key(list, texts("Pluto.", "Earth", "venus")),
    );
    expect(key(question("q2"), choices("q2-y", "q2-w"))).toBe(key(question("q2"), choices("q2-w", "q2-y")));
    expect(key(buzzer, { kind: "buzz" })).toBe("buzz");
    expect(key(typed, text("\u200b"))).not.toBe("");
  });

  test("is never longer than a mark may name, and long ones stay different", () => {
    const long = (end: string) =>
      texts(...Array.from({ length: 19 }, (_, at) => `${at} ${"y".repeat(190)}`), end);
    const wide = { ...list, wanted: 20 } as Question;
    const [one, other] = [key(wide, long("a")), key(wide, long("b"))];
    expect([one.length, other.length]).toEqual([mostKeyLength, mostKeyLength]);
    expect(one).not.toBe(other);
    expect(key(wide, long("a"))).toBe(one);
    const ligature = drafted("t1", { type: "text", accepted: ["x"] });
    expect(key(ligature, text("\ufdfa".repeat(200))).length).toBeLessThanOrEqual(mostKeyLength);
  });
});

test("answers in words, of the newer types", () => {
  const closest = { ...question("q5"), closestWins: true } as Question;
  expect([list, ordering, matching, buzzer, info, closest].map(answerInWords)).toEqual([
    "Mercury, Venus, Earth, Mars (the red one)",
    "One → Two → Three",
    "France – Paris, Italy – Rome, Texas – Paris",
    "Elvis",
    "",
    "8675309",
  ]);
  expect(valueInWords(ordering, order("z", "x", "y"))).toBe("Three → One → Two");
  expect(valueInWords(matching, pairs(["fr", "ro"]))).toBe("France – Rome");
  expect(valueInWords(list, texts("a", "b"))).toBe("a, b");
  expect(valueInWords(buzzer, { kind: "buzz" })).toBe("buzzed");
});

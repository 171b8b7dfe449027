import { describe, expect, test } from "vitest";
import { checkAnswer, markAnswer } from "./marking";
import { normaliseAnswer } from "./normalise";
import { parsePlayerName } from "./player-name";
import { testQuiz } from "./test-quiz";

describe("ANS-06 typed answers", () => {
  test.each([
    ["rock 'n' roll", "Rock \u2019n\u2019 Roll "],
    ["caf\u00e9", "cafe\u0301"],
    ["caf\u00e9", "CAFE"],
    ["Guns N' Roses", "Guns N\u2019 Roses"],
    ["Guns N' Roses", "guns n'\u00a0roses."],
    ["1,000", "1000"],
    ["The Beatles", "beatles"],
    ["Spider-Man", "spider\u2013man"],
  ])("%s is matched by %s", (key, typed) => expect(normaliseAnswer(typed)).toBe(normaliseAnswer(key)));

  test("different answers stay different", () => {
    expect(normaliseAnswer("1000")).not.toBe(normaliseAnswer("100"));
    expect(normaliseAnswer("a")).not.toBe("");
  });
});

describe("marking", () => {
  const [first, second] = testQuiz().rounds;
  const [single, multiple] = first?.questions ?? [];
  const [number] = second?.questions ?? [];
  if (!single || !multiple || !number) throw new Error("the test quiz has changed");

  test("several choices are all or nothing", () => {
    const pick = (...choiceIds: string[]) => markAnswer(multiple, { kind: "choices", choiceIds });
    expect([pick("q2c0", "q2c2"), pick("q2c0"), pick("q2c0", "q2c1", "q2c2")]).toEqual([1, 0, 0]);
  });
  test("an answer of the wrong kind, an unknown or a repeated choice is BAD_ANSWER", () => {
    const bad = { ok: false, error: { code: "BAD_ANSWER" } };
    expect(checkAnswer(single, { kind: "text", text: "x" })).toMatchObject(bad);
    expect(checkAnswer(single, { kind: "choice", choiceId: "q2c0" })).toMatchObject(bad);
    expect(checkAnswer(multiple, { kind: "choices", choiceIds: ["q2c0", "q2c0"] })).toMatchObject(bad);
    expect(checkAnswer(number, { kind: "number", number: Number.NaN })).toMatchObject(bad);
  });
});

describe("names", () => {
  const name = (raw: string) => {
    const parsed = parsePlayerName(raw);
    return parsed.ok ? parsed.value.name : parsed.error.code;
  };
  const key = (raw: string) => {
    const parsed = parsePlayerName(raw);
    return parsed.ok ? parsed.value.nameKey : parsed.error.code;
  };

  test.each(["anna", " Anna ", "\uff21\uff2e\uff2e\uff21", "Anna\u200b", "AN\u00adNA"])(
    "NAM-01 %j is the same name as Anna",
    (raw) => expect(key(raw)).toBe(key("Anna")),
  );
  test.each([
    "\u200b".repeat(15),
    "\u200d",
    "\u2060",
    "\ufeff",
    "\u3164",
    "\u2800",
    "\u00ad",
    "\t",
    "\u00a0",
    "",
  ])("NAM-02 %j is empty", (raw) => expect(name(raw)).toBe("NAME_EMPTY"));

  test("NAM-02 a joiner inside an emoji and between letters stays", () => {
    const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}";
    expect(name(family)).toBe(family);
    const persian = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645";
    expect(name(persian)).toBe(persian);
  });
  test("NAM-03 direction overrides are dropped, right-to-left letters stay", () => {
    expect(name("\u202eevil\u202c")).toBe("evil");
    expect(name("\u05e9\u05dc\u05d5\u05dd")).toBe("\u05e9\u05dc\u05d5\u05dd");
  });
  test("NAM-04 length is counted in what people see, whole or refused", () => {
    const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}";
    expect(name(`${"a".repeat(31)}${family}`)).toBe(`${"a".repeat(31)}${family}`);
    expect(name("a".repeat(33))).toBe("NAME_TOO_LONG");
    expect(name(family.repeat(20))).toBe("NAME_TOO_LONG");
  });
  test("NAM-05 markup is a name like any other", () =>
    expect(name("<svg/onload=alert(1)>")).toBe("<svg/onload=alert(1)>"));
  test("NAM-07 at most two marks stay on a letter", () =>
    expect([...name(`a${"\u0335".repeat(60)}`)].length).toBe(3));
});

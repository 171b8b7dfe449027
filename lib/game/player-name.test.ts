import { describe, expect, test } from "vitest";
import { parsePlayerName } from "./player-name";

function named(raw: string) {
  const parsed = parsePlayerName(raw);
  if (!parsed.ok) throw new Error(`${JSON.stringify(raw)} was refused: ${parsed.error.code}`);
  return parsed.value;
}
const codeOf = (raw: string) => {
  const parsed = parsePlayerName(raw);
  return parsed.ok ? null : parsed.error.code;
};
const family = "👨‍👩‍👧‍👦";

describe("NAM-01 one key for names that look the same", () => {
  for (const twin of [
    "anna",
    " Anna ",
    "ＡＮＮＡ",
    "Anna\u200b",
    "An\u200dna",
    "An\u00adna",
    "Anna\ufe0f",
    "Anna\u{e0061}",
    "ANNA\u2060",
  ])
    test(JSON.stringify(twin), () => expect(named(twin).nameKey).toBe(named("Anna").nameKey));

  test("white space of any kind and number is one space; ß is ss; composed is decomposed", () => {
    expect(named("The\u3000\u00a0 Swans").nameKey).toBe(named("the swans").nameKey);
    expect(named("Straße").nameKey).toBe(named("STRASSE").nameKey);
    expect(named("Zoe\u0308").nameKey).toBe(named("Zoë").nameKey);
  });

  test("names that look different keep different keys", () => {
    const names = ["Anna", "Anne", "Änna", "Anna 2", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴"];
    expect(new Set(names.map((name) => named(name).nameKey)).size).toBe(names.length);
  });
});

describe("NAM-02 a name has something to read", () => {
  const invisible = [
    "",
    "\u200b".repeat(15),
    "\u200d",
    "\u200c\u200d",
    "\u2060",
    "\ufeff",
    "\u3164",
    "\uffa0",
    "\u2800",
    "\u00ad",
    "\u034f",
    "\t",
    "\u00a0",
    "\u0000\u0007",
    "\u202e",
    "\ufe0f",
    "\u{e0061}\u{e007f}",
    "\u0301\u0301",
    "\ud83d",
  ];
  for (const raw of invisible)
    test(`${JSON.stringify(raw)} is refused as empty`, () => expect(codeOf(raw)).toBe("NAME_EMPTY"));

  test("joiners stay in an emoji family, in a flag and between Persian letters", () => {
    for (const name of [family, "🏳️‍🌈", "🏴‍☠️", "👩🏽‍🚒", "می\u200cخواهم", "1️⃣", "❤️"])
      expect(named(name).name).toBe(name);
  });

  test("joiners anywhere else go", () => {
    expect(named("\u200dAnna\u200c !\u200d").name).toBe("Anna !");
  });
});

describe("NAM-03 direction", () => {
  test("bidi controls are taken out, right-to-left letters stay", () => {
    expect(named("\u202eevil\u202c").name).toBe("evil");
    expect(named("\u2066\u2067a\u2069\u200f\u061c").name).toBe("a");
    for (const name of ["שלום", "مرحبا 5"]) expect(named(name).name).toBe(name);
  });
});

describe("NAM-04 length is what people count", () => {
  const graphemes = ["a", family, "🏳️‍🌈", "🇸🇪"];
  test("31 letters and one grapheme more are taken whole, one further is refused whole", () => {
    for (const last of graphemes) {
      expect(named("x".repeat(31) + last).name).toBe("x".repeat(31) + last);
      expect(codeOf("x".repeat(32) + last)).toBe("NAME_TOO_LONG");
    }
  });

  test("few graphemes of many bytes are refused", () => {
    expect(named(family.repeat(7)).name).toBe(family.repeat(7));
    expect(codeOf(family.repeat(9))).toBe("NAME_TOO_LONG");
  });

  test("half an emoji and what stands for it never get in", () => {
    for (const raw of ["Anna\ud83d", "\udc4dAnna", "An\ufffdna"]) {
      expect(named(raw).name).toBe("Anna");
    }
  });
});

describe("NAM-07 stacked marks", () => {
  const pile = (between: string) => `a${`${between}\u0301`.repeat(60)}b`;
  for (const between of ["", "\u200d", "\u200b", "\u034f", "\ufe0f", "\u{e0061}", "\u0000"])
    test(`at most two marks stay, with ${JSON.stringify(between)} between them`, () => {
      const { name } = named(pile(between));
      expect(name.normalize("NFD")).toBe("a\u0301\u0301b");
    });

  test("marks that a language needs stay", () => {
    for (const name of ["Việt Nam", "हिन्दी", "ไม่เป็นไร"]) expect(named(name).name).toBe(name.normalize("NFC"));
  });
});

test("parsing a parsed name changes nothing", () => {
  for (const raw of [" Anna\u200b  B ", family, "می\u200cخواهم", `a${"\u0301".repeat(9)}`, "x\u202ey"]) {
    const once = named(raw);
    expect(named(once.name)).toEqual(once);
  }
});

test("NAM-05 markup is a name like any other: it is shown, never run", () => {
  const parsed = parsePlayerName("<svg/onload=alert(1)>");
  expect(parsed).toMatchObject({ ok: true, value: { name: "<svg/onload=alert(1)>" } });
});

/**
 * Names people can read, and the key under which two of them are the same (NAM-01 to NAM-07). Whether a name is
 * friendly is decided elsewhere: word lists are no rule of the game.
 */
import { ok, type Result, refuse } from "@/lib/contracts/refusals";

/** As many as fit on one line of the big screen's standings. */
const maxGraphemes = 32;
/** One family emoji is 25 bytes; 32 graphemes of anything readable fit, a 2 kB name of joined emoji does not. */
const maxBytes = 200;

/** Controls but for white space, halves of a cut emoji and what stands for them, and the blank braille cell. */
const unprintable = /(?!\s)\p{Cc}|\p{Cs}|\ufffd|\u2800/gu;
/** Bidi controls, fillers, zero-width characters; what emoji and Persian need of them is looked at one by one. */
const ignorable = /(?!\u200c|\u200d|\ufe0e|\ufe0f|[\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;
const ignorableInKey = /(?![\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Hidden characters stay only where they are seen: a joiner inside an emoji and between letters (Persian, Indic),
 * the emoji style after an emoji, and the tags that make a flag of Scotland out of a black one.
 */
function dropIdle(text: string): string {
  return text
    .replace(/(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]*)[\u{e0020}-\u{e007f}]/gu, "")
    .replace(/(?<![\p{Extended_Pictographic}0-9#*])(?:\ufe0e|\ufe0f)/gu, "")
    .replace(/(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])(?:\u200c|\u200d)/gu, "")
    .replace(/(?:\u200c|\u200d)+(?![\p{L}\p{Extended_Pictographic}])/gu, "");
}

/** NAME_EMPTY, NAME_TOO_LONG, or the name as shown and its key. */
export function parsePlayerName(raw: string): Result<{ name: string; nameKey: string }> {
  const name = dropIdle(raw.replace(unprintable, "").replace(ignorable, ""))
    .normalize("NFD")
    // last of the removals, so that nothing between two marks hides the pile from it
    .replace(/(\p{M}{2})\p{M}+/gu, "$1")
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .trim();
  // something with ink: a letter, a digit, punctuation or a symbol; marks alone have no base
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) return refuse("NAME_EMPTY");
  if ([...graphemes.segment(name)].length > maxGraphemes) return refuse("NAME_TOO_LONG");
  if (new TextEncoder().encode(name).length > maxBytes) return refuse("NAME_TOO_LONG");
  return ok({ name, nameKey: nameKey(name) });
}

/** Upper, then lower case: the full case folding, in which "ß" is "ss" and both sigmas are one. */
const nameKey = (name: string): string =>
  name
    .replace(ignorableInKey, "")
    .normalize("NFKC")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKC")
    .replace(/\s+/g, " ")
    .trim();

/**
 * Names people can read, and the key under which two of them are the same (NAM-01 to NAM-07). Whether a name is
 * friendly is decided elsewhere: word lists are no rule of the game.
 */
import { hasInk, withoutInvisible } from "@/lib/contracts/readable-text";
import { ok, type Result, refuse } from "@/lib/contracts/refusals";

/** As many as fit on one line of the big screen's standings. */
const maxGraphemes = 32;
/** One family emoji is 25 bytes; 32 graphemes of anything readable fit, a 2 kB name of joined emoji does not. */
const maxBytes = 200;

const ignorableInKey = /(?![\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** NAME_EMPTY, NAME_TOO_LONG, or the name as shown and its key. */
export function parsePlayerName(raw: string): Result<{ name: string; nameKey: string }> {
  const name = withoutInvisible(raw)
    .normalize("NFD")
    // last of the removals, so that nothing between two marks hides the pile from it
    .replace(/(\p{M}{2})\p{M}+/gu, "$1")
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .trim();
  if (!hasInk(name)) return refuse("NAME_EMPTY");
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

/**
 * Names people can read, and the key under which two of them are the same (NAM-01 to NAM-07). Whether a name is
 * friendly is decided elsewhere: word lists are no rule of the game.
 */
import { ok, type Result, refuse } from "@/lib/contracts/refusals";

/** As many as fit on one line of the big screen's standings. */
const maxGraphemes = 32;
/** One family emoji is 25 bytes; 32 graphemes of anything readable fit, a 2 kB name of joined emoji does not. */
const maxBytes = 200;

const controls = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;
const invisible = /[\u200b\u2060-\u2064\ufeff\u3164\u115f\u1160\uffa0\u2800\u00ad\u034f\u180e]/g;
const joiners = /[\u200c\u200d]/g;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A joiner is kept inside an emoji and between letters (Persian, Indic); anywhere else it is only hidden. */
function dropIdleJoiners(text: string): string {
  return text
    .replace(/(?<![\p{L}\p{M}\p{Extended_Pictographic}\ufe0f\u{1f3fb}-\u{1f3ff}])[\u200c\u200d]+/gu, "")
    .replace(/[\u200c\u200d]+(?![\p{L}\p{Extended_Pictographic}\u2640\u2642\u2695])/gu, "");
}

/** NAME_EMPTY, NAME_TOO_LONG, or the name as shown and its key. */
export function parsePlayerName(raw: string): Result<{ name: string; nameKey: string }> {
  const visible = raw
    .toWellFormed()
    .normalize("NFC")
    .replace(controls, "")
    .replace(invisible, "")
    .replace(/(\p{M}{2})\p{M}+/gu, "$1");
  const name = dropIdleJoiners(visible).replace(/\s+/g, " ").trim();
  // something with ink: a letter, a digit, punctuation or a symbol; marks alone have no base
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) return refuse("NAME_EMPTY");
  if ([...graphemes.segment(name)].length > maxGraphemes) return refuse("NAME_TOO_LONG");
  if (new TextEncoder().encode(name).length > maxBytes) return refuse("NAME_TOO_LONG");
  return ok({ name, nameKey: nameKey(name) });
}

const nameKey = (name: string): string =>
  name.normalize("NFKC").replace(joiners, "").toLowerCase().replace(/\s+/g, " ").trim();

/**
 * Text that people typed without what nobody sees: zero-width and bidi characters, fillers, tags and variation selectors.
 * Such characters make a name, an answer or a reason that looks empty, or two that look the same and are not.
 */

/** Controls but for white space, halves of a cut emoji and what stands for them, and the blank braille cell. */
const unprintable = /(?!\s)\p{Cc}|\p{Cs}|\ufffd|\u2800/gu;
/** Bidi controls, fillers, zero-width characters; what emoji and Persian need of them is looked at one by one. */
const ignorable = /(?!\u200c|\u200d|\ufe0e|\ufe0f|[\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;

/**
 * Hidden characters stay only where they are seen: a joiner inside an emoji and between letters (Persian, Indic),
 * the emoji style after an emoji, and the tags that make a flag of Scotland out of a black one.
 */
export function withoutInvisible(text: string): string {
  // most texts have none of them, and a sheet is read answer by answer
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return text
    .replace(unprintable, "")
    .replace(ignorable, "")
    .replace(/(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]*)[\u{e0020}-\u{e007f}]/gu, "")
    .replace(/(?<![\p{Extended_Pictographic}0-9#*])(?:\ufe0e|\ufe0f)/gu, "")
    .replace(/(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])(?:\u200c|\u200d)/gu, "")
    .replace(/(?:\u200c|\u200d)+(?![\p{L}\p{Extended_Pictographic}])/gu, "");
}

/** Something with ink: a letter, a digit, punctuation or a symbol; marks alone have no base. */
export const hasInk = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

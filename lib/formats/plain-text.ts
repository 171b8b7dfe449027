/**
 * Turns foreign text into text every part of the product can hold: NFC, LF line ends, no control characters,
 * no lone surrogates (Postgres stores neither U+0000 nor half a character). It must not decode entities or
 * strip markup: that happens once, before this, and only where a format says so.
 */
const controlCharacters = /(?![\n\t])\p{Cc}/gu;

/** U+034F joins nothing and sorts nothing: it only ends a run. */
const tooManyMarks = /[^\P{M}\u034f]{30}(?=[^\P{M}\u034f])/gu;

export function plainText(text: string): string {
  return composed(text.toWellFormed().replace(/\r\n?/g, "\n").replace(controlCharacters, "")).trim();
}

/**
 * NFC in linear time. Composing sorts every run of combining marks by insertion, which for a file of nothing
 * but marks takes minutes; so runs are cut at 30 by a grapheme joiner (UAX #15, stream-safe text), longer
 * than any writing system needs.
 */
export function composed(text: string): string {
  return text.replace(tooManyMarks, "$&\u034f").normalize("NFC");
}

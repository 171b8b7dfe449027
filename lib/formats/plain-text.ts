/**
 * Turns foreign text into text every part of the product can hold: NFC, LF line ends, no control characters,
 * no lone surrogates (Postgres stores neither U+0000 nor half a character). It must not decode entities or
 * strip markup: that happens once, before this, and only where a format says so.
 */
const controlCharacters = /(?![\n\t])\p{Cc}/gu;

export function plainText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, "\n").replace(controlCharacters, "").normalize("NFC").trim();
}

/**
 * From the bytes of a file to its text, whatever editor or spreadsheet wrote it: byte order marks, UTF-8,
 * UTF-16, Windows-1252, three kinds of line end. It must not guess in silence: a guessed encoding is a
 * warning, because nothing else tells a host that "Beyoncé" may have come in broken (IMP-05).
 */
import type { ImportProblem } from "@/lib/contracts/quiz";
import { ok, type Result } from "@/lib/contracts/refusals";
import { importProblem } from "./import-problem";
import { composed } from "./plain-text";

/** What a saved quiz may have at the most: a text file above it could not be kept, and it is quick to read. */
export const maxFileBytes = 2 * 1024 * 1024;

/** Bytes 0x80 to 0x9f; the five that stand for nothing become �. */
const windows1252 = "€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ";

const carriageReturn = 0x0d;
const lineFeed = 0x0a;

export type DecodedText = { text: string; warnings: ImportProblem[] };

const guessed = (message: string): ImportProblem =>
  importProblem("warning", null, { code: "ENCODING_GUESSED", message });

/** The text with LF line ends, in NFC, without its byte order mark; FILE_TOO_LARGE above 2 MB. */
export function decodeText(bytes: Uint8Array): Result<DecodedText, ImportProblem> {
  if (bytes.length > maxFileBytes) {
    const message = "That file is larger than 2 MB. Split it into smaller files.";
    return { ok: false, error: importProblem("error", null, { code: "FILE_TOO_LARGE", message }) };
  }
  const { text, warnings } = decodeBytes(bytes);
  return ok({ text: composed(withLineFeeds(text)), warnings });
}

/** By hand, because a file of nothing but CR has millions of them, and replacing each takes a second. */
function withLineFeeds(text: string): string {
  if (!text.includes("\r")) return text;
  const units = Buffer.from(text, "utf16le");
  let length = 0;
  let previous = 0;
  for (let at = 0; at < units.length; at += 2) {
    const unit = units.readUInt16LE(at);
    if (unit !== lineFeed || previous !== carriageReturn) {
      units.writeUInt16LE(unit === carriageReturn ? lineFeed : unit, length);
      length += 2;
    }
    previous = unit;
  }
  return units.toString("utf16le", 0, length);
}

function decodeBytes(bytes: Uint8Array): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes, "utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16(bytes, "utf-16be");
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), warnings: [] };
  } catch {
    const message =
      "This file is not UTF-8, so it was read as Windows-1252. Please check letters with accents, quotes and dashes.";
    const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    const text = decodeWindows1252(marked ? bytes.subarray(3) : bytes);
    return { text, warnings: [guessed(message)] };
  }
}

/** By hand: some Node versions decode this encoding as Latin-1, which loses curly quotes, dashes and the euro. */
function decodeWindows1252(bytes: Uint8Array): string {
  const units = Buffer.alloc(bytes.length * 2);
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    units.writeUInt16LE(byte >= 0x80 && byte <= 0x9f ? windows1252.charCodeAt(byte - 0x80) : byte, at * 2);
  }
  return units.toString("utf16le");
}

function decodeUtf16(bytes: Uint8Array, encoding: "utf-16le" | "utf-16be"): DecodedText {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), warnings: [] };
  } catch {
    const message = "Some characters of this UTF-16 file are damaged. Please check the text for � signs.";
    return { text: new TextDecoder(encoding).decode(bytes), warnings: [guessed(message)] };
  }
}

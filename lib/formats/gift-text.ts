/**
 * Text inside a GIFT file: escapes and the four text formats. Escaped characters are parked as noncharacters
 * before anything looks for control characters and come back when a text is rendered, which is the only way
 * "\=" is never taken for "=". It must not know what a question is.
 */
import { htmlToText, tidyLines } from "./html-to-text";
import { plainText } from "./plain-text";

export type GiftFormat = "html" | "moodle" | "plain" | "markdown";

/** U+FDD0 … are noncharacters: no text has them for good reason, and what comes in with them loses them first. */
const parked: Record<string, string> = {
  "\\": "\ufdd0",
  ":": "\ufdd1",
  "#": "\ufdd2",
  "=": "\ufdd3",
  "{": "\ufdd4",
  "}": "\ufdd5",
  "~": "\ufdd6",
  n: "\ufdd7",
};
const unparked = new Map(Object.entries(parked).map(([character, stand]) => [stand, character]));

/** `\frac` keeps its backslash; `\neq` becomes a line end and "eq", as Moodle has it. */
export function parkEscapes(text: string): string {
  return text
    .replace(/[\ufdd0-\ufdef]/g, "\ufffd")
    .replace(/\\([\\:#={}~n])/g, (_, character: string) => parked[character] ?? "");
}

function unparkEscapes(text: string, lineEnd: string): string {
  return text.replace(/[\ufdd0-\ufdd7]/g, (stand) =>
    stand === parked.n ? lineEnd : (unparked.get(stand) ?? ""),
  );
}

/** `[html]` and its like in front of a text; any other word in brackets is part of the text. */
export function takeFormat(raw: string, inherited: GiftFormat): { format: GiftFormat; rest: string } {
  const match = /^\s*\[(html|moodle|plain|markdown)\]/.exec(raw);
  return match
    ? { format: match[1] as GiftFormat, rest: raw.slice(match[0].length) }
    : { format: inherited, rest: raw };
}

/** Parked text as plain text. Moodle's own format, the default, is HTML as well. */
export function renderText(raw: string, inherited: GiftFormat): { text: string; mediaLost: boolean } {
  const { format, rest } = takeFormat(raw, inherited);
  return renderFormatted(rest, format);
}

/** The same for a text whose format is known: "[html]" in front of it is part of the text. */
export function renderFormatted(rest: string, format: GiftFormat): { text: string; mediaLost: boolean } {
  if (format === "plain" || format === "markdown") {
    const text = unparkEscapes(rest, "\n");
    return {
      text: plainText(format === "plain" ? tidyLines(text) : text),
      mediaLost: text.includes("@@PLUGINFILE@@"),
    };
  }
  const joined = unparkEscapes(rest.replace(/\s+/g, " "), format === "html" ? " " : "\n");
  const { text, mediaLost } = htmlToText(joined);
  return { text: plainText(text), mediaLost: mediaLost || joined.includes("@@PLUGINFILE@@") };
}

/** For names of categories, which have no format and no line ends. */
export function renderName(raw: string): string {
  return plainText(tidyLines(unparkEscapes(raw.replace(/\s+/g, " "), " ")));
}

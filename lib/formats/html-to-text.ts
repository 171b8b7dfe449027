/**
 * Plain text out of the small HTML that question editors write. Only elements HTML knows are taken away, so
 * that "x <y and z" or "vector<int>" survive; entities are decoded once and last, so that "&lt;b&gt;" ends
 * as "<b>" and is never taken for markup. It must never give back markup to be shown as such, and every step
 * is linear in its input.
 */
import { decodeHTMLStrict } from "entities";

const inline =
  "a abbr acronym b bdi bdo big center cite code del dfn em font i ins kbd label mark nobr q s samp small span strike " +
  "strong sub sup time tt u var wbr";
const block =
  "address article aside blockquote body br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head " +
  "header hr html li main nav ol p pre section table tbody tfoot thead title tr ul";
const cell = "td th";
const media = "audio canvas embed iframe img input math object picture source svg video";

const replacements = new Map<string, string>([
  ...inline.split(" ").map((name) => [name, ""] as const),
  ...block.split(" ").map((name) => [name, "\n"] as const),
  ...cell.split(" ").map((name) => [name, " "] as const),
]);
const mediaNames = new Set(media.split(" "));

const hidden: [open: RegExp, close: RegExp][] = [
  [/<!--/g, /-->/g],
  [/<script\b[^<>]*>/gi, /<\/script\s*>/gi],
  [/<style\b[^<>]*>/gi, /<\/style\s*>/gi],
];

/** `mediaLost`: a picture, a sound or a film was in it. */
export function htmlToText(html: string): { text: string; mediaLost: boolean } {
  let mediaLost = false;
  const visible = hidden.reduce((text, [open, close]) => withoutSpans(text, open, close), html);
  const stripped = visible.replace(
    /<(\/?)([a-z][a-z0-9]*)\b[^<>]*>/gi,
    (tag, slash: string, name: string, at: number) => {
      const element = name.toLowerCase();
      if (mediaNames.has(element)) {
        mediaLost = true;
        return "";
      }
      // "10<sup>3</sup>" must not become 103; "1<sup>st</sup>" may become 1st
      if (element === "sup" && slash === "" && /[-+−\d]/.test(visible.charAt(at + tag.length))) return "^";
      return replacements.get(element) ?? tag;
    },
  );
  return { text: tidyLines(decodeHTMLStrict(stripped)), mediaLost };
}

/** One blank between words, one empty line between paragraphs. */
export function tidyLines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.replace(/[ \t\u00a0]+/g, " ").trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** A span without an end stays: taking away the rest of the text would lose a question. */
function withoutSpans(text: string, open: RegExp, close: RegExp): string {
  let kept = "";
  let position = 0;
  for (;;) {
    open.lastIndex = position;
    const start = open.exec(text);
    if (!start) break;
    close.lastIndex = open.lastIndex;
    if (!close.exec(text)) break;
    kept += text.slice(position, start.index);
    position = close.lastIndex;
  }
  return kept + text.slice(position);
}

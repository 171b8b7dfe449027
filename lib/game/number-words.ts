/**
 * Numbers written out in English ("twelve", "one hundred and five", "nineteen eighty-four", "2 million"), so that a team
 * that writes the word and one that writes the figure gave the same answer. Works on folded text only (lower case,
 * single spaces); knows nothing of questions. Ordinals and fractions stay words.
 */
const numbered = (words: string, valueAt: (at: number) => number) =>
  new Map(words.split(" ").map((word, at) => [word, valueAt(at)]));
const small = numbered(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
  (at) => at,
);
const tens = numbered("twenty thirty forty fifty sixty seventy eighty ninety", (at) => (at + 2) * 10);
const scales = new Map([
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
]);
const scaleWords = ["hundred", ...scales.keys()].join("|");
/** Figures count as a number word only before a scale: "2 million". */
const word = `(?:${[...small.keys(), ...tens.keys()].join("|")}|${scaleWords}|\\d+(?:\\.\\d+)?(?=[ -](?:${scaleWords})\\b))`;
const run = new RegExp(`(?<![\\p{L}\\p{N}.])${word}(?:[ -](?:and[ -])?${word})*(?![\\p{L}\\p{N}])`, "gu");

/** Every run of number words in `folded` as figures; what is no number stays as it was. */
export function numberWordsToFigures(folded: string): string {
  const figures = folded.replace(run, (found) => figuresOf(found.split(/[ -]/)));
  return figures.replace(/^minus (?=\d)/, "-");
}

type Read = { value: number; next: number };

function figuresOf(tokens: string[]): string {
  const written: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const read = readYear(tokens, at) ?? readNumber(tokens, at);
    // 15 digits: 2.3 hundred is 230 and not 229.99999999999997
    written.push(read ? String(Number(read.value.toPrecision(15))) : (tokens[at] ?? ""));
    at = read ? read.next : at + 1;
  }
  return written.join(" ");
}

/** "nineteen eighty-four", "twenty twenty": two numbers from 10 to 99 side by side, and no scale behind them. */
function readYear(tokens: string[], at: number): Read | null {
  const century = readBelowHundred(tokens, at);
  const rest = century && century.value >= 10 ? readBelowHundred(tokens, century.next) : null;
  if (!century || !rest || rest.value < 10 || /^\d/.test(tokens[at] ?? "")) return null;
  const follows = tokens[rest.next] ?? "";
  if (follows === "hundred" || scales.has(follows)) return null;
  return { value: century.value * 100 + rest.value, next: rest.next };
}

function readNumber(tokens: string[], start: number): Read | null {
  let at = start;
  let total = 0;
  let largest = Number.POSITIVE_INFINITY;
  for (;;) {
    // "and" joins only what follows a scale: "two thousand and one", never "one and two"
    const from = at > start && tokens[at] === "and" ? at + 1 : at;
    const part = readBelowThousand(tokens, from) ?? (at === start ? implicitOne(tokens, from) : null);
    if (!part) break;
    const scale = scales.get(tokens[part.next] ?? "");
    if (scale === undefined) return { value: total + part.value, next: part.next };
    if (scale >= largest) break;
    largest = scale;
    total += part.value * scale;
    at = part.next + 1;
  }
  return at > start ? { value: total, next: at } : null;
}

/** "hundred", "thousand" alone, the article having been dropped. */
const implicitOne = (tokens: string[], at: number): Read | null =>
  scales.has(tokens[at] ?? "") ? { value: 1, next: at } : null;

function readBelowThousand(tokens: string[], at: number): Read | null {
  const first = tokens[at] === "hundred" ? { value: 1, next: at } : readBelowHundred(tokens, at);
  if (!first || tokens[first.next] !== "hundred") return first;
  const after = first.next + 1;
  const rest = readBelowHundred(tokens, tokens[after] === "and" ? after + 1 : after);
  return rest && rest.value > 0
    ? { value: first.value * 100 + rest.value, next: rest.next }
    : { value: first.value * 100, next: after };
}

function readBelowHundred(tokens: string[], at: number): Read | null {
  const token = tokens[at] ?? "";
  if (/^\d/.test(token)) return { value: Number(token), next: at + 1 };
  const direct = small.get(token);
  if (direct !== undefined) return { value: direct, next: at + 1 };
  const ten = tens.get(token);
  if (ten === undefined) return null;
  const unit = small.get(tokens[at + 1] ?? "") ?? 0;
  return unit >= 1 && unit <= 9 ? { value: ten + unit, next: at + 2 } : { value: ten, next: at + 1 };
}

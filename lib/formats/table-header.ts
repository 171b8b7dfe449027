/**
 * Which column of a table is what, and which program wrote it, told from the header row alone. Headers are
 * compared by their words: templates break them over lines and add "(optional)". A row is a header only with a
 * column for the question and one for the right answer; anything less would make rows of text into questions.
 */
export type TableFormat = "csv" | "blooket" | "gimkit" | "wayground";
type Field =
  | "text"
  | "type"
  | "correct"
  | "choice"
  | "wrong"
  | "points"
  | "time"
  | "explanation"
  | "notes"
  | "round"
  | "tolerance"
  | "media";
export type TableHeader = {
  format: TableFormat;
  /** how cells under "correct" are meant; `auto` has to be told from the choices */
  correctIs: "letters" | "numbers" | "text" | "auto";
  columns: Record<Field, number[]>;
};

const names: [Field, RegExp][] = [
  ["text", /^(?:question|question text|question title|prompt)$/],
  ["type", /^(?:type|question type|kind)$/],
  [
    "correct",
    /^(?:correct|right)(?: (?:answers?|choices?|options?|letters?|numbers?))?$|^(?:solution|key|answers?)$/,
  ],
  ["wrong", /^(?:incorrect|wrong)(?: (?:answers?|choices?|options?))?(?: \d+)?$/],
  ["choice", /^(?:(?:answer|option|choice|possible answer|answer option) ?(?:\d+|[a-z])|[a-h])$/],
  ["points", /^points?$/],
  [
    "time",
    /^(?:time|time limit|seconds|time in seconds|time limit sec|time limit seconds|time limit in seconds)$/,
  ],
  ["explanation", /^(?:explanation|answer explanation|feedback)$/],
  ["notes", /^(?:notes?|host notes?)$/],
  ["round", /^(?:round|category|topic)$/],
  ["tolerance", /^(?:tolerance|plus or minus)$/],
  ["media", /^(?:image|image link|image url|picture|media|question media)$/],
];

/** No format has more columns that mean something; a hostile row can have a million. */
const maxColumns = 200;

export function matchHeader(cells: string[]): TableHeader | null {
  const words = cells.slice(0, maxColumns).map(squash);
  const columns: TableHeader["columns"] = {
    text: [],
    type: [],
    correct: [],
    choice: [],
    wrong: [],
    points: [],
    time: [],
    explanation: [],
    notes: [],
    round: [],
    tolerance: [],
    media: [],
  };
  words.forEach((word, at) => {
    const field = names.find(([, pattern]) => pattern.test(word))?.[0];
    if (field) columns[field].push(at);
  });
  if (columns.text.length !== 1 || columns.correct.length !== 1) return null;
  const correct = words[columns.correct[0] ?? -1] ?? "";
  const format = formatOf(cells, words, columns);
  let correctIs: TableHeader["correctIs"] = "auto";
  if (format === "gimkit") correctIs = "text";
  else if (format !== "csv" || correct.includes("number")) correctIs = "numbers";
  else if (correct.includes("letter")) correctIs = "letters";
  return { format, correctIs, columns };
}

function formatOf(cells: string[], words: string[], columns: TableHeader["columns"]): TableFormat {
  if (
    words.includes("question #") ||
    cells.some((cell) => /only include answer #/i.test(cell.replace(/\s+/g, " ")))
  )
    return "blooket";
  if (words.includes("question type") && words.includes("option 1") && words.includes("time in seconds"))
    return "wayground";
  if (columns.wrong.length > 0 && columns.choice.length === 0) return "gimkit";
  return "csv";
}

/** "Answer 3\n(Optional)" is "answer 3"; "Correct Answer(s)" is "correct answers". */
function squash(cell: string): string {
  return cell
    .slice(0, 200)
    .toLowerCase()
    .replace(/\(s\)/g, "s")
    .replace(/\([^()]*\)/g, " ")
    .replace(/[^\p{L}\p{N}#]+/gu, " ")
    .trim();
}

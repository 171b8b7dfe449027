/**
 * One file in, a quiz to look at and a list of problems out. The content decides which format it is, the
 * name only where the content leaves it open. Pure and total: whatever the bytes, it gives a result and
 * never throws, and nothing is saved here.
 */
import type { ImportResult } from "@/lib/contracts/quiz";
import { looksLikeAiken, readAiken } from "./aiken";
import { type FormatReading, shortenTitle } from "./build-rounds";
import { decodeText } from "./decode-text";
import { looksLikeGift, readGift } from "./gift";
import { capProblems, importProblem } from "./import-problem";
import { findOpenTriviaRows, readOpenTriviaDb, withoutCommentLines } from "./open-trivia-db";
import { looksLikeOpenTriviaQa, readOpenTriviaQa } from "./open-trivia-qa";
import { plainText } from "./plain-text";
import { findRazziaQuiz, readRazzia } from "./razzia";
import { findRoomfulQuiz, readRoomfulJson } from "./roomful-json";
import { readTable } from "./table";

type Named = { format: string; reading: FormatReading };

const supported =
  "Roomful reads its own files (.json), GIFT and Aiken from Moodle (.gift, .txt), CSV tables, Blooket, Gimkit and Wayground (.csv), OpenTriviaQA (text), and JSON from Open Trivia DB and Razzia (.json).";

export function importQuestions(
  bytes: Uint8Array,
  o: { filename: string; newId: () => string },
): ImportResult {
  const decoded = decodeText(bytes);
  if (!decoded.ok) return { format: "unknown", quiz: null, problems: [decoded.error] };
  const { format, reading } = readText(decoded.value.text, o);
  // an unreadable file is not worth a word about its accents
  const problems = [...(format === "unknown" ? [] : decoded.value.warnings), ...reading.problems];
  if (reading.rounds.length === 0) return { format, quiz: null, problems: capProblems(problems) };
  const title = shortenTitle(reading.title || titleFrom(o.filename), problems);
  return { format, quiz: { title, rounds: reading.rounds }, problems: capProblems(problems) };
}

function readText(text: string, { filename, newId }: { filename: string; newId: () => string }): Named {
  if (text.trim() === "") return refused("EMPTY_FILE", "That file is empty.", text);
  const isNamed = (ending: string) => filename.toLowerCase().endsWith(ending);
  const json = parseJson(text);
  if (json.ok) {
    const found = findOpenTriviaRows(json.value);
    if (found) return { format: "open-trivia-db", reading: readOpenTriviaDb(found, newId) };
    const roomful = findRoomfulQuiz(json.value);
    if (roomful) return { format: "roomful", reading: readRoomfulJson(roomful, newId) };
    const razzia = findRazziaQuiz(json.value);
    if (razzia) return { format: "razzia", reading: readRazzia(razzia, newId) };
  } else if (
    isNamed(".json") ||
    /^\s*[{[].{0,200}"(?:response_code|results|correct_answer|rounds|questions)"/s.test(text)
  ) {
    const message =
      "That JSON file is damaged or cut off, so nothing in it could be read. Please download it again.";
    return refused("BAD_JSON", message, text);
  }
  // a NUL is in no text file, but in nearly every picture, archive and spreadsheet
  const isText = !text.includes("\u0000");
  // the names of columns are the surest sign of all; a cell may hold any text, also one like another format
  const table = isText && !json.ok ? readTable(text, newId) : null;
  if (table) return table;
  if (isText && !json.ok && looksLikeOpenTriviaQa(text))
    return { format: "open-trivia-qa", reading: readOpenTriviaQa(text, newId) };
  if (isText && !json.ok && looksLikeAiken(text)) return { format: "aiken", reading: readAiken(text, newId) };
  if (isText && !json.ok && (isNamed(".gift") || looksLikeGift(text))) {
    return { format: "gift", reading: readGift(text, newId) };
  }
  if (isText && isNamed(".csv")) {
    const message = 'This table has no header row with a column "Question" and a column "Correct answer".';
    return refused("NO_HEADER", message, text);
  }
  return refused("UNKNOWN_FORMAT", `That is not a question file we know. ${supported}`, isText ? text : null);
}

function refused(code: string, message: string, about: string | null): Named {
  const problems = [importProblem("error", null, { code, message }, about)];
  return { format: "unknown", reading: { rounds: [], problems } };
}

/** A million lists in each other parse slowly and are no question file; the deepest format has six levels. */
const tooDeep = "[".repeat(100);

/** Only objects and lists: no other JSON is a question file. */
function parseJson(text: string): { ok: true; value: unknown } | { ok: false } {
  const bare = withoutCommentLines(text);
  if (!/^\s*[{[]/.test(bare) || bare.includes(tooDeep)) return { ok: false };
  try {
    return { ok: true, value: JSON.parse(bare) as unknown };
  } catch {
    return { ok: false };
  }
}

function titleFrom(filename: string): string {
  const name = filename.split(/[\\/]/).at(-1) ?? "";
  return plainText(name.replace(/\.[^.]*$/, "")).replace(/\s+/g, " ") || "Quiz";
}

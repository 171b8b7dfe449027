/**
 * The key of a numerical GIFT question: "1822:5", "3.141..3.142" or a list with weights. A quiz has one
 * value and one tolerance, so the best answer is kept and the others are named. It must not accept what is
 * not a number with a decimal point, although Moodle lets some of that pass as "anything is right".
 */
import { ok, type Result } from "@/lib/contracts/refusals";
import type { AnswerEntry } from "./gift-answers";
import type { Note } from "./import-problem";

type Interval = { value: number; tolerance: number };
export type NumericalAnswer = Interval & { entry: AnswerEntry; others: AnswerEntry[]; warnings: Note[] };

/** Each digit can be matched in one way only: a million of them must not be tried in a million ways. */
const numberShape = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/** Digits a double can be trusted with. */
const safeDecimals = 15;

export function readNumericalAnswer(entries: AnswerEntry[]): Result<NumericalAnswer, Note> {
  const right = entries.filter((entry) => entry.marker !== "~" && (entry.weight ?? 100) > 0);
  const entry = right.reduce<AnswerEntry | null>(
    (best, next) => (best && (best.weight ?? 100) >= (next.weight ?? 100) ? best : next),
    null,
  );
  if (!entry) return fail("NO_RIGHT_ANSWER", "This question has no number as its answer.");
  const interval = readInterval(entry.raw);
  if (!interval) {
    const message =
      "The answer is not a number as GIFT has it: 42, 3.14:0.01 or 1..5, with a point for decimals and no other signs.";
    return fail("BAD_NUMBER", message);
  }
  const warnings: Note[] = [];
  if (right.length > 1) {
    const message =
      "Only the best of the numbers is kept; the others, or a part of the points for them, are left out.";
    warnings.push({ code: "PARTIAL_CREDIT", message });
  }
  return ok({ ...interval, entry, others: entries.filter((other) => other !== entry), warnings });
}

function readInterval(raw: string): Interval | null {
  if (raw.includes("..")) {
    const [min, max, ...more] = raw.split("..").map((part) => part.trim());
    if (min === undefined || max === undefined || more.length > 0 || !isNumber(min) || !isNumber(max))
      return null;
    const [low, high] = [Number(min), Number(max)];
    if (low > high) return null;
    // half of 0.001 is 0.0005, not the 0.0005000000000001 that subtracting gives
    const decimals = Math.max(decimalsOf(min), decimalsOf(max)) + 1;
    const round = (number: number) => (decimals > safeDecimals ? number : Number(number.toFixed(decimals)));
    return { value: round((low + high) / 2), tolerance: round((high - low) / 2) };
  }
  const [number, tolerance, ...more] = raw.split(":").map((part) => part.trim());
  if (number === undefined || more.length > 0 || !isNumber(number)) return null;
  if (tolerance === undefined) return { value: Number(number), tolerance: 0 };
  return isNumber(tolerance) && Number(tolerance) >= 0
    ? { value: Number(number), tolerance: Number(tolerance) }
    : null;
}

const isNumber = (text: string): boolean => numberShape.test(text) && Number.isFinite(Number(text));

/** Numbers with an exponent are never rounded. */
const decimalsOf = (text: string): number =>
  /[eE]/.test(text) ? safeDecimals : (text.split(".")[1]?.length ?? 0);

const fail = (code: string, message: string): { ok: false; error: Note } => ({
  ok: false,
  error: { code, message },
});

/**
 * A question as its editor types it, and back. Pure. Lists, orders and pairs are lines of text, because that is how
 * hosts bring them: pasted. What is kept keeps its id, so that an edit does not make a new item of an old one.
 */
import { mostStaked } from "@/lib/contracts/answers";
import { type Question, type QuestionMedia, type QuestionType, takesWager } from "@/lib/contracts/quiz";
import { ok, type Result } from "@/lib/contracts/refusals";

type Choice = { id: string; text: string; correct: boolean };
export type QuestionFields = {
  text: string;
  choices: Choice[];
  /** accepted answers, items or pairs, one a line; the answer of a buzzer question */
  key: string;
  value: string;
  tolerance: string;
  wanted: string;
  closestWins: boolean;
  isTieBreak: boolean;
  partial: boolean;
  points: string;
  wrongPoints: string;
  isWager: boolean;
  wagerMax: string;
  seconds: string;
  explanation: string;
  hostNotes: string;
  media: QuestionMedia | null;
};

/** As the server takes them: lib/contracts/quiz.ts. */
const mostPoints = 1000;
const seconds = { least: 5, most: 600 };
/** As much as a question of ours brings, so that a stake doubles it at the most. */
const usualStake = 10;
/** Between two spellings of one item, and in files that hosts write by hand. */
const spellingMark = " / ";
const pairMark = " = ";

const linesOf = (typed: string): string[] =>
  typed
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

function keyOf(question: Question): string {
  switch (question.type) {
    case "text":
      return question.accepted.join("\n");
    case "list":
      return question.items.map((spellings) => spellings.join(spellingMark)).join("\n");
    case "ordering":
      return question.items.map(({ text }) => text).join("\n");
    case "matching":
      return question.pairs.map(({ left, right }) => left.text + pairMark + right.text).join("\n");
    case "buzzer":
      return question.answer;
    default:
      return "";
  }
}

export const fieldsOf = (question: Question): QuestionFields => ({
  text: question.text,
  choices: "choices" in question ? question.choices : [],
  key: keyOf(question),
  value: question.type === "number" ? String(question.value) : "",
  tolerance: question.type === "number" ? String(question.tolerance) : "0",
  wanted: question.type === "list" ? String(question.wanted) : "1",
  closestWins: question.type === "number" && question.closestWins === true,
  isTieBreak: question.type === "number" && question.isTieBreak === true,
  partial: "partial" in question && question.partial === true,
  points: String(question.points),
  wrongPoints: String(question.wrongPoints ?? 0),
  isWager: "wager" in question && question.wager !== undefined,
  wagerMax: String(("wager" in question && question.wager?.max) || usualStake),
  seconds: String(question.timeLimitSeconds),
  explanation: question.explanation ?? "",
  hostNotes: question.hostNotes ?? "",
  media: question.media ?? null,
});

const fault = (error: string) => ({ ok: false, error }) as const;

/** "1 969", "3,5" and "−4" are numbers, too. */
function numberFrom(typed: string): number {
  const text = typed.normalize("NFKC").replace(/\s/g, "").replace(/[−–]/g, "-").replace(",", ".");
  return /^-?(\d+(\.\d+)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}
function wholeFrom(typed: string, least: number, most: number): number {
  const value = numberFrom(typed);
  return Number.isInteger(value) && value >= least && value <= most ? value : Number.NaN;
}

type Items = { id: string; text: string }[];
function itemsFrom(texts: string[], known: Items, newId: () => string): Items {
  const free = [...known];
  return texts.map((text, index) => {
    // the same words are the same item wherever they stand now; else the item that stood here was reworded
    const at = free.findIndex((item) => item.text === text);
    const kept = at >= 0 ? free.splice(at, 1)[0] : undefined;
    const reworded = texts.length === known.length && !texts.includes(known[index]?.text ?? "");
    return { id: kept?.id ?? (reworded ? known[index]?.id : undefined) ?? newId(), text };
  });
}

function withKey(question: Question, fields: QuestionFields, newId: () => string): Result<Question, string> {
  const lines = linesOf(fields.key);
  switch (question.type) {
    case "single":
    case "boolean":
    case "multiple": {
      const choices = fields.choices
        .map((choice) => ({ ...choice, text: choice.text.trim() }))
        .filter(({ text }) => text !== "");
      if (choices.length < 2) return fault("Give at least two choices.");
      const right = choices.filter(({ correct }) => correct).length;
      if (right === 0) return fault("Mark the right choice.");
      if (question.type !== "multiple" && right > 1) return fault("Only one choice can be right here.");
      const kept = { ...question, choices };
      return kept.type === "multiple" ? ok({ ...kept, ...partialOf(fields) }) : ok(kept);
    }
    case "text":
      return lines.length === 0
        ? fault("Give at least one accepted answer.")
        : ok({ ...question, accepted: lines });
    case "number": {
      const value = numberFrom(fields.value);
      const tolerance = numberFrom(fields.tolerance);
      if (Number.isNaN(value)) return fault("The answer is a number, such as 1969 or 3.5.");
      if (!(tolerance >= 0)) return fault("The tolerance is a number, 0 or more.");
      const { closestWins: _closest, isTieBreak: _tie, ...rest } = question;
      return ok({
        ...rest,
        value,
        tolerance,
        ...(fields.closestWins ? { closestWins: true } : {}),
        ...(fields.isTieBreak ? { isTieBreak: true } : {}),
      });
    }
    case "list": {
      const items = lines.map((line) =>
        line
          .split(spellingMark)
          .map((spelling) => spelling.trim())
          .filter((spelling) => spelling !== ""),
      );
      const wanted = wholeFrom(fields.wanted, 1, 20);
      if (items.length === 0) return fault("Give everything that counts, one a line.");
      if (Number.isNaN(wanted) || wanted > items.length)
        return fault(`Ask for 1 to ${Math.min(20, items.length)} of them.`);
      return ok({ ...question, items, wanted });
    }
    case "ordering":
      if (lines.length < 2 || lines.length > 12)
        return fault("Give 2 to 12 items in their right order, one a line.");
      return ok({ ...question, items: itemsFrom(lines, question.items, newId), ...partialOf(fields) });
    case "matching": {
      const pairs = lines.map((line) => line.split(pairMark).map((side) => side.trim()));
      if (
        lines.length < 2 ||
        lines.length > 12 ||
        pairs.some((sides) => sides.length !== 2 || sides.includes(""))
      )
        return fault("Give 2 to 12 pairs, one a line: Paris = France.");
      const lefts = itemsFrom(
        pairs.map(([left = ""]) => left),
        question.pairs.map(({ left }) => left),
        newId,
      );
      const rights = itemsFrom(
        pairs.map(([, right = ""]) => right),
        question.pairs.map(({ right }) => right),
        newId,
      );
      return ok({
        ...question,
        pairs: lefts.map((left, index) => ({ left, right: rights[index] ?? { id: newId(), text: "" } })),
        ...partialOf(fields),
      });
    }
    case "buzzer":
      return lines.length === 0 ? fault("Give the answer.") : ok({ ...question, answer: lines.join(" ") });
    case "info":
      return ok(question);
  }
}

const partialOf = ({ partial }: QuestionFields) => ({ partial });

/** Of whichever type: some take no wager. */
type AnyQuestion = Question & { wager?: unknown };

/** The question as saved, or what is wrong with it in words. */
export function questionFrom(
  question: Question,
  fields: QuestionFields,
  newId: () => string,
): Result<Question, string> {
  const text = fields.text.trim();
  if (text === "") return fault("A question needs words.");
  const points = wholeFrom(fields.points, 0, mostPoints);
  if (Number.isNaN(points)) return fault(`Points are a whole number, 0 to ${mostPoints}.`);
  const wrongPoints = wholeFrom(fields.wrongPoints, 0, mostPoints);
  if (Number.isNaN(wrongPoints)) return fault(`Points off are a whole number, 0 to ${mostPoints}.`);
  const timeLimitSeconds = wholeFrom(fields.seconds, seconds.least, seconds.most);
  if (Number.isNaN(timeLimitSeconds))
    return fault(`The time is ${seconds.least} to ${seconds.most} seconds.`);
  const isWager = fields.isWager && takesWager({ type: question.type, isTieBreak: fields.isTieBreak });
  const max = isWager ? wholeFrom(fields.wagerMax, 1, mostStaked) : 0;
  if (Number.isNaN(max)) return fault(`The most to stake is a whole number, 1 to ${mostStaked}.`);
  const { wrongPoints: _before, media: _earlier, wager: _staked, ...rest } = question as AnyQuestion;
  return withKey(
    {
      ...rest,
      text,
      points,
      timeLimitSeconds,
      explanation: fields.explanation.trim() || null,
      hostNotes: fields.hostNotes.trim() || null,
      ...(wrongPoints > 0 ? { wrongPoints } : {}),
      ...(isWager ? { wager: { max } } : {}),
      ...(fields.media ? { media: { ...fields.media, alt: fields.media.alt.trim() } } : {}),
    } as Question,
    fields,
    newId,
  );
}

/** An empty question of a type, with the points and the time of the one before it. */
export function newQuestion(type: QuestionType, like: Question | undefined, newId: () => string): Question {
  const base = {
    id: newId(),
    text: "",
    points: like?.points ?? 10,
    timeLimitSeconds: like?.timeLimitSeconds ?? 30,
    explanation: null,
    hostNotes: null,
  };
  const choices = (texts: string[]) =>
    texts.map((text, index) => ({ id: newId(), text, correct: type === "boolean" && index === 0 }));
  switch (type) {
    case "single":
    case "multiple":
      return { ...base, type, choices: choices(["", "", "", ""]) };
    case "boolean":
      return { ...base, type, choices: choices(["True", "False"]) };
    case "text":
      return { ...base, type, accepted: [] };
    case "number":
      return { ...base, type, value: 0, tolerance: 0 };
    case "list":
      return { ...base, type, items: [], wanted: 5 };
    case "ordering":
      return { ...base, type, items: [] };
    case "matching":
      return { ...base, type, pairs: [] };
    case "buzzer":
      return { ...base, type, answer: "" };
    case "info":
      return { ...base, type, points: 0 };
  }
}

/**
 * A quiz as its author knows it, with the right answers in it. Never send one to a player or to the big screen.
 * Times are seconds because hosts type seconds; everything inside a running session is milliseconds.
 */
import { z } from "zod";
import { mostStaked } from "./answers";
import { mediaKinds } from "./media";

export const questionTypes = [
  "single",
  "multiple",
  "boolean",
  "text",
  "number",
  "list",
  "ordering",
  "matching",
  "buzzer",
  "info",
] as const;
export type QuestionType = (typeof questionTypes)[number];

/** Kahoot allows 240 s and Blooket 300 s at the most; ten minutes leaves room for a puzzle. */
const timeLimitSeconds = z.number().int().min(5).max(600);

export const choiceSchema = z.strictObject({
  /** Random, so that its order says nothing about which one is right. */
  id: z.string().min(1).max(40),
  text: z.string().min(1).max(500),
  correct: z.boolean(),
});
export type Choice = z.infer<typeof choiceSchema>;

export const questionMediaSchema = z.strictObject({
  /** 128 random bits: who knows it may see the file */
  mediaId: z.string().regex(/^[\w-]{22}$/),
  kind: z.enum(mediaKinds),
  /** Read to players whose phone reads aloud: it must not give the answer away. May be empty. */
  alt: z.string().max(300),
});
export type QuestionMedia = z.infer<typeof questionMediaSchema>;

const questionBase = {
  id: z.string().min(1).max(40),
  text: z.string().min(1).max(2000),
  points: z.number().int().min(0).max(1000),
  timeLimitSeconds,
  explanation: z.string().max(2000).nullable(),
  hostNotes: z.string().max(2000).nullable(),
  /** taken away for a wrong answer (never for none); absent: 0 */
  wrongPoints: z.number().int().min(0).max(1000).optional(),
  media: questionMediaSchema.optional(),
};
export const wagerSchema = z.strictObject({ max: z.number().int().min(1).max(mostStaked) });
const wager = {
  /** a team may stake up to `max` points on it while its round is introduced; absent: nobody stakes */
  wager: wagerSchema.optional(),
};
const partial = {
  /** points for each part that is right; absent: all or nothing */
  partial: z.boolean().optional(),
};
const item = z.strictObject({
  /** Random: players see items sorted by it, so that the order on the phone says nothing. */
  id: z.string().min(1).max(40),
  text: z.string().min(1).max(200),
});
export const questionSchema = z.discriminatedUnion("type", [
  z.strictObject({
    ...questionBase,
    ...wager,
    type: z.literal("single"),
    choices: z.array(choiceSchema).min(2).max(26),
  }),
  z.strictObject({
    ...questionBase,
    ...wager,
    ...partial,
    type: z.literal("multiple"),
    choices: z.array(choiceSchema).min(2).max(26),
  }),
  z.strictObject({
    ...questionBase,
    ...wager,
    type: z.literal("boolean"),
    choices: z.array(choiceSchema).length(2),
  }),
  z.strictObject({
    ...questionBase,
    ...wager,
    type: z.literal("text"),
    /** Accepted answers; the first is the one shown at the reveal. */
    accepted: z.array(z.string().min(1).max(500)).min(1).max(50),
  }),
  z.strictObject({
    ...questionBase,
    ...wager,
    type: z.literal("number"),
    value: z.number(),
    tolerance: z.number().min(0),
    /** the nearest answers of the night get the points, however far off they are; `tolerance` is not looked at */
    closestWins: z.boolean().optional(),
    /** gives no points: decides between equal totals by distance to the value */
    isTieBreak: z.boolean().optional(),
  }),
  z.strictObject({
    ...questionBase,
    ...wager,
    type: z.literal("list"),
    /** everything that counts, each with its accepted spellings; points are shared out over `wanted` */
    items: z
      .array(z.array(z.string().min(1).max(200)).min(1).max(20))
      .min(1)
      .max(100),
    /** how many a team may name */
    wanted: z.number().int().min(1).max(20),
  }),
  z.strictObject({
    ...questionBase,
    ...wager,
    ...partial,
    type: z.literal("ordering"),
    /** in the right order */
    items: z.array(item).min(2).max(12),
  }),
  z.strictObject({
    ...questionBase,
    ...wager,
    ...partial,
    type: z.literal("matching"),
    pairs: z
      .array(z.strictObject({ left: item, right: item }))
      .min(2)
      .max(12),
  }),
  /** First by the server's receipt; the host hears the answer and marks it. */
  z.strictObject({ ...questionBase, type: z.literal("buzzer"), answer: z.string().min(1).max(500) }),
  /** A slide to read: takes no answer and gives no points. */
  z.strictObject({ ...questionBase, type: z.literal("info") }),
]);
export type Question = z.infer<typeof questionSchema>;

export const paces = ["question", "sheet"] as const;
export type Pace = (typeof paces)[number];

/** Points on top for quick right answers. Off unless a host asks for it: pub teams hate it. */
export const speedBonusSchema = z.discriminatedUnion("mode", [
  /** all of `points` at the opening, none at the deadline */
  z.strictObject({ mode: z.literal("linear"), points: z.number().int().min(1).max(1000) }),
  /** `points` each for the first `count` right answers */
  z.strictObject({
    mode: z.literal("first"),
    points: z.number().int().min(1).max(1000),
    count: z.number().int().min(1).max(20),
  }),
]);
export type SpeedBonus = z.infer<typeof speedBonusSchema>;

/** Off unless a host asks for it, like the bonus for speed. */
export const streakSchema = z.strictObject({
  /** on top for every right answer that follows a right one of the same round */
  points: z.number().int().min(1).max(1000),
});

export const roundSchema = z.strictObject({
  id: z.string().min(1).max(40),
  title: z.string().min(1).max(200),
  /** absent: `question` */
  pace: z.enum(paces).optional(),
  /** a team may play its joker here: the round counts double for it */
  hasJoker: z.boolean().optional(),
  /** question pace only */
  speedBonus: speedBonusSchema.optional(),
  streak: streakSchema.optional(),
  /** the words of a question stand on the big screen alone until its answer is shown: phones are not sent them */
  textOnScreenOnly: z.boolean().optional(),
  questions: z.array(questionSchema).min(1).max(500),
});
export type Round = z.infer<typeof roundSchema>;

export const quizSchema = z.strictObject({
  title: z.string().min(1).max(200),
  rounds: z.array(roundSchema).min(1).max(100),
});
export type Quiz = z.infer<typeof quizSchema>;

/**
 * Who stakes must have something to win: a tie-break gives no points, a slide takes no answers, and of a buzzer question all
 * but the quickest would lose their stake.
 */
export const takesWager = (question: { type: QuestionType; isTieBreak?: boolean | undefined }): boolean =>
  question.type !== "buzzer" && question.type !== "info" && !question.isTieBreak;

/** A quiz that can be played as it stands: every question can be answered rightly, and every tap means one thing. */
export const playableQuizSchema = quizSchema.superRefine((quiz, context) => {
  const fault = (path: (string | number)[], message: string) =>
    context.addIssue({ code: "custom", path, message });
  const isBlank = (text: string) => text.trim() === "";
  const seen = new Set<string>();
  const checkId = (kind: string, id: string, path: (string | number)[]) => {
    if (seen.has(`${kind} ${id}`)) fault([...path, "id"], `two ${kind}s have the same id`);
    seen.add(`${kind} ${id}`);
  };
  if (isBlank(quiz.title)) fault(["title"], "the title is blank");
  for (const [roundIndex, round] of quiz.rounds.entries()) {
    checkId("round", round.id, ["rounds", roundIndex]);
    for (const [index, question] of round.questions.entries()) {
      const path = ["rounds", roundIndex, "questions", index];
      checkId("question", question.id, path);
      if (isBlank(question.text)) fault([...path, "text"], "the question is blank");
      if ("choices" in question) {
        const right = question.choices.filter(({ correct }) => correct).length;
        if (right === 0) fault([...path, "choices"], "no choice is right");
        if (right > 1 && question.type !== "multiple")
          fault([...path, "choices"], "more than one choice is right: make it a multiple choice");
        if (new Set(question.choices.map(({ id }) => id)).size < question.choices.length)
          fault([...path, "choices"], "two choices have the same id");
      }
      if (question.type === "text" && question.accepted.some(isBlank))
        fault([...path, "accepted"], "an accepted answer is blank");
      if (question.type === "list") {
        if (question.items.some((spellings) => spellings.some(isBlank)))
          fault([...path, "items"], "an item is blank");
        if (question.wanted > question.items.length)
          fault([...path, "wanted"], "more items are asked for than there are");
      }
      const parts =
        question.type === "ordering"
          ? question.items
          : question.type === "matching"
            ? question.pairs.flatMap(({ left, right }) => [left, right])
            : [];
      if (parts.some(({ text }) => isBlank(text))) fault(path, "an item is blank");
      if (new Set(parts.map(({ id }) => id)).size < parts.length) fault(path, "two items have the same id");
      if ("wager" in question && question.wager && !takesWager(question))
        fault([...path, "wager"], "a tie-break gives no points, so nothing can be staked on it");
      if (question.type === "buzzer" && (round.pace ?? "question") === "sheet")
        fault(path, "a buzzer question cannot stand on an answer sheet");
    }
  }
});

/** What an importer says about one row or question. `error`: the row is left out; `warning`: it came in changed. */
export const importProblemSchema = z.strictObject({
  /** 1-based question number in the file, or line number for text formats; null for the whole file. */
  row: z.number().int().nullable(),
  severity: z.enum(["error", "warning"]),
  code: z.string(),
  message: z.string(),
  /** The start of the offending text, so that a person finds it again. */
  excerpt: z.string().max(200).nullable(),
});
export type ImportProblem = z.infer<typeof importProblemSchema>;

/** `quiz` is null where nothing at all could be used; the problems then say why. */
export type ImportResult = { format: string; quiz: Quiz | null; problems: ImportProblem[] };

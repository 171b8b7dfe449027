/**
 * A quiz as its author knows it, with the right answers in it. Never send one to a player or to the big screen.
 * Times are seconds because hosts type seconds; everything inside a running session is milliseconds.
 */
import { z } from "zod";

export const questionTypes = ["single", "multiple", "boolean", "text", "number"] as const;

/** Kahoot allows 240 s and Blooket 300 s at the most; ten minutes leaves room for a puzzle. */
const timeLimitSeconds = z.number().int().min(5).max(600);

export const choiceSchema = z.strictObject({
  /** Random, so that its order says nothing about which one is right. */
  id: z.string().min(1).max(40),
  text: z.string().min(1).max(500),
  correct: z.boolean(),
});
export type Choice = z.infer<typeof choiceSchema>;

const questionBase = {
  id: z.string().min(1).max(40),
  text: z.string().min(1).max(2000),
  points: z.number().int().min(0).max(1000),
  timeLimitSeconds,
  explanation: z.string().max(2000).nullable(),
  hostNotes: z.string().max(2000).nullable(),
};
export const questionSchema = z.discriminatedUnion("type", [
  z.strictObject({
    ...questionBase,
    type: z.literal("single"),
    choices: z.array(choiceSchema).min(2).max(26),
  }),
  z.strictObject({
    ...questionBase,
    type: z.literal("multiple"),
    choices: z.array(choiceSchema).min(2).max(26),
  }),
  z.strictObject({ ...questionBase, type: z.literal("boolean"), choices: z.array(choiceSchema).length(2) }),
  z.strictObject({
    ...questionBase,
    type: z.literal("text"),
    /** Accepted answers; the first is the one shown at the reveal. */
    accepted: z.array(z.string().min(1).max(500)).min(1).max(50),
  }),
  z.strictObject({
    ...questionBase,
    type: z.literal("number"),
    value: z.number(),
    tolerance: z.number().min(0),
  }),
]);
export type Question = z.infer<typeof questionSchema>;

export const roundSchema = z.strictObject({
  id: z.string().min(1).max(40),
  title: z.string().min(1).max(200),
  questions: z.array(questionSchema).min(1).max(500),
});
export type Round = z.infer<typeof roundSchema>;

export const quizSchema = z.strictObject({
  title: z.string().min(1).max(200),
  rounds: z.array(roundSchema).min(1).max(100),
});
export type Quiz = z.infer<typeof quizSchema>;

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

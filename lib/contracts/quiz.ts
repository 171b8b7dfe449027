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

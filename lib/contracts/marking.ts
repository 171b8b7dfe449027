/**
 * What the host and a marker see of a night's answers: every typed answer, equal ones grouped. Holds the key; never for
 * players. GET /api/sessions/:id/marking, with the host's cookie or a marker's token.
 */
import { z } from "zod";
import { questionTypes } from "./quiz";

/** What the automatic mark says. `near`: a near miss that a person should judge; counts as wrong until then. */
export const automaticMarks = ["right", "partly", "near", "wrong"] as const;
export type AutomaticMark = (typeof automaticMarks)[number];

export const answerGroupSchema = z.strictObject({
  /** name of the group in `markGroup` */
  key: z.string(),
  /** its most common spelling */
  text: z.string(),
  automatic: z.enum(automaticMarks),
  /** share of the points its answers get now, overrides aside */
  fraction: z.number(),
  /** the share that counts by itself, whatever a person said since */
  automaticFraction: z.number(),
  /** a person has judged the group */
  judged: z.boolean(),
  answers: z.array(
    z.strictObject({
      playerId: z.string(),
      name: z.string(),
      text: z.string(),
      /** points of the question it gets now, joker and bonus aside */
      points: z.number(),
      override: z.strictObject({ fraction: z.number(), reason: z.string() }).nullable(),
    }),
  ),
});
export type AnswerGroup = z.infer<typeof answerGroupSchema>;

export const markingQuestionSchema = z.strictObject({
  questionId: z.string(),
  /** 1-based, both */
  round: z.number().int(),
  number: z.number().int(),
  type: z.enum(questionTypes),
  text: z.string(),
  answerText: z.string(),
  /** text questions: the accepted answers one by one, to mend a typing mistake */
  accepted: z.array(z.string()).nullable(),
  points: z.number(),
  /** in how many equal parts the points are shared out (a list of five: 5); null: one answer, right or wrong */
  parts: z.number().int().nullable(),
  isVoid: z.boolean(),
  isRevealed: z.boolean(),
  /** near misses first, then by size */
  groups: z.array(answerGroupSchema),
  unansweredCount: z.number().int(),
});
export type MarkingQuestion = z.infer<typeof markingQuestionSchema>;

export const markingViewSchema = z.strictObject({
  sessionId: z.string(),
  version: z.number().int(),
  title: z.string(),
  /** asked and locked questions of the whole night, newest round last */
  questions: z.array(markingQuestionSchema),
  adjustments: z.array(
    z.strictObject({
      adjustmentId: z.string(),
      playerId: z.string(),
      name: z.string(),
      round: z.number().int().nullable(),
      points: z.number(),
      reason: z.string(),
      /** epoch ms */
      at: z.number(),
    }),
  ),
  players: z.array(z.strictObject({ playerId: z.string(), name: z.string(), points: z.number() })),
});
export type MarkingView = z.infer<typeof markingViewSchema>;

/** What a phone sends as an answer and what it hears back: the same on both roads and for every repeat. */
import { z } from "zod";
import { refusalCodes } from "./refusals";

/** What an integer of the database holds; no answer is changed that often. */
const mostRevisions = 2 ** 31 - 1;

/** As many points as the dearest question brings (lib/contracts/quiz.ts): one question should not outweigh a night. */
export const mostStaked = 1000;

const id = z.string().min(1).max(64);

export const answerValueSchema = z.discriminatedUnion("kind", [
  /** single choice and true/false */
  z.strictObject({ kind: z.literal("choice"), choiceId: id }),
  /** multiple choice; order does not matter */
  z.strictObject({ kind: z.literal("choices"), choiceIds: z.array(id).min(1).max(26) }),
  z.strictObject({ kind: z.literal("text"), text: z.string().min(1).max(200) }),
  z.strictObject({ kind: z.literal("number"), number: z.number() }),
  /** list: what the team named, in its order */
  z.strictObject({ kind: z.literal("texts"), texts: z.array(z.string().max(200)).min(1).max(20) }),
  /** ordering: every item once, first to last */
  z.strictObject({ kind: z.literal("order"), itemIds: z.array(id).min(2).max(12) }),
  /** matching: every left once, every right at most once; of a `partial` question one pair or more */
  z.strictObject({
    kind: z.literal("pairs"),
    pairs: z
      .array(z.strictObject({ leftId: id, rightId: id }))
      .min(1)
      .max(12),
  }),
  z.strictObject({ kind: z.literal("buzz") }),
  /** to `jokerIdOf(roundId)`, while the round is introduced */
  z.strictObject({ kind: z.literal("joker"), played: z.boolean() }),
  /** to `wagerIdOf(questionId)`, while its round is introduced; 0: nothing */
  z.strictObject({ kind: z.literal("wager"), stake: z.number().int().min(0).max(mostStaked) }),
]);
export type AnswerValue = z.infer<typeof answerValueSchema>;

/** A joker is played as an answer to this id, so that it is stored once and survives like any answer. */
export const jokerIdOf = (roundId: string): string => `joker:${roundId}`;
export { wagerIdOf } from "./wager-id";

/** Unknown keys (`answeredAt`, `elapsedMs` …) are dropped, never read: only the server's clock counts. */
export const submitAnswerSchema = z.object({
  questionId: id,
  /** Made by the phone, ≥ 64 random bits, one per tap; a repeat of it gets the same reply. */
  submissionId: z.string().min(8).max(64),
  value: answerValueSchema,
  /**
   * Where answers may be changed (sheet pace, jokers, wagers): the revision this change was made on, as the last reply or view
   * named it. Absent: there was none. Another one stored meanwhile: ANSWER_CHANGED, and nothing is overwritten.
   */
  revision: z.number().int().min(0).max(mostRevisions).optional(),
});
export type SubmitAnswer = z.infer<typeof submitAnswerSchema>;

/** Sent only after the commit. `value` is what is stored. */
export const answerSavedSchema = z.strictObject({
  ok: z.literal(true),
  questionId: id,
  submissionId: id,
  value: answerValueSchema,
  /** 0 for a first answer, one more with every change */
  revision: z.number().int(),
});
export type AnswerSaved = z.infer<typeof answerSavedSchema>;

/** `stored` and its `revision` come with ALREADY_ANSWERED and ANSWER_CHANGED: the answer that counts. `retryAfterMs` with RATE_LIMITED and UNAVAILABLE. */
export const answerRefusedSchema = z.object({
  ok: z.literal(false),
  code: z.enum(refusalCodes),
  message: z.string(),
  stored: answerValueSchema.optional(),
  revision: z.number().int().optional(),
  retryAfterMs: z.number().optional(),
});
export type AnswerRefused = z.infer<typeof answerRefusedSchema>;
export type AnswerReply = AnswerSaved | AnswerRefused;

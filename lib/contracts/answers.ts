/** What a phone sends as an answer and what it hears back: the same on both roads and for every repeat. */
import { z } from "zod";
import { refusalCodes } from "./refusals";

const id = z.string().min(1).max(64);

export const answerValueSchema = z.discriminatedUnion("kind", [
  /** single choice and true/false */
  z.strictObject({ kind: z.literal("choice"), choiceId: id }),
  /** multiple choice; order does not matter */
  z.strictObject({ kind: z.literal("choices"), choiceIds: z.array(id).min(1).max(26) }),
  z.strictObject({ kind: z.literal("text"), text: z.string().min(1).max(200) }),
  z.strictObject({ kind: z.literal("number"), number: z.number() }),
]);
export type AnswerValue = z.infer<typeof answerValueSchema>;

/** Unknown keys (`answeredAt`, `elapsedMs` …) are dropped, never read: only the server's clock counts. */
export const submitAnswerSchema = z.object({
  questionId: id,
  /** Made by the phone, ≥ 64 random bits, one per tap; a repeat of it gets the same reply. */
  submissionId: z.string().min(8).max(64),
  value: answerValueSchema,
});
export type SubmitAnswer = z.infer<typeof submitAnswerSchema>;

/** Sent only after the commit. `value` is what is stored. */
export const answerSavedSchema = z.strictObject({
  ok: z.literal(true),
  questionId: id,
  submissionId: id,
  value: answerValueSchema,
});
export type AnswerSaved = z.infer<typeof answerSavedSchema>;

/** `stored` comes with ALREADY_ANSWERED: the answer that counts. `retryAfterMs` with RATE_LIMITED and UNAVAILABLE. */
export const answerRefusedSchema = z.object({
  ok: z.literal(false),
  code: z.enum(refusalCodes),
  message: z.string(),
  stored: answerValueSchema.optional(),
  retryAfterMs: z.number().optional(),
});
export type AnswerRefused = z.infer<typeof answerRefusedSchema>;
export type AnswerReply = AnswerSaved | AnswerRefused;

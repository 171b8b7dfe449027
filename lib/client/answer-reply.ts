/**
 * What a reply to an answer means, on whichever road it came: the server's word, or null where nobody or somebody else
 * answered. A captive portal that says 200 must not cost anyone an answer (NET-06).
 */
import type { AnswerReply, AnswerValue } from "@/lib/contracts/answers";
import type { Result } from "@/lib/contracts/refusals";
import type { ApiRefusal } from "./api";

export function asAnswerReply(reply: AnswerReply | undefined): AnswerReply | null {
  if (reply?.ok === true) return typeof reply.value?.kind === "string" ? reply : null;
  return reply?.ok === false && typeof reply.code === "string" ? reply : null;
}

export function answerReplyOf(reply: Result<AnswerReply, ApiRefusal>): AnswerReply | null {
  if (reply.ok) return asAnswerReply(reply.value);
  const { body, code, message, retryAfterMs, status } = reply.error;
  if (status === 0) return null;
  const { stored, revision } = (body ?? {}) as { stored?: AnswerValue; revision?: number };
  return {
    ok: false,
    code,
    message,
    ...(stored ? { stored } : {}),
    ...(revision === undefined ? {} : { revision }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

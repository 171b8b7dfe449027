import { api } from "@/lib/client/api";
import type { SessionCreated } from "@/lib/contracts/http";

export const quizIsGone = "This quiz has been deleted since, so it cannot be hosted again. The results stay.";

/** Opens a session of a quiz and goes there; the refusal as words otherwise. */
export async function openSession(quizId: string): Promise<string | null> {
  const created = await api<SessionCreated>("/api/sessions", { json: { quizId } });
  if (!created.ok) return created.error.code === "NOT_FOUND" ? quizIsGone : created.error.message;
  window.location.assign(`/host/session?id=${encodeURIComponent(created.value.sessionId)}`);
  return null;
}

import { api } from "@/lib/client/api";
import type { SessionCreated } from "@/lib/contracts/http";

/** Opens a session of a quiz and goes there; the refusal as words otherwise. */
export async function openSession(quizId: string): Promise<string | null> {
  const created = await api<SessionCreated>("/api/sessions", { json: { quizId } });
  if (!created.ok) return created.error.message;
  window.location.assign(`/host/session?id=${encodeURIComponent(created.value.sessionId)}`);
  return null;
}

/** What the account endpoints refuse, in words. They have codes of their own; `status` is what we rely on. */
import type { ApiRefusal } from "@/lib/client/api";

type Refused = Pick<ApiRefusal, "status" | "message" | "body" | "retryAfterMs">;

function waitWords(retryAfterMs: number | undefined): string {
  const minutes = Math.ceil((retryAfterMs ?? 0) / 60_000);
  if (minutes < 1) return "Wait a while and try again.";
  return minutes === 1 ? "Try again in a minute." : `Try again in ${minutes} minutes.`;
}

export function signInWords(refused: Refused): string {
  const code = String((refused.body as { code?: unknown } | null | undefined)?.code ?? "");
  if (refused.status === 429)
    return `Too many attempts from here or for this account. ${waitWords(refused.retryAfterMs)}`;
  if (refused.status === 401) return "That email and password do not go together.";
  if (refused.status === 422 || code.startsWith("USER_ALREADY_EXISTS"))
    return "There is an account with this email already. Sign in instead.";
  if (code === "PASSWORD_TOO_SHORT") return "That password is too short: at least 8 characters.";
  if (code === "PASSWORD_TOO_LONG") return "That password is too long: 128 characters at the most.";
  if (code === "INVALID_EMAIL") return "That does not look like an email address.";
  return refused.message;
}

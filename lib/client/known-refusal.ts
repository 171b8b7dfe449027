/**
 * Tells a refusal of our server from whatever else answers in its name: proxies, portals, other programs. The
 * contracts are imported as types alone, so that no schema library reaches the phone; the record below fails to
 * compile when a code is added there and not here.
 */
import type { Refusal, RefusalCode } from "@/lib/contracts/refusals";

const known: Record<RefusalCode, true> = {
  BAD_REQUEST: true,
  BAD_FILE: true,
  BODY_TOO_LARGE: true,
  UNAUTHENTICATED: true,
  BAD_TOKEN: true,
  FORBIDDEN: true,
  BAD_ORIGIN: true,
  NOT_FOUND: true,
  UNKNOWN_PIN: true,
  SESSION_FULL: true,
  JOINING_LOCKED: true,
  SESSION_ENDED: true,
  NAME_EMPTY: true,
  NAME_TOO_LONG: true,
  NAME_TAKEN: true,
  NAME_REFUSED: true,
  NOT_SEATED: true,
  SEAT_REMOVED: true,
  SEAT_BANNED: true,
  BAD_SEAT_CODE: true,
  UNKNOWN_QUESTION: true,
  QUESTION_CLOSED: true,
  ALREADY_ANSWERED: true,
  BAD_ANSWER: true,
  STALE: true,
  WRONG_PHASE: true,
  NOTHING_TO_UNDO: true,
  QUIZ_EMPTY: true,
  RATE_LIMITED: true,
  UNAVAILABLE: true,
  INTERNAL: true,
};

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

export function readRefusal(value: unknown): Refusal | null {
  if (!isRecord(value) || typeof value.code !== "string" || typeof value.message !== "string") return null;
  return Object.hasOwn(known, value.code) ? { code: value.code as RefusalCode, message: value.message } : null;
}

/** After one of these no repeat can help: the seat, the session or the sign-in is gone. */
const ending: ReadonlySet<RefusalCode> = new Set([
  "BAD_TOKEN",
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "NOT_SEATED",
  "SEAT_REMOVED",
  "SEAT_BANNED",
  "NOT_FOUND",
  "SESSION_ENDED",
]);
export const endsConnection = (code: RefusalCode): boolean => ending.has(code);

/** The same request may pass a little later; everything else is an answer that will not change. */
export const isPassing = (code: RefusalCode): boolean =>
  code === "UNAVAILABLE" || code === "RATE_LIMITED" || code === "INTERNAL";

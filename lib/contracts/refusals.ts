/**
 * The closed list of refusal codes: what the program branches on. One table gives each its HTTP status and the
 * plain sentence a person reads. Both roads (HTTP and socket) answer with the same `{ code, message }`.
 * No zod here: phones load this file. Adding a code is a change of the wire protocol: document it in docs/api.md.
 */
const table = {
  BAD_REQUEST: [400, "That request did not have the right shape."],
  BODY_TOO_LARGE: [413, "That is too large to send."],
  UNAUTHENTICATED: [401, "Please sign in first."],
  BAD_TOKEN: [401, "This phone is not known here. Scan the code again."],
  FORBIDDEN: [403, "You may not do that."],
  BAD_ORIGIN: [403, "That request came from another site and was not carried out."],
  NOT_FOUND: [404, "There is nothing here."],
  UNKNOWN_PIN: [404, "No quiz has that PIN. Check the big screen and try again."],
  SESSION_FULL: [409, "The room is full. Ask the host to make space."],
  JOINING_LOCKED: [409, "The host has closed the door. Ask them to let you in."],
  SESSION_ENDED: [410, "This quiz is over."],
  NAME_EMPTY: [422, "Please type a name that people can read."],
  NAME_TOO_LONG: [422, "That name is too long. 32 characters at the most."],
  NAME_TAKEN: [409, "That name is taken. Pick another one."],
  NAME_REFUSED: [422, "Please pick a friendlier name."],
  NOT_SEATED: [403, "This phone has no seat in this quiz. Join first."],
  SEAT_REMOVED: [403, "The host removed this seat. You can join again with another name."],
  SEAT_LEFT: [403, "You left this quiz. You can join again."],
  SEAT_BANNED: [403, "The host has banned this phone from the quiz."],
  BAD_SEAT_CODE: [404, "No seat has that code. Check it with the host."],
  PAPER_SEAT: [409, "That team plays on paper. Ask the host to let this phone in."],
  NOT_CAPTAIN: [403, "Only your team's captain can do that."],
  CAPTAIN_HERE: [
    409,
    "Your captain's phone is here. They can hand over to you, or ask the host. If it is gone, try again in a minute.",
  ],
  UNKNOWN_PHONE: [404, "That phone is not in this team any more."],
  UNKNOWN_QUESTION: [404, "That question has not been asked in this quiz."],
  UNKNOWN_ANSWER: [404, "Nobody gave that answer, so there is nothing to mark."],
  CORRECTIONS_FULL: [409, "This night holds no more corrections of that kind."],
  JOINED_LATER: [409, "You joined after this question was asked. The next one is yours."],
  QUESTION_CLOSED: [409, "Too late: that question is closed."],
  ALREADY_ANSWERED: [409, "Your first answer is the one that counts."],
  ANSWER_CHANGED: [409, "Somebody in your team changed this answer. Here is what is saved now."],
  JOKER_PLAYED: [409, "Your joker has been played already."],
  SIZE_SET: [409, "The host has counted your team. Ask them if that is not right."],
  BAD_ANSWER: [422, "That answer does not fit this question."],
  STALE: [409, "Somebody was quicker. Here is where the quiz is now."],
  WRONG_PHASE: [409, "That cannot be done right now."],
  NOTHING_TO_UNDO: [409, "There is no step to undo."],
  UNKNOWN_PLAYER: [404, "No team in this quiz has that id."],
  QUIZ_EMPTY: [422, "This quiz has no questions to play."],
  BAD_MEDIA: [422, "That is no picture, sound or video Roomful can show."],
  MEDIA_FULL: [409, "There is no room left for pictures, sounds and videos."],
  BAD_LIMITS: [422, "Those limits cannot be used."],
  RATE_LIMITED: [429, "Too many requests. This will be tried again by itself."],
  UNAVAILABLE: [503, "The quiz is catching its breath. This will be tried again by itself."],
  INTERNAL: [500, "Something went wrong on our side. It has been written down."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type RefusalCode = keyof typeof table;
export const refusalCodes = Object.keys(table) as [RefusalCode, ...RefusalCode[]];

export type Refusal = { code: RefusalCode; message: string };

export type Result<T, E = Refusal> = { ok: true; value: T } | { ok: false; error: E };
export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

/** A refusal as a value; `message` overrides the table's sentence where more can be said. */
export function refuse(code: RefusalCode, message?: string): { ok: false; error: Refusal } {
  return { ok: false, error: { code, message: message ?? table[code][1] } };
}
export const refusalStatus = (code: RefusalCode): number => table[code][0];

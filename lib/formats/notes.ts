/**
 * Short ways to say what is wrong with a row. Codes are for programs, sentences for the host; the same fault
 * has the same code in every format.
 */
import type { Note } from "./import-problem";

export const note = (code: string, message: string): Note => ({ code, message });

export const fail = (code: string, message: string): { ok: false; error: Note } => ({
  ok: false,
  error: { code, message },
});

export const mediaLeftOut = note(
  "MEDIA_LEFT_OUT",
  "A picture, sound or film of this question is not in the file and was left out.",
);

export const wagerLeftOut = note(
  "WAGER_LEFT_OUT",
  "The wager of this question is none: it says up to how many points may be staked, 1 to 1,000, and not on a tie-break, a slide or a buzzer question. It was left out.",
);

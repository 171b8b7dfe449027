import type { Phase } from "@/lib/contracts/views";

export const phaseWords: Record<Phase, string> = {
  lobby: "Lobby",
  roundIntro: "Round intro",
  question: "Question open",
  locked: "Locked",
  reveal: "Reveal",
  standings: "Standings",
  paused: "Break",
  finished: "Finished",
};

/** "1 team", "2 teams" */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** "BDR58" → "BDR 58", as the phone shows it. */
export const seatCodeInGroups = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`.trim();

/** "+5", "−10": with a true minus sign, as wide as the plus. */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);

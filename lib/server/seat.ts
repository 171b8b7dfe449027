/** A seat as a process knows it: the row, and the lines it has here. */
import type { StoredPlayer } from "@/lib/store/player-row";

export type Seat = StoredPlayer & {
  sockets: number;
  /** when a poll of this seat was last answered or is still waiting (epoch ms); 0: never polled */
  polledAt: number;
};

/** Seats of practice bots are marked by their source, which no phone can claim. */
export const botSource = "practice-bot";
export const isBot = (seat: { source: string }): boolean => seat.source === botSource;
/** A seat the host made for a team without a phone; no longer one once a phone has taken it by its code. */
export const paperSource = "paper";
export const isPaper = (seat: Seat): boolean => seat.source === paperSource && seat.deviceIds.length === 0;

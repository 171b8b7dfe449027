/** The rule for large teams as one sentence, the same on every screen and in the export. No zod here: phones load this file. */
import type { HandicapRule } from "./team-size";

/** "Teams of more than 6 give away 2 points for each head over that, once a night." */
export const handicapInWords = ({ freeHeads, points, per }: HandicapRule): string =>
  `Teams of more than ${freeHeads} give away ${points} ${points === 1 ? "point" : "points"} for each head over that, ${per === "night" ? "once a night" : "every round"}.`;

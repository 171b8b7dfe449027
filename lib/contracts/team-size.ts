/** How many a team is, and what that costs it: set by phones and hosts alike, and shown to both. */
import { z } from "zod";

/** A coach party fills two tables and not three digits: 100 is a slip of the thumb. */
export const mostHeads = 99;
const headsWords = `the size of a team is a whole number from 1 to ${mostHeads}`;
export const headsSchema = z.number(headsWords).int(headsWords).min(1, headsWords).max(mostHeads, headsWords);

/** "At most six free, every further head costs two points": teams give points away for being many. */
export const handicapRuleSchema = z.strictObject({
  /** so many heads cost nothing */
  freeHeads: headsSchema,
  /** what each head over that costs; a tenth of what points by hand may be, since it is taken for every head */
  points: z.number().int().min(1).max(100),
  /** once, or again for every round the team is there for */
  per: z.enum(["night", "round"]),
});
export type HandicapRule = z.infer<typeof handicapRuleSchema>;

/** What the rule takes from one team. */
export const teamHandicapSchema = z.strictObject({
  heads: z.number().int(),
  /** heads over the limit */
  over: z.number().int(),
  /** how often it was taken so far: rounds, or 1 for the night */
  rounds: z.number().int(),
  /** below zero; part of the team's total */
  points: z.number().int(),
});
export type TeamHandicap = z.infer<typeof teamHandicapSchema>;

/** PUT /api/sessions/:id/me/team-size; null: not said */
export const teamSizeSchema = z.object({ heads: headsSchema.nullable() });
export type TeamSizeReply = { heads: number | null };

/**
 * What a host can order. Commands that move the night carry `basedOn`, the version they were decided on: two
 * presses, two hosts or two processes advance once and the loser hears STALE. Roster commands are idempotent and
 * carry none.
 */
import { z } from "zod";

const basedOn = z.number().int().min(0);
const playerId = z.string().min(1).max(64);

export const phaseCommandSchema = z.discriminatedUnion("type", [
  /** The one large button: lobby → roundIntro → question → locked → reveal → next question or standings → … → finished */
  z.strictObject({ type: z.literal("advance"), basedOn }),
  z.strictObject({ type: z.literal("lockQuestion"), basedOn }),
  /** Lock and show the answer in one press. */
  z.strictObject({ type: z.literal("lockAndReveal"), basedOn }),
  z.strictObject({ type: z.literal("extendQuestion"), basedOn, seconds: z.number().int().min(5).max(300) }),
  /** Voids the current question (no points, "skipped" in the export) and goes on to the next. */
  z.strictObject({ type: z.literal("skipQuestion"), basedOn }),
  z.strictObject({ type: z.literal("showStandings"), basedOn }),
  /** `minutes` null: no countdown on the break screen. */
  z.strictObject({ type: z.literal("pause"), basedOn, minutes: z.number().int().min(1).max(180).nullable() }),
  z.strictObject({ type: z.literal("resume"), basedOn }),
  z.strictObject({ type: z.literal("undo"), basedOn }),
  z.strictObject({ type: z.literal("endSession"), basedOn }),
  z.strictObject({ type: z.literal("setJoinLocked"), basedOn, locked: z.boolean() }),
]);
export type PhaseCommand = z.infer<typeof phaseCommandSchema>;

export const rosterCommandSchema = z.discriminatedUnion("type", [
  /** The seat is revoked; the person may join anew with another name. */
  z.strictObject({ type: z.literal("removePlayer"), playerId }),
  /** The seat is revoked and its devices are refused for this session. */
  z.strictObject({ type: z.literal("banPlayer"), playerId }),
  z.strictObject({ type: z.literal("renamePlayer"), playerId, name: z.string().max(200) }),
  /** Practice bots: simulated teams, few and slow, to try a quiz before the guests are there. */
  z.strictObject({ type: z.literal("addBots"), count: z.number().int().min(1).max(20) }),
  z.strictObject({ type: z.literal("removeBots") }),
]);
export type RosterCommand = z.infer<typeof rosterCommandSchema>;

export const hostCommandSchema = z.union([phaseCommandSchema, rosterCommandSchema]);
export type HostCommand = z.infer<typeof hostCommandSchema>;

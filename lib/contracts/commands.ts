/**
 * What a host can order. Commands that move the night carry `basedOn`, the version they were decided on: two
 * presses, two hosts or two processes advance once and the loser hears STALE. Roster commands are idempotent and
 * carry none.
 */
import { z } from "zod";
import { hasInk, withoutInvisible } from "./readable-text";
import { handicapRuleSchema, headsSchema } from "./team-size";
import { lateJoins, standingsShows } from "./views";

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
  /** Sheet pace, "five minutes left": the sheets lock by themselves then. Calling again replaces the time. */
  z.strictObject({ type: z.literal("callTime"), basedOn, seconds: z.number().int().min(10).max(3600) }),
  z.strictObject({ type: z.literal("showStandings"), basedOn }),
  /** Standings, place by place: so many more from the bottom; null: all of them. */
  z.strictObject({
    type: z.literal("uncoverPlaces"),
    basedOn,
    places: z.number().int().min(1).max(10_000).nullable(),
  }),
  /** At any time, for the rest of the night: all at once, place by place, or not before the end. */
  z.strictObject({ type: z.literal("setStandings"), basedOn, show: z.enum(standingsShows) }),
  /** `minutes` null: no countdown on the break screen. */
  z.strictObject({ type: z.literal("pause"), basedOn, minutes: z.number().int().min(1).max(180).nullable() }),
  z.strictObject({ type: z.literal("resume"), basedOn }),
  z.strictObject({ type: z.literal("undo"), basedOn }),
  z.strictObject({ type: z.literal("endSession"), basedOn }),
  z.strictObject({ type: z.literal("setJoinLocked"), basedOn, locked: z.boolean() }),
  /**
   * New links of co-host, marker and big screen, since a co-host has seen all three; those before open nothing any more. The
   * host's alone: FORBIDDEN for a co-host.
   */
  z.strictObject({ type: z.literal("renewCohostLink"), basedOn }),
  /** Whether names with swear words are refused; those that are there stay. */
  z.strictObject({ type: z.literal("setNameFilter"), basedOn, on: z.boolean() }),
  /** Who joins while a question is open: answers it at once, or from the next one on. */
  z.strictObject({ type: z.literal("setLateJoin"), basedOn, policy: z.enum(lateJoins) }),
  /** What large teams give away, for the whole night, also for what was played before; null: nothing. */
  z.strictObject({ type: z.literal("setHandicap"), basedOn, rule: handicapRuleSchema.nullable() }),
]);
export type PhaseCommand = z.infer<typeof phaseCommandSchema>;

const fraction = z.number().min(0).max(1);
const questionId = z.string().min(1).max(64);
const reason = z
  .string()
  .overwrite((typed) => withoutInvisible(typed).trim())
  .max(200)
  .refine(hasInk, "Give a reason that people can read.");

/**
 * Corrections, at any time and also after publication: every table follows. They carry no `basedOn`, because two
 * people mark side by side; each names what it sets, so that a repeat changes nothing. WRONG_PHASE for a question
 * still taking answers, UNKNOWN_QUESTION for one not asked yet.
 */
export const markCommandSchema = z.discriminatedUnion("type", [
  /** Every answer that reads the same (`key` of its group) gets this share of the points; null: as marked by itself. */
  z.strictObject({
    type: z.literal("markGroup"),
    questionId,
    key: z.string().max(500),
    fraction: fraction.nullable(),
  }),
  /** One team's answer, over the group; null: as the group. */
  z.strictObject({
    type: z.literal("overrideMark"),
    questionId,
    playerId,
    fraction: fraction.nullable(),
    reason,
  }),
  /** No points for anybody on this question, or again as marked. */
  z.strictObject({ type: z.literal("voidQuestion"), questionId, isVoid: z.boolean() }),
  /** A typing mistake found on the night; asked questions and questions to come alike. */
  z.strictObject({
    type: z.literal("editQuestion"),
    questionId,
    text: z.string().trim().min(1).max(2000).optional(),
    explanation: z.string().max(2000).nullable().optional(),
    /** text questions: the accepted answers */
    accepted: z.array(z.string().trim().min(1).max(500)).min(1).max(50).optional(),
  }),
  /** `adjustmentId` is made by the host's browser: a repeat is the same adjustment. */
  z.strictObject({
    type: z.literal("adjustPoints"),
    adjustmentId: z.string().min(8).max(64),
    playerId,
    /** 1-based round it counts in (the score of a paper team); null: the night as a whole */
    round: z.number().int().min(1).max(100).nullable(),
    points: z
      .number()
      .min(-1000)
      .max(1000)
      .refine((points) => points !== 0),
    reason,
  }),
  z.strictObject({ type: z.literal("removeAdjustment"), adjustmentId: z.string().min(8).max(64) }),
]);
export type MarkCommand = z.infer<typeof markCommandSchema>;

const phoneId = z.string().min(1).max(64);

export const rosterCommandSchema = z.discriminatedUnion("type", [
  /** The seat is revoked; the person may join anew with another name. */
  z.strictObject({ type: z.literal("removePlayer"), playerId }),
  /** The seat is revoked and its devices are refused for this session. */
  z.strictObject({ type: z.literal("banPlayer"), playerId }),
  z.strictObject({ type: z.literal("renamePlayer"), playerId, name: z.string().max(200) }),
  /** How many a team is. The host's word stands over the team's own; null: the team says it itself again. */
  z.strictObject({ type: z.literal("setTeamSize"), playerId, heads: headsSchema.nullable() }),
  /** A seat without a phone, for a team that plays on paper. */
  z.strictObject({ type: z.literal("addPaperTeam"), name: z.string().max(200) }),
  /** Two seats of one team become one: `from` is removed, its phones sit in `to`, whose answers count. */
  z.strictObject({ type: z.literal("mergeSeats"), fromPlayerId: playerId, toPlayerId: playerId }),
  /** A phone of the seat (`phoneId` of its team) becomes its captain. */
  z.strictObject({ type: z.literal("makeCaptain"), playerId, phoneId }),
  /** A phone is taken off its team; the seat gets another code. */
  z.strictObject({ type: z.literal("removePhone"), playerId, phoneId }),
  /** The answer to a phone that asks for a seat (`requestId` of the host view). */
  z.strictObject({ type: z.literal("answerSeatRequest"), requestId: phoneId, letIn: z.boolean() }),
  /** Practice bots: simulated teams, few and slow, to try a quiz before the guests are there. */
  z.strictObject({ type: z.literal("addBots"), count: z.number().int().min(1).max(20) }),
  z.strictObject({ type: z.literal("removeBots") }),
]);
export type RosterCommand = z.infer<typeof rosterCommandSchema>;

export const hostCommandSchema = z.union([phaseCommandSchema, markCommandSchema, rosterCommandSchema]);
export type HostCommand = z.infer<typeof hostCommandSchema>;

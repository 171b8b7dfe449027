/** Bodies of the HTTP API that are not views, answers or commands. Paths and examples: docs/api.md. */
import { z } from "zod";
import type { MarkingView } from "./marking";
import { playableQuizSchema } from "./quiz";
import type { HandicapRule } from "./team-size";

/** POST /api/lookup: by typed PIN (spaces and dashes allowed) or by the key of a join link. */
export const lookupSchema = z.union([
  z.object({ pin: z.string().min(1).max(40) }),
  z.object({ key: z.string().min(1).max(100) }),
]);
export type LookupReply = {
  sessionId: string;
  title: string;
  joinLocked: boolean;
  ended: boolean;
  /** this device's token: keep it and send it as `Authorization: Bearer …`; the one sent, if it was good */
  deviceToken: string;
  /** the seat this device already has */
  seat: { playerId: string; name: string } | null;
};

/** POST /api/sessions/:id/join. `source`: qr, link, pin or a label such as table-7. */
export const joinSchema = z.object({ name: z.string().max(500), source: z.string().max(40).optional() });
/** POST /api/sessions/:id/reclaim */
export const reclaimSchema = z.object({ seatCode: z.string().min(1).max(20) });
/** PATCH /api/sessions/:id/me */
export const renameSchema = z.object({ name: z.string().max(500) });
/** PUT /api/sessions/:id/captain. `phoneId`: of the seat's team. */
export const captainSchema = z.object({ phoneId: z.string().min(1).max(64) });
/** POST /api/sessions/:id/seat-request: the name of the team whose seat this phone had. */
export const seatRequestSchema = z.object({ name: z.string().max(500) });
/** `ticket`: the number the host is told */
export type SeatRequestReply = { state: "waiting" | "refused" | "seated" | "none"; ticket: string | null };
export type SeatReply = { player: { playerId: string; name: string; seatCode: string } };

export const createSessionSchema = z.object({ quizId: z.string().min(1).max(64) });
export type SessionCreated = { sessionId: string; pin: string };
export type SessionSummary = {
  sessionId: string;
  title: string;
  pin: string;
  phase: string;
  createdAt: number;
  playerCount: number;
};

export type HostAccount = { hostId: string; name: string; email: string | null; isAnonymous: boolean };

/** POST /api/quizzes, and PUT /api/quizzes/:quizId to replace one: sessions already open keep their copy. */
export const saveQuizSchema = playableQuizSchema;
export type QuizSummary = {
  quizId: string;
  title: string;
  roundCount: number;
  questionCount: number;
  updatedAt: number;
};

/**
 * GET /api/sessions/:id/marking?since=…, and `marking` in the reply to a mark. `questionIds`: all of them, in order. With
 * `since` (the version on show) `questions` holds only those that changed after it; the others stand as they were.
 */
export type MarkingReply = MarkingView & { questionIds: string[] };
/** POST /api/sessions/:id/marking?since=… */
export type MarkReply = { ok: true; marking: MarkingReply };

/** What an export cell says. Unanswered, wrong, refused late, joined later and skipped are five different values; "not asked" is a question the night has not revealed yet. */
export type AnswerCell =
  | "right"
  | "partly right"
  | "wrong"
  | "unanswered"
  | "refused late"
  | "joined later"
  | "skipped"
  | "not asked";
export type ResultsReply = {
  sessionId: string;
  title: string;
  createdAt: number;
  finished: boolean;
  /** what large teams give away; null: nothing */
  handicap: HandicapRule | null;
  /** in order */
  rounds: { title: string }[];
  /** slides are none */
  questions: {
    questionId: string;
    round: number;
    number: number;
    text: string;
    answerText: string;
    /** no points for anybody: skipped on the night or voided */
    skipped: boolean;
    /** the most points that could be staked on it; null: none */
    wager: number | null;
    /** the nearest or the first wins (closest number, tie-break, buzzer): the share of right answers says nothing */
    contest: boolean;
    /** marked anew, voided or edited after its answer had been shown */
    corrected: boolean;
    answeredCount: number;
    rightCount: number;
  }[];
  players: {
    playerId: string;
    name: string;
    rank: number | null;
    points: number;
    removed: boolean;
    source: string;
    /** 1-based round its joker doubles */
    jokerRound: number | null;
    /** how many the team is; null: nobody has said so */
    heads: number | null;
    /** part of `points`: what being many costs the team, 0 or below */
    handicap: number;
    /** points given or taken by hand, part of `points`. `round`: 1-based, null: the night as a whole */
    adjustments: { adjustmentId: string; round: number | null; points: number; reason: string }[];
    /** answers the host marked alone, with the reason; a buzz judged aloud has none and is not among them */
    overrides: { questionId: string; fraction: number; reason: string }[];
    /** points of each round, in order: its questions and what was given or taken in it */
    roundPoints: number[];
    /**
     * `bonus`: the part of `points` that came from speed, streak and joker; `wager`: what was staked on the question, and the
     * part of `points` it brought. Absent: nothing was staked, or the question did not count for the team.
     */
    cells: {
      outcome: AnswerCell;
      text: string;
      points: number;
      bonus: number;
      wager?: { stake: number; points: number };
    }[];
  }[];
};

/**
 * GET /api/sessions/:id/room: how the night is doing, for the host. Counts are of this session where a player or a
 * phone is counted, of the whole server where an address is. Rates are over the last 10 s unless the name says else.
 */
export type RoomPanel = {
  now: number;
  links: { socket: number; fallback: number; offline: number };
  joinsPerMinute: number;
  answersPerSecond: number;
  /** receipt to acknowledgement over the last minute; null when nobody answered in it */
  ackMs: { p50: number; p99: number } | null;
  writeQueue: { depth: number; drainMs: number };
  /** every policy that refused in the last 5 minutes */
  refusals: { policy: string; perMinute: number; total: number; shadow: boolean }[];
  /**
   * Who is being refused now first, the fastest before the others; then who is busy and not refused; then who was refused
   * before; a team of this session is the third at the latest. `words`: "one device: 12 scans a second"
   */
  offenders: {
    policy: string;
    who: "device" | "player" | "host" | "account" | "screen" | "address";
    /** player: the name; else a short keyed hash, the same all night; of several told together, of their address */
    label: string;
    /** devices, players, hosts, accounts or big screens of one address told together; of an address, the devices refused there; else 1 */
    count: number;
    /** of several told together: this session's teams among the fastest five */
    names: string[];
    perSecond: number;
    refusedCount: number;
    /** counted only, the policy is in shadow */
    shadow: boolean;
    /** false: it has stopped, or keeps within the limit by now */
    active: boolean;
    /** named by its rate alone: nobody refuses it */
    busy: boolean;
    /** of all requests of the last 10 s, 0 to 1; null unless `busy` */
    share: number | null;
    words: string;
  }[];
  database: { state: "up" | "down"; kind: "embedded" | "postgres" };
  /** `local`: the shared store does not answer and a local limiter of the same size stands in */
  limiterStore: { kind: "memory" | "upstash" | "redis"; state: "up" | "local"; reason: string | null };
  limits: LimitsInForce;
};

/**
 * PUT /api/limits: changes of single policies, laid over what is set already; null puts one back to its computed size, and
 * what is not named stays as it is, so that `{}` changes nothing. Checked like the limits file, with the same sentences
 * (BAD_LIMITS): one fault, and nothing is changed.
 */
export const changeLimitsSchema = z.looseObject({
  // a record would leave out what is called "__proto__" without a word
  overrides: z.custom<Record<string, Record<string, unknown> | null>>(
    (value) =>
      isBraces(value) &&
      Object.entries(value).every(([, change]) => change === null || isBraces(change)) &&
      Object.keys(value).every((name) => name.length <= 40),
    "must be an object of changes, each an object or null",
  ),
});
const isBraces = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** GET /api/limits. `version` names preset, room size and every threshold, "off" with LIMITS=off; `problem`: why the limits file was not taken, in words. */
export type LimitsInForce = {
  version: string;
  mode: "default" | "published" | "off";
  roomSize: number;
  file: { path: string; problem: string | null };
  canChange: boolean;
  thresholds: {
    policy: string;
    perMinute: number;
    burst: number;
    because: string;
    /** refusals are logged and nobody is refused */
    shadow: boolean;
    /** differs from the computed size */
    changed: boolean;
  }[];
};

/**
 * The projections that cross the wire, one per audience. Every object is strict and every phase lists its own
 * fields: the shapes for lobby … locked have no field that could carry the right answer, so a leak is a type error
 * first and a failed parse second. All instants are epoch milliseconds on the server's clock.
 */
import { z } from "zod";
import { answerValueSchema } from "./answers";
import { mediaKinds } from "./media";
import { paces, questionSchema, questionTypes } from "./quiz";
import { handicapRuleSchema, teamHandicapSchema } from "./team-size";

const id = z.string();
const at = z.number();

export const phases = [
  "lobby",
  "roundIntro",
  "question",
  "locked",
  "reveal",
  "standings",
  "paused",
  "finished",
] as const;
export type Phase = (typeof phases)[number];

const roundInfoSchema = z.strictObject({
  /** 1-based */
  number: z.number().int(),
  count: z.number().int(),
  title: z.string(),
  questionCount: z.number().int(),
  pace: z.enum(paces),
  /** a joker may be played in this round */
  hasJoker: z.boolean(),
  /** its questions that points may be staked on, `max` at the most, while it is introduced; absent: none */
  wagers: z.array(z.strictObject({ number: z.number().int(), max: z.number().int() })).optional(),
});

const publicItems = z.array(z.strictObject({ id, text: z.string() }));

/** A question as players may see it: no key, no explanation, no host notes. */
export const publicQuestionSchema = z.strictObject({
  id,
  /** 1-based, within the round */
  number: z.number().int(),
  type: z.enum(questionTypes),
  text: z.string(),
  choices: publicItems,
  /** ordering: what to put in order, sorted by id */
  items: publicItems.optional(),
  /** matching: both sides, each sorted by id */
  lefts: publicItems.optional(),
  rights: publicItems.optional(),
  /** matching: any pair that is right gives points, and some may be left out */
  partial: z.boolean().optional(),
  /** list: how many to name */
  wanted: z.number().int().optional(),
  closestWins: z.boolean().optional(),
  isTieBreak: z.boolean().optional(),
  media: z
    .strictObject({
      kind: z.enum(mediaKinds),
      alt: z.string(),
      /** null for sounds and videos: they play on the big screen, and what their files say of themselves stays there */
      mediaId: id.nullable(),
    })
    .optional(),
  /** its words stand on the big screen alone: `text` is empty for phones */
  onScreenOnly: z.boolean().optional(),
  points: z.number(),
  /** the most points that could be staked on it; absent: none could */
  wager: z.number().int().optional(),
  isLastOfRound: z.boolean(),
  isLastOfQuiz: z.boolean(),
});
export type PublicQuestion = z.infer<typeof publicQuestionSchema>;

const standingRowSchema = z.strictObject({
  playerId: id,
  name: z.string(),
  /** competition ranking 1, 2, 2, 4 */
  rank: z.number().int(),
  points: z.number(),
  /** points won in the current round */
  roundPoints: z.number(),
  /** part of `points`: what being many costs the team, below zero; absent: nothing */
  handicap: z.number().int().optional(),
  /** places gained (+) or lost (−) since the last standings of an earlier round; 0 if new */
  movement: z.number().int(),
});
export type StandingRow = z.infer<typeof standingRowSchema>;
/** All at once, place by place from the bottom, or kept from the room until the end of the night. */
export const standingsShows = ["all", "staged", "hidden"] as const;
export type StandingsShow = (typeof standingsShows)[number];
/** Who joins while a question is open answers it at once, or waits for the next one. */
export const lateJoins = ["atOnce", "nextQuestion"] as const;
export type LateJoin = (typeof lateJoins)[number];

const standingsSchema = z.strictObject({
  /** enough for a big screen: the first of those on show */
  rows: z.array(standingRowSchema),
  /** how many teams there are */
  playerCount: z.number().int(),
  show: z.enum(standingsShows),
  /** places at the top that nobody sees yet */
  coveredCount: z.number().int(),
});

export const revealSchema = z.strictObject({
  correctChoiceIds: z.array(id),
  /** ordering: the items in the right order */
  order: z.array(id).optional(),
  /** matching: which belongs to which */
  pairs: z.array(z.strictObject({ leftId: id, rightId: id })).optional(),
  /** closest number: who was nearest, at most five; buzzer: who got the points */
  winners: z.array(z.strictObject({ playerId: id, name: z.string(), text: z.string() })).optional(),
  /** the answer in words, for every type */
  answerText: z.string(),
  explanation: z.string().nullable(),
  skipped: z.boolean(),
  rightCount: z.number().int(),
  answeredCount: z.number().int(),
  /** choice questions: how many picked each */
  distribution: z.array(z.strictObject({ choiceId: id, count: z.number().int() })),
});
export type Reveal = z.infer<typeof revealSchema>;

/** Corrected after it was shown, so that points changed. `round` and `question`: 1-based. */
const correctionSchema = z.strictObject({
  /** null: points by hand for the night as a whole */
  round: z.number().int().nullable(),
  /** within its round; null: points by hand */
  question: z.number().int().nullable(),
});
export type Correction = z.infer<typeof correctionSchema>;
/** Never who; until the night moves on from where points are on show. Absent: none. */
const corrections = z.array(correctionSchema).optional();

const common = {
  sessionId: id,
  title: z.string(),
  joinLocked: z.boolean(),
  /** what large teams give away; absent: nothing */
  handicap: handicapRuleSchema.optional(),
};
const withRound = { ...common, round: roundInfoSchema };

/** The part of a view that is the same for every phone: serialised once per version. */
export const sharedViewSchema = z.discriminatedUnion("phase", [
  z.strictObject({ ...common, phase: z.literal("lobby") }),
  z.strictObject({ ...withRound, phase: z.literal("roundIntro") }),
  z.strictObject({
    ...withRound,
    phase: z.literal("question"),
    /** sheet pace: the newest on the sheet */
    question: publicQuestionSchema,
    /** sheet pace: every question asked so far in this round, in order; null in question pace */
    sheet: z.array(publicQuestionSchema).nullable(),
    opensAt: at,
    /** null: until the host locks (sheet pace before time is called, info slides) */
    closesAt: at.nullable(),
  }),
  z.strictObject({
    ...withRound,
    phase: z.literal("locked"),
    question: publicQuestionSchema,
    sheet: z.array(publicQuestionSchema).nullable(),
  }),
  z.strictObject({
    ...withRound,
    phase: z.literal("reveal"),
    question: publicQuestionSchema,
    reveal: revealSchema,
    corrections,
  }),
  z.strictObject({ ...withRound, phase: z.literal("standings"), standings: standingsSchema, corrections }),
  z.strictObject({
    ...common,
    phase: z.literal("paused"),
    pausedFrom: z.enum(phases),
    resumesAt: at.nullable(),
  }),
  z.strictObject({ ...common, phase: z.literal("finished"), standings: standingsSchema, corrections }),
]);
export type SharedView = z.infer<typeof sharedViewSchema>;

/** What happened to my answer. `joinedLater` is not `unanswered`: it costs nothing and the words differ. */
export const outcomes = ["right", "partly", "wrong", "unanswered", "joinedLater", "skipped"] as const;
export type Outcome = (typeof outcomes)[number];

/** What a correction did to the points of one team. */
const ownCorrectionSchema = z.union([
  z.strictObject({
    round: z.number().int(),
    question: z.number().int(),
    outcome: z.enum(outcomes),
    /** what the question brings now, and how much of that is on top of its own points */
    points: z.number(),
    bonus: z.number(),
    /** what its own points are when all is right */
    of: z.number(),
    /** why the host marked this team's answer alone since; absent: that is not what changed its points */
    reason: z.string().optional(),
  }),
  /** given or taken by hand since; the reasons are in `standing.adjustments` */
  z.strictObject({ round: z.number().int().nullable(), question: z.null(), points: z.number() }),
]);
export type OwnCorrection = z.infer<typeof ownCorrectionSchema>;
/** A seat that several phones share: which of them is its captain, and what the team calls each. */
const teamPhonesSchema = z.strictObject({
  /** `phoneId` of the captain's */
  captain: id,
  /** by number; 1 is the phone that took the seat */
  phones: z.array(z.strictObject({ phoneId: id, number: z.number().int() })),
});
export type TeamPhones = z.infer<typeof teamPhonesSchema>;

/**
 * Buzzer, for each that pressed: called to say its answer now, waiting behind, judged wrong, judged right (in part, too), or not
 * asked any more because somebody was right. Never more than one is `now`; a mark taken back brings the turn back.
 */
export const buzzTurns = ["now", "waiting", "missed", "right", "over"] as const;
export type BuzzTurn = (typeof buzzTurns)[number];

/** The personal part: small, only sent when it changed. */
export const meViewSchema = z.strictObject({
  playerId: id,
  name: z.string(),
  /** re-entry code: takes this seat back on another phone */
  seatCode: z.string(),
  /** absent: this is the only phone, and its captain */
  team: teamPhonesSchema.optional(),
  /** my stored answer to the current question (question, locked, reveal, and a break from those); null otherwise */
  answer: z
    .strictObject({
      questionId: id,
      value: answerValueSchema,
      revision: z.number().int(),
      /** buzzer: place in line by the server's receipt, 1: first */
      place: z.number().int().optional(),
      /** buzzer: whether it is the team's turn; there with `place` */
      turn: z.enum(buzzTurns).optional(),
    })
    .nullable(),
  /** sheet pace, from the first question to the last reveal of the round: what is stored of my team's sheet */
  sheet: z
    .array(z.strictObject({ questionId: id, value: answerValueSchema, revision: z.number().int() }))
    .nullable(),
  /** questions on show that my team joined too late for and may not answer; absent: none */
  missed: z.array(id).optional(),
  /** null where no round of the quiz takes a joker */
  joker: z
    .strictObject({
      /** 1-based round it was played in; null: still in hand */
      playedIn: z.number().int().nullable(),
      /** may be played or taken back now: answer `joker:<id of the round>` (`questionId`), at this revision */
      offer: z.strictObject({ questionId: id, revision: z.number().int().nullable() }).nullable(),
    })
    .nullable(),
  /** what was corrected of my team's points, as long as the shared `corrections` say it; absent: nothing */
  corrections: z.array(ownCorrectionSchema).optional(),
  /** from the introduction of a round with wagers to its last reveal; absent: the round has none */
  wagers: z
    .array(
      z.strictObject({
        questionId: id,
        /** of the question in its round, from 1 */
        number: z.number().int(),
        max: z.number().int(),
        /** what the team has staked; 0: nothing */
        stake: z.number().int(),
        /** may be staked now: answer `wager:<id of the question>` (`wagerId`), at this revision */
        offer: z.strictObject({ wagerId: id, revision: z.number().int().nullable() }).nullable(),
      }),
    )
    .optional(),
  /**
   * Only from the reveal on. `wager`: the part of `points` that the team's stake brought; absent: none was made. `reason`:
   * why the host marked this team's answer alone; absent: it stands as its group.
   */
  result: z
    .strictObject({
      outcome: z.enum(outcomes),
      points: z.number(),
      bonus: z.number(),
      wager: z.strictObject({ stake: z.number().int(), points: z.number() }).optional(),
      reason: z.string().optional(),
    })
    .nullable(),
  /** how many the team is; absent: nobody has said so and no rule asks for it. `mayChange`: by the team itself */
  teamSize: z.strictObject({ heads: z.number().int().nullable(), mayChange: z.boolean() }).optional(),
  /**
   * Reveal, standings and finished only: null before, so that a total never tells what the key is. Null also while the big
   * screen does not show this place yet.
   */
  standing: z
    .strictObject({
      rank: z.number().int(),
      points: z.number(),
      roundPoints: z.number(),
      movement: z.number().int(),
      playerCount: z.number().int(),
      /** points to the next better place; null for the first, and while that place is covered */
      gapToNext: z.number().nullable(),
      nextName: z.string().nullable(),
      /** part of `points`; absent: the team gives nothing away for being many */
      handicap: teamHandicapSchema.optional(),
      /** points given or taken by hand, with the reason; absent: none. `round`: 1-based, null: the night as a whole */
      adjustments: z
        .array(z.strictObject({ round: z.number().int().nullable(), points: z.number(), reason: z.string() }))
        .optional(),
    })
    .nullable(),
});
export type MeView = z.infer<typeof meViewSchema>;

export const playerViewSchema = z.strictObject({ shared: sharedViewSchema, me: meViewSchema });
export type PlayerView = z.infer<typeof playerViewSchema>;

/** How a device is connected: live socket, the polling fallback, or nothing heard lately. */
export const links = ["socket", "fallback", "offline"] as const;
export type Link = (typeof links)[number];

export const livePlayerSchema = z.strictObject({
  playerId: id,
  name: z.string(),
  link: z.enum(links),
  /** answered the current question */
  answered: z.boolean(),
  /** sheet pace: how many questions of this sheet it has answered */
  sheetCount: z.number().int(),
  /** of the question on show (of this sheet): how many it joined too late for and may not answer */
  missedCount: z.number().int(),
  /** a phone of it left the page while the question on show was open: to know, not to judge by */
  leftPage: z.boolean(),
  /** played its joker in this round */
  joker: z.boolean(),
  /** has staked points on a question of this round; how many is nobody's business before the reveal */
  staked: z.boolean(),
  /** how many they are; null: nobody has said so */
  heads: z.number().int().nullable(),
  /** the host has said so */
  headsByHost: z.boolean(),
  /** a practice bot */
  isBot: z.boolean(),
  /** a team without a phone: the host enters its points */
  isPaper: z.boolean(),
  /** phones bound to this seat */
  deviceCount: z.number().int(),
  /** absent: one phone at the most */
  team: teamPhonesSchema.optional(),
  /** re-entry code, for a guest whose phone forgot everything */
  seatCode: z.string(),
});
export type LivePlayer = z.infer<typeof livePlayerSchema>;

const buzzSchema = z.strictObject({
  playerId: id,
  name: z.string(),
  /** in line, from 1 */
  place: z.number().int(),
  turn: z.enum(buzzTurns),
});
export type Buzz = z.infer<typeof buzzSchema>;

const liveCounts = {
  /** teams in the room; while a question is on show without those on paper, which nobody waits for */
  playerCount: z.number().int(),
  answeredCount: z.number().int(),
  /** buzzer: who pressed, by the server's receipt; first in line first, at most ten, the one called among them */
  buzzes: z.array(buzzSchema),
};
const hostCounts = {
  ...liveCounts,
  /** sheet pace: answers so far to each question asked */
  perQuestion: z.array(z.strictObject({ questionId: id, count: z.number().int() })),
  /** phones that ask for a seat and wait for the host's word, oldest first */
  seatRequests: z.array(
    z.strictObject({ requestId: id, ticket: z.string(), playerId: id, name: z.string() }),
  ),
};

export const screenViewSchema = z.strictObject({
  shared: sharedViewSchema,
  /** the sound or video of the question on show: plays by itself while it is open, later by a click; absent: none */
  playing: z.strictObject({ mediaId: id, kind: z.enum(["audio", "video"]) }).optional(),
  /** digits, unspaced */
  pin: z.string(),
  /** what the QR holds; carries the unguessable join key */
  joinUrl: z.string(),
  /** host and port for people who type: "quiz.example" or "192.168.1.5:3000" */
  typedUrl: z.string(),
  /** phones cannot reach this address (localhost without PUBLIC_URL) */
  unreachable: z.boolean(),
  live: z.strictObject({ ...liveCounts, names: z.array(z.strictObject({ playerId: id, name: z.string() })) }),
});
export type ScreenView = z.infer<typeof screenViewSchema>;

export const hostViewSchema = z.strictObject({
  shared: sharedViewSchema,
  pin: z.string(),
  joinUrl: z.string(),
  /** phones cannot reach the join link's address (localhost without PUBLIC_URL) */
  unreachable: z.boolean(),
  /** path of the big screen, with its token */
  screenPath: z.string(),
  /** the quiz this session plays, to host it again; null when it was deleted since */
  quizId: z.string().nullable(),
  /** the current (roundIntro: the next) question in full, to read out; null in lobby, standings and finished */
  question: questionSchema.nullable(),
  /** the question after that one in this round, so that the host can read ahead; null after the last */
  upNext: questionSchema.nullable(),
  /** 0-based position of the current question in the quiz, and its size */
  progress: z.strictObject({
    asked: z.number().int(),
    total: z.number().int(),
    /** 1-based: the round on show or the last one played, also in a break and at the end; null before the first */
    round: z.number().int().nullable(),
    roundCount: z.number().int(),
  }),
  canUndo: z.boolean(),
  /** what the large button does now; null when finished */
  nextStep: z
    .enum([
      "openDoors",
      "startRound",
      "lockAndReveal",
      "reveal",
      "nextQuestion",
      "lockSheets",
      "standings",
      "nextRound",
      "podium",
      "uncoverPlace",
      "resume",
    ])
    .nullable(),
  /** names with swear words are refused */
  filtersNames: z.boolean(),
  /** what becomes of a team that joins while a question is open */
  lateJoin: z.enum(lateJoins),
  /** how places are shown to the room */
  showsStandings: z.enum(standingsShows),
  /** standings and finished: the first rows, whatever the room sees of them; null in other phases */
  standings: z.strictObject({ rows: z.array(standingRowSchema), playerCount: z.number().int() }).nullable(),
  /** near misses of this round (of the question on show) that nobody has judged yet */
  toMark: z.number().int(),
  /** path of the marking page, with its token: marks only */
  markingPath: z.string(),
  /** path of the console for a co-host, with its token: everything of this session, nothing else of the host's */
  cohostPath: z.string(),
  live: z.strictObject({
    ...hostCounts,
    players: z.array(livePlayerSchema),
    /** choice questions: picks so far, host only */
    distribution: z.array(z.strictObject({ choiceId: id, count: z.number().int() })),
  }),
});
export type HostView = z.infer<typeof hostViewSchema>;

/**
 * What both roads carry. `cursor` is opaque: send it back as `since`. `version` orders: drop what is older than what
 * you show. `now` is the server's clock when this was sent. `retryAfterMs`: a busy server asks a poll to pause so long.
 */
export type Envelope<V> = { cursor: string; version: number; now: number; view: V; retryAfterMs?: number };

/** Changed rows only, at most four a second. */
export const hostLiveChangeSchema = z.strictObject({
  ...hostCounts,
  players: z.array(livePlayerSchema),
  removedIds: z.array(id),
  distribution: z.array(z.strictObject({ choiceId: id, count: z.number().int() })),
});
export type HostLiveChange = z.infer<typeof hostLiveChangeSchema>;

/** What the big screen hears of the same changes: names and counts, nothing of links, codes and picks. */
export const screenLiveChangeSchema = z.strictObject({
  ...liveCounts,
  names: z.array(z.strictObject({ playerId: id, name: z.string() })),
  removedIds: z.array(id),
});
export type ScreenLiveChange = z.infer<typeof screenLiveChangeSchema>;

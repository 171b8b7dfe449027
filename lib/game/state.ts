/**
 * The state of one session (one night of playing a quiz): small, plain JSON, saved whole with its version. Players
 * and answers are not in it, so that three hundred joins and answers never fight over the version. Time is data:
 * a question is closed because `now > closesAt + answerGraceMs`, not because a timer fired.
 */
import type { Quiz } from "@/lib/contracts/quiz";
import type { HandicapRule } from "@/lib/contracts/team-size";
import type { LateJoin, Phase, StandingsShow } from "@/lib/contracts/views";
import { nothingCorrected, type RecentCorrections } from "./recent-corrections";

/**
 * An answer that was on its way at the deadline still counts, on every road alike. 500 ms covers a WiFi retry and
 * one polling round trip; more would let a team see "locked" on the big screen and still answer.
 */
export const answerGraceMs = 500;

/**
 * Sheets locked by hand: nobody can know the moment before, so what stood in a field of a phone then is sent at the
 * lock's arrival and still counts. A phone hears of it at once by its socket and within 1.5 s on the fallback of a full
 * room; the rest is the way back. Nobody can type any more, and the next press (the first answer) ends it.
 */
export const lateDraftsMs = 2_000;

/** Where the night stands: what `undo` brings back. */
export type Position = {
  phase: Exclude<Phase, "paused">;
  /** 0-based; −1 in the lobby */
  roundIndex: number;
  /** 0-based within the round; −1 in roundIntro. Sheet pace: the newest on the sheet, at the reveal the one shown. */
  questionIndex: number;
  /** epoch ms; only in phase `question` */
  opensAt: number | null;
  /** null also in phase `question`: until the host locks (a sheet before time is called) or goes on (info slides) */
  closesAt: number | null;
  /** standings: how many places are covered, from the top; absent: none */
  covered?: number | "every";
  /** sheets locked by hand: until when (epoch ms) what stood in a field still counts; absent: no longer, or not at all */
  draftsUntil?: number;
};

export type Break = {
  startedAt: number;
  /** null: until the host resumes */
  resumesAt: number | null;
  /** what was left of an open question */
  remainingMs: number | null;
};

/** One opening of a question; a question that was undone and opened again keeps its first opening. */
export type AskedQuestion = {
  questionId: string;
  openedAt: number;
  lockedAt: number | null;
  /** its answer has been shown: from then on it counts */
  revealed: boolean;
  /** when it took no answers in between (breaks, an undone lock): nobody's answer is slower for it */
  stops?: { from: number; to: number }[];
  /** a team that joined after this may not answer; absent: anybody may */
  joinBy?: number;
  /** marked anew, voided or given another key after its answer had been shown: the results say so */
  corrected?: true;
};

/** A host's judgment of one team's answer, over the judgment of its group. */
export type MarkOverride = { questionId: string; playerId: string; fraction: number; reason: string };

/** Points given or taken by hand. `round`: 1-based; null: the night as a whole. */
export type Adjustment = {
  adjustmentId: string;
  playerId: string;
  round: number | null;
  points: number;
  reason: string;
  /** epoch ms */
  at: number;
};

export type SessionState = {
  sessionId: string;
  version: number;
  /** version of the last change that was no correction: a press based on it, or on a later one, is not stale */
  movedAtVersion: number;
  quiz: Quiz;
  position: Position;
  /** set while paused; `position` is where the break will end */
  paused: Break | null;
  joinLocked: boolean;
  /** names with swear words are refused */
  filtersNames: boolean;
  /** may a team that joins while a question is open answer it? */
  lateJoin: LateJoin;
  /** which links of co-host, marker and big screen are in force, counted from 0: new ones end those before */
  cohostLink: number;
  /** how places are shown on big screen and phones, until the end of the night */
  showsStandings: StandingsShow;
  /** what large teams give away; null: nothing */
  handicap: HandicapRule | null;
  asked: AskedQuestion[];
  /** openings that were undone, for the first opening of a question that is asked again */
  withdrawn: AskedQuestion[];
  skippedQuestionIds: string[];
  /**
   * newest last, at most `undoDepth`, and as many uncoverings of the table on show; remainingMs: what was left of an open
   * question when it was left
   */
  history: { position: Position; remainingMs: number | null; skippedQuestionIds: string[] }[];
  endedAt: number | null;
  /** Corrections. Not steps of the night: undo leaves them alone, and scores are derived with them every time. */
  /** question id → key of an answer group → share of the points */
  marks: Record<string, Record<string, number>>;
  overrides: MarkOverride[];
  adjustments: Adjustment[];
  /** ids of the adjustments taken back last: one that comes again, because its reply was lost, stays taken back */
  removedAdjustmentIds: string[];
  /** no points for anybody, by the host's hand (a skip is a step of the night and stands in skippedQuestionIds) */
  voidedQuestionIds: string[];
  /** what of them the screens say, until the night moves on */
  recentCorrections: RecentCorrections;
};

export const undoDepth = 20;

export type GameEvent =
  | { type: "roundIntroduced"; roundIndex: number }
  /** `closesAt` null: until the host locks (sheet pace, info slides) */
  | {
      type: "questionOpened";
      roundIndex: number;
      questionIndex: number;
      opensAt: number;
      closesAt: number | null;
    }
  | { type: "timeCalled"; closesAt: number }
  | { type: "groupMarked"; questionId: string; key: string; fraction: number | null }
  | { type: "markOverridden"; questionId: string; playerId: string; fraction: number | null; reason: string }
  | { type: "questionVoided"; questionId: string; isVoid: boolean }
  | {
      type: "questionEdited";
      questionId: string;
      text?: string;
      explanation?: string | null;
      accepted?: string[];
    }
  | { type: "pointsAdjusted"; adjustment: Adjustment }
  | { type: "adjustmentRemoved"; adjustmentId: string }
  | { type: "questionExtended"; closesAt: number }
  | { type: "questionLocked"; at: number; by: "host" | "deadline" }
  /** what stood in the fields of a locked sheet is in; moves nothing, so that no press is stale for it */
  | { type: "draftsTaken" }
  | { type: "questionSkipped"; questionId: string; at: number }
  /** `questionIndex`: sheet pace, which of the round; absent: the one that was open */
  | { type: "answerRevealed"; questionIndex?: number }
  | { type: "standingsShown" }
  /** from the bottom; `covered`: how many places at the top still are */
  | { type: "placesUncovered"; covered: number }
  | { type: "cohostLinkRenewed"; link: number }
  | { type: "standingsShowSet"; show: StandingsShow }
  | { type: "breakStarted"; at: number; resumesAt: number | null; remainingMs: number | null }
  /** `closesAt`: the new deadline where a question was open */
  | { type: "breakEnded"; at: number; closesAt: number | null }
  /** `at` is absent in the logs of earlier versions */
  | { type: "stepUndone"; position: Position; skippedQuestionIds: string[]; at?: number }
  | { type: "joinLockSet"; locked: boolean }
  | { type: "nameFilterSet"; on: boolean }
  | { type: "lateJoinSet"; policy: LateJoin }
  | { type: "handicapSet"; rule: HandicapRule | null }
  | { type: "sessionFinished"; at: number };

export function newSession(sessionId: string, quiz: Quiz): SessionState {
  return {
    sessionId,
    version: 0,
    movedAtVersion: 0,
    quiz,
    position: { phase: "lobby", roundIndex: -1, questionIndex: -1, opensAt: null, closesAt: null },
    paused: null,
    joinLocked: false,
    filtersNames: true,
    lateJoin: "atOnce",
    cohostLink: 0,
    showsStandings: "all",
    handicap: null,
    asked: [],
    withdrawn: [],
    skippedQuestionIds: [],
    history: [],
    endedAt: null,
    marks: {},
    overrides: [],
    adjustments: [],
    removedAdjustmentIds: [],
    voidedQuestionIds: [],
    recentCorrections: nothingCorrected,
  };
}

/** A state as it was saved, by this version or an earlier one, which knew no corrections and no undone openings. */
export function currentState(saved: SessionState): SessionState {
  const known: Partial<SessionState> = saved;
  return {
    ...saved,
    movedAtVersion: known.movedAtVersion ?? saved.version,
    marks: known.marks ?? {},
    overrides: known.overrides ?? [],
    adjustments: known.adjustments ?? [],
    removedAdjustmentIds: known.removedAdjustmentIds ?? [],
    voidedQuestionIds: known.voidedQuestionIds ?? [],
    recentCorrections: known.recentCorrections ?? nothingCorrected,
    withdrawn: known.withdrawn ?? [],
    showsStandings: known.showsStandings ?? "all",
    filtersNames: known.filtersNames ?? true,
    lateJoin: known.lateJoin ?? "atOnce",
    cohostLink: known.cohostLink ?? 0,
    handicap: known.handicap ?? null,
  };
}

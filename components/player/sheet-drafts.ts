/**
 * What is being written on an answer sheet: kept while the player moves between rows and over a break, sent after a
 * pause in typing, and never over what another phone of the team has written meanwhile. Without React.
 */
import { isSame, type SheetEntry } from "@/lib/client/sheet-outbox";
import type { AnswerValue } from "@/lib/contracts/answers";
import type { PublicQuestion } from "@/lib/contracts/views";
import { answerOf, type Draft, draftOf, isTyped, unfinished } from "./draft";

export type SheetDraftDeps = {
  entry(questionId: string): SheetEntry;
  change(questionId: string, value: AnswerValue, basedOn: number | null): void;
  giveWay(questionId: string): void;
  setTimer(run: () => void, ms: number): unknown;
  clearTimer(timer: unknown): void;
  onChange(): void;
};

type Held = {
  question: PublicQuestion;
  draft: Draft;
  /** the revision the player saw when this draft was begun */
  basedOn: number | null;
  timer: unknown;
  /** its first words have gone out since the player came to it */
  wasSent: boolean;
};
/** Two phones of a team wrote different things: what the team has now, and this phone's own. */
export type Conflict = { theirs: AnswerValue; mine: AnswerValue };

/**
 * The first words in a field go out after a short pause, so that a lock by hand a moment later finds them; what is added
 * while the field stays open waits longer. Somebody who presses a key every half second would else send 120 changes a
 * minute and be refused after 20 s (submitAnswer: 30 at once, 30 a minute). So a field costs one change more than with
 * the long pause alone: on a sheet of 20 questions 20 more, over the minutes that reading it out takes.
 */
export const firstWordsPauseMs = 400;
export const typingPauseMs = 1_000;

export function sheetDrafts(deps: SheetDraftDeps) {
  const held = new Map<string, Held>();

  function drop(questionId: string): void {
    deps.clearTimer(held.get(questionId)?.timer);
    held.delete(questionId);
  }

  function conflict(questionId: string): Conflict | null {
    const { stored, sending, lost } = deps.entry(questionId);
    if (!stored) return null;
    const own = held.get(questionId);
    const isOvertaken = own && !sending && !stored.isMine && stored.revision !== own.basedOn;
    if (!lost && !isOvertaken) return null;
    const mine = (own && answerOf(own.question, own.draft)) ?? lost;
    return mine && !isSame(mine, stored.value) ? { theirs: stored.value, mine } : null;
  }

  function commit(questionId: string): void {
    const own = held.get(questionId);
    if (!own) return;
    deps.clearTimer(own.timer);
    const value = answerOf(own.question, own.draft);
    if (!value || conflict(questionId)) return;
    const { stored, sending, refusal } = deps.entry(questionId);
    const known = sending?.value ?? stored?.value;
    // back to what is stored: sends nothing, but what was refused is no longer wanted
    if (!known || refusal || !isSame(known, value)) {
      own.wasSent = true;
      deps.change(questionId, value, own.basedOn);
    }
    if (!isTyped(own.question)) drop(questionId);
  }

  return {
    conflict,
    commit,
    /** What its inputs show: what is being written, else this phone's last words, taken or not, else the team's. */
    shown(question: PublicQuestion): Draft {
      const own = held.get(question.id);
      if (own) return own.draft;
      const { stored, sending, refusal } = deps.entry(question.id);
      return draftOf(question, (sending ?? refusal ?? stored)?.value ?? null);
    },
    /** Something in its inputs has not been sent yet. */
    isWaiting: (questionId: string): boolean => held.has(questionId),
    /** What was begun on this phone and never made an answer: at the lock it is shown, not lost without a word. */
    unfinished(question: PublicQuestion): { said: string; reason: string } | null {
      const own = held.get(question.id);
      return own ? unfinished(question, own.draft) : null;
    },
    /** `pauseMs` 0: a tap, which is sent at once. */
    edit(question: PublicQuestion, draft: Draft, pauseMs: number): void {
      const before = held.get(question.id);
      const { stored } = deps.entry(question.id);
      // a tap is made on what is in sight; words were begun on what was in sight then
      const basedOn = before && pauseMs > 0 ? before.basedOn : (stored?.revision ?? null);
      deps.clearTimer(before?.timer);
      const wasSent = before?.wasSent ?? false;
      const own: Held = { question, draft, basedOn, timer: undefined, wasSent };
      const isFirst = isTyped(question) && !wasSent;
      held.set(question.id, own);
      if (pauseMs === 0) {
        deps.giveWay(question.id);
        commit(question.id);
      } else own.timer = deps.setTimer(() => commit(question.id), isFirst ? firstWordsPauseMs : pauseMs);
      deps.onChange();
    },
    /** The player goes on to something else: sent now; words that make no answer stay where they are. */
    leave(questionId: string): void {
      const own = held.get(questionId);
      if (!own) return;
      commit(questionId);
      const isBlank = own.draft.typed.trim() === "" && own.draft.texts.every((text) => text.trim() === "");
      const isDone = answerOf(own.question, own.draft) !== null || (isTyped(own.question) && isBlank);
      if (isDone && !conflict(questionId)) drop(questionId);
      deps.onChange();
    },
    takeMine(questionId: string): void {
      const between = conflict(questionId);
      const { stored } = deps.entry(questionId);
      if (!between || !stored) return;
      const own = held.get(questionId);
      if (own) own.basedOn = stored.revision;
      deps.change(questionId, between.mine, stored.revision);
      deps.onChange();
    },
    /** Refused while the round was closed for a moment (a break, a lock that was taken back). */
    sendAgain(questionId: string): void {
      const { refusal, stored } = deps.entry(questionId);
      if (refusal) deps.change(questionId, refusal.value, stored?.revision ?? null);
      deps.onChange();
    },
    keepTheirs(questionId: string): void {
      drop(questionId);
      deps.giveWay(questionId);
      deps.onChange();
    },
    /** The last moment, or the bell: what is still in a field goes out now. */
    commitAll(): void {
      for (const questionId of [...held.keys()]) commit(questionId);
    },
    /** The round is over, or the page is gone: nothing is sent from here any more. */
    clear(): void {
      for (const questionId of [...held.keys()]) drop(questionId);
    },
  };
}
export type SheetDrafts = ReturnType<typeof sheetDrafts>;

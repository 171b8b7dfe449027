"use client";
/** A player's session for React. */
import { useCallback } from "react";
import type { AnswerValue } from "@/lib/contracts/answers";
import type { AnswerState } from "./outbox";
import { noPlayerState, openPlayerSession, type PlayerState } from "./player-session";
import { emptyEntry, type SheetEntry } from "./sheet-outbox";
import { type Snapshot, useOpened } from "./store";

export function usePlayerSession(sessionId: string | null) {
  const { state, handle } = useOpened(sessionId, noPlayerState, (snapshot: Snapshot<PlayerState>) =>
    openPlayerSession(sessionId ?? "", snapshot),
  );
  const serverNow = useCallback(() => handle?.serverNow() ?? Date.now(), [handle]);
  const submitAnswer = useCallback(
    (questionId: string, value: AnswerValue) => handle?.submitAnswer(questionId, value),
    [handle],
  );
  const answerState = (questionId: string): AnswerState | null => handle?.answerState(questionId) ?? null;
  const changeAnswer = useCallback(
    (questionId: string, value: AnswerValue, basedOn: number | null) =>
      handle?.changeAnswer(questionId, value, basedOn),
    [handle],
  );
  const giveWay = useCallback((questionId: string) => handle?.giveWay(questionId), [handle]);
  const sheetEntry = (questionId: string): SheetEntry => handle?.sheetEntry(questionId) ?? emptyEntry;
  const { view, link, refusal } = state;
  /** The last answer that was refused, until the next tap: to an earlier question, nobody would hear of it otherwise. */
  const missedAnswer = handle?.missedAnswer() ?? null;
  return {
    view,
    link,
    refusal,
    serverNow,
    answerState,
    submitAnswer,
    missedAnswer,
    sheetEntry,
    changeAnswer,
    giveWay,
  };
}

"use client";
/** The drafts of a phone's answer sheet for React, over breaks. */
import { useEffect, useRef, useState } from "react";
import type { usePlayerSession } from "@/lib/client/use-player-session";
import type { Phase } from "@/lib/contracts/views";
import { type SheetDrafts, sheetDrafts } from "./sheet-drafts";

type Session = Pick<ReturnType<typeof usePlayerSession>, "sheetEntry" | "changeAnswer" | "giveWay">;

/** A break keeps what was being written. */
const keepsDrafts: Phase[] = ["question", "paused", "locked"];

export function useSheetDrafts(session: Session, phase: Phase): SheetDrafts {
  const [, tick] = useState(0);
  const now = useRef(session);
  now.current = session;
  const [drafts] = useState(() =>
    sheetDrafts({
      entry: (questionId) => now.current.sheetEntry(questionId),
      change: (questionId, value, basedOn) => now.current.changeAnswer(questionId, value, basedOn),
      giveWay: (questionId) => now.current.giveWay(questionId),
      setTimer: (run, ms) => setTimeout(run, ms),
      clearTimer: (timer) => clearTimeout(timer as number | undefined),
      onChange: () => tick((count) => count + 1),
    }),
  );
  useEffect(() => {
    // a phone put into a pocket sends what was typed; it may not come back in time
    const hidden = () => document.visibilityState === "hidden" && drafts.commitAll();
    document.addEventListener("visibilitychange", hidden);
    return () => {
      document.removeEventListener("visibilitychange", hidden);
      drafts.clear();
    };
  }, [drafts]);
  useEffect(() => {
    // the bell has rung: what is still in a field is sent, and refused in words if it came too late
    if (phase === "locked") drafts.commitAll();
    if (!keepsDrafts.includes(phase)) drafts.clear();
  }, [phase, drafts]);
  return drafts;
}

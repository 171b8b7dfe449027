"use client";
/** A stake that is being picked, for React. Whatever ends the picking sends it: it may just be in time. */
import { useEffect, useRef, useState } from "react";
import { stakeDraft } from "./stake-draft";

type Wanted = {
  staked: number;
  /** it takes stakes still */
  isOpen: boolean;
  send: (stake: number, basedOn: number | null) => void;
};

export function useStakeDraft(wanted: Wanted) {
  const [, tick] = useState(0);
  const now = useRef(wanted);
  now.current = wanted;
  const [draft] = useState(() =>
    stakeDraft({
      staked: () => now.current.staked,
      send: (stake, basedOn) => now.current.send(stake, basedOn),
      setTimer: (run, ms) => setTimeout(run, ms),
      clearTimer: (timer) => clearTimeout(timer as number | undefined),
      onChange: () => tick((count) => count + 1),
    }),
  );
  useEffect(() => {
    const hidden = () => document.visibilityState === "hidden" && draft.commit();
    document.addEventListener("visibilitychange", hidden);
    return () => {
      document.removeEventListener("visibilitychange", hidden);
      draft.commit();
    };
  }, [draft]);
  const { isOpen } = wanted;
  useEffect(() => {
    if (!isOpen) draft.commit();
  }, [isOpen, draft]);
  return draft;
}

"use client";
/** The marking of a night for React. */
import { useCallback, useEffect } from "react";
import type { MarkCommand } from "@/lib/contracts/commands";
import type { MarkingView } from "@/lib/contracts/marking";
import { type MarkingState, noMarking, openMarking } from "./marking-session";
import { type Snapshot, useOpened } from "./store";

export type MarkingHandle = MarkingState & {
  send(command: MarkCommand): void;
  takeBack(): string | null;
};

/** `newest`: the version another line has heard of, so that a mark of somebody else shows at once. */
export function useMarking(sessionId: string | null, token: string | null, newest = -1): MarkingHandle {
  const { state, handle } = useOpened(sessionId, noMarking, (snapshot: Snapshot<MarkingState>) =>
    openMarking(sessionId ?? "", token, snapshot),
  );
  const shown = state.view?.version ?? -1;
  useEffect(() => {
    if (handle && shown >= 0 && newest > shown) handle.look();
  }, [handle, newest, shown]);
  const send = useCallback((command: MarkCommand) => handle?.send(command), [handle]);
  const takeBack = useCallback(() => handle?.takeBack() ?? null, [handle]);
  return { ...state, send, takeBack };
}

/** Once the first view is there. */
export type Marking = MarkingHandle & { view: MarkingView };

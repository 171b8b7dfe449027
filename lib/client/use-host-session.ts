"use client";
/** A host's session for React. */
import { useCallback } from "react";
import type { Refusal } from "@/lib/contracts/refusals";
import { type HostOrder, type HostState, noHostState, openHostSession } from "./host-session";
import { type Snapshot, useOpened } from "./store";

export type { HostOrder };

export function useHostSession(sessionId: string | null) {
  const { state, handle } = useOpened(sessionId, noHostState, (snapshot: Snapshot<HostState>) =>
    openHostSession(sessionId ?? "", snapshot),
  );
  const serverNow = useCallback(() => handle?.serverNow() ?? Date.now(), [handle]);
  const sendCommand = useCallback(
    (order: HostOrder): Promise<Refusal | null> => handle?.sendCommand(order) ?? Promise.resolve(null),
    [handle],
  );
  return { ...state, serverNow, sendCommand };
}

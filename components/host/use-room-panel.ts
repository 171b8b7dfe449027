"use client";
/** The room panel's figures, asked for every 2 s while the page is looked at. The last good ones stay on show. */
import { useCallback, useEffect, useState } from "react";
import { api } from "@/lib/client/api";
import { asCohost } from "@/lib/client/cohost";
import type { LimitsInForce, RoomPanel } from "@/lib/contracts/http";
import type { Refusal } from "@/lib/contracts/refusals";

/** As quick as a host can read; a changed threshold is live within 3 s and shows with the next reply. */
const pollMs = 2_000;
/** Two minutes of looks: enough to see a burst come and go. */
const keptSamples = 60;

export type RoomSample = {
  joinsPerMinute: number;
  answersPerSecond: number;
  ackP99Ms: number | null;
  writeQueueDepth: number;
};
export type RoomState = {
  panel: RoomPanel | null;
  samples: RoomSample[];
  /** why there is nothing newer */
  trouble: string | null;
  /** it is not there, or this host may not see it: asking again cannot help */
  refusal: Refusal | null;
};

const nothing: RoomState = { panel: null, samples: [], trouble: null, refusal: null };
const final = new Set(["UNAUTHENTICATED", "FORBIDDEN", "NOT_FOUND", "BAD_TOKEN"]);

const sampleOf = ({ joinsPerMinute, answersPerSecond, ackMs, writeQueue }: RoomPanel): RoomSample => ({
  joinsPerMinute,
  answersPerSecond,
  ackP99Ms: ackMs?.p99 ?? null,
  writeQueueDepth: writeQueue.depth,
});

export function useRoomPanel(
  sessionId: string | null,
): RoomState & { setLimits(limits: LimitsInForce): void } {
  const [state, setState] = useState(nothing);
  useEffect(() => {
    if (!sessionId) return;
    let timer: number | undefined;
    let gone = false;
    const look = async () => {
      let pause = pollMs;
      if (document.visibilityState === "visible") {
        const reply = await api<RoomPanel>(asCohost(`/api/sessions/${encodeURIComponent(sessionId)}/room`));
        if (gone) return;
        if (reply.ok) {
          const panel = reply.value;
          setState((before) => ({
            ...nothing,
            panel,
            samples: [...before.samples, sampleOf(panel)].slice(-keptSamples),
          }));
        } else if (final.has(reply.error.code)) {
          const { code, message } = reply.error;
          setState({ ...nothing, refusal: { code, message } });
          return;
        } else {
          const trouble = reply.error.message;
          pause = Math.max(pollMs, reply.error.retryAfterMs ?? 0);
          setState((before) => ({ ...before, trouble }));
        }
      }
      timer = window.setTimeout(() => void look(), pause);
    };
    void look();
    return () => {
      gone = true;
      window.clearTimeout(timer);
    };
  }, [sessionId]);
  const setLimits = useCallback(
    (limits: LimitsInForce) =>
      setState((before) => (before.panel ? { ...before, panel: { ...before.panel, limits } } : before)),
    [],
  );
  return { ...state, setLimits };
}

"use client";
/** Asks for a seat, by name or by seat code, until there is an answer: a busy house is no reason to type again. */
import { useEffect, useRef, useState } from "react";
import { api } from "@/lib/client/api";
import { deviceToken } from "@/lib/client/device";
import type { SeatReply } from "@/lib/contracts/http";
import type { Refusal } from "@/lib/contracts/refusals";

export type SeatRequest = { name: string; source: string } | { seatCode: string };

/** Least pause between two attempts; spread by half, so that a room does not come back at once. */
const retryMs = 1500;

export function useSeatRequest(sessionId: string, onSeated: (player: SeatReply["player"]) => void) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  // one run of attempts at a time; a changed field or a closed form ends it
  const run = useRef(0);
  useEffect(
    () => () => {
      run.current++;
    },
    [],
  );

  function stop(): void {
    run.current++;
    setBusy(false);
    setRefusal(null);
  }

  async function attempt(request: SeatRequest, mine: number): Promise<void> {
    const path = `/api/sessions/${encodeURIComponent(sessionId)}/${"seatCode" in request ? "reclaim" : "join"}`;
    const reply = await api<SeatReply>(path, { json: request, token: deviceToken() });
    if (reply.ok) return onSeated(reply.value.player);
    if (run.current !== mine) return;
    const { code, message, retryAfterMs } = reply.error;
    setRefusal({ code, message });
    // the house is busy or away, and nothing is wrong with what was typed: keep asking
    if (code !== "UNAVAILABLE" && code !== "RATE_LIMITED") return setBusy(false);
    await new Promise((wake) => setTimeout(wake, (retryAfterMs ?? retryMs) * (1 + Math.random() / 2)));
    if (run.current === mine) await attempt(request, mine);
  }

  function ask(request: SeatRequest): Promise<void> {
    setBusy(true);
    setRefusal(null);
    return attempt(request, ++run.current);
  }
  return { busy, refusal, ask, stop };
}

"use client";
/** Orders by button and by key. What was refused is said in words for a while. */
import { useCallback, useEffect, useState } from "react";
import type { HostOrder } from "@/lib/client/use-host-session";
import type { Refusal } from "@/lib/contracts/refusals";
import { refusalWords } from "./refusal-words";
import { useKeys } from "./use-keys";

export type Order = (command: HostOrder) => Promise<Refusal | null>;

/** One press of "more time": a late table finishes its sentence. */
export const extraSeconds = 15;
/** The usual break: one round at the bar. */
export const usualBreakMinutes = 15;
/** Long enough to look up from the microphone, short enough to be gone before the next step. */
const sayForMs = 10_000;

const keys: Record<string, HostOrder> = {
  " ": { type: "advance" },
  u: { type: "undo" },
  "+": { type: "extendQuestion", seconds: extraSeconds },
  l: { type: "lockQuestion" },
  s: { type: "skipQuestion" },
  b: { type: "pause", minutes: usualBreakMinutes },
};

export function useOrders(sendCommand: Order): { order: Order; said: string } {
  const [said, setSaid] = useState("");
  const order: Order = useCallback(
    async (command) => {
      setSaid("");
      const refused = await sendCommand(command);
      if (refused) setSaid(refusalWords(refused));
      return refused;
    },
    [sendCommand],
  );
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(""), sayForMs);
    return () => clearTimeout(timer);
  }, [said]);
  useKeys((key) => {
    const command = keys[key];
    if (command) void order(command);
    return command !== undefined;
  });
  return { order, said };
}

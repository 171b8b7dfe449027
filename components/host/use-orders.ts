"use client";
/** Orders by button and by key. What was refused is said in words for a while. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { HostOrder } from "@/lib/client/use-host-session";
import type { Refusal } from "@/lib/contracts/refusals";
import { refusalWords } from "./refusal-words";

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
  const running = useRef<Promise<unknown>>(Promise.resolve());
  const order: Order = useCallback(
    async (command) => {
      setSaid("");
      // a press on top of another is dropped, which is right for steps; what is done to a team waits its turn
      if ("playerId" in command) await running.current;
      const sent = sendCommand(command);
      running.current = sent;
      const refused = await sent;
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
  useShortcuts(order);
  return { order, said };
}

function useShortcuts(order: Order): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      // a control reached by keyboard takes Space itself; letters stay shortcuts there
      const typing = target?.closest(
        event.key === " " ? "input, textarea, select, button, summary, a" : "input, textarea, select",
      );
      const command = keys[event.key.toLowerCase()];
      if (!command || typing || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      // a question on top of the page is answered first
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      void order(command);
    };
    // a mouse leaves no focus on a button: the next Space means the next step, not that button again
    const keepFocus = (event: MouseEvent) => {
      if ((event.target as HTMLElement | null)?.closest("button, summary")) event.preventDefault();
    };
    window.addEventListener("keydown", press);
    window.addEventListener("mousedown", keepFocus);
    return () => {
      window.removeEventListener("keydown", press);
      window.removeEventListener("mousedown", keepFocus);
    };
  }, [order]);
}

"use client";
/** Seconds left, computed from the deadline each time: a sleeping tab wakes with the right number (TMR-04). */
import { useEffect, useState } from "react";

/** Five looks a second: the number never shows a second that is more than 0.2 s gone. */
const tickMs = 200;

export type Countdown = { secondsLeft: number; fraction: number };

/** `fraction`: 1 at the opening, 0 at the deadline and after it. A second is shown until it is over. */
export function countdownAt(opensAt: number | null, closesAt: number, now: number): Countdown {
  const leftMs = Math.max(0, closesAt - now);
  const wholeMs = Math.max(1, closesAt - (opensAt ?? closesAt));
  return { secondsLeft: Math.ceil(leftMs / 1000), fraction: Math.min(1, leftMs / wholeMs) };
}

export function useCountdown(
  opensAt: number | null,
  closesAt: number | null,
  serverNow: () => number,
): Countdown {
  const [, tick] = useState(0);
  useEffect(() => {
    if (closesAt === null) return;
    const look = () => tick((count) => count + 1);
    const timer = setInterval(look, tickMs);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [closesAt]);
  if (closesAt === null) return { secondsLeft: 0, fraction: 0 };
  return countdownAt(opensAt, closesAt, serverNow());
}

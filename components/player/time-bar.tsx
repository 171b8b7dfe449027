"use client";
import { useCountdown } from "@/components/ui/countdown";
import { ClockFace, inMinutes } from "./clock-face";

/** Copper from here on: the last seconds (look: the pint). */
const lastSeconds = 5;

/** The time left, in sight also while a long question is scrolled. */
export function TimeBar({
  opensAt,
  closesAt,
  serverNow,
  isLong,
}: {
  opensAt: number;
  closesAt: number;
  serverNow: () => number;
  isLong: boolean;
}) {
  const { secondsLeft, fraction } = useCountdown(opensAt, closesAt, serverNow);
  return (
    <div
      className={`flex items-center gap-3 ${isLong ? "sticky top-0 z-10 -mx-4 border-y border-line bg-panel px-4 py-1.5" : ""}`}
      role="timer"
      aria-label={`${secondsLeft} seconds left`}
    >
      <div className="h-3 grow overflow-hidden rounded-full border border-edge bg-sunken">
        <div
          className={`h-full border-r-3 border-ink ${secondsLeft <= lastSeconds ? "bg-choice-a" : "bg-amber"}`}
          style={{ width: `${fraction * 100}%` }}
        />
      </div>
      <span data-testid="seconds" className="min-w-10 text-right">
        <ClockFace time={inMinutes(secondsLeft)} className="text-title" />
      </span>
    </div>
  );
}

"use client";
import { Coffee } from "lucide-react";
import { useCountdown } from "@/components/ui/countdown";
import type { Phase } from "@/lib/contracts/views";
import { phaseWords } from "./phase-words";

/** The countdown ends nothing by itself: people come back from the bar when the host says so. */
export function BreakCard({
  resumesAt,
  pausedFrom,
  serverNow,
}: {
  resumesAt: number | null;
  pausedFrom: Phase;
  serverNow: () => number;
}) {
  const { secondsLeft } = useCountdown(resumesAt, resumesAt, serverNow);
  const clock = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, "0")}`;
  return (
    <section className="flex items-center gap-5 rounded-slab border border-line bg-panel p-5">
      <Coffee aria-hidden size={44} className="shrink-0 text-accent-ink" />
      <div>
        <h2 className="text-hero">
          {resumesAt === null ? "Break" : secondsLeft > 0 ? `Break: ${clock} left` : "The break is over"}
        </h2>
        <p className="text-ink-2">
          {pausedFrom === "question"
            ? "The open question has stopped and keeps the time it had left."
            : `Then it goes on where it was: ${phaseWords[pausedFrom].toLowerCase()}.`}{" "}
          Press “Go on” when you are ready; the countdown does not do it for you.
        </p>
      </div>
    </section>
  );
}

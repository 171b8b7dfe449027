"use client";
import { useCountdown } from "@/components/ui/countdown";
import type { MeView, Phase } from "@/lib/contracts/views";
import { ClockFace, inMinutes } from "./clock-face";
import { Centred } from "./phone-frame";

export function BreakPhase({
  resumesAt,
  pausedFrom,
  me,
  serverNow,
}: {
  resumesAt: number | null;
  pausedFrom: Phase;
  me: MeView;
  serverNow: () => number;
}) {
  const { secondsLeft } = useCountdown(resumesAt, resumesAt, serverNow);
  const isOpenEnded = resumesAt === null || secondsLeft === 0;
  return (
    <Centred>
      <h1 className="text-hero">Break</h1>
      {isOpenEnded ? (
        <p className="text-lead text-ink-2">We go on in a moment.</p>
      ) : (
        <p className="text-lead text-ink-2" role="timer">
          Back in{" "}
          <ClockFace
            time={inMinutes(secondsLeft)}
            className="block text-giant leading-tight text-accent-ink"
          />
        </p>
      )}
      {pausedFrom === "question" && (
        <p className="text-lead">
          {me.sheet
            ? "Your sheet is saved. You can go on with it after the break."
            : me.answer
              ? "Your answer is saved."
              : "The question waits for you: its clock has stopped."}
        </p>
      )}
      <p className="text-lead text-ink-2">Leave this page open. It goes on by itself.</p>
    </Centred>
  );
}

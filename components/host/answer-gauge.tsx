"use client";
import { useCountdown } from "@/components/ui/countdown";
import { Pint } from "@/components/ui/pint";
import { Tallies } from "@/components/ui/tallies";
import type { HostView } from "@/lib/contracts/views";
import { sheetsFilled } from "./next-step";

/** How the open question goes: the time left and who has answered; after the reveal, how it went. */
export function AnswerGauge({ view, serverNow }: { view: HostView; serverNow: () => number }) {
  const { shared } = view;
  if (shared.phase !== "question" && shared.phase !== "locked" && shared.phase !== "reveal") return null;
  if (shared.question.type === "info" && shared.round.pace !== "sheet") return null;
  return (
    <section className="flex shrink-0 items-center gap-x-5 px-1 lg:order-1">
      {shared.phase === "question" && shared.closesAt !== null && (
        <Clock opensAt={shared.opensAt} closesAt={shared.closesAt} serverNow={serverNow} />
      )}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6 gap-y-1 text-lead">
        {shared.phase === "reveal" && (
          <p data-testid="right">
            {shared.reveal.skipped ? (
              "Skipped: it counts for nobody."
            ) : (
              <>
                <b className="font-display text-hero">{shared.reveal.rightCount}</b>{" "}
                {shared.question.closestWins || shared.question.isTieBreak ? "closest" : "right"}
              </>
            )}
          </p>
        )}
        {shared.phase !== "reveal" && shared.sheet ? <SheetsFilled view={view} /> : <Answered view={view} />}
      </div>
    </section>
  );
}

function Answered({ view: { shared, live } }: { view: HostView }) {
  return (
    <>
      <p className="whitespace-nowrap">
        <b className="font-display text-hero" data-testid="answered">
          {live.answeredCount}
        </b>{" "}
        of {live.playerCount} answered
      </p>
      {shared.phase !== "reveal" && (
        <span className="flex min-w-0 max-w-full text-lead max-sm:basis-full sm:text-title">
          <Tallies count={live.answeredCount} total={live.playerCount} />
        </span>
      )}
    </>
  );
}

/** A sheet is full when every question asked so far has an answer on it. */
function SheetsFilled({ view }: { view: HostView }) {
  const { full, teams } = sheetsFilled(view);
  const { shared } = view;
  return (
    <>
      <p className="whitespace-nowrap">
        <b className="font-display text-hero" data-testid="sheets-full">
          {full}
        </b>{" "}
        of {teams} sheets full
      </p>
      <span className="flex min-w-0 max-w-full text-lead max-sm:basis-full sm:text-title">
        <Tallies count={full} total={teams} />
      </span>
      {shared.phase === "question" && shared.closesAt === null && (
        <p className="text-ink-2" data-testid="no-deadline">
          No time limit until you call time.
        </p>
      )}
    </>
  );
}

function Clock({
  opensAt,
  closesAt,
  serverNow,
}: {
  opensAt: number;
  closesAt: number;
  serverNow: () => number;
}) {
  const { secondsLeft, fraction } = useCountdown(opensAt, closesAt, serverNow);
  return <Pint fraction={fraction} seconds={secondsLeft} height="5.5rem" />;
}

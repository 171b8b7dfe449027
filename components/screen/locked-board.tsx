"use client";

import type { ReactNode } from "react";
import { Bell } from "@/components/ui/bell";
import { Tallies } from "@/components/ui/tallies";
import type { Link, ScreenView } from "@/lib/contracts/views";
import { AskedBoard, Board } from "./board";
import { JoinLine } from "./join-line";
import type { SharedIn } from "./shared-in";
import { SheetStrip } from "./sheet-strip";

type LockedBoardProps = { shared: SharedIn<"locked">; view: ScreenView; link: Link };

/** The sheets of the round: everything on them is in. */
function SheetsIn({ shared, view, link }: LockedBoardProps) {
  const { round, sheet } = shared;
  return (
    <Board lead={`Round ${round.number}`} sub={round.title} link={link}>
      <section className="bs-center">
        <div>
          <h1 className="bs-disp bs-headline">Time, please.</h1>
          <p data-testid="sheets-in">
            <b>Sheets are in.</b> Pens down, glasses up.
            <br />
            The answers come one by one.
          </p>
        </div>
        <Bell size="calc(var(--u) * 50)" />
      </section>
      <footer className="bs-foot">
        <SheetStrip asked={sheet?.length ?? 0} total={round.questionCount} />
        <JoinLine pin={view.pin} typedUrl={view.typedUrl} joinLocked={shared.joinLocked} />
      </footer>
    </Board>
  );
}

/** `media`: the picture or video of the question, or null. A sound is in nobody's eye: the bell stands there. */
export function LockedBoard({ shared, view, link, media }: LockedBoardProps & { media: ReactNode }) {
  const { live } = view;
  const isSeen = media !== null && shared.question.media?.kind !== "audio";
  if (shared.sheet) return <SheetsIn shared={shared} view={view} link={link} />;
  return (
    <AskedBoard shared={shared} link={link}>
      <section className="bs-center">
        <div>
          <h1 className="bs-disp bs-headline">Time, please.</h1>
          <p data-testid="answered">
            Answers are locked.{" "}
            <b>
              {live.answeredCount} of {live.playerCount}
            </b>{" "}
            are in.
            <br />
            Glasses down for the answer.
          </p>
        </div>
        {isSeen ? media : <Bell size="calc(var(--u) * 50)" />}
      </section>
      <footer className="bs-foot">
        <Tallies count={live.answeredCount} total={live.playerCount} />
        <JoinLine pin={view.pin} typedUrl={view.typedUrl} joinLocked={shared.joinLocked} />
      </footer>
    </AskedBoard>
  );
}

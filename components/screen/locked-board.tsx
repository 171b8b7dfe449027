"use client";

import { Bell } from "@/components/ui/bell";
import { Tallies } from "@/components/ui/tallies";
import type { Link, ScreenView } from "@/lib/contracts/views";
import { AskedBoard } from "./board";
import { JoinLine } from "./join-line";
import type { SharedIn } from "./shared-in";

type LockedBoardProps = { shared: SharedIn<"locked">; view: ScreenView; link: Link };

export function LockedBoard({ shared, view, link }: LockedBoardProps) {
  const { live } = view;
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
        <Bell size="calc(var(--u) * 50)" />
      </section>
      <footer className="bs-foot">
        <Tallies count={live.answeredCount} total={live.playerCount} />
        <JoinLine pin={view.pin} typedUrl={view.typedUrl} joinLocked={shared.joinLocked} />
      </footer>
    </AskedBoard>
  );
}

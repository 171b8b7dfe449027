"use client";

import { Bell } from "@/components/ui/bell";
import type { Link, ScreenView } from "@/lib/contracts/views";
import { Board } from "./board";
import type { SharedIn } from "./shared-in";

type LockedBoardProps = { shared: SharedIn<"locked">; live: ScreenView["live"]; link: Link };

export function LockedBoard({ shared, live, link }: LockedBoardProps) {
  const { round, question } = shared;
  return (
    <Board
      lead={`Round ${round.number}`}
      sub={round.title}
      link={link}
      aside={`Question ${question.number} of ${round.questionCount}`}
    >
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
    </Board>
  );
}

"use client";

import type { Link } from "@/lib/contracts/views";
import { Board } from "./board";
import { FitBox } from "./fit-box";
import type { SharedIn } from "./shared-in";

const titleSize = (title: string) => (title.length <= 24 ? 15 : title.length <= 60 ? 10.5 : 7);

export function RoundIntroBoard({ shared, link }: { shared: SharedIn<"roundIntro">; link: Link }) {
  const { round } = shared;
  return (
    <Board lead={shared.title} link={link} aside={`Round ${round.number} of ${round.count}`}>
      <FitBox content={round.title}>
        <div className="bs-intro">
          <p className="bs-kicker">Round {round.number}</p>
          <h1
            className="bs-disp"
            style={{ fontSize: `calc(var(--u) * ${titleSize(round.title)} * var(--fit, 1))` }}
            data-testid="round-title"
          >
            <bdi>{round.title}</bdi>
          </h1>
          <p className="bs-rules">
            {round.questionCount === 1 ? "One question." : `${round.questionCount} questions.`} Phones at the
            ready.
          </p>
        </div>
      </FitBox>
    </Board>
  );
}

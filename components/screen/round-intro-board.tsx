"use client";

import { Pint } from "@/components/ui/pint";
import type { Link, ScreenView } from "@/lib/contracts/views";
import { Board } from "./board";
import { FitBox } from "./fit-box";
import { JoinLine } from "./join-line";
import type { SharedIn } from "./shared-in";
import { roundTitleSize } from "./text-size";
import "./round-intro-board.css";

const stages = ["whole"];
/** A glass for each round: more of them are a crowd that nobody counts. */
const mostGlasses = 10;

/** Full glasses are rounds still to come; the one being poured stands out. */
function Glasses({ number, count }: { number: number; count: number }) {
  if (count < 2 || count > mostGlasses) return null;
  return (
    <span className="bs-rounds" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => {
        const isPlayed = index + 1 < number;
        return (
          <span key={index} data-played={isPlayed}>
            <Pint
              fraction={isPlayed ? 0 : 1}
              seconds={null}
              height={`calc(var(--u) * ${index + 1 === number ? 9 : 6})`}
            />
          </span>
        );
      })}
    </span>
  );
}

type RoundIntroBoardProps = { shared: SharedIn<"roundIntro">; view: ScreenView; link: Link };

export function RoundIntroBoard({ shared, view, link }: RoundIntroBoardProps) {
  const { round } = shared;
  return (
    <Board lead={shared.title} link={link} aside={`Round ${round.number} of ${round.count}`}>
      <FitBox content={`${round.title}${round.hasJoker}`} stages={stages} smallest={0.6}>
        <section className="bs-intro">
          <div>
            <p className="bs-kicker">Round {round.number}</p>
            <h1
              className="bs-disp"
              style={{ fontSize: `calc(var(--u) * ${roundTitleSize(round.title)} * var(--fit, 1))` }}
              data-testid="round-title"
            >
              <bdi>{round.title}</bdi>
            </h1>
            {round.hasJoker && (
              <p className="bs-joker" data-testid="joker-round">
                <b>Joker round.</b> Play yours on your phone now and the round counts double.
              </p>
            )}
          </div>
          <p className="bs-mat">
            <strong className="bs-disp" data-long={round.questionCount > 99}>
              {round.questionCount}
            </strong>
            <span>{round.questionCount === 1 ? "question" : "questions"}</span>
          </p>
        </section>
      </FitBox>
      <footer className="bs-foot">
        <Glasses number={round.number} count={round.count} />
        <span>{round.pace === "sheet" ? "Answer sheets this round." : "Phones at the ready."}</span>
        <JoinLine pin={view.pin} typedUrl={view.typedUrl} joinLocked={shared.joinLocked} />
      </footer>
    </Board>
  );
}

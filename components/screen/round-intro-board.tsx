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

/** More of them are not read out one by one. */
const mostNamed = 3;

function wagerWords(wagers: { number: number; max: number }[], questionCount: number): string {
  const most = Math.max(...wagers.map(({ max }) => max));
  const points = `${most} ${most === 1 ? "point" : "points"}`;
  if (questionCount === 1) return `Stake up to ${points} on your phone now.`;
  const numbers = wagers.map(({ number }) => number);
  const about =
    numbers.length > mostNamed
      ? `${numbers.length} of its questions`
      : numbers.length === 1
        ? `question ${numbers[0]}`
        : `questions ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;
  return `Stake points on ${about} on your phone now, up to ${points}.`;
}

type RoundIntroBoardProps = { shared: SharedIn<"roundIntro">; view: ScreenView; link: Link };

export function RoundIntroBoard({ shared, view, link }: RoundIntroBoardProps) {
  const { round } = shared;
  const { wagers = [] } = round;
  return (
    <Board lead={shared.title} link={link} aside={`Round ${round.number} of ${round.count}`}>
      <FitBox content={`${round.title}${round.hasJoker}${wagers.length}`} stages={stages} smallest={0.6}>
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
            {wagers.length > 0 && (
              <p className="bs-joker" data-testid="wager-round">
                <b>Wager.</b> {wagerWords(wagers, round.questionCount)}
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

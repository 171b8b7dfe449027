"use client";

import type { ReactNode } from "react";
import type { Buzz, Link, ScreenView } from "@/lib/contracts/views";
import { AskedBoard } from "./board";
import { FitBox } from "./fit-box";
import { JoinLine } from "./join-line";
import type { SharedIn } from "./shared-in";
import { answerSize, questionSize } from "./text-size";
import "./buzzer-board.css";

const stages = ["whole"];
/** Who else is in line; more than these nobody waits for. */
const mostInLine = 4;
/** of these; who missed long ago nobody asks either */
const mostMissed = 2;

type BuzzerBoardProps = {
  shared: SharedIn<"question"> | SharedIn<"locked">;
  view: Pick<ScreenView, "pin" | "typedUrl" | "live">;
  link: Link;
  /** the pint, in the height given; null: no clock runs */
  clock: ((height: string) => ReactNode) | null;
  /** a picture, sound or video: until somebody buzzes, so that the music stops with it */
  media: ReactNode;
};

/** Who is called, as large as the question; then the line: who missed, struck through, and who comes next. */
export function BuzzerBoard({ shared, view, link, clock, media }: BuzzerBoardProps) {
  const { question } = shared;
  const { buzzes } = view.live;
  const called = buzzes.find(({ turn }) => turn === "now" || turn === "right");
  const size = Math.min(7.4, questionSize(question.text, 0).u);
  // the music does not start again when those who pressed have missed
  const hasMedia = media !== null && buzzes.length === 0;
  return (
    <AskedBoard shared={shared} link={link}>
      <FitBox
        content={question.text + (hasMedia ? "+" : "") + buzzes.map(({ name, turn }) => name + turn).join()}
        stages={stages}
        smallest={0.5}
      >
        <section className="bs-ask" data-low={hasMedia}>
          <h1
            className="bs-disp"
            style={{ fontSize: `calc(var(--u) * ${size} * var(--fit, 1))` }}
            data-testid="question-text"
          >
            <bdi>{question.text}</bdi>
          </h1>
          {clock?.("calc(var(--u) * 24 * var(--fit, 1))")}
        </section>
        {hasMedia && <section className="bs-pictured">{media}</section>}
        {called && (
          <section
            className="bs-first-in"
            data-testid="first-buzz"
            data-player={called.playerId}
            data-turn={called.turn}
          >
            <p>{callOf(called)}</p>
            <p
              key={called.playerId}
              className="bs-disp"
              style={{
                fontSize: `calc(var(--u) * ${Math.min(11, answerSize(called.name))} * var(--fit, 1))`,
              }}
            >
              <bdi>{called.name}</bdi>
            </p>
            <Line buzzes={lineOf(buzzes, called)} />
          </section>
        )}
        {!called && (
          <div className="bs-fingers" data-testid="nobody-called">
            <p>{nobodyCalled(buzzes, shared.phase === "question")}</p>
            <Line buzzes={lineOf(buzzes, undefined)} />
          </div>
        )}
      </FitBox>
      <footer className="bs-foot">
        <span className="bs-count" data-testid="answered">
          <strong>{view.live.answeredCount}</strong> of {view.live.playerCount} buzzed
        </span>
        <JoinLine pin={view.pin} typedUrl={view.typedUrl} joinLocked={shared.joinLocked} />
      </footer>
    </AskedBoard>
  );
}

function callOf({ place, turn }: Buzz): string {
  if (turn === "right") return "Right";
  return place === 1 ? "First" : "Your turn: say it out loud";
}

function nobodyCalled(buzzes: Buzz[], isOpen: boolean): string {
  if (buzzes.some(({ turn }) => turn === "over")) return "That is decided.";
  if (buzzes.length > 0) return isOpen ? "Missed. Who else? Fingers on the buzzer." : "Nobody had it.";
  return isOpen ? "Fingers on the buzzer." : "Nobody pressed.";
}

/** The last that missed, then who comes next. */
function lineOf(buzzes: Buzz[], called: Buzz | undefined): Buzz[] {
  const missed = buzzes.filter(({ turn }) => turn === "missed").slice(-mostMissed);
  const others = buzzes.filter((buzz) => buzz !== called && buzz.turn !== "missed");
  return [...missed, ...others.slice(0, mostInLine - missed.length)].sort((a, b) => a.place - b.place);
}

function Line({ buzzes }: { buzzes: Buzz[] }) {
  if (buzzes.length === 0) return null;
  return (
    <ol className="bs-line">
      {buzzes.map(({ playerId, name, place, turn }) => (
        <li key={playerId} data-turn={turn}>
          <b>{place}</b>{" "}
          {turn === "missed" ? (
            <>
              <s>
                <bdi>{name}</bdi>
              </s>{" "}
              missed
            </>
          ) : (
            <bdi>{name}</bdi>
          )}
        </li>
      ))}
    </ol>
  );
}

"use client";

import type { ReactNode } from "react";
import type { Link, ScreenView } from "@/lib/contracts/views";
import { AskedBoard } from "./board";
import { FitBox } from "./fit-box";
import { JoinLine } from "./join-line";
import type { SharedIn } from "./shared-in";
import { answerSize, questionSize } from "./text-size";
import "./buzzer-board.css";

const stages = ["whole"];
/** Who else is in line; more than these nobody waits for. */
const mostInLine = 4;

type BuzzerBoardProps = {
  shared: SharedIn<"question"> | SharedIn<"locked">;
  view: Pick<ScreenView, "pin" | "typedUrl" | "live">;
  link: Link;
  /** the pint, in the height given; null: no clock runs */
  clock: ((height: string) => ReactNode) | null;
  /** a picture, sound or video: until somebody buzzes, so that the music stops with it */
  media: ReactNode;
};

/** Who was first, as large as the question; then the line behind. */
export function BuzzerBoard({ shared, view, link, clock, media }: BuzzerBoardProps) {
  const { question } = shared;
  const [first, ...line] = view.live.buzzes;
  const size = Math.min(7.4, questionSize(question.text, 0).u);
  const hasMedia = media !== null && !first;
  return (
    <AskedBoard shared={shared} link={link}>
      <FitBox
        content={question.text + (hasMedia ? "+" : "") + view.live.buzzes.map(({ name }) => name).join()}
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
        {first ? (
          <section className="bs-first-in" data-testid="first-buzz" data-player={first.playerId}>
            <p>First</p>
            <p
              key={first.playerId}
              className="bs-disp"
              style={{ fontSize: `calc(var(--u) * ${Math.min(11, answerSize(first.name))} * var(--fit, 1))` }}
            >
              <bdi>{first.name}</bdi>
            </p>
            {line.length > 0 && (
              <ol className="bs-line" start={2}>
                {line.slice(0, mostInLine).map(({ playerId, name }, place) => (
                  <li key={playerId}>
                    <b>{place + 2}</b> <bdi>{name}</bdi>
                  </li>
                ))}
              </ol>
            )}
          </section>
        ) : (
          <p className="bs-fingers">
            {shared.phase === "question" ? "Fingers on the buzzer." : "Nobody pressed."}
          </p>
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

"use client";

import type { CSSProperties, ReactNode } from "react";
import { ChoiceBadge, choiceColour } from "@/components/ui/choice-badge";
import { Tallies } from "@/components/ui/tallies";
import type { Link, PublicQuestion, ScreenView } from "@/lib/contracts/views";
import { Board } from "./board";
import { FitBox } from "./fit-box";
import { pinGroups } from "./pin-groups";
import type { SharedIn } from "./shared-in";
import { choiceColumns, choiceSize, isCrowded, questionSize } from "./text-size";

export type AskingView = Pick<ScreenView, "pin" | "typedUrl"> & {
  live: Pick<ScreenView["live"], "playerCount" | "answeredCount">;
  shared: Pick<SharedIn<"question">, "round" | "question" | "joinLocked">;
};

const hints: Partial<Record<PublicQuestion["type"], string>> = {
  text: "Type your answer on your phone.",
  number: "Type a number on your phone.",
};

function Choices({ question }: { question: PublicQuestion }) {
  const texts = question.choices.map((choice) => choice.text);
  const { u, isSmall } = choiceSize(texts);
  const badge = isCrowded(texts.length) ? (isSmall ? 6 : 7.4) : isSmall ? 7.2 : 9.4;
  return (
    <ol
      className={isCrowded(texts.length) ? "bs-choices bs-crowded" : "bs-choices"}
      style={{
        gridTemplateColumns: `repeat(${choiceColumns(texts.length)}, minmax(0, 1fr))`,
        fontSize: `calc(var(--u) * ${u} * var(--fit, 1))`,
      }}
    >
      {question.choices.map((choice, index) => (
        <li
          key={choice.id}
          className="bs-choice"
          style={{ "--c": choiceColour(index) } as CSSProperties}
          data-testid={`choice-${index}`}
        >
          <ChoiceBadge index={index} size={`calc(var(--u) * ${badge} * var(--fit, 1))`} />
          <bdi>{choice.text}</bdi>
        </li>
      ))}
    </ol>
  );
}

function Foot({ view }: { view: AskingView }) {
  const { live, shared, typedUrl, pin } = view;
  return (
    <footer className="bs-foot">
      <Tallies count={live.answeredCount} total={live.playerCount} />
      <span className="bs-count" data-testid="answered">
        <strong>{live.answeredCount}</strong> of {live.playerCount} answered
      </span>
      <span className="bs-join">
        {shared.joinLocked ? (
          "The door is closed"
        ) : (
          <>
            Late? <b>{typedUrl}</b> · <b>{pinGroups(pin)}</b>
          </>
        )}
      </span>
    </footer>
  );
}

/** An open question. `clock` is the pint in a height of its own: `pintHeight` says which. */
export function QuestionBoard({
  view,
  link,
  clock,
}: {
  view: AskingView;
  link?: Link;
  clock: (height: string) => ReactNode;
}) {
  const { round, question } = view.shared;
  const size = questionSize(question.text, question.choices.length);
  const isLow = size.isSmall || isCrowded(question.choices.length);
  return (
    <Board
      lead={`Round ${round.number}`}
      sub={round.title}
      link={link}
      aside={`Question ${question.number} of ${round.questionCount}`}
    >
      <FitBox content={question.id + question.text + question.choices.map((choice) => choice.text).join()}>
        <section className="bs-ask">
          <div>
            <h1
              className={size.u < 5 ? "bs-disp bs-long" : "bs-disp"}
              style={{ fontSize: `calc(var(--u) * ${size.u} * var(--fit, 1))` }}
              data-testid="question-text"
            >
              <bdi>{question.text}</bdi>
            </h1>
            {question.type === "multiple" && <p className="bs-hint">Pick every right one.</p>}
            {hints[question.type] && <p className="bs-hint">{hints[question.type]}</p>}
          </div>
          {clock(`calc(var(--u) * ${isLow ? 19 : 31} * var(--fit, 1))`)}
        </section>
        {question.choices.length > 0 && <Choices question={question} />}
      </FitBox>
      <Foot view={view} />
    </Board>
  );
}

"use client";

import type { CSSProperties, ReactNode } from "react";
import { ChoiceBadge, choiceColour } from "@/components/ui/choice-badge";
import type { Link, ScreenView } from "@/lib/contracts/views";
import { AskedBoard } from "./board";
import { ChalkRing } from "./chalk-ring";
import { FitBox } from "./fit-box";
import { partsOf } from "./question-parts";
import { RevealAnswer, Winners } from "./reveal-answer";
import type { SharedIn } from "./shared-in";
import { hasManyChoices, isCrowded, revealSizes, smallestScale } from "./text-size";
import "./reveal-board.css";

type RevealBoardProps = {
  shared: SharedIn<"reveal">;
  live: ScreenView["live"];
  link: Link;
  /** a picture, sound or video; null: none */
  media: ReactNode;
};

/** Before letters get smaller than they were in the question, the question and the wrong answers are shortened. */
const stages = ["whole", "short", "tight", "cut"];
const smallestU = 3.3;
/** So many answers stand side by side, without bars. */
const bankColumns = (choiceCount: number) => (choiceCount <= 16 ? 2 : 3);

const sized = (u: number): CSSProperties => ({ fontSize: `calc(var(--u) * ${u} * var(--fit, 1))` });

/** `isBeside`: at the left of a picture, where the words need the width more than the bars do */
function Bars({ shared, size, isBeside }: { shared: SharedIn<"reveal">; size: number; isBeside: boolean }) {
  const { question, reveal } = shared;
  const counts = new Map(reveal.distribution.map((row) => [row.choiceId, row.count]));
  const most = Math.max(1, ...counts.values());
  const choiceCount = question.choices.length;
  const isBank = hasManyChoices(choiceCount);
  const layout = isBank ? "bs-dist bs-bank" : size < 5 || isBeside ? "bs-dist bs-wordy" : "bs-dist";
  const badge = isBank ? 5 : isCrowded(choiceCount) || size < 4 ? 6.4 : 8.4;
  return (
    <ol className={layout} style={{ ...sized(size), "--columns": bankColumns(choiceCount) } as CSSProperties}>
      {question.choices.map((choice, index) => {
        const isRight = reveal.correctChoiceIds.includes(choice.id);
        const count = counts.get(choice.id) ?? 0;
        return (
          <li
            key={choice.id}
            className={isRight ? "bs-right" : undefined}
            style={{ "--c": choiceColour(index), "--w": count / most } as CSSProperties}
            data-testid={`choice-${index}`}
            data-right={isRight}
          >
            <ChoiceBadge index={index} size={`calc(var(--u) * ${badge} * var(--fit, 1))`} />
            <span className="bs-what">
              {isRight ? (
                <ChalkRing>
                  <bdi>{choice.text}</bdi>
                  <span className="sr-only"> (right)</span>
                </ChalkRing>
              ) : (
                <bdi>{choice.text}</bdi>
              )}
            </span>
            {!isBank && <span className="bs-bar" aria-hidden="true" />}
            <span className="bs-n">{count}</span>
          </li>
        );
      })}
    </ol>
  );
}

function Why({ shared, live, size }: { shared: SharedIn<"reveal">; live: ScreenView["live"]; size: number }) {
  const { question, reveal } = shared;
  // where the nearest or the first wins, the winners are named above, and the others were not all wrong
  const isContest = question.closestWins || question.isTieBreak || question.type === "buzzer";
  // A player who was removed after answering still had it right: never "5 of 4".
  const total = Math.max(live.playerCount, reveal.answeredCount, reveal.rightCount);
  return (
    <section className="bs-why">
      {reveal.skipped ? (
        <strong className="bs-disp" data-testid="skipped">
          Skipped
          <small>nobody gains or loses a point</small>
        </strong>
      ) : isContest ? (
        <strong className="bs-disp" data-testid="answered-count">
          {reveal.answeredCount} of {total}
          <small>{question.type === "buzzer" ? "pressed" : "had a guess"}</small>
        </strong>
      ) : (
        <strong className="bs-disp" data-testid="right-count">
          {reveal.rightCount} of {total}
          <small>had it right</small>
        </strong>
      )}
      {reveal.explanation && (
        <p style={sized(size)} data-testid="explanation">
          <bdi>{reveal.explanation}</bdi>
        </p>
      )}
    </section>
  );
}

export function RevealBoard({ shared, live, link, media }: RevealBoardProps) {
  const { question, reveal } = shared;
  const texts = question.choices.map((choice) => choice.text);
  const sizes = revealSizes(question.text, texts, reveal.explanation);
  const answer =
    texts.length > 0 ? (
      <Bars shared={shared} size={sizes.choice} isBeside={media !== null} />
    ) : (
      <RevealAnswer question={question} reveal={reveal} />
    );
  return (
    <AskedBoard shared={shared} link={link}>
      <FitBox
        content={[
          question.text,
          ...partsOf(question),
          reveal.explanation,
          reveal.answerText,
          media !== null,
          ...(reveal.winners ?? []).map(({ name }) => name),
        ].join()}
        stages={stages}
        smallest={smallestScale(smallestU, ...Object.values(sizes))}
      >
        <h1
          className={sizes.question < 4 ? "bs-disp bs-asked bs-long" : "bs-disp bs-asked"}
          style={sized(sizes.question)}
          data-testid="question-text"
        >
          <bdi>{question.text}</bdi>
        </h1>
        {media === null ? (
          answer
        ) : (
          <section className="bs-beside-answer">
            {answer}
            {media}
          </section>
        )}
        <Winners question={question} reveal={reveal} />
        <Why shared={shared} live={live} size={sizes.explanation} />
      </FitBox>
    </AskedBoard>
  );
}

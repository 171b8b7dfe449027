"use client";

import type { CSSProperties, ReactNode } from "react";
import { ChoiceBadge, choiceColour } from "@/components/ui/choice-badge";
import { Tallies } from "@/components/ui/tallies";
import type { Link, PublicQuestion, ScreenView } from "@/lib/contracts/views";
import { AskedBoard } from "./board";
import { FitBox } from "./fit-box";
import { JoinLine } from "./join-line";
import { partsOf, QuestionParts, screenHint } from "./question-parts";
import type { SharedIn } from "./shared-in";
import { SheetStrip } from "./sheet-strip";
import {
  badgeSize,
  choiceColumns,
  choiceSize,
  cutLines,
  hasManyChoices,
  isCrowded,
  questionSize,
  smallestScale,
} from "./text-size";
import "./question-board.css";

export type AskingView = Pick<ScreenView, "pin" | "typedUrl"> & {
  live: Pick<ScreenView["live"], "playerCount" | "answeredCount">;
  shared: Pick<SharedIn<"question">, "round" | "question" | "joinLocked" | "sheet">;
};

const stages = ["whole", "cut"];
/** 22 px at 720p: smaller letters are there but nobody reads them. */
const smallestU = 3;
/** Two lines of these and a picture fill the board. */
const mediaU = 7.4;

/** A column beside a picture is as wide as these letters need. */
const besideU = 4.9;
/** More than these stand in two columns there. */
const mostInColumn = 6;
const narrowU = 3.6;

/** `isBeside`: at the right of a picture */
function Choices({ question, isBeside }: { question: PublicQuestion; isBeside: boolean }) {
  const texts = question.choices.map((choice) => choice.text);
  const size = choiceSize(texts);
  const isNarrow = isBeside && texts.length > mostInColumn;
  const u = isBeside ? Math.min(isNarrow ? narrowU : besideU, size.u) : size.u;
  const isSmall = size.isSmall || isBeside;
  const columns = isBeside ? (isNarrow ? 2 : 1) : choiceColumns(texts.length);
  const badge = badgeSize(texts.length, isSmall);
  return (
    <ol
      className={`bs-choices ${isCrowded(texts.length) ? "bs-crowded" : ""}`}
      data-many={hasManyChoices(texts.length)}
      style={
        {
          "--columns": columns,
          "--columns-upright": choiceColumns(texts.length) - 1,
          "--lines": cutLines(texts.length),
          fontSize: `calc(var(--u) * ${u} * var(--fit, 1))`,
        } as CSSProperties
      }
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

type QuestionBoardProps = {
  view: AskingView;
  link?: Link;
  /** the pint, in the height given; null: no clock runs (sheets, before time is called) */
  clock: ((height: string) => ReactNode) | null;
  /** a picture, sound or video */
  media?: ReactNode;
};

/** An open question. */
export function QuestionBoard({ view, link, clock, media }: QuestionBoardProps) {
  const { live, shared } = view;
  const { question } = shared;
  const choiceTexts = question.choices.map((choice) => choice.text);
  const hasMedia = media !== undefined && media !== null;
  const words = questionSize(question.text, choiceTexts.length);
  // a picture needs the height
  const size = hasMedia ? { ...words, u: Math.min(mediaU, words.u) } : words;
  const isLow =
    size.isSmall || isCrowded(question.choices.length) || question.lefts !== undefined || hasMedia;
  const isSheet = shared.sheet !== null;
  const isCalled = isSheet && clock !== null;
  const asked = [screenHint(question, isSheet), question.wager && "The stakes are down."]
    .filter(Boolean)
    .join(" ");
  const hint = isCalled ? "Time, please. Last changes on your sheet." : asked;
  const parts = partsOf(question);
  const answers = (
    <>
      {question.choices.length > 0 && <Choices question={question} isBeside={hasMedia} />}
      <QuestionParts question={question} />
    </>
  );
  return (
    <AskedBoard shared={shared} link={link}>
      <FitBox
        content={[question.id, question.text, hint, hasMedia, ...parts].join()}
        stages={stages}
        smallest={smallestScale(smallestU, size.u, choiceSize(parts).u)}
      >
        <section className="bs-ask" data-low={hasMedia}>
          <div>
            <h1
              className={size.u < 5 ? "bs-disp bs-long" : "bs-disp"}
              style={{ fontSize: `calc(var(--u) * ${size.u} * var(--fit, 1))` }}
              data-testid="question-text"
            >
              <bdi>{question.text}</bdi>
            </h1>
            {hint && <p className="bs-hint">{hint}</p>}
          </div>
          {clock?.(`calc(var(--u) * ${isLow ? 19 : 33} * var(--fit, 1))`)}
        </section>
        <p className="bs-rest">
          {question.onScreenOnly
            ? "The host reads you the whole question."
            : "The whole question is on your phone."}
        </p>
        {hasMedia ? (
          <section
            className="bs-pictured"
            data-beside={parts.length > 0}
            data-wide={question.choices.length > mostInColumn}
          >
            {media}
            {parts.length > 0 && answers}
          </section>
        ) : (
          answers
        )}
      </FitBox>
      <footer className="bs-foot">
        {shared.sheet ? (
          <SheetStrip asked={shared.sheet.length} total={shared.round.questionCount} />
        ) : (
          <Tallies count={live.answeredCount} total={live.playerCount} />
        )}
        <span className="bs-count" data-testid="answered">
          <strong>{live.answeredCount}</strong> of {live.playerCount}{" "}
          {shared.sheet ? `have question ${question.number}` : "answered"}
        </span>
        <JoinLine pin={view.pin} typedUrl={view.typedUrl} joinLocked={shared.joinLocked} />
      </footer>
    </AskedBoard>
  );
}

"use client";
/** One question to answer: the time, the question, and the way to answer its type. */
import type { AnswerState } from "@/lib/client/outbox";
import type { AnswerValue } from "@/lib/contracts/answers";
import type { PublicQuestion } from "@/lib/contracts/views";
import { AnswerNote } from "./answer-note";
import { ChoiceList } from "./choice-list";
import { TimeBar } from "./time-bar";
import { TypedAnswer } from "./typed-answer";

/** Picked or typed and not sent yet; kept by the session, so that a break in between does not wipe it. */
export type Draft = { questionId: string; typed: string; picked: string[] };
export const emptyDraft: Draft = { questionId: "", typed: "", picked: [] };

type Props = {
  question: PublicQuestion;
  opensAt: number;
  closesAt: number;
  serverNow: () => number;
  answer: AnswerState | null;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  onAnswer: (value: AnswerValue) => void;
};

/** Above this many characters a question is set smaller, so that the choices stay in sight. */
const longText = 120;
/** Above this many in question and choices together it will be scrolled, and the time has to come along. */
const longPage = 280;
const manyChoices = 5;

export function QuestionForm({
  question,
  opensAt,
  closesAt,
  serverNow,
  answer,
  draft,
  onDraft,
  onAnswer,
}: Props) {
  const own = draft.questionId === question.id ? draft : { ...emptyDraft, questionId: question.id };
  // after a refusal the question is open again for another try
  const sent = answer?.status === "refused" ? null : answer;
  const length = question.choices.reduce((sum, { text }) => sum + text.length, question.text.length);
  const isLong = length > longPage || question.choices.length > manyChoices;
  const isTyped = question.type === "text" || question.type === "number";
  return (
    <>
      <TimeBar opensAt={opensAt} closesAt={closesAt} serverNow={serverNow} isLong={isLong} />
      <h1
        className={question.text.length > longText ? "text-lead font-sans font-bold" : "text-title"}
        data-testid="question"
      >
        {question.text}
      </h1>
      {isTyped ? (
        // room to scroll the button above a keyboard that lies over the page
        <div className="flex flex-col gap-3 focus-within:pb-[40dvh]">
          <TypedAnswer
            kind={question.type === "number" ? "number" : "text"}
            answer={sent}
            typed={own.typed}
            onTyped={(typed) => onDraft({ ...own, typed })}
            onAnswer={onAnswer}
          />
          <AnswerNote answer={answer} />
        </div>
      ) : (
        <div className="flex grow flex-col gap-3">
          <ChoiceList
            question={question}
            answer={sent}
            picked={own.picked}
            onPicked={(picked) => onDraft({ ...own, picked })}
            onAnswer={onAnswer}
          />
          <AnswerNote answer={answer} />
        </div>
      )}
    </>
  );
}

"use client";
/** One question to answer: the time, the question, and the way to answer its type. */
import type { AnswerState } from "@/lib/client/outbox";
import type { AnswerValue } from "@/lib/contracts/answers";
import type { PublicQuestion } from "@/lib/contracts/views";
import { AnswerNote } from "./answer-note";
import type { InLine } from "./buzz-words";
import { Buzzer } from "./buzzer";
import { ChoiceList } from "./choice-list";
import { type Draft, draftOf } from "./draft";
import { InfoSlide } from "./info-slide";
import { PartsAnswer } from "./parts-answer";
import { hintOf } from "./question-hint";
import { QuestionMedia } from "./question-media";
import { questionWords } from "./question-words";
import { TimeBar } from "./time-bar";
import { TypedAnswer } from "./typed-answer";

type Props = {
  question: PublicQuestion;
  opensAt: number;
  /** null: no clock */
  closesAt: number | null;
  serverNow: () => number;
  answer: AnswerState | null;
  /** buzzer: where the team stands in line, where the house has said it */
  inLine: InLine | null;
  /** picked or typed and not sent yet; kept by the session, so that a break in between does not wipe it */
  draft: Draft | null;
  onDraft: (draft: Draft) => void;
  onAnswer: (value: AnswerValue) => void;
};

/** Above this many characters a question is set smaller, so that the choices stay in sight. */
const longText = 120;
/** Above this many in question and choices together it will be scrolled, and the time has to come along. */
const longPage = 280;
const manyChoices = 5;

export function QuestionForm({ question, opensAt, closesAt, serverNow, answer, inLine, ...form }: Props) {
  if (question.type === "info") return <InfoSlide question={question} />;
  const length = question.choices.reduce((sum, { text }) => sum + text.length, question.text.length);
  const partCount = (question.items ?? question.lefts ?? []).length + (question.wanted ?? 0);
  const isLong =
    length > longPage ||
    question.choices.length + partCount > manyChoices ||
    Boolean(question.media?.mediaId);
  return (
    <>
      {closesAt !== null && (
        <TimeBar opensAt={opensAt} closesAt={closesAt} serverNow={serverNow} isLong={isLong} />
      )}
      {question.type === "buzzer" ? (
        <Buzzer
          question={question}
          opensAt={opensAt}
          serverNow={serverNow}
          answer={answer}
          inLine={inLine}
          onBuzz={() => form.onAnswer({ kind: "buzz" })}
        />
      ) : (
        <>
          <h1
            className={question.text.length > longText ? "text-lead font-sans font-bold" : "text-title"}
            data-testid="question"
          >
            {questionWords(question)}
          </h1>
          <QuestionMedia question={question} />
          <Form question={question} answer={answer} {...form} />
        </>
      )}
    </>
  );
}

function Form({
  question,
  answer,
  draft,
  onDraft,
  onAnswer,
}: Pick<Props, "question" | "answer" | "draft" | "onDraft" | "onAnswer">) {
  const own = draft?.questionId === question.id ? draft : draftOf(question);
  // after a refusal the question is open again for another try
  const sent = answer?.status === "refused" ? null : answer;
  const change = (next: Partial<Draft>) => onDraft({ ...own, ...next });
  switch (question.type) {
    case "text":
    case "number":
      return (
        // room to scroll the button above a keyboard that lies over the page
        <div className="flex flex-col gap-3 focus-within:pb-[40dvh]">
          <TypedAnswer
            kind={question.type}
            hint={hintOf(question)}
            answer={sent}
            typed={own.typed}
            onTyped={(typed) => change({ typed })}
            onAnswer={onAnswer}
          />
          <AnswerNote answer={answer} />
        </div>
      );
    case "list":
    case "ordering":
    case "matching":
      return (
        <div className="flex flex-col gap-3">
          <PartsAnswer question={question} answer={sent} draft={own} onChange={change} onAnswer={onAnswer} />
          <AnswerNote answer={answer} />
        </div>
      );
    default:
      return (
        <div className="flex grow flex-col gap-3">
          <ChoiceList
            question={question}
            answer={sent}
            picked={own.picked}
            onPicked={(picked) => change({ picked })}
            onAnswer={onAnswer}
          />
          <AnswerNote answer={answer} />
        </div>
      );
  }
}

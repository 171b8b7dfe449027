"use client";
/** An answer of several parts, sent once: a list, an order, or what belongs to what. */
import { ArrowUp } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { AnswerState } from "@/lib/client/outbox";
import type { AnswerValue } from "@/lib/contracts/answers";
import type { PublicQuestion } from "@/lib/contracts/views";
import { answerOf, type Draft } from "./draft";
import { ListFields } from "./list-fields";
import { MatchTable } from "./match-table";
import { MyAnswer } from "./my-answer";
import { OrderList } from "./order-list";
import { hintOf } from "./question-hint";

type Props = {
  question: PublicQuestion;
  /** null until something was sent, and again after a refusal */
  answer: AnswerState | null;
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  onAnswer: (value: AnswerValue) => void;
};

export function PartsAnswer({ question, answer, draft, onChange, onAnswer }: Props) {
  if (answer) return <MyAnswer question={question} value={answer.value} label="Your answer" />;
  const value = answerOf(question, draft);
  const send = () => value && onAnswer(value);
  return (
    <>
      <p className="text-ink-2">{hintOf(question)}</p>
      {question.type === "list" && (
        <ListFields texts={draft.texts} onTexts={(texts) => onChange({ texts })} onDone={send} />
      )}
      {question.type === "ordering" && (
        <OrderList
          items={question.items ?? []}
          order={draft.order}
          onOrder={(order) => onChange({ order })}
        />
      )}
      {question.type === "matching" && (
        <MatchTable
          lefts={question.lefts ?? []}
          rights={question.rights ?? []}
          pairs={draft.pairs}
          onPairs={(pairs) => onChange({ pairs })}
          isPartial={question.partial === true}
          status={null}
        />
      )}
      <Button
        wide
        // in reach however many parts there are
        className="sticky bottom-3 shadow-card"
        data-testid="send-answer"
        disabled={value === null}
        onClick={send}
      >
        Send answer <ArrowUp aria-hidden size={22} />
      </Button>
    </>
  );
}

import type { ReactNode } from "react";
import { ChoiceBadge } from "@/components/ui/choice-badge";
import type { AnswerValue } from "@/lib/contracts/answers";
import type { PublicQuestion } from "@/lib/contracts/views";
import { answerInWords, textOf } from "./answer-words";

/** An answer in the words of its question. */
export function MyAnswer({
  question,
  value,
  label,
}: {
  question: PublicQuestion;
  value: AnswerValue;
  label: string;
}) {
  return (
    <div data-testid="my-answer" className="rounded-slab border-2 border-dashed border-edge px-4 py-3">
      <p className="text-ink-2">{label}</p>
      <AnswerLines question={question} value={value} />
    </div>
  );
}

export function AnswerLines({ question, value }: { question: PublicQuestion; value: AnswerValue }) {
  switch (value.kind) {
    case "choice":
      return <ChoiceLines question={question} choiceIds={[value.choiceId]} />;
    case "choices":
      return <ChoiceLines question={question} choiceIds={value.choiceIds} />;
    case "texts":
      return <NumberedLines texts={value.texts} />;
    case "order":
      return <NumberedLines texts={value.itemIds.map((id) => textOf(question.items, id))} />;
    case "pairs":
      return <PairLines question={question} pairs={value.pairs} />;
    default:
      return (
        <p className="text-choice font-bold [overflow-wrap:anywhere]">
          <bdi>{answerInWords(question, value)}</bdi>
        </p>
      );
  }
}

export const NumberedLines = ({ texts }: { texts: string[] }) => (
  <ol className="mt-1 flex flex-col gap-1">
    {texts.map((text, place) => (
      <li key={place} className="flex items-baseline gap-2 text-lead font-bold">
        <span className="w-6 shrink-0 text-end font-display text-accent-ink">{place + 1}</span>
        <bdi className="min-w-0 [overflow-wrap:anywhere]">{text}</bdi>
      </li>
    ))}
  </ol>
);

type Pairs = { leftId: string; rightId: string }[];
export const PairLines = ({ question, pairs }: { question: PublicQuestion; pairs: Pairs }) => (
  <ul className="mt-1 flex flex-col gap-1">
    {pairs.map(({ leftId, rightId }) => (
      <li key={leftId} className="text-lead leading-snug">
        <bdi>{textOf(question.lefts, leftId)}</bdi>
        <span className="text-ink-3"> – </span>
        <bdi className="font-bold">{textOf(question.rights, rightId)}</bdi>
      </li>
    ))}
  </ul>
);

/** Choices with their badges, in the order of the question; `otherwise` where there are none. */
export function ChoiceLines({
  question,
  choiceIds,
  otherwise = null,
}: {
  question: PublicQuestion;
  choiceIds: string[];
  otherwise?: ReactNode;
}) {
  const lines = question.choices
    .map((choice, index) => ({ choice, index }))
    .filter(({ choice }) => choiceIds.includes(choice.id));
  if (lines.length === 0) return otherwise;
  return lines.map(({ choice, index }) => (
    <p key={choice.id} className="mt-1.5 flex items-center gap-3 text-choice font-bold">
      <ChoiceBadge index={index} /> <span className="min-w-0">{choice.text}</span>
    </p>
  ));
}

import type { ReactNode } from "react";
import { ChoiceBadge } from "@/components/ui/choice-badge";
import type { AnswerValue } from "@/lib/contracts/answers";
import type { PublicQuestion } from "@/lib/contracts/views";

const choiceIdsOf = (value: AnswerValue): string[] =>
  value.kind === "choice" ? [value.choiceId] : value.kind === "choices" ? value.choiceIds : [];

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
      {value.kind === "text" && (
        <p className="text-choice font-bold">
          <bdi>{value.text}</bdi>
        </p>
      )}
      {value.kind === "number" && <p className="text-choice font-bold">{value.number}</p>}
      <ChoiceLines question={question} choiceIds={choiceIdsOf(value)} />
    </div>
  );
}

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

"use client";
import { Check, Pencil } from "lucide-react";
import { useState } from "react";
import { ChoiceBadge } from "@/components/ui/choice-badge";
import type { Question } from "@/lib/contracts/quiz";
import type { HostView } from "@/lib/contracts/views";
import { answerWords, keyWords, pointWords } from "./answer-words";
import { EditQuestion } from "./edit-question";
import { MediaPreview } from "./media-preview";
import type { Order } from "./use-orders";

/** Up to two lines stay large; a long question must leave room for its choices on a small laptop. */
const questionSize = (text: string) =>
  text.length <= 90
    ? "text-title sm:text-hero"
    : text.length <= 180
      ? "text-title"
      : "text-lead sm:text-choice font-sans";

function headOf(shared: HostView["shared"]): string {
  if (shared.phase === "roundIntro") return "Coming up";
  if (shared.phase === "reveal") return "The answer is out";
  return shared.phase === "locked" && shared.sheet ? "The last one on the sheet" : "Read this out";
}

/** The question in full with its answer, for the host's eyes. */
export function ReadOut({
  view: { question, upNext, shared, live },
  order,
}: {
  view: HostView;
  order: Order;
}) {
  const [editing, setEditing] = useState(false);
  if (!question) return null;
  const isComing = shared.phase === "roundIntro";
  const answer = answerWords(question);
  return (
    <section className="flex flex-col gap-3 rounded-slab border border-line bg-panel p-4 lg:min-h-48 lg:flex-1 lg:overflow-y-auto xl:p-5">
      <p className="flex flex-wrap items-center gap-x-3 font-bold text-accent-ink">
        {headOf(shared)}
        <span className="text-micro font-normal text-ink-2">{pointWords(question).join(", ")}</span>
        <button
          type="button"
          data-testid="edit-question"
          className="-my-2 ms-auto inline-flex min-h-11 items-center gap-1.5 px-1 text-micro text-ink-2 hover:text-ink"
          onClick={() => setEditing(true)}
        >
          <Pencil aria-hidden size={16} />
          Edit
        </button>
      </p>
      {/* a picture beside the words: below them it pushes the choices out of a small laptop's sight */}
      <div className={`flex gap-3 ${question.media?.kind === "image" ? "max-sm:flex-col" : "flex-col"}`}>
        <h2 className={`min-w-0 grow ${questionSize(question.text)}`} data-testid="question">
          {question.text}
        </h2>
        {question.media && <MediaPreview key={question.media.mediaId} media={question.media} isSmall />}
      </div>
      {"choices" in question && (
        <Choices
          choices={question.choices}
          counts={
            isComing ? null : new Map(live.distribution.map(({ choiceId, count }) => [choiceId, count]))
          }
        />
      )}
      <dl className="grid gap-x-4 gap-y-1 text-lead sm:grid-cols-[auto_1fr]">
        {answer !== null && <Line term="Answer" text={answer} strong />}
        {shared.phase === "reveal" && shared.reveal.winners && (
          <Line
            term={question.type === "buzzer" ? "First" : "Closest"}
            text={shared.reveal.winners
              .map(({ name, text }) => (text ? `${name} (${text})` : name))
              .join(", ")}
            strong
          />
        )}
        {question.explanation && <Line term="Why" text={question.explanation} />}
        {question.hostNotes && <Line term="Your note" text={question.hostNotes} />}
      </dl>
      {upNext && shared.phase !== "roundIntro" && (
        <div className="mt-auto border-t border-line pt-3" data-testid="up-next">
          <p className="font-bold text-ink-2">Next</p>
          <p className="text-lead font-bold">{upNext.text}</p>
          <p className="text-ink-2">
            {keyWords(upNext)}
            {upNext.hostNotes && <span className="block">Your note: {upNext.hostNotes}</span>}
          </p>
        </div>
      )}
      {editing && (
        <EditQuestion
          question={{
            questionId: question.id,
            text: question.text,
            explanation: question.explanation,
            accepted: question.type === "text" ? question.accepted : null,
          }}
          onClose={() => setEditing(false)}
          onSave={(command) => void order(command)}
        />
      )}
    </section>
  );
}

function Line({ term, text, strong = false }: { term: string; text: string; strong?: boolean }) {
  return (
    <>
      <dt className="text-ink-3">{term}</dt>
      <dd className={strong ? "font-bold" : ""}>{text}</dd>
    </>
  );
}

type Choices = Extract<Question, { choices: unknown }>["choices"];

function Choices({ choices, counts }: { choices: Choices; counts: Map<string, number> | null }) {
  const isLong = choices.some(({ text }) => text.length > 60);
  return (
    <ul className="grid gap-2 sm:grid-cols-2 sm:gap-3">
      {choices.map((choice, index) => (
        <li
          key={choice.id}
          className={`flex items-center gap-3 rounded-card border px-3 py-2 ${choice.correct ? "border-2 border-good bg-good-soft" : "border-line"}`}
        >
          <ChoiceBadge index={index} />
          <span className={`min-w-0 grow font-bold ${isLong ? "text-body" : "text-lead"}`}>
            {choice.text}
          </span>
          {counts && (
            <span className="shrink-0 text-ink-2 tabular-nums">
              {counts.get(choice.id) ?? 0}
              {!isLong && <span className="max-xl:hidden"> said so</span>}
            </span>
          )}
          {choice.correct && (
            <Check aria-label="right answer" size={22} strokeWidth={3} className="shrink-0 text-good" />
          )}
        </li>
      ))}
    </ul>
  );
}

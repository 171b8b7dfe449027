"use client";
/** Which question is on the desk, its key, and what can be done to the question as a whole. */
import { Ban, ChevronLeft, ChevronRight, Pencil, RotateCcw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import type { Marking } from "@/lib/client/use-marking";
import type { MarkingQuestion, MarkingView } from "@/lib/contracts/marking";
import { AskDialog } from "./ask-dialog";
import { DialogFooter } from "./dialog-footer";
import { EditQuestion } from "./edit-question";
import { toMarkIn } from "./marking-cursor";
import { counted } from "./phase-words";

const label = (question: MarkingQuestion) => `R${question.round} Q${question.number}`;

export function MarkingHead({
  view,
  question,
  onStep,
  onQuestion,
  send,
}: {
  view: MarkingView;
  question: MarkingQuestion;
  onStep: (by: 1 | -1) => void;
  onQuestion: (question: MarkingQuestion) => void;
  send: Marking["send"];
}) {
  const [asking, setAsking] = useState<"void" | "edit" | null>(null);
  const at = view.questions.indexOf(question);
  const order = (isVoid: boolean) => send({ type: "voidQuestion", questionId: question.questionId, isVoid });
  return (
    <header className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <p className="font-bold text-accent-ink" data-testid="marking-place">
          Round {question.round}, question {question.number}
          <span className="ms-2 font-normal text-ink-2">{counted(question.points, "point")}</span>
        </p>
        <div className="flex items-center gap-1.5 sm:ms-auto">
          <Step by={-1} disabled={at === 0} onStep={onStep} />
          <select
            aria-label="Question"
            data-testid="pick-question"
            value={question.questionId}
            className="min-h-11 max-w-44 rounded-card border border-edge bg-sunken px-2 text-ink"
            onChange={({ target }) => {
              const picked = view.questions.find(({ questionId }) => questionId === target.value);
              target.blur();
              if (picked) onQuestion(picked);
            }}
          >
            {view.questions.map((one) => (
              <option key={one.questionId} value={one.questionId}>
                {label(one)}
                {one.isVoid ? ", void" : toMarkIn(one) > 0 ? `, ${toMarkIn(one)} to mark` : ""}
              </option>
            ))}
          </select>
          <Step by={1} disabled={at === view.questions.length - 1} onStep={onStep} />
        </div>
      </div>
      <h1 className="text-title break-words sm:text-hero" data-testid="marking-question">
        {question.text}
      </h1>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="min-w-0 grow text-lead text-ink-2">
          Accepted: <b className="text-ink">{(question.accepted ?? [question.answerText]).join(" / ")}</b>
        </p>
        <div className="flex gap-2">
          <Button
            variant="quiet"
            className="px-2!"
            data-testid="edit-question"
            icon={<Pencil aria-hidden size={18} />}
            onClick={() => setAsking("edit")}
          >
            Edit
          </Button>
          {!question.isVoid && (
            <Button
              variant="quiet"
              className="px-2!"
              data-testid="void-question"
              icon={<Ban aria-hidden size={18} />}
              onClick={() => setAsking("void")}
            >
              Void
            </Button>
          )}
        </div>
      </div>
      {question.isVoid && (
        <div className="flex flex-wrap items-center gap-3">
          <Note tone="warn" title="Void: no points for anybody on this question." testId="is-void" />
          <Button
            variant="plain"
            data-testid="count-again"
            icon={<RotateCcw aria-hidden size={18} />}
            onClick={() => order(false)}
          >
            Count it again
          </Button>
        </div>
      )}
      {question.isRevealed && !question.isVoid && (
        <p className="text-micro text-ink-2">
          The answer is out: a new mark corrects the standings of everybody at once.
        </p>
      )}
      {asking === "void" && (
        <AskDialog title="Void this question?" onClose={() => setAsking(null)}>
          <p className="text-ink-2">
            Nobody gets points for it, nobody loses any; every table follows. It can be counted again later.
          </p>
          <DialogFooter
            send="Void it"
            isDanger
            onClose={() => setAsking(null)}
            onSend={() => {
              order(true);
              setAsking(null);
            }}
          />
        </AskDialog>
      )}
      {asking === "edit" && (
        <EditQuestion question={question} onClose={() => setAsking(null)} onSave={send} />
      )}
    </header>
  );
}

function Step({ by, disabled, onStep }: { by: 1 | -1; disabled: boolean; onStep: (by: 1 | -1) => void }) {
  const Icon = by === 1 ? ChevronRight : ChevronLeft;
  return (
    <button
      type="button"
      disabled={disabled}
      aria-label={by === 1 ? "Next question" : "Previous question"}
      data-testid={by === 1 ? "next-question" : "previous-question"}
      className="grid size-11 place-items-center rounded-card border border-edge hover:bg-raised disabled:opacity-40"
      onClick={() => onStep(by)}
    >
      <Icon aria-hidden size={22} />
    </button>
  );
}

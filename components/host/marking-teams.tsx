"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
/** The teams of one group, and the mark of one of them alone, with the reason everybody will be told. */
import { inFigures } from "@/components/ui/in-figures";
import type { Marking } from "@/lib/client/use-marking";
import type { AnswerGroup, MarkingQuestion } from "@/lib/contracts/marking";
import { AskDialog } from "./ask-dialog";
import { DialogFooter } from "./dialog-footer";
import { choicesOf, fractionWords } from "./marking-choices";
import { fractionLook } from "./marking-group";
import { counted } from "./phase-words";

type Answer = AnswerGroup["answers"][number];

export function MarkingTeams({
  question,
  group,
  send,
  withTitle = false,
}: {
  question: MarkingQuestion;
  group: AnswerGroup;
  send: Marking["send"];
  withTitle?: boolean;
}) {
  const [asking, setAsking] = useState<Answer | null>(null);
  return (
    <section className="flex flex-col">
      {withTitle && (
        <div className="pb-2">
          <h2 className="text-title break-words">
            <bdi>{group.text}</bdi>
          </h2>
          <p className="text-micro text-ink-2">
            {counted(group.answers.length, "team")}. Mark one by itself if it differs.
          </p>
        </div>
      )}
      <ul>
        {group.answers.map((answer) => (
          <li
            key={answer.playerId}
            data-testid="marked-team"
            className="flex min-h-15 items-center gap-3 border-b border-line py-1.5"
          >
            <span className="min-w-0 grow">
              <bdi className="block font-bold break-words">{answer.name}</bdi>
              <span className="block text-micro break-words text-ink-2">
                “<bdi>{answer.text}</bdi>”
                {answer.override && <OverrideWords question={question} {...answer.override} />}
              </span>
            </span>
            <b className="shrink-0 tabular-nums text-ink-2">{inFigures(answer.points)}</b>
            <Button
              variant="plain"
              className="min-h-11! px-3! text-body!"
              data-testid="mark-alone"
              onClick={() => setAsking(answer)}
            >
              {answer.override ? "Change" : "Mark alone"}
            </Button>
          </li>
        ))}
      </ul>
      {asking && (
        <OverrideQuestion question={question} answer={asking} send={send} onClose={() => setAsking(null)} />
      )}
    </section>
  );
}

function OverrideWords({
  question,
  fraction,
  reason,
}: {
  question: MarkingQuestion;
  fraction: number;
  reason: string;
}) {
  const words = fractionWords(question, fraction);
  return (
    <span className="block text-warn" data-testid="override">
      {words.charAt(0).toUpperCase() + words.slice(1)} alone: {reason}
    </span>
  );
}

function OverrideQuestion({
  question,
  answer,
  send,
  onClose,
}: {
  question: MarkingQuestion;
  answer: Answer;
  send: Marking["send"];
  onClose: () => void;
}) {
  const [fraction, setFraction] = useState(answer.override?.fraction ?? null);
  const [reason, setReason] = useState(answer.override?.reason ?? "");
  const [said, setSaid] = useState("");
  const order = (value: number | null, why: string) => {
    send({
      type: "overrideMark",
      questionId: question.questionId,
      playerId: answer.playerId,
      fraction: value,
      reason: why,
    });
    onClose();
  };
  return (
    <AskDialog title={`Mark “${answer.name}” alone`} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (fraction === null) setSaid("Choose its mark.");
          else if (reason.trim() === "") setSaid("Say why in a few words: the results show it.");
          else order(fraction, reason.trim());
        }}
      >
        <p className="text-ink-2">
          It wrote “<bdi className="text-ink">{answer.text}</bdi>”. The others who wrote the same keep their
          mark.
        </p>
        <fieldset className={question.parts === null ? "grid grid-cols-3 gap-2" : "flex flex-wrap gap-2"}>
          <legend className="sr-only">Its mark</legend>
          {choicesOf(question).map(({ value, id, label, name, look, Icon }) => (
            <button
              key={id}
              type="button"
              aria-pressed={fraction === value}
              aria-label={name}
              data-testid={`alone-${id}`}
              className={`flex min-h-12 min-w-12 items-center justify-center gap-1.5 rounded-card border px-2 font-bold ${fractionLook(look, fraction === value ? "byHand" : "no")}`}
              onClick={() => setFraction(value)}
            >
              {Icon && <Icon aria-hidden size={18} strokeWidth={3} />}
              {label}
            </button>
          ))}
        </fieldset>
        <Field
          label="Reason"
          value={reason}
          maxLength={200}
          placeholder="said it out loud before the reveal"
          data-testid="reason"
          {...(said ? { error: said } : {})}
          onChange={(event) => setReason(event.target.value)}
        />
        <DialogFooter send="Mark it" onClose={onClose}>
          {answer.override && (
            <Button
              variant="plain"
              className="me-auto"
              data-testid="as-the-group"
              onClick={() => order(null, answer.override?.reason ?? "as the group")}
            >
              As the group
            </Button>
          )}
        </DialogFooter>
      </form>
    </AskDialog>
  );
}

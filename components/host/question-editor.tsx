"use client";
/** One question in a dialog: words, key, points. What is wrong is said before it is kept. */
import { useState } from "react";
import { Field } from "@/components/ui/field";
import { randomId } from "@/lib/client/random-id";
import { type Question, takesWager } from "@/lib/contracts/quiz";
import { typeWords } from "./answer-words";
import { AskDialog } from "./ask-dialog";
import { DialogFooter } from "./dialog-footer";
import { MediaField } from "./media-field";
import { fieldsOf, type QuestionFields, questionFrom } from "./question-fields";
import { QuestionKey, Tick } from "./question-key";
import { TextArea } from "./text-area";

export function QuestionEditor({
  question,
  isSheet,
  onClose,
  onKeep,
}: {
  question: Question;
  isSheet: boolean;
  onClose: () => void;
  onKeep: (question: Question) => void;
}) {
  const [fields, setFields] = useState(() => fieldsOf(question));
  const [said, setSaid] = useState("");
  const [isSending, setSending] = useState(false);
  // a file may arrive while other fields are typed in
  const change = (next: Partial<QuestionFields>) => setFields((before) => ({ ...before, ...next }));
  const hasPoints = question.type !== "info" && !fields.isTieBreak;
  return (
    <AskDialog title={`Question: ${typeWords[question.type]}`} keep onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const kept = questionFrom(question, fields, randomId);
          if (!kept.ok) return setSaid(kept.error);
          onKeep(kept.value);
          onClose();
        }}
      >
        <TextArea
          label={question.type === "info" ? "Words on the slide" : "Question"}
          rows={3}
          maxLength={2000}
          value={fields.text}
          testId="question-text"
          onText={(text) => change({ text })}
        />
        <MediaField media={fields.media} onMedia={(media) => change({ media })} onBusy={setSending} />
        <QuestionKey type={question.type} fields={fields} onChange={change} />
        <div className="grid grid-cols-3 items-end gap-3">
          {hasPoints && (
            <Small
              label="Points"
              value={fields.points}
              testId="question-points"
              onValue={(points) => change({ points })}
            />
          )}
          {hasPoints && question.type !== "buzzer" && (
            <Small
              label="Off for wrong"
              value={fields.wrongPoints}
              testId="question-wrong-points"
              onValue={(wrongPoints) => change({ wrongPoints })}
            />
          )}
          {question.type !== "info" && !isSheet && (
            <Small
              label="Seconds"
              value={fields.seconds}
              testId="question-seconds"
              onValue={(seconds) => change({ seconds })}
            />
          )}
        </div>
        {takesWager({ type: question.type, isTieBreak: fields.isTieBreak }) && (
          <WagerFields fields={fields} onChange={change} />
        )}
        {question.type !== "info" && (
          <TextArea
            label="Why, shown at the reveal"
            rows={2}
            maxLength={2000}
            value={fields.explanation}
            onText={(explanation) => change({ explanation })}
          />
        )}
        <TextArea
          label="Note for the host only"
          rows={2}
          maxLength={2000}
          value={fields.hostNotes}
          onText={(hostNotes) => change({ hostNotes })}
        />
        <DialogFooter said={said} send="Keep" testId="keep-question" busy={isSending} onClose={onClose} />
      </form>
    </AskDialog>
  );
}

function WagerFields({
  fields: { isWager, wagerMax },
  onChange,
}: {
  fields: QuestionFields;
  onChange: (next: Partial<QuestionFields>) => void;
}) {
  return (
    <div className="flex flex-col gap-2">
      <Tick
        label="Wager"
        checked={isWager}
        testId="question-wager"
        onTick={(checked) => onChange({ isWager: checked })}
      />
      <p className="text-ink-2">
        While the round is introduced, before anybody knows the question, each team may stake points on it:
        right wins the stake on top, wrong or no answer loses it. Ask it in a round of its own to have the
        stakes made right before it.
      </p>
      {isWager && (
        <div className="grid grid-cols-3 gap-3">
          <Small
            label="At most"
            value={wagerMax}
            testId="question-wager-max"
            onValue={(max) => onChange({ wagerMax: max })}
          />
        </div>
      )}
    </div>
  );
}

function Small({
  label,
  value,
  testId,
  onValue,
}: {
  label: string;
  value: string;
  testId: string;
  onValue: (value: string) => void;
}) {
  return (
    <Field
      label={label}
      value={value}
      inputMode="numeric"
      className="min-h-12! text-lead!"
      data-testid={testId}
      onChange={(event) => onValue(event.target.value)}
    />
  );
}

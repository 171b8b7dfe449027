"use client";
/** The part of the editor that differs by type: choices, accepted answers, a number, lines. */
import { Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ChoiceBadge } from "@/components/ui/choice-badge";
import { Field } from "@/components/ui/field";
import { randomId } from "@/lib/client/random-id";
import type { QuestionType } from "@/lib/contracts/quiz";
import type { QuestionFields } from "./question-fields";
import { TextArea } from "./text-area";

type Props = { fields: QuestionFields; onChange: (next: Partial<QuestionFields>) => void };

const keyWords: Partial<Record<QuestionType, { label: string; hint?: string; rows: number }>> = {
  text: {
    label: "Accepted answers, one a line",
    hint: "Case, accents and articles do not matter. What stands in (brackets) may be left out.",
    rows: 4,
  },
  list: { label: "Everything that counts, one a line", hint: "Two spellings of one: big / large", rows: 7 },
  ordering: { label: "The items in their right order, one a line", rows: 6 },
  matching: { label: "The pairs, one a line", hint: "Paris = France", rows: 6 },
  buzzer: { label: "Answer, for you to compare", rows: 1 },
};

export function QuestionKey({ type, fields, onChange }: Props & { type: QuestionType }) {
  if (type === "single" || type === "multiple" || type === "boolean")
    return (
      <>
        <Choices isMultiple={type === "multiple"} fields={fields} onChange={onChange} />
        {type === "multiple" && <Partial fields={fields} onChange={onChange} />}
      </>
    );
  if (type === "number") return <NumberKey fields={fields} onChange={onChange} />;
  const words = keyWords[type];
  if (!words) return null;
  return (
    <>
      <TextArea
        label={words.label}
        {...(words.hint ? { hint: words.hint } : {})}
        rows={words.rows}
        value={fields.key}
        testId="question-key"
        onText={(key) => onChange({ key })}
      />
      {type === "list" && (
        <Field
          label="How many to name"
          value={fields.wanted}
          inputMode="numeric"
          className="min-h-12! text-lead!"
          data-testid="question-wanted"
          onChange={(event) => onChange({ wanted: event.target.value })}
        />
      )}
      {(type === "ordering" || type === "matching") && <Partial fields={fields} onChange={onChange} />}
    </>
  );
}

function Partial({ fields, onChange }: Props) {
  return (
    <Tick
      label="Points for each part that is right"
      checked={fields.partial}
      testId="question-partial"
      onTick={(partial) => onChange({ partial })}
    />
  );
}

function NumberKey({ fields, onChange }: Props) {
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Field
          label="Answer"
          value={fields.value}
          inputMode="decimal"
          className="min-h-12! text-lead!"
          data-testid="question-value"
          onChange={(event) => onChange({ value: event.target.value })}
        />
        {!fields.closestWins && !fields.isTieBreak && (
          <Field
            label="Give or take"
            value={fields.tolerance}
            inputMode="decimal"
            className="min-h-12! text-lead!"
            data-testid="question-tolerance"
            onChange={(event) => onChange({ tolerance: event.target.value })}
          />
        )}
      </div>
      <Tick
        label="The closest answers win, however far off"
        checked={fields.closestWins}
        testId="question-closest"
        onTick={(closestWins) => onChange({ closestWins })}
      />
      <Tick
        label="Tie-break: no points, decides between equal totals"
        checked={fields.isTieBreak}
        testId="question-tie-break"
        onTick={(isTieBreak) => onChange({ isTieBreak })}
      />
    </>
  );
}

export function Tick({
  label,
  checked,
  testId,
  onTick,
}: {
  label: string;
  checked: boolean;
  testId: string;
  onTick: (checked: boolean) => void;
}) {
  return (
    <label className="flex min-h-12 items-center gap-3 font-bold">
      <input
        type="checkbox"
        className="size-6 shrink-0 accent-(--rf-amber)"
        checked={checked}
        data-testid={testId}
        onChange={({ target }) => onTick(target.checked)}
      />
      {label}
    </label>
  );
}

/** As the server takes them; six have a badge of their own. */
const mostChoices = 26;

function Choices({ isMultiple, fields: { choices }, onChange }: Props & { isMultiple: boolean }) {
  const set = (next: QuestionFields["choices"]) => onChange({ choices: next });
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1.5 font-bold">Choices; tick the right {isMultiple ? "ones" : "one"}</legend>
      {choices.map((choice, index) => (
        <div key={choice.id} className="flex items-center gap-2">
          <ChoiceBadge index={index} size={30} />
          <input
            type={isMultiple ? "checkbox" : "radio"}
            name="right-choice"
            aria-label={`Choice ${index + 1} is right`}
            className="size-6 shrink-0 accent-(--rf-good)"
            checked={choice.correct}
            data-testid="choice-right"
            onChange={({ target }) =>
              set(
                choices.map((one) => {
                  if (one.id === choice.id) return { ...one, correct: target.checked };
                  return isMultiple ? one : { ...one, correct: false };
                }),
              )
            }
          />
          <input
            aria-label={`Choice ${index + 1}`}
            value={choice.text}
            maxLength={500}
            data-testid="choice-text"
            className="min-h-12 w-full min-w-0 rounded-card border border-edge bg-sunken px-3 text-lead"
            onChange={({ target }) =>
              set(choices.map((one) => (one.id === choice.id ? { ...one, text: target.value } : one)))
            }
          />
          <button
            type="button"
            aria-label={`Take choice ${index + 1} away`}
            className="grid size-12 shrink-0 place-items-center rounded-card border border-edge hover:bg-raised"
            onClick={() => set(choices.filter(({ id }) => id !== choice.id))}
          >
            <X aria-hidden size={18} />
          </button>
        </div>
      ))}
      {choices.length < mostChoices && (
        <Button
          variant="plain"
          className="self-start"
          icon={<Plus aria-hidden size={18} />}
          onClick={() => set([...choices, { id: randomId(), text: "", correct: false }])}
        >
          Choice
        </Button>
      )}
    </fieldset>
  );
}

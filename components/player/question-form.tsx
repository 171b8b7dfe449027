"use client";
/** One question to answer: a tap for one choice, pick and send for several, a field for words and numbers. */
import { ArrowUp, Check, CircleCheck, Clock, LoaderCircle } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ChoiceBadge, choiceColour } from "@/components/ui/choice-badge";
import { useCountdown } from "@/components/ui/countdown";
import { Field } from "@/components/ui/field";
import { Note } from "@/components/ui/note";
import type { AnswerState } from "@/lib/client/outbox";
import type { AnswerValue } from "@/lib/contracts/answers";
import type { PublicQuestion } from "@/lib/contracts/views";
import { parseNumber } from "./parse-number";

type Props = {
  question: PublicQuestion;
  opensAt: number;
  closesAt: number;
  serverNow: () => number;
  answer: AnswerState | null;
  onAnswer: (value: AnswerValue) => void;
};

/** Above this many characters a question is set smaller, so that the choices stay in sight. */
const longText = 120;

export function QuestionForm(props: Props) {
  const { question, answer, onAnswer } = props;
  const sent = answer !== null && answer.status !== "refused";
  return (
    <>
      <TimeBar {...props} />
      <h1 className={question.text.length > longText ? "text-choice" : "text-title"} data-testid="question">
        {question.text}
      </h1>
      <div className="mt-auto flex flex-col gap-3">
        {question.type === "text" || question.type === "number" ? (
          <TypedAnswer kind={question.type} sent={sent} answer={answer} onAnswer={onAnswer} />
        ) : (
          <Choices question={question} sent={sent} answer={answer} onAnswer={onAnswer} />
        )}
        <AnswerNote answer={answer} />
      </div>
    </>
  );
}

function TimeBar({ opensAt, closesAt, serverNow }: Props) {
  const { secondsLeft, fraction } = useCountdown(opensAt, closesAt, serverNow);
  return (
    <div className="flex items-center gap-3" role="timer" aria-label={`${secondsLeft} seconds left`}>
      <div className="h-3 grow overflow-hidden rounded-full bg-sunken">
        <div
          className={`h-full rounded-full ${secondsLeft <= 5 ? "bg-choice-a" : "bg-amber"}`}
          style={{ width: `${fraction * 100}%` }}
        />
      </div>
      <span data-testid="seconds" className="w-10 text-right font-display text-choice">
        {secondsLeft}
      </span>
    </div>
  );
}

function Choices({
  question,
  sent,
  answer,
  onAnswer,
}: {
  question: PublicQuestion;
  sent: boolean;
  answer: AnswerState | null;
  onAnswer: Props["onAnswer"];
}) {
  const [picked, setPicked] = useState<string[]>([]);
  const isMultiple = question.type === "multiple";
  const counted = sent ? answer : null;
  const chosen = counted
    ? counted.value.kind === "choice"
      ? [counted.value.choiceId]
      : counted.value.kind === "choices"
        ? counted.value.choiceIds
        : []
    : picked;
  return (
    <>
      {isMultiple && !sent && <p className="text-ink-2">Pick every right one, then send.</p>}
      {question.choices.map((choice, index) => {
        const isChosen = chosen.includes(choice.id);
        return (
          <button
            key={choice.id}
            type="button"
            data-testid={`choice-${index}`}
            aria-pressed={isChosen}
            disabled={sent}
            onClick={() => {
              if (!isMultiple) return onAnswer({ kind: "choice", choiceId: choice.id });
              setPicked(isChosen ? picked.filter((id) => id !== choice.id) : [...picked, choice.id]);
            }}
            className={`flex min-h-[68px] w-full items-center gap-4 rounded-slab border-2 px-4 py-3 text-left text-choice font-bold transition ${sent && !isChosen ? "opacity-45" : ""}`}
            style={{
              borderColor: choiceColour(index),
              background: isChosen
                ? choiceColour(index)
                : `color-mix(in oklch, ${choiceColour(index)} 12%, var(--rf-panel))`,
              color: isChosen ? "var(--rf-on-choice)" : undefined,
            }}
          >
            <ChoiceBadge index={index} inverted={isChosen} />
            <span className="min-w-0 grow">{choice.text}</span>
            {isChosen && <Mark status={counted?.status ?? null} />}
          </button>
        );
      })}
      {isMultiple && !sent && (
        <Button
          wide
          data-testid="send-answer"
          disabled={picked.length === 0}
          onClick={() => onAnswer({ kind: "choices", choiceIds: picked })}
        >
          Send answer <ArrowUp aria-hidden size={22} />
        </Button>
      )}
    </>
  );
}

function Mark({ status }: { status: AnswerState["status"] | null }) {
  if (status === "sending") return <LoaderCircle aria-hidden className="spin" size={24} />;
  return status === "kept" ? <Clock aria-hidden size={24} /> : <Check aria-hidden size={26} />;
}

function TypedAnswer({
  kind,
  sent,
  answer,
  onAnswer,
}: {
  kind: "text" | "number";
  sent: boolean;
  answer: AnswerState | null;
  onAnswer: Props["onAnswer"];
}) {
  const [typed, setTyped] = useState("");
  const [said, setSaid] = useState("");
  if (sent && answer)
    return (
      <p
        className="rounded-card border border-edge bg-panel px-4 py-4 text-choice font-bold"
        data-testid="my-answer"
      >
        <bdi>
          {answer.value.kind === "text"
            ? answer.value.text
            : answer.value.kind === "number"
              ? answer.value.number
              : ""}
        </bdi>
      </p>
    );
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (kind === "text") {
          if (typed.trim()) onAnswer({ kind: "text", text: typed.trim() });
          return;
        }
        const number = parseNumber(typed);
        if (number === null) setSaid("Type a number, such as 1969 or 3.5.");
        else onAnswer({ kind: "number", number });
      }}
    >
      <Field
        label="Your answer"
        data-testid="typed-answer"
        {...(said ? { error: said } : kind === "text" ? { hint: "Capitals and accents don’t matter." } : {})}
        inputMode={kind === "number" ? "decimal" : "text"}
        maxLength={200}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setSaid("");
        }}
        aside={kind === "number" && <SignToggle typed={typed} onTyped={setTyped} />}
      />
      <Button type="submit" wide data-testid="send-answer" disabled={typed.trim() === ""}>
        Send answer <ArrowUp aria-hidden size={22} />
      </Button>
    </form>
  );
}

/** The number pads of phones have no minus. */
function SignToggle({ typed, onTyped }: { typed: string; onTyped: (typed: string) => void }) {
  const digits = typed.trimStart().replace(/^[+\-\u2212]\s*/, "");
  const isNegative = /^\s*[-\u2212]/.test(typed);
  return (
    <button
      type="button"
      data-testid="toggle-sign"
      aria-label="Below zero"
      aria-pressed={isNegative}
      className="min-h-14 w-14 shrink-0 rounded-card border border-edge bg-panel text-choice font-bold"
      // the field keeps the focus, and the phone its keyboard
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onTyped(isNegative ? digits : `-${digits}`)}
    >
      +/−
    </button>
  );
}

export function AnswerNote({ answer }: { answer: AnswerState | null }) {
  if (!answer) return null;
  const notes = {
    sending: {
      tone: "neutral" as const,
      title: "Sending…",
      text: null,
      icon: <LoaderCircle aria-hidden className="spin" />,
    },
    kept: {
      tone: "warn" as const,
      title: "Kept on this phone",
      text: "Stay on this page. We keep trying.",
      icon: <Clock aria-hidden />,
    },
    saved: {
      tone: "good" as const,
      title: "Answer saved",
      text: "You can put the phone down.",
      icon: <CircleCheck aria-hidden />,
    },
    refused: {
      tone: "bad" as const,
      title: answer.refusal?.message ?? "That answer was not taken.",
      text: null,
      icon: null,
    },
  };
  const { tone, title, text, icon } = notes[answer.status];
  return (
    <div data-testid="answer-status" data-status={answer.status}>
      <Note tone={tone} title={title} icon={icon}>
        {text}
      </Note>
    </div>
  );
}

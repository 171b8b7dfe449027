"use client";
/** Two to 26 choices: one tap answers, or, where several may be right, pick and send. */
import { ArrowUp, Check, Clock, LoaderCircle, Square, SquareCheck } from "lucide-react";
import type { CSSProperties } from "react";
import { Button } from "@/components/ui/button";
import { ChoiceBadge, choiceColour } from "@/components/ui/choice-badge";
import type { AnswerState } from "@/lib/client/outbox";
import type { AnswerValue } from "@/lib/contracts/answers";
import type { PublicQuestion } from "@/lib/contracts/views";

/** Longer choices are set smaller, so that all of them stay in sight. */
const longChoice = 40;

/** idle, picked (not sent yet), or what became of the answer; `dimmed`: another one was chosen */
export type ChoiceLook = "idle" | "picked" | "sending" | "kept" | "saved" | "dimmed";

type Props = {
  question: PublicQuestion;
  /** null until something was sent, and again after a refusal */
  answer: AnswerState | null;
  picked: string[];
  onPicked: (choiceIds: string[]) => void;
  onAnswer: (value: AnswerValue) => void;
};

/** On an answer sheet: every tap is sent, and another one may be picked until the round is locked. */
export function OpenChoices({
  question,
  picked,
  status,
  onPicked,
}: {
  question: PublicQuestion;
  picked: string[];
  /** what became of the picks */
  status: "picked" | "sending" | "kept" | "saved";
  onPicked: (choiceIds: string[]) => void;
}) {
  const isMultiple = question.type === "multiple";
  const isLong = question.choices.some((choice) => choice.text.length > longChoice);
  return (
    <div className="grid gap-2.5">
      {isMultiple && <p className="text-ink-2">Pick every right one.</p>}
      {question.choices.map((choice, index) => {
        const isPicked = picked.includes(choice.id);
        return (
          <ChoiceButton
            key={choice.id}
            index={index}
            text={choice.text}
            look={isPicked ? status : "idle"}
            isLong={isLong}
            isMultiple={isMultiple}
            isOpen
            onTap={() => {
              if (!isMultiple) onPicked([choice.id]);
              else onPicked(isPicked ? picked.filter((id) => id !== choice.id) : [...picked, choice.id]);
            }}
          />
        );
      })}
    </div>
  );
}

export function ChoiceList({ question, answer, picked, onPicked, onAnswer }: Props) {
  const isMultiple = question.type === "multiple";
  const chosen = answer ? idsIn(answer.value) : picked;
  const isLong = question.choices.some((choice) => choice.text.length > longChoice);
  const lookOf = (id: string): ChoiceLook => {
    if (!answer) return chosen.includes(id) ? "picked" : "idle";
    if (!chosen.includes(id)) return "dimmed";
    return answer.status === "refused" ? "picked" : answer.status;
  };
  return (
    <>
      {isMultiple && !answer && <p className="text-ink-2">Pick every right one, then send.</p>}
      <div className="mt-auto grid max-h-[30.5rem] flex-1 auto-rows-[minmax(min-content,1fr)] gap-3">
        {question.choices.map((choice, index) => (
          <ChoiceButton
            key={choice.id}
            index={index}
            text={choice.text}
            look={lookOf(choice.id)}
            isLong={isLong}
            isMultiple={isMultiple}
            onTap={() => {
              if (!isMultiple) onAnswer({ kind: "choice", choiceId: choice.id });
              else if (picked.includes(choice.id)) onPicked(picked.filter((id) => id !== choice.id));
              else onPicked([...picked, choice.id]);
            }}
          />
        ))}
      </div>
      {isMultiple && !answer && (
        <Button
          wide
          // in reach however many choices there are
          className="sticky bottom-3 shadow-card"
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

const idsIn = (value: AnswerValue): string[] =>
  value.kind === "choice" ? [value.choiceId] : value.kind === "choices" ? value.choiceIds : [];

function ChoiceButton({
  index,
  text,
  look,
  isLong,
  isMultiple,
  isOpen = look === "idle" || look === "picked",
  onTap,
}: {
  index: number;
  text: string;
  look: ChoiceLook;
  isLong: boolean;
  isMultiple: boolean;
  isOpen?: boolean;
  onTap: () => void;
}) {
  const isSolid = look === "picked" || look === "kept" || look === "saved";
  return (
    <button
      type="button"
      data-testid={`choice-${index}`}
      data-look={look}
      aria-pressed={look !== "idle" && look !== "dimmed"}
      disabled={!isOpen}
      onClick={onTap}
      className={`flex min-h-[68px] w-full items-center gap-4 rounded-slab border-2 px-4 py-2.5 text-left leading-snug font-bold shadow-low transition-transform duration-[90ms] enabled:active:scale-[0.98] motion-reduce:transition-none ${isLong ? "text-lead" : "text-choice"} ${look === "dimmed" ? "text-ink-3" : ""}`}
      style={surfaces(choiceColour(index))[look]}
    >
      <span className={`flex shrink-0 ${look === "dimmed" ? "opacity-55" : ""}`}>
        <ChoiceBadge index={index} inverted={isSolid} size={isLong ? 34 : 42} />
      </span>
      <span className="min-w-0 grow [overflow-wrap:anywhere]">{text}</span>
      <Mark look={look} isMultiple={isMultiple} />
    </button>
  );
}

/** A picked choice fills with its own colour; amber never means "chosen". */
function surfaces(colour: string): Record<ChoiceLook, CSSProperties> {
  const tint = (percent: number) => `color-mix(in oklab, ${colour} ${percent}%, var(--rf-panel))`;
  const solid = { borderColor: colour, background: colour, color: "var(--rf-on-choice)" };
  return {
    idle: { borderColor: tint(78), background: tint(8) },
    picked: solid,
    kept: solid,
    saved: solid,
    sending: {
      borderColor: colour,
      background: `repeating-linear-gradient(115deg, ${tint(30)} 0 10px, ${tint(20)} 10px 20px)`,
    },
    dimmed: { borderColor: "var(--rf-line)", background: "transparent", boxShadow: "none" },
  };
}

function Mark({ look, isMultiple }: { look: ChoiceLook; isMultiple: boolean }) {
  switch (look) {
    case "idle":
      return isMultiple ? <Square aria-hidden size={26} className="shrink-0 text-ink-3" /> : null;
    case "picked":
      return <SquareCheck aria-hidden size={26} className="shrink-0" />;
    case "sending":
      return <LoaderCircle aria-hidden size={28} strokeWidth={3} className="spin shrink-0" />;
    case "kept":
      return <Clock aria-hidden size={28} strokeWidth={2.5} className="shrink-0" />;
    case "saved":
      return <Check aria-hidden size={28} strokeWidth={3} className="shrink-0" />;
    case "dimmed":
      return null;
  }
}

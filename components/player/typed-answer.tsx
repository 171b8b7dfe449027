"use client";
/** Words or a number, typed. Field, button, keyboard, in that order: the button is never under the keyboard. */
import { ArrowUp } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import type { AnswerState } from "@/lib/client/outbox";
import type { AnswerValue } from "@/lib/contracts/answers";
import { parseNumber } from "./parse-number";
import { useAboveKeyboard } from "./use-above-keyboard";

/** Longest answer the server takes (lib/contracts/answers.ts). */
export const longestAnswer = 200;

type Props = {
  kind: "text" | "number";
  /** "the closest wins" */
  hint?: string | null;
  /** null until something was sent, and again after a refusal */
  answer: AnswerState | null;
  typed: string;
  onTyped: (typed: string) => void;
  onAnswer: (value: AnswerValue) => void;
};

export function TypedAnswer({ kind, hint, answer, typed, onTyped, onAnswer }: Props) {
  const [said, setSaid] = useState("");
  const form = useRef<HTMLFormElement>(null);
  useAboveKeyboard(form);
  if (answer) return <SentAnswer value={answer.value} />;

  function change(next: string) {
    onTyped(next);
    setSaid("");
  }
  function send() {
    const text = typed.trim();
    if (!text) return;
    if (kind === "text") return onAnswer({ kind: "text", text });
    const number = parseNumber(text);
    if (number === null) setSaid(`We cannot read “${text}” as a number. Type it like 1969, 3.5 or 1,000.`);
    else onAnswer({ kind: "number", number });
  }
  return (
    <form
      ref={form}
      className="flex scroll-mb-3 flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field
        label="Your answer"
        data-testid="typed-answer"
        hint={
          kind === "text"
            ? "Capitals and accents don’t matter."
            : [hint, howItIsRead(typed)].filter(Boolean).join(" ")
        }
        inputMode={kind === "number" ? "decimal" : "text"}
        enterKeyHint="send"
        maxLength={longestAnswer}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => change(event.target.value)}
        aside={kind === "number" && <SignToggle typed={typed} onTyped={change} />}
        {...(said ? { error: said } : {})}
      />
      <Button type="submit" wide data-testid="send-answer" disabled={typed.trim() === ""}>
        Send answer <ArrowUp aria-hidden size={22} />
      </Button>
    </form>
  );
}

/** "1,000" is a thousand here and one in Lisbon: what is read differently from what was typed is shown. */
export function howItIsRead(typed: string): string {
  const number = parseNumber(typed);
  return number === null || String(number) === typed.trim()
    ? "Digits, such as 1969 or 3.5."
    : `Read as ${number}.`;
}

function SentAnswer({ value }: { value: AnswerValue }) {
  return (
    <p
      className="rounded-slab border-2 border-dashed border-edge px-4 py-3 text-choice font-bold"
      data-testid="my-answer"
    >
      <span className="block text-body font-normal text-ink-2">Your answer</span>
      <bdi>{value.kind === "text" ? value.text : value.kind === "number" ? value.number : ""}</bdi>
    </p>
  );
}

/** The number pads of phones have no minus. */
export function SignToggle({ typed, onTyped }: { typed: string; onTyped: (typed: string) => void }) {
  const digits = typed.trimStart().replace(/^[+\-\u2212]\s*/, "");
  const isNegative = /^\s*[-\u2212]/.test(typed);
  return (
    <button
      type="button"
      data-testid="toggle-sign"
      aria-label="Below zero"
      aria-pressed={isNegative}
      className={`min-h-14 w-14 shrink-0 rounded-card border border-edge text-choice font-bold ${isNegative ? "bg-raised" : "bg-panel"}`}
      // the field keeps the focus, and the phone its keyboard
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onTyped(isNegative ? digits : `-${digits}`)}
    >
      +/−
    </button>
  );
}

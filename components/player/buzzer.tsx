"use client";
/**
 * One huge button. The order is the server's; a press before the question is open costs a short wait, so that
 * hammering gains nothing. Whatever happens to a press is said: it never hangs (TMR-07).
 */
import { useEffect, useState } from "react";
import { Note } from "@/components/ui/note";
import type { AnswerState } from "@/lib/client/outbox";
import type { BuzzTurn, PublicQuestion } from "@/lib/contracts/views";
import { buzzWords, type InLine } from "./buzz-words";
import { QuestionMedia } from "./question-media";
import { questionWords } from "./question-words";

/** Long enough to lose against anybody who waited. */
const coolDownMs = 1_500;

type Props = {
  question: PublicQuestion;
  opensAt: number;
  serverNow: () => number;
  answer: AnswerState | null;
  /** where the team stands in line, where the house has said it */
  inLine: InLine | null;
  onBuzz: () => void;
};

type Face = { title: string; text: string; look: string };
const ready = "bg-amber text-on-accent border-[oklch(0.62_0.13_60)]";
const quiet = "bg-raised text-ink border-edge";
const called = "bg-good text-on-state border-good";
const looks: Record<BuzzTurn, string> = {
  now: called,
  right: called,
  waiting: "bg-panel text-ink border-good",
  missed: "bg-panel text-ink border-bad",
  over: quiet,
};

export function Buzzer({ question, opensAt, serverNow, answer, inLine, onBuzz }: Props) {
  const [isCooling, setIsCooling] = useState(false);
  useEffect(() => {
    if (!isCooling) return;
    const timer = setTimeout(() => setIsCooling(false), coolDownMs);
    return () => clearTimeout(timer);
  }, [isCooling]);
  const canPress = !isCooling && (!answer || answer.status === "refused");
  const face = faceOf(answer, isCooling, inLine);
  return (
    <>
      <h1
        className={question.text.length > 120 ? "font-sans text-lead font-bold" : "text-title"}
        data-testid="question"
      >
        {questionWords(question)}
      </h1>
      <QuestionMedia question={question} />
      <div className="flex grow flex-col items-center justify-center gap-5">
        <button
          type="button"
          data-testid="buzzer"
          data-status={answer?.status ?? (isCooling ? "cooling" : "ready")}
          data-turn={inLine?.turn}
          aria-disabled={!canPress}
          className={`grid aspect-square w-[min(78vw,54dvh,24rem)] place-content-center gap-1 rounded-full border-8 px-6 text-center shadow-card transition-transform duration-[90ms] motion-reduce:transition-none ${canPress ? `active:scale-[0.96] ${ready}` : face.look}`}
          onClick={() => {
            if (!canPress) return;
            if (serverNow() < opensAt) setIsCooling(true);
            else onBuzz();
          }}
        >
          <span className="font-display text-[clamp(2.25rem,13vw,4rem)] leading-none font-extrabold">
            {face.title}
          </span>
        </button>
        <p
          className="text-center text-lead"
          role="status"
          data-testid="answer-status"
          data-status={answer?.status}
        >
          {face.text}
        </p>
        {answer?.status === "refused" && <Note tone="bad" title={answer.refusal?.message ?? "Not taken."} />}
      </div>
    </>
  );
}

function faceOf(answer: AnswerState | null, isCooling: boolean, inLine: InLine | null): Face {
  if (isCooling) return { title: "Too early", text: "Wait a moment, then press again.", look: quiet };
  switch (answer?.status) {
    case "sending":
      return {
        title: "Buzz!",
        text: "On its way…",
        look: "bg-[oklch(0.7_0.12_60)] text-on-accent border-edge",
      };
    case "kept":
      return { title: "No signal", text: "Your buzz is kept here. We keep trying.", look: quiet };
    case "saved":
      return inLine === null
        ? { title: "Buzzed", text: "You are in line. Eyes on the big screen.", look: looks.waiting }
        : { ...buzzWords(inLine), look: looks[inLine.turn] };
    default:
      return { title: "Buzz!", text: "First to press answers out loud.", look: ready };
  }
}

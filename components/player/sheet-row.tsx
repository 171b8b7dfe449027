"use client";
/** One question of the answer sheet: a line with what is known of its answer, or, open, the way to answer it. */
import { Check, ChevronUp, CircleAlert, Clock, Info, LoaderCircle, Pencil, Save, Users } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import type { SheetEntry } from "@/lib/client/sheet-outbox";
import type { PublicQuestion } from "@/lib/contracts/views";
import { answerInWords } from "./answer-words";
import { QuestionMedia } from "./question-media";
import { questionWords } from "./question-words";
import type { Conflict, SheetDrafts } from "./sheet-drafts";
import { SheetInput } from "./sheet-input";
import { TeamConflict } from "./team-conflict";

export type RowState = "todo" | "saved" | "sending" | "kept" | "changed" | "refused" | "read";

export function rowState(question: PublicQuestion, entry: SheetEntry, conflict: Conflict | null): RowState {
  if (question.type === "info") return "read";
  if (conflict) return "changed";
  if (entry.sending) return entry.sending.status;
  if (entry.refusal) return "refused";
  return entry.stored ? "saved" : "todo";
}

const words: Record<RowState, string> = {
  todo: "to do",
  saved: "saved",
  sending: "sending",
  kept: "kept on this phone",
  changed: "changed by your team",
  refused: "not taken",
  read: "to read",
};
const icons: Record<RowState, ReactNode> = {
  todo: <Pencil aria-hidden size={24} className="shrink-0" />,
  saved: <Check aria-hidden size={26} strokeWidth={3} className="shrink-0 text-good" />,
  sending: <LoaderCircle aria-hidden size={24} strokeWidth={2.5} className="spin shrink-0" />,
  kept: <Clock aria-hidden size={24} className="shrink-0 text-warn" />,
  changed: <Users aria-hidden size={24} className="shrink-0 text-warn" />,
  refused: <CircleAlert aria-hidden size={24} className="shrink-0 text-bad" />,
  read: <Info aria-hidden size={24} className="shrink-0 text-ink-2" />,
};

type Props = {
  question: PublicQuestion;
  entry: SheetEntry;
  drafts: SheetDrafts;
  isOpen: boolean;
  /** opened by the player, not by the host's next question */
  takesFocus: boolean;
  onToggle: () => void;
  /** done here: on to the next that waits for an answer */
  onDone: () => void;
};

export function SheetRow({ question, entry, drafts, isOpen, takesFocus, onToggle, onDone }: Props) {
  const row = useRef<HTMLLIElement>(null);
  const conflict = drafts.conflict(question.id);
  const state = rowState(question, entry, conflict);
  useEffect(() => {
    if (!isOpen) return;
    if (takesFocus) row.current?.querySelector("input")?.focus({ preventScroll: true });
    row.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen, takesFocus]);
  return (
    <li
      ref={row}
      data-testid={`sheet-row-${question.number}`}
      data-state={state}
      className={`scroll-mt-16 scroll-mb-4 rounded-card ${isOpen || state === "todo" ? "border-2 border-accent bg-[color-mix(in_oklab,var(--rf-accent)_10%,var(--rf-panel))]" : `border bg-panel ${state === "changed" ? "border-warn" : state === "refused" ? "border-bad" : "border-line"}`}`}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex min-h-16 w-full items-center gap-2.5 px-3 py-2 text-left leading-tight"
        onClick={onToggle}
      >
        <RowNumber number={question.number} />
        <span className="grid min-w-0 grow gap-0.5">
          <span className={isOpen ? "py-1 text-lead leading-snug font-bold" : "truncate text-ink-2"}>
            <bdi className={isOpen ? "[overflow-wrap:anywhere]" : ""}>{questionWords(question)}</bdi>
          </span>
          {!isOpen && <RowAnswer question={question} entry={entry} state={state} />}
          {!isOpen && drafts.unfinished(question) && (
            <span className="text-warn">Not whole yet: tap to go on</span>
          )}
        </span>
        {isOpen ? <ChevronUp aria-hidden size={24} className="shrink-0 text-ink-2" /> : icons[state]}
        <span className="sr-only">{words[state]}</span>
      </button>
      {isOpen && (
        <div className="flex flex-col gap-3 px-3 pb-3">
          <QuestionMedia question={question} />
          {conflict && (
            <TeamConflict
              question={question}
              conflict={conflict}
              onUseMine={() => drafts.takeMine(question.id)}
              onKeepTheirs={() => drafts.keepTheirs(question.id)}
            />
          )}
          <SheetInput
            question={question}
            entry={entry}
            drafts={drafts}
            onDone={() => {
              onDone();
              // above the field, and perhaps above the page: there is something to choose first
              if (drafts.conflict(question.id)) row.current?.scrollIntoView({ block: "start" });
            }}
          />
          <RowNote state={state} entry={entry} onSendAgain={() => drafts.sendAgain(question.id)} />
        </div>
      )}
    </li>
  );
}

const RowNumber = ({ number }: { number: number }) => (
  <b className="w-9 shrink-0 text-center font-display text-title leading-none text-accent-ink">{number}</b>
);

function RowAnswer({
  question,
  entry: { stored, sending },
  state,
}: {
  question: PublicQuestion;
  entry: SheetEntry;
  state: RowState;
}) {
  if (state === "read") return null;
  const value = state === "changed" ? stored?.value : (sending ?? stored)?.value;
  if (!value) return <span className="text-choice font-bold text-accent-ink">Tap to answer</span>;
  return (
    <span className="truncate text-choice font-bold" data-testid="row-answer">
      <bdi>{answerInWords(question, value)}</bdi>
    </span>
  );
}

/** In an open row what became of the last change is said in words. */
function RowNote({
  state,
  entry,
  onSendAgain,
}: {
  state: RowState;
  entry: SheetEntry;
  onSendAgain: () => void;
}) {
  if (state === "todo" || state === "read" || state === "changed") return null;
  const said =
    state === "saved"
      ? "Saved. Your whole team sees it."
      : state === "sending"
        ? "Sending…"
        : state === "kept"
          ? "Kept on this phone. We keep trying."
          : entry.refusal?.message;
  return (
    <>
      <p
        role="status"
        data-testid="row-note"
        className={`flex items-center gap-2 ${state === "refused" ? "text-bad" : "text-ink-2"}`}
      >
        {icons[state]} {said}
      </p>
      {state === "refused" && (
        <Button variant="plain" data-testid="send-again" onClick={onSendAgain}>
          Send it again
        </Button>
      )}
    </>
  );
}

/** Still to come. */
export const LaterRow = ({ number }: { number: number }) => (
  <BareRow number={number} says="Not read out yet" />
);
/** Asked before this team joined: it costs nothing. */
export const MissedRow = ({ number }: { number: number }) => (
  <BareRow number={number} says="Asked before you joined" />
);

const BareRow = ({ number, says }: { number: number; says: string }) => (
  <li className="flex min-h-12 items-center gap-2.5 rounded-card border border-dashed border-edge px-3 text-ink-3">
    <b className="w-9 shrink-0 text-center font-display text-title leading-none">{number}</b>
    {says}
  </li>
);

/** After the bell: to look at, not to touch. */
export function LockedRow({
  question,
  entry,
  conflict,
  unfinished,
}: {
  question: PublicQuestion;
  entry: SheetEntry;
  /** nobody has chosen before the bell: the team's stands */
  conflict: Conflict | null;
  /** begun and never an answer */
  unfinished: { said: string; reason: string } | null;
}) {
  const { stored, sending, refusal } = entry;
  const lost = conflict?.mine ?? entry.lost;
  const state = sending ? sending.status : refusal ? "refused" : stored ? "saved" : "todo";
  const value = (sending ?? stored)?.value;
  return (
    <li
      data-testid={`sheet-row-${question.number}`}
      data-state={state}
      className="flex min-h-14 items-center gap-2.5 rounded-card border border-line bg-panel px-3 py-2 leading-tight"
    >
      <RowNumber number={question.number} />
      <span className="grid min-w-0 grow gap-0.5">
        <span className="truncate text-ink-2">
          <bdi>{questionWords(question)}</bdi>
        </span>
        {value ? (
          <span className="truncate text-lead font-bold">
            <bdi>{answerInWords(question, value)}</bdi>
          </span>
        ) : (
          !unfinished && <span className="text-ink-3">No answer</span>
        )}
        {unfinished && (
          <>
            <span className="[overflow-wrap:anywhere]" data-testid="unfinished">
              <bdi>{unfinished.said}</bdi>
            </span>
            <span className="text-warn">{unfinished.reason}</span>
          </>
        )}
        {refusal && (
          <span className="text-bad">
            “<bdi>{answerInWords(question, refusal.value)}</bdi>”: {refusal.message}
          </span>
        )}
        {lost && (
          <span className="text-ink-2">
            Not sent: <bdi>{answerInWords(question, lost)}</bdi>
          </span>
        )}
      </span>
      {state === "saved" ? (
        // no tick here: beside a wrong answer it would say "right"
        <span className="flex shrink-0 items-center gap-1.5 text-ink-2">
          <Save aria-hidden size={20} /> {words.saved}
        </span>
      ) : (
        <>
          {state !== "todo" && icons[state]}
          <span className="sr-only">{words[state]}</span>
        </>
      )}
    </li>
  );
}

"use client";
/** The way to answer one question of a sheet. Nothing has to be sent: taps go out at once, words after a pause. */
import { ArrowRight } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import type { SheetEntry } from "@/lib/client/sheet-outbox";
import type { PublicQuestion } from "@/lib/contracts/views";
import { OpenChoices } from "./choice-list";
import { answerOf, type Draft } from "./draft";
import { ListFields } from "./list-fields";
import { MatchTable } from "./match-table";
import { OrderList } from "./order-list";
import { hintOf } from "./question-hint";
import { type SheetDrafts, typingPauseMs } from "./sheet-drafts";
import { howItIsRead, longestAnswer, SignToggle } from "./typed-answer";

type Props = {
  question: PublicQuestion;
  entry: SheetEntry;
  drafts: SheetDrafts;
  onDone: () => void;
};

/** Somebody who sorts taps several times in a row; each tap on its own need not be sent. */
const sortingPauseMs = 700;

export function SheetInput({ question, entry, drafts, onDone }: Props) {
  const shown = drafts.shown(question);
  const hint = hintOf(question);
  const edit = (change: Partial<Draft>, pauseMs: number) =>
    drafts.edit(question, { ...shown, ...change }, pauseMs);
  const status = entry.sending?.status ?? (entry.stored && !entry.refusal ? "saved" : "picked");
  switch (question.type) {
    case "text":
    case "number":
      return (
        <TypedField
          question={question}
          shown={shown}
          onTyped={(typed) => edit({ typed }, typingPauseMs)}
          onBlur={() => drafts.leave(question.id)}
          onDone={onDone}
        />
      );
    case "single":
    case "boolean":
    case "multiple":
      return (
        <OpenChoices
          question={question}
          picked={shown.picked}
          status={status}
          onPicked={(picked) => edit({ picked }, 0)}
        />
      );
    case "list":
      return (
        <>
          {hint && <p className="text-ink-2">{hint}</p>}
          <ListFields
            texts={shown.texts}
            onTexts={(texts) => edit({ texts }, typingPauseMs)}
            onBlur={() => drafts.commit(question.id)}
            onDone={onDone}
          />
        </>
      );
    case "ordering":
      return (
        <>
          {hint && <p className="text-ink-2">{hint}</p>}
          <OrderList
            items={question.items ?? []}
            order={shown.order}
            onOrder={(order) => edit({ order }, sortingPauseMs)}
          />
          {!entry.stored && !entry.sending && (
            <Button variant="plain" onClick={() => edit({ order: shown.order }, 0)}>
              It is in order like this
            </Button>
          )}
        </>
      );
    case "matching":
      return (
        <MatchTable
          lefts={question.lefts ?? []}
          rights={question.rights ?? []}
          pairs={shown.pairs}
          onPairs={(pairs) => edit({ pairs }, sortingPauseMs)}
          isPartial={question.partial === true}
          status={status}
          isWaiting={drafts.isWaiting(question.id)}
        />
      );
    case "buzzer":
    case "info":
      return null;
  }
}

function TypedField({
  question,
  shown: { typed },
  onTyped,
  onBlur,
  onDone,
}: {
  question: PublicQuestion;
  shown: Draft;
  onTyped: (typed: string) => void;
  onBlur: () => void;
  onDone: () => void;
}) {
  const [isLeft, setIsLeft] = useState(false);
  const isNumber = question.type === "number";
  const isUnread = isNumber && typed.trim() !== "" && !answerOf(question, { ...emptyTyped, typed });
  const hint = [hintOf(question), isNumber && howItIsRead(typed)].filter(Boolean).join(" ");
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onBlur();
        setIsLeft(true);
        if (!isUnread) onDone();
      }}
    >
      <Field
        label="Your answer"
        data-testid="sheet-answer"
        hint={hint || "Capitals and accents don’t matter."}
        inputMode={isNumber ? "decimal" : "text"}
        enterKeyHint="next"
        maxLength={longestAnswer}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setIsLeft(false);
          onTyped(event.target.value);
        }}
        onBlur={() => {
          setIsLeft(true);
          onBlur();
        }}
        aside={isNumber && <SignToggle typed={typed} onTyped={onTyped} />}
        {...(isUnread && isLeft ? { error: `We cannot read “${typed}” as a number. It is not sent.` } : {})}
      />
      <Button type="submit" variant="plain" data-testid="next-row">
        Next <ArrowRight aria-hidden size={20} />
      </Button>
    </form>
  );
}
const emptyTyped = { questionId: "", typed: "", picked: [], texts: [], order: [], pairs: {} } satisfies Draft;

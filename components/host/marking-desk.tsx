"use client";
/** One question's answers at a time, equal ones together: one press judges them for every team that wrote them. */
import { CircleCheck, CloudOff, Undo2 } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Note } from "@/components/ui/note";
import type { Marking } from "@/lib/client/use-marking";
import type { MarkingQuestion } from "@/lib/contracts/marking";
import { AdjustmentsCard } from "./adjustments-card";
import { answeredWords } from "./answered-words";
import {
  cursorIn,
  groupsShown,
  type Judgment,
  judge,
  type MarkingCursor,
  nextToMark,
  onQuestion,
  type Pressed,
  pressKey,
  stepQuestion,
  toggleRight,
} from "./marking-cursor";
import { MarkingGroup } from "./marking-group";
import { MarkingHead } from "./marking-head";
import { KeyLegend, NextButton, RoundPips } from "./marking-progress";
import { MarkingTeams } from "./marking-teams";
import { counted } from "./phase-words";
import { useKeys } from "./use-keys";

export function MarkingDesk({
  marking,
  livePath,
  children,
}: {
  marking: Marking;
  /** where the host goes on when everything is marked; a marker has nowhere to go */
  livePath?: string;
  children?: ReactNode;
}) {
  const [kept, setCursor] = useState<MarkingCursor | null>(null);
  const { view, send } = marking;
  const cursor = cursorIn(view, kept);
  // where a page opened it stays: a mark by somebody else must not lead this person to another question
  const start = kept ? null : cursor;
  useEffect(() => {
    if (start) setCursor(start);
  }, [start]);
  const question = view.questions.find(({ questionId }) => questionId === cursor?.questionId);
  const next = cursor && nextToMark(view, cursor);
  const take = (pressed: Pressed | null): boolean => {
    if (!pressed) return false;
    setCursor(pressed.cursor);
    if (pressed.command) send(pressed.command);
    return true;
  };
  const takeBack = () => {
    const questionId = marking.takeBack();
    const back = view.questions.find((one) => one.questionId === questionId);
    if (back && back.questionId !== cursor?.questionId) setCursor(onQuestion(back));
  };
  useKeys((key) => {
    if (key === "u" && marking.canTakeBack) takeBack();
    else return cursor !== null && take(pressKey(view, cursor, key));
    return true;
  });

  if (!cursor || !question)
    return (
      <div className="mx-auto flex w-full max-w-7xl flex-col gap-4 px-4 py-6 lg:px-6">
        <h1 className="text-hero">Marking</h1>
        <p className="text-lead text-ink-2" data-testid="nothing-to-mark">
          Nothing to mark yet. A question comes here as soon as it is locked, a sheet with all of its
          questions.
        </p>
        {children}
        <AdjustmentsCard marking={marking} />
      </div>
    );
  const group = question.groups.find(({ key }) => key === cursor.key);
  return (
    <div className="flex flex-1 flex-col lg:grid lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[minmax(0,1fr)_auto] xl:grid-cols-[minmax(0,1fr)_25rem]">
      <div className="flex min-w-0 flex-col gap-3 px-4 pt-4 pb-4 lg:min-h-0 lg:overflow-y-auto lg:px-6">
        <MarkingHead
          view={view}
          question={question}
          onStep={(by) => setCursor(stepQuestion(view, cursor, by))}
          onQuestion={(one) => setCursor(onQuestion(one))}
          send={send}
        />
        <Said marking={marking} />
        <GroupList
          question={question}
          cursor={cursor}
          onPick={(key) => setCursor({ ...cursor, key })}
          onJudge={(key, judgment) => take(judge(view, { ...cursor, key }, key, judgment))}
          onShowRight={() => take(toggleRight(view, cursor))}
          send={send}
        />
      </div>
      <aside className="flex min-h-0 flex-col gap-4 border-line bg-panel p-4 max-lg:mx-4 max-lg:mb-4 max-lg:rounded-slab max-lg:border lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:overflow-y-auto lg:border-s">
        {group && (
          <div className="max-lg:hidden">
            <MarkingTeams question={question} group={group} send={send} withTitle />
          </div>
        )}
        <div className="mt-auto flex flex-col gap-4">
          <RoundPips view={view} question={question} />
          <AdjustmentsCard marking={marking} />
          {children}
        </div>
      </aside>
      <div className="sticky bottom-0 z-10 mt-auto flex flex-wrap items-stretch gap-2 border-t lg:flex-nowrap lg:gap-4 border-line bg-panel px-3 pt-2.5 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:static lg:col-start-1 lg:row-start-2 lg:px-6 lg:py-3">
        <button
          type="button"
          disabled={!marking.canTakeBack}
          data-testid="take-back"
          aria-keyshortcuts="u"
          className="flex min-h-14 flex-col items-center justify-center gap-0.5 rounded-card border border-edge bg-panel px-4 text-micro font-bold hover:bg-raised disabled:opacity-50 sm:text-body"
          onClick={takeBack}
        >
          <span className="flex items-center gap-2">
            <Undo2 aria-hidden size={20} />
            Undo
          </span>
          <kbd className="host-key max-lg:hidden">U</kbd>
        </button>
        <KeyLegend question={question} />
        <NextButton
          view={view}
          question={question}
          next={next}
          livePath={livePath}
          onNext={() => next && setCursor(next)}
        />
      </div>
    </div>
  );
}

/** What the page has to say about itself: unsent, refused, cut off. */
function Said({ marking: { trouble, said, unsaved } }: { marking: Marking }) {
  // half a second of sending is nothing to read
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (unsaved === 0) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), 1_500);
    return () => clearTimeout(timer);
  }, [unsaved]);
  if (trouble)
    return (
      <Note
        tone="warn"
        title={trouble}
        icon={<CloudOff aria-hidden size={24} className="shrink-0 text-warn" />}
        testId="marking-trouble"
      >
        {unsaved > 0
          ? `${counted(unsaved, "mark")} not saved yet: this page tries again by itself. Keep it open.`
          : "This page tries again by itself."}
      </Note>
    );
  if (said) return <Note tone="bad" title={said} testId="marking-said" />;
  return isSlow ? (
    <p role="status" className="text-ink-2">
      Saving {counted(unsaved, "mark")}…
    </p>
  ) : null;
}

function GroupList({
  question,
  cursor,
  onPick,
  onJudge,
  onShowRight,
  send,
}: {
  question: MarkingQuestion;
  cursor: MarkingCursor;
  onPick: (key: string) => void;
  onJudge: (key: string, judgment: Judgment) => void;
  onShowRight: () => void;
  send: Marking["send"];
}) {
  const shown = groupsShown(question, cursor.showRight);
  const right = question.groups.filter(({ automatic }) => automatic === "right");
  const teams = right.reduce((sum, { answers }) => sum + answers.length, 0);
  return (
    <>
      <ol className="flex flex-col gap-2" data-testid="groups">
        {shown.map((group) => (
          <MarkingGroup
            key={group.key}
            question={question}
            group={group}
            isCurrent={group.key === cursor.key}
            onPick={() => onPick(group.key)}
            onJudge={(judgment) => onJudge(group.key, judgment)}
            send={send}
          />
        ))}
      </ol>
      {right.length > 0 && (
        <button
          type="button"
          aria-expanded={cursor.showRight}
          aria-keyshortcuts={question.parts === null ? "r" : undefined}
          data-testid="show-right"
          className="flex min-h-12 items-center gap-3 rounded-card border border-line px-4 py-1.5 text-start hover:bg-raised"
          onClick={onShowRight}
        >
          <CircleCheck aria-hidden size={22} className="shrink-0 text-good" />
          <span className="min-w-0 grow">
            <b>{counted(teams, "team")} right by themselves</b>{" "}
            <span className="text-ink-2">
              {cursor.showRight
                ? "press to fold away"
                : right
                    .slice(0, 3)
                    .map(({ text }) => `“${text}”`)
                    .join(", ")}
            </span>
          </span>
          {question.parts === null && <kbd className="host-key max-lg:hidden">R</kbd>}
        </button>
      )}
      <p className="px-1 text-ink-2" data-testid="unanswered">
        {answeredWords(question)}
      </p>
    </>
  );
}

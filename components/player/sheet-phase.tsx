"use client";
/** The answer sheet of a round: every question asked so far, to answer and change until the host calls time. */
import { ArrowDown, Pencil } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import type { SheetEntry } from "@/lib/client/sheet-outbox";
import type { PublicQuestion, SharedView } from "@/lib/contracts/views";
import { rowAfter } from "./row-after";
import type { SheetDrafts } from "./sheet-drafts";
import { LaterRow, MissedRow, SheetRow } from "./sheet-row";
import { TimeBar } from "./time-bar";

type QuestionView = Extract<SharedView, { phase: "question" }>;
type Props = {
  shared: Pick<QuestionView, "round" | "closesAt">;
  sheet: PublicQuestion[];
  /** ids of those that were asked before this team joined, and that it may not answer */
  missed?: string[];
  entry: (questionId: string) => SheetEntry;
  drafts: SheetDrafts;
  serverNow: () => number;
};

/** What is still in a field goes out this long before the sheets lock: a slow phone needs most of it. */
const lastCallMs = 800;

export const answerable = (sheet: PublicQuestion[]): PublicQuestion[] =>
  sheet.filter(({ type }) => type !== "info");

export function SheetPhase({
  shared: { round, closesAt },
  sheet,
  missed = [],
  entry,
  drafts,
  serverNow,
}: Props) {
  const isMissed = ({ id }: PublicQuestion) => missed.includes(id);
  const newest = sheet.findLast((question) => !isMissed(question));
  const isDone = ({ id }: PublicQuestion) => entry(id).stored !== null || entry(id).sending !== null;
  const [openId, setOpenId] = useState<string | null>(() => (newest && !isDone(newest) ? newest.id : null));
  /** the player has asked for it: the keyboard may come up */
  const [focusId, setFocusId] = useState<string | null>(null);
  const news = useNews(newest?.id ?? null, {
    isBusy: () => openId !== null && drafts.conflict(openId) !== null,
    openIt: () => setOpenId(newest?.id ?? null),
  });
  useLastCall(closesAt, serverNow, drafts);

  const toAnswer = answerable(sheet).filter((question) => !isMissed(question));
  const doneCount = toAnswer.filter(isDone).length;
  // by their own numbers: a question that was skipped has left the sheet and leaves a gap
  const lastNumber = Math.max(0, ...sheet.map(({ number }) => number));
  const laterCount = Math.max(0, round.questionCount - lastNumber);
  function open(id: string | null): void {
    if (openId) drafts.leave(openId);
    setOpenId(id);
    setFocusId(id);
    if (id === news.id) news.seen();
  }
  function goOn(from: PublicQuestion): void {
    const next = rowAfter(from, toAnswer, isDone, drafts);
    if (next?.id !== from.id) open(next?.id ?? null);
  }
  return (
    <>
      {closesAt !== null && <TimeCalled closesAt={closesAt} serverNow={serverNow} />}
      <div className="flex items-baseline gap-3">
        <h1 className="min-w-0 text-[1.75rem] [overflow-wrap:anywhere]">{round.title}</h1>
        <span className="ms-auto shrink-0" data-testid="sheet-count">
          {doneCount} of {toAnswer.length} answered
        </span>
      </div>
      <ol className="flex flex-col gap-2" data-testid="sheet">
        {sheet.map((question) =>
          isMissed(question) ? (
            <MissedRow key={question.id} number={question.number} />
          ) : (
            <SheetRow
              key={question.id}
              question={question}
              entry={entry(question.id)}
              drafts={drafts}
              isOpen={question.id === openId}
              takesFocus={question.id === focusId}
              onToggle={() => open(question.id === openId ? null : question.id)}
              onDone={() => goOn(question)}
            />
          ),
        )}
        {Array.from({ length: laterCount }, (_, place) => (
          <LaterRow key={place} number={lastNumber + place + 1} />
        ))}
      </ol>
      {newest && news.id === newest.id && !isDone(newest) && (
        <Button
          className="sticky bottom-3 z-10 shadow-card"
          data-testid="newest-question"
          onClick={() => open(newest.id)}
        >
          Question {newest.number} is on the sheet <ArrowDown aria-hidden size={20} />
        </Button>
      )}
      {closesAt === null && (
        <div className="mt-auto">
          <Note
            tone="neutral"
            icon={<Pencil aria-hidden size={22} className="shrink-0 text-ink-2" />}
            title="Change anything until the host calls time."
          />
        </div>
      )}
    </>
  );
}

/** A question read out while somebody is typing or has to choose must not take that away: it is offered instead. */
function useNews(newestId: string | null, sheet: { isBusy: () => boolean; openIt: () => void }) {
  const [newsId, setNewsId] = useState<string | null>(null);
  const known = useRef(newestId);
  const now = useRef(sheet);
  now.current = sheet;
  useEffect(() => {
    if (newestId === known.current) return;
    known.current = newestId;
    const isWriting = document.activeElement?.matches("input, select, textarea, [data-move]") === true;
    const isOffered = isWriting || now.current.isBusy();
    setNewsId(isOffered ? newestId : null);
    if (!isOffered) now.current.openIt();
  }, [newestId]);
  return { id: newsId, seen: () => setNewsId(null) };
}

function useLastCall(closesAt: number | null, serverNow: () => number, drafts: SheetDrafts): void {
  useEffect(() => {
    if (closesAt === null) return;
    const timer = setTimeout(() => drafts.commitAll(), Math.max(0, closesAt - serverNow() - lastCallMs));
    return () => clearTimeout(timer);
  }, [closesAt, serverNow, drafts]);
}

function TimeCalled({ closesAt, serverNow }: { closesAt: number; serverNow: () => number }) {
  return (
    <section
      className="sticky top-0 z-10 -mx-4 -mt-3 border-y border-line bg-panel px-4 py-2"
      data-testid="time-called"
    >
      <p className="font-display text-lead leading-snug font-extrabold text-accent-ink">Time, please.</p>
      <CalledClock key={closesAt} closesAt={closesAt} serverNow={serverNow} />
    </section>
  );
}

function CalledClock({ closesAt, serverNow }: { closesAt: number; serverNow: () => number }) {
  // a view does not say when time was called: the bar is full when this phone first heard of it
  const [heardAt] = useState(serverNow);
  return <TimeBar opensAt={heardAt} closesAt={closesAt} serverNow={serverNow} isLong={false} />;
}

"use client";
/** The host's buttons: one large one for the next step, in reach of a thumb, and the rest beside or above it. */
import {
  Bell,
  ChevronDown,
  Coffee,
  Ellipsis,
  ListOrdered,
  Lock,
  OctagonX,
  SkipForward,
  Timer,
  Undo2,
} from "lucide-react";
import { type ComponentType, useState } from "react";
import type { HostOrder } from "@/lib/client/use-host-session";
import type { HostView } from "@/lib/contracts/views";
import { BreakQuestion, EndQuestion } from "./bar-questions";
import { nextStepWords } from "./next-step";
import { TimeQuestion } from "./time-question";
import { useKeys } from "./use-keys";
import { extraSeconds, type Order, usualBreakMinutes } from "./use-orders";

type Act = {
  testId: string;
  label: string;
  Icon: ComponentType<{ size?: number; "aria-hidden"?: boolean }>;
  key?: string;
  disabled?: boolean;
  /** where the bar is one row: the first half of a pair, and the second, which is an icon alone */
  joined?: "first" | "second";
  press: () => void;
};

type BarQuestion = "break" | "end" | "time";

/** What is pressed often stands in the bar everywhere; the rest is behind "More" on a phone. */
function actsFor(
  view: HostView,
  send: (command: HostOrder) => void,
  ask: (question: BarQuestion) => void,
): { often: Act[]; seldom: Act[] } {
  const { shared } = view;
  const { phase } = shared;
  const often: Act[] = [
    {
      testId: "undo",
      label: "Undo",
      Icon: Undo2,
      key: "U",
      disabled: !view.canUndo,
      press: () => send({ type: "undo" }),
    },
  ];
  if (shared.phase === "question") {
    if (shared.sheet)
      often.push({ testId: "call-time", label: "Call time", Icon: Bell, key: "T", press: () => ask("time") });
    if (shared.closesAt !== null)
      often.push({
        testId: "extend",
        label: `+${extraSeconds} s`,
        Icon: Timer,
        key: "+",
        press: () => send({ type: "extendQuestion", seconds: extraSeconds }),
      });
    // a slide has nothing to lock, and where locking is the next step the large button does it
    if (view.question?.type !== "info" || shared.sheet)
      if (view.nextStep !== "lockSheets")
        often.push({
          testId: "lock",
          label: shared.sheet ? "Lock now" : "Lock only",
          Icon: Lock,
          key: "L",
          press: () => send({ type: "lockQuestion" }),
        });
  }
  if (phase === "reveal")
    often.push({
      testId: "show-standings",
      label: "Standings",
      Icon: ListOrdered,
      press: () => send({ type: "showStandings" }),
    });
  if (view.nextStep === "uncoverPlace")
    often.push({
      testId: "uncover-all",
      label: "All places",
      Icon: ListOrdered,
      press: () => send({ type: "uncoverPlaces", places: null }),
    });
  // a locked sheet is marked as a whole; one question of it is voided on the marking page
  const isLockedSheet = shared.phase === "locked" && shared.sheet !== null;
  if ((phase === "question" || phase === "locked" || phase === "reveal") && !isLockedSheet)
    often.push({
      testId: "skip",
      label: "Skip",
      Icon: SkipForward,
      key: "S",
      press: () => send({ type: "skipQuestion" }),
    });
  const seldom: Act[] = [];
  if (phase !== "paused")
    seldom.push(
      {
        testId: "pause",
        label: `Break ${usualBreakMinutes} min`,
        Icon: Coffee,
        joined: "first",
        key: "B",
        press: () => send({ type: "pause", minutes: usualBreakMinutes }),
      },
      {
        testId: "pause-length",
        label: "Other break",
        Icon: ChevronDown,
        joined: "second",
        press: () => ask("break"),
      },
    );
  seldom.push({ testId: "end", label: "End", Icon: OctagonX, press: () => ask("end") });
  return { often, seldom };
}

export function ActionBar({
  view,
  pending,
  said,
  order,
}: {
  view: HostView;
  pending: boolean;
  said: string;
  order: Order;
}) {
  const [more, setMore] = useState(false);
  const [question, ask] = useState<BarQuestion | null>(null);
  const next = nextStepWords(view);
  const send = (command: HostOrder) => {
    setMore(false);
    void order(command);
  };
  const { often, seldom } = actsFor(view, send, (which) => {
    setMore(false);
    ask(which);
  });
  useKeys((key) => {
    const canCall = key === "t" && view.shared.phase === "question" && view.shared.sheet !== null;
    if (canCall) ask("time");
    return canCall;
  });
  return (
    <div className="sticky bottom-0 z-10 mt-auto border-t border-line bg-panel px-3 pt-2.5 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-[0_-8px_24px_-8px_oklch(0.06_0.01_50/.4)] lg:static lg:col-start-1 lg:row-start-2 lg:px-6 lg:py-3 lg:shadow-none">
      <p role="status" data-testid="said" className="pb-2 font-bold text-warn empty:hidden">
        {said}
      </p>
      <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap sm:items-stretch">
        <div id="seldom" className={`${more ? "grid" : "hidden"} grid-cols-3 gap-2 sm:order-1 sm:flex`}>
          {seldom.map((act) => (
            <ActButton key={act.testId} act={act} pending={pending} />
          ))}
        </div>
        <div className="grid auto-cols-fr grid-flow-col gap-2 sm:flex">
          {often.map((act) => (
            <ActButton key={act.testId} act={act} pending={pending} />
          ))}
          <button
            type="button"
            aria-expanded={more}
            aria-controls="seldom"
            data-testid="more"
            className={`${button} sm:hidden`}
            onClick={() => setMore(!more)}
          >
            <Ellipsis aria-hidden size={22} />
            More
          </button>
        </div>
        {next && (
          <button
            type="button"
            disabled={pending}
            data-testid="next-step"
            aria-keyshortcuts="Space"
            className="flex min-h-18 items-center justify-center gap-3 rounded-slab bg-amber px-4 py-2 text-start text-title leading-tight xl:max-2xl:text-[1.375rem] font-bold text-on-accent shadow-key transition hover:brightness-105 active:translate-y-px disabled:opacity-60 sm:order-2 sm:ml-auto sm:min-w-68 sm:flex-1 xl:max-w-sm"
            // the second click of a double click is based on the view the first one led to: STALE cannot stop it (HST-06)
            onClick={(event) => event.detail < 2 && send({ type: "advance" })}
          >
            <span className="min-w-0">
              <span className="block sm:whitespace-nowrap">{next.label}</span>
              <small className="block truncate text-body font-semibold">{next.hint}</small>
            </span>
            <kbd className="host-key host-key-amber shrink-0 max-sm:hidden">Space</kbd>
          </button>
        )}
      </div>
      {question === "break" && (
        <BreakQuestion onClose={() => ask(null)} onChosen={(minutes) => send({ type: "pause", minutes })} />
      )}
      {question === "time" && (
        <TimeQuestion
          view={view}
          onClose={() => ask(null)}
          onChosen={(seconds) => send({ type: "callTime", seconds })}
        />
      )}
      {question === "end" && (
        <EndQuestion view={view} onClose={() => ask(null)} onChosen={() => send({ type: "endSession" })} />
      )}
    </div>
  );
}

const button =
  "flex min-h-14 flex-col items-center justify-center gap-0.5 rounded-card border border-edge bg-panel px-1 py-1 text-micro font-bold text-ink transition hover:bg-raised active:translate-y-px disabled:opacity-50 sm:min-h-18 sm:px-2.5 sm:text-body";

const joins = { first: "sm:rounded-e-none", second: "sm:-ms-2 sm:rounded-s-none sm:border-s-0 sm:px-1" };

function ActButton({
  act: { testId, label, Icon, key, disabled, joined, press },
  pending,
}: {
  act: Act;
  pending: boolean;
}) {
  return (
    <button
      type="button"
      disabled={pending || disabled}
      data-testid={testId}
      aria-keyshortcuts={key}
      className={`${button} ${joined ? joins[joined] : ""}`}
      onClick={press}
    >
      <span className="flex items-center gap-2">
        {/* a small laptop has room for one of the two, and the key is the one to learn */}
        <span className={key ? "lg:max-2xl:hidden" : ""}>
          <Icon aria-hidden size={20} />
        </span>
        {key && <kbd className="host-key max-lg:hidden">{key}</kbd>}
      </span>
      <span className={`leading-tight sm:whitespace-nowrap ${joined === "second" ? "sm:sr-only" : ""}`}>
        {label}
      </span>
    </button>
  );
}

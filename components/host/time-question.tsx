"use client";
/** "Five minutes left": the phones count down and the sheets lock themselves. */
import { Button } from "@/components/ui/button";
import type { HostView } from "@/lib/contracts/views";
import { AskDialog } from "./ask-dialog";
import { calledMinutes, usualCalls } from "./call-minutes";
import { TypedMinutes } from "./typed-minutes";

export function TimeQuestion({
  view,
  onClose,
  onChosen,
}: {
  view: HostView;
  onClose: () => void;
  onChosen: (seconds: number) => void;
}) {
  const choose = (seconds: number) => {
    onClose();
    onChosen(seconds);
  };
  const { shared } = view;
  const isCalled = shared.phase === "question" && shared.closesAt !== null;
  return (
    <AskDialog title="How long may they still write?" onClose={onClose}>
      <p className="text-ink-2">
        {isCalled
          ? "Time has been called already: the new time takes its place."
          : "Phones and big screen count down; then the sheets lock themselves."}
        {view.nextStep === "nextQuestion" && (
          <b className="block text-warn">Questions of this round that have not been asked will not be.</b>
        )}
      </p>
      <div className="grid grid-cols-3 gap-2">
        {usualCalls.map((minutes) => (
          <Button
            key={minutes}
            variant="plain"
            data-testid={`call-${minutes}`}
            onClick={() => choose(minutes * 60)}
          >
            {minutes} min
          </Button>
        ))}
      </div>
      <TypedMinutes
        read={calledMinutes}
        send="Call"
        inputMode="decimal"
        testId="call-minutes"
        onChosen={choose}
      />
      <Button variant="quiet" className="self-end" onClick={onClose}>
        Not yet
      </Button>
    </AskDialog>
  );
}

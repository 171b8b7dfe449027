"use client";
/** What the bar asks before it acts: how long the break is, and whether the quiz is really over. */
import { Button } from "@/components/ui/button";
import type { HostView } from "@/lib/contracts/views";
import { AskDialog } from "./ask-dialog";
import { breakMinutesFrom, usualBreaks } from "./break-minutes";
import { DialogFooter } from "./dialog-footer";
import { TypedMinutes } from "./typed-minutes";

export function BreakQuestion({
  onClose,
  onChosen,
}: {
  onClose: () => void;
  onChosen: (minutes: number | null) => void;
}) {
  const choose = (minutes: number | null) => {
    onClose();
    onChosen(minutes);
  };
  return (
    <AskDialog title="How long is the break?" onClose={onClose}>
      <p className="text-ink-2">The big screen and the phones count down. You end the break yourself.</p>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-5">
        {usualBreaks.map((minutes) => (
          <Button
            key={minutes}
            variant="plain"
            className="px-1! whitespace-nowrap max-sm:first:col-span-2"
            data-testid={`break-${minutes ?? "open"}`}
            onClick={() => choose(minutes)}
          >
            {minutes === null ? "No time" : `${minutes} min`}
          </Button>
        ))}
      </div>
      <TypedMinutes
        read={breakMinutesFrom}
        send="Start"
        inputMode="numeric"
        testId="break-minutes"
        onChosen={choose}
      />
      <Button variant="quiet" className="self-end" onClick={onClose}>
        No break
      </Button>
    </AskDialog>
  );
}

export function EndQuestion({
  view,
  onClose,
  onChosen,
}: {
  view: HostView;
  onClose: () => void;
  onChosen: () => void;
}) {
  const { asked, total } = view.progress;
  return (
    <AskDialog title="End the quiz for everyone now?" onClose={onClose}>
      <p className="text-ink-2">
        {asked < total
          ? `${total - asked} of ${total} questions have not been asked. `
          : "Every question has been asked. "}
        Phones and big screen show the final places. This cannot be undone.
      </p>
      <DialogFooter
        send="End the quiz"
        isDanger
        onClose={onClose}
        onSend={() => {
          onClose();
          onChosen();
        }}
      />
    </AskDialog>
  );
}

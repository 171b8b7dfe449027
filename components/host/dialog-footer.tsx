import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { AlertLine } from "./alert-line";

/**
 * The end of a dialog: what was refused, the way back, and the one thing it is for. Without `onSend` the last button
 * sends the form around it. `children`: another way out, before the two.
 */
export function DialogFooter({
  said = "",
  send,
  testId = "confirm",
  isDanger = false,
  busy = false,
  onClose,
  onSend,
  children,
}: {
  said?: string | undefined;
  send: string;
  testId?: string;
  /** what it does cannot be taken back */
  isDanger?: boolean;
  busy?: boolean;
  onClose: () => void;
  onSend?: () => void;
  children?: ReactNode;
}) {
  return (
    // in sight however long the dialog is: what was refused, too
    <div className="sticky bottom-0 -mx-4 -mb-4 flex flex-col gap-3 bg-panel px-4 pt-2 shadow-[0_-0.75rem_0.75rem_-0.25rem_var(--rf-panel)] pb-4 sm:-mx-6 sm:-mb-6 sm:px-6 sm:pb-6">
      <AlertLine>{said}</AlertLine>
      <div className="flex flex-wrap justify-end gap-3">
        {children}
        <Button variant="plain" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type={onSend ? "button" : "submit"}
          variant={isDanger ? "danger" : "primary"}
          disabled={busy}
          data-testid={testId}
          onClick={onSend}
        >
          {send}
        </Button>
      </div>
    </div>
  );
}

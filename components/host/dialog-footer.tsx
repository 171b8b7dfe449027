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
    <>
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
    </>
  );
}

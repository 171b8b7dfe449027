"use client";
import { type ReactNode, useEffect, useId, useRef } from "react";

/**
 * A question that must be answered first. Closed by Escape, by a press beside it, and by its own buttons; `keep`: not by
 * a press beside it, because words typed there would be lost.
 */
export function AskDialog({
  title,
  keep = false,
  onClose,
  children,
}: {
  title: string;
  keep?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  // text marked with the mouse may end beside the dialog: only a press that began there means it
  const pressedBeside = useRef(false);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
    // opening puts the focus on the first button, which may be one that takes something away
    shown?.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    return () => shown?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      aria-labelledby={id}
      data-testid="dialog"
      onCancel={onClose}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === dialog.current;
      }}
      onClick={(event) => !keep && pressedBeside.current && event.target === dialog.current && onClose()}
      className="host-dialog m-auto w-[min(32rem,calc(100vw-2rem))] rounded-slab border border-edge bg-panel p-0 text-ink shadow-card"
    >
      <div className="flex flex-col gap-4 p-4 sm:p-6">
        <h2 id={id} className="text-title">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}

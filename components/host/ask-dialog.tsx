"use client";
import { type ReactNode, useEffect, useId, useRef } from "react";

/** A question that must be answered first. Closed by Escape, by a press beside it, and by its own buttons. */
export function AskDialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
    return () => shown?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      aria-labelledby={id}
      data-testid="dialog"
      onCancel={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      className="host-dialog m-auto w-[min(32rem,calc(100vw-2rem))] rounded-slab border border-edge bg-panel p-0 text-ink shadow-card"
    >
      <div className="flex flex-col gap-4 p-6">
        <h2 id={id} className="text-title">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}

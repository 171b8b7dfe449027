import { PencilLine } from "lucide-react";
import type { HostView } from "@/lib/contracts/views";

/** Near misses wait for a person: a link while there are any, in both paces and after the night. */
export function ToMarkNote({ view, sessionId }: { view: HostView; sessionId: string }) {
  if (view.toMark === 0) return null;
  return (
    <a
      href={`/host/marking?session=${encodeURIComponent(sessionId)}`}
      data-testid="to-mark"
      className="flex min-h-12 shrink-0 items-center gap-3 rounded-card border border-warn bg-warn-soft px-4 py-2 no-underline hover:brightness-110"
    >
      <PencilLine aria-hidden size={24} className="shrink-0 text-warn" />
      <span>
        <b>{view.toMark} to mark</b>{" "}
        <span className="text-ink-2">
          {view.toMark === 1 ? "A near miss counts" : "Near misses count"} as wrong until you judge.
        </span>
      </span>
    </a>
  );
}

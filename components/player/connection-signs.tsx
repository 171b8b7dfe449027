"use client";
/** How this phone hears of the quiz, as far as a player need know: the backup line, and no line at all. */
import { ArrowDownUp, CloudOff } from "lucide-react";
import { Note } from "@/components/ui/note";

export function OfflineBanner() {
  return (
    <div
      role="status"
      data-testid="offline"
      className="flex items-center gap-3 bg-warn px-4 py-3 text-on-state"
    >
      <CloudOff aria-hidden size={24} className="shrink-0" />
      <span>
        <b className="block">No signal just now</b>
        We keep trying. What you answer is kept on this phone.
      </span>
    </div>
  );
}

export function BackupLineMark({ explained, onToggle }: { explained: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      data-testid="backup-line"
      aria-label="You are on the backup line"
      aria-expanded={explained}
      className={`-ml-3 -mr-3 grid size-12 shrink-0 place-items-center rounded-card ${explained ? "text-warn" : "text-ink-2"}`}
      onClick={onToggle}
    >
      <ArrowDownUp aria-hidden size={20} />
    </button>
  );
}

export const BackupLineNote = () => (
  <Note
    tone="neutral"
    icon={<ArrowDownUp aria-hidden size={22} className="shrink-0 text-warn" />}
    title="You’re on the backup line"
    testId="backup-line-explained"
  >
    A touch slower, and every answer counts the same. Nothing to do.
  </Note>
);

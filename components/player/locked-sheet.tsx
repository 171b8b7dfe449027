/** The sheets are in: what this team wrote, and anything that did not make it. */
import { Bell } from "@/components/ui/bell";
import type { SheetEntry } from "@/lib/client/sheet-outbox";
import type { PublicQuestion } from "@/lib/contracts/views";
import type { SheetDrafts } from "./sheet-drafts";
import { answerable } from "./sheet-phase";
import { LockedRow } from "./sheet-row";

type Props = {
  sheet: PublicQuestion[];
  entry: (questionId: string) => SheetEntry;
  drafts: Pick<SheetDrafts, "unfinished" | "conflict">;
};

export function LockedSheet({ sheet, entry, drafts }: Props) {
  return (
    <>
      <div className="flex items-center gap-4">
        <Bell size={72} />
        <div>
          <h1 className="text-hero">Time, please.</h1>
          <p className="text-lead text-ink-2">Sheets are in. The answers come one by one.</p>
        </div>
      </div>
      <ol className="flex flex-col gap-2" data-testid="sheet">
        {answerable(sheet).map((question) => (
          <LockedRow
            key={question.id}
            question={question}
            entry={entry(question.id)}
            conflict={drafts.conflict(question.id)}
            unfinished={drafts.unfinished(question)}
          />
        ))}
      </ol>
    </>
  );
}

"use client";
/** Another phone of the team was quicker. Nothing is lost: what it has now, and this phone's own words to put back. */
import { Users } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { PublicQuestion } from "@/lib/contracts/views";
import { answerInWords } from "./answer-words";
import type { Conflict } from "./sheet-drafts";

type Props = {
  question: PublicQuestion;
  conflict: Conflict;
  onUseMine: () => void;
  onKeepTheirs: () => void;
};

export function TeamConflict({ question, conflict: { theirs, mine }, onUseMine, onKeepTheirs }: Props) {
  return (
    <div
      role="alert"
      data-testid="team-conflict"
      className="flex flex-col gap-2.5 rounded-card border border-warn bg-warn-soft p-3"
    >
      <p className="flex items-start gap-2.5">
        <Users aria-hidden size={22} className="mt-0.5 shrink-0 text-warn" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          Your team has <b data-testid="theirs">“{answerInWords(question, theirs)}”</b> now.
          <span className="block">
            Yours: <b data-testid="mine">“{answerInWords(question, mine)}”</b>. Use it?
          </span>
        </span>
      </p>
      <div className="grid grid-cols-2 gap-2.5 max-[22.5rem]:grid-cols-1">
        <Button variant="plain" className="px-2" data-testid="use-mine" onClick={onUseMine}>
          Use mine
        </Button>
        <Button variant="plain" className="px-2" data-testid="keep-theirs" onClick={onKeepTheirs}>
          Keep theirs
        </Button>
      </div>
    </div>
  );
}

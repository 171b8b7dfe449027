"use client";
/** A team without a phone gets a seat by name; its points are entered round by round. */
import { StickyNote } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { AskDialog } from "./ask-dialog";
import { DialogFooter } from "./dialog-footer";
import { refusalWords } from "./refusal-words";
import { longestName } from "./team-question";
import type { Order } from "./use-orders";

export function PaperTeam({ order }: { order: Order }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        className="px-1!"
        data-testid="add-paper-team"
        icon={<StickyNote aria-hidden size={20} />}
        onClick={() => setOpen(true)}
      >
        Add a paper team
      </Button>
      {open && <PaperTeamQuestion order={order} onClose={() => setOpen(false)} />}
    </>
  );
}

function PaperTeamQuestion({ order, onClose }: { order: Order; onClose: () => void }) {
  const [name, setName] = useState("");
  const [said, setSaid] = useState("");
  async function add() {
    const refused = await order({ type: "addPaperTeam", name });
    if (refused) setSaid(refusalWords(refused));
    else onClose();
  }
  return (
    <AskDialog title="A team on paper" onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <p className="text-ink-2">
          It plays without a phone and stands in the same standings. After each round, open its row here and
          enter the score.
        </p>
        <Field
          label="Name of the team"
          value={name}
          maxLength={longestName}
          autoFocus
          data-testid="paper-name"
          {...(said ? { error: said } : {})}
          onChange={(event) => setName(event.target.value)}
        />
        <DialogFooter send="Add it" onClose={onClose} />
      </form>
    </AskDialog>
  );
}

"use client";
/** The host counts heads: from then on the team itself cannot change the number. */
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import type { LivePlayer } from "@/lib/contracts/views";
import { AskDialog } from "./ask-dialog";
import { DialogFooter } from "./dialog-footer";
import { refusalWords } from "./refusal-words";
import type { Order } from "./use-orders";
import { wholeFrom } from "./whole-from";

/** As the server takes it: lib/contracts/team-size.ts. */
const mostHeads = 99;

export function TeamSizeQuestion({
  player: { playerId, name, heads, headsByHost, isPaper },
  order,
  onClose,
}: {
  player: LivePlayer;
  order: Order;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(heads === null ? "" : String(heads));
  const [said, setSaid] = useState("");
  async function send(next: number | null) {
    const refused = await order({ type: "setTeamSize", playerId, heads: next });
    if (refused) setSaid(refusalWords(refused));
    else onClose();
  }
  return (
    <AskDialog title={`How many are “${name}”?`} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const next = wholeFrom(typed, 1, mostHeads);
          if (next === null) setSaid(`A team is 1 to ${mostHeads} heads.`);
          else void send(next);
        }}
      >
        <p className="text-ink-2">
          {heads !== null && !headsByHost
            ? `They say ${heads}. Your own count goes before that.`
            : isPaper
              ? "It counts where large teams give points away."
              : "Your count stands: their phones cannot change it."}
        </p>
        <Field
          label="Heads"
          inputMode="numeric"
          value={typed}
          autoFocus
          data-testid="team-heads"
          {...(said ? { error: said } : {})}
          onChange={({ target }) => {
            setTyped(target.value);
            setSaid("");
          }}
        />
        <DialogFooter send="Save" onClose={onClose}>
          {headsByHost && (
            <Button
              variant="quiet"
              className="max-sm:w-full"
              data-testid="forget-heads"
              onClick={() => void send(null)}
            >
              Let them say it
            </Button>
          )}
        </DialogFooter>
      </form>
    </AskDialog>
  );
}

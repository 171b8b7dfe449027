"use client";
/** Two seats of one team become one. What is lost is said before, because there is no way back. */
import { useState } from "react";
import { Note } from "@/components/ui/note";
import type { LivePlayer } from "@/lib/contracts/views";
import { AskDialog } from "./ask-dialog";
import { DialogFooter } from "./dialog-footer";
import { refusalWords } from "./refusal-words";
import { Select } from "./select";
import type { Order } from "./use-orders";

export function MergeQuestion({
  player,
  players,
  order,
  onClose,
}: {
  player: LivePlayer;
  players: LivePlayer[];
  order: Order;
  onClose: () => void;
}) {
  const [toPlayerId, setTo] = useState("");
  const [said, setSaid] = useState("");
  const into = players.find(({ playerId }) => playerId === toPlayerId);
  async function merge() {
    if (!into) return setSaid("Choose the seat that stays.");
    const refused = await order({ type: "mergeSeats", fromPlayerId: player.playerId, toPlayerId });
    if (refused) setSaid(refusalWords(refused));
    else onClose();
  }
  return (
    <AskDialog title={`Merge “${player.name}” into another team`} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void merge();
        }}
      >
        <Select
          label="The team that stays"
          testId="merge-into"
          value={toPlayerId}
          options={[
            { value: "", label: "Choose…" },
            ...players
              .filter(({ playerId }) => playerId !== player.playerId)
              .map(({ playerId, name }) => ({ value: playerId, label: name })),
          ]}
          onValue={setTo}
        />
        <Note tone="warn" title={`The answers and points of “${player.name}” stop counting.`}>
          Its phones go on as “{into?.name ?? "the team that stays"}”, whose answers count. There is no undo
          for this.
        </Note>
        <DialogFooter said={said} send="Merge them" isDanger onClose={onClose} />
      </form>
    </AskDialog>
  );
}

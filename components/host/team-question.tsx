"use client";
/** Renaming asks for the name; removing and banning ask once more, because they cost a team its place. */
import { useState } from "react";
import { Field } from "@/components/ui/field";
import type { HostOrder } from "@/lib/client/use-host-session";
import type { LivePlayer } from "@/lib/contracts/views";
import { AskDialog } from "./ask-dialog";
import { DialogFooter } from "./dialog-footer";
import { refusalWords } from "./refusal-words";
import type { TeamAct } from "./team-row";
import type { Order } from "./use-orders";

/** As the server counts it: longer ones are refused. */
export const longestName = 32;

/** What is asked here; points, heads, merging and phones have dialogs of their own. */
export type NameAct = Exclude<TeamAct, "points" | "size" | "merge" | "phones">;

const words: Record<NameAct, { title: (name: string) => string; text: string; press: string }> = {
  rename: { title: (name) => `Rename “${name}”`, text: "", press: "Rename" },
  remove: {
    title: (name) => `Remove “${name}”?`,
    text: "The team leaves the standings and its phone is told so. It may join again, with another name and no points. What it answered stays in the results, marked as removed.",
    press: "Remove",
  },
  ban: {
    title: (name) => `Ban “${name}”?`,
    text: "The team leaves the standings and its phone cannot come back tonight. There is no undo for this.",
    press: "Ban",
  },
};

const orderFor = (act: NameAct, playerId: string, name: string): HostOrder => {
  if (act === "rename") return { type: "renamePlayer", playerId, name };
  return { type: act === "remove" ? "removePlayer" : "banPlayer", playerId };
};

export function TeamQuestion({
  act,
  player,
  order,
  onClose,
}: {
  act: NameAct;
  player: LivePlayer;
  order: Order;
  onClose: () => void;
}) {
  const [name, setName] = useState(player.name);
  const [said, setSaid] = useState("");
  const { title, text, press } = words[act];
  async function send() {
    const refused = await order(orderFor(act, player.playerId, name));
    if (refused) setSaid(refusalWords(refused));
    else onClose();
  }
  return (
    <AskDialog title={title(player.name)} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {text && <p className="text-ink-2">{text}</p>}
        {act === "rename" && (
          <Field
            label="New name"
            value={name}
            maxLength={longestName}
            autoFocus
            data-testid="new-name"
            onChange={(event) => setName(event.target.value)}
          />
        )}
        <DialogFooter said={said} send={press} isDanger={act !== "rename"} onClose={onClose} />
      </form>
    </AskDialog>
  );
}

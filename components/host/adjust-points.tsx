"use client";
/** Gives or takes points by hand: the score of a paper team's round, a penalty, a bottle for the best name. */
import { useState } from "react";
import { Field } from "@/components/ui/field";
import { randomId } from "@/lib/client/random-id";
import type { MarkCommand } from "@/lib/contracts/commands";
import type { Refusal } from "@/lib/contracts/refusals";
import { AskDialog } from "./ask-dialog";
import { DialogFooter } from "./dialog-footer";
import { pointsFrom } from "./points-typed";
import { refusalWords } from "./refusal-words";
import { Select } from "./select";

type Adjust = MarkCommand & { type: "adjustPoints" };

export function AdjustPoints({
  players,
  roundCount,
  playerId,
  round = null,
  reason: usualReason = "",
  onClose,
  onChosen,
}: {
  players: { playerId: string; name: string }[];
  roundCount: number;
  /** the team it is about; without it the dialog asks */
  playerId?: string;
  round?: number | null;
  reason?: string;
  onClose: () => void;
  onChosen: (command: Adjust) => Promise<Refusal | null>;
}) {
  // one id for this dialog: a second press of a slow button is the same adjustment
  const [adjustmentId] = useState(randomId);
  const [chosen, setChosen] = useState(playerId ?? "");
  const [inRound, setRound] = useState(round);
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState(usualReason);
  const [said, setSaid] = useState<{ points?: string; other?: string }>({});
  const team = players.find((player) => player.playerId === playerId);
  async function send() {
    const points = pointsFrom(typed);
    if (!points.ok) return setSaid({ points: points.error });
    if (chosen === "") return setSaid({ other: "Choose the team." });
    if (reason.trim() === "") return setSaid({ other: "Say why in a few words: the team is told." });
    setSaid({});
    const refused = await onChosen({
      type: "adjustPoints",
      adjustmentId,
      playerId: chosen,
      round: inRound,
      points: points.value,
      reason: reason.trim(),
    });
    if (refused) setSaid({ other: refusalWords(refused) });
    else onClose();
  }
  return (
    <AskDialog title={team ? `Points for “${team.name}”` : "Points by hand"} keep onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {!team && (
          <Select
            label="Team"
            testId="adjust-team"
            value={chosen}
            options={[
              { value: "", label: "Choose…" },
              ...players.map(({ playerId: value, name }) => ({ value, label: name })),
            ]}
            onValue={setChosen}
          />
        )}
        <Field
          label="Points"
          inputMode="text"
          autoFocus
          autoComplete="off"
          value={typed}
          placeholder="5 or −10"
          data-testid="adjust-points"
          {...(said.points ? { error: said.points } : {})}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Select
          label="They count in"
          testId="adjust-round"
          value={String(inRound ?? "")}
          options={[
            { value: "", label: "the night as a whole" },
            ...Array.from({ length: roundCount }, (_, index) => ({
              value: String(index + 1),
              label: `round ${index + 1}`,
            })),
          ]}
          onValue={(value) => setRound(value === "" ? null : Number(value))}
        />
        <Field
          label="Reason, shown to the team and in the results"
          value={reason}
          maxLength={200}
          data-testid="reason"
          onChange={(event) => setReason(event.target.value)}
        />
        <DialogFooter said={said.other} send="Save" onClose={onClose} />
      </form>
    </AskDialog>
  );
}

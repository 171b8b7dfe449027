"use client";
/** Points by hand as the results tell them: who, how many, in which round, and why. */
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { sendMark } from "@/lib/client/marking-session";
import type { MarkCommand } from "@/lib/contracts/commands";
import type { ResultsReply } from "@/lib/contracts/http";
import type { Refusal } from "@/lib/contracts/refusals";
import { AdjustPoints } from "./adjust-points";
import { AdjustmentRow } from "./adjustments-card";
import { AlertLine } from "./alert-line";

export function ResultsAdjustments({
  results,
  onChanged,
}: {
  results: ResultsReply;
  onChanged: () => Promise<void>;
}) {
  const [asking, setAsking] = useState(false);
  const [said, setSaid] = useState("");
  const rows = results.players.flatMap(({ playerId, name, adjustments }) =>
    adjustments.map((adjustment) => ({ ...adjustment, playerId, name })),
  );
  async function send(command: MarkCommand): Promise<Refusal | null> {
    const reply = await sendMark(results.sessionId, command);
    if (!reply.ok) return reply.error;
    await onChanged();
    return null;
  }
  return (
    <section className="rounded-slab border border-line bg-panel p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-2">
        <h2 className="text-title">Points by hand</h2>
        <Button variant="plain" data-testid="adjust" onClick={() => setAsking(true)}>
          Adjust points
        </Button>
      </div>
      {rows.length === 0 && <p className="text-ink-2">None: every point came from an answer.</p>}
      <ul>
        {rows.map((adjustment) => (
          <AdjustmentRow
            key={adjustment.adjustmentId}
            adjustment={adjustment}
            onTakeBack={() =>
              void send({ type: "removeAdjustment", adjustmentId: adjustment.adjustmentId }).then((refused) =>
                setSaid(refused?.message ?? ""),
              )
            }
          />
        ))}
      </ul>
      <AlertLine>{said}</AlertLine>
      {asking && (
        <AdjustPoints
          players={results.players.filter(({ removed }) => !removed)}
          roundCount={results.rounds.length}
          onClose={() => setAsking(false)}
          onChosen={send}
        />
      )}
    </section>
  );
}

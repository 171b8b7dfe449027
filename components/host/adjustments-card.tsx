"use client";
/** Points by hand, with the reason everybody is told, and the way to take them back. */
import { PlusCircle } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { Marking } from "@/lib/client/use-marking";
import type { MarkingView } from "@/lib/contracts/marking";
import { AdjustPoints } from "./adjust-points";
import { signed } from "./phase-words";

export function AdjustmentsCard({ marking: { view, send } }: { marking: Marking }) {
  const [asking, setAsking] = useState(false);
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <b>Points by hand</b>
        <Button
          variant="plain"
          className="min-h-11! px-3! text-body!"
          data-testid="adjust"
          icon={<PlusCircle aria-hidden size={18} />}
          onClick={() => setAsking(true)}
        >
          Adjust
        </Button>
      </div>
      <ul>
        {view.adjustments.map((adjustment) => (
          <AdjustmentRow
            key={adjustment.adjustmentId}
            adjustment={adjustment}
            onTakeBack={() => send({ type: "removeAdjustment", adjustmentId: adjustment.adjustmentId })}
          />
        ))}
      </ul>
      {asking && (
        <AdjustPoints
          players={view.players}
          roundCount={Math.max(0, ...view.questions.map(({ round }) => round))}
          onClose={() => setAsking(false)}
          onChosen={(command) => {
            send(command);
            return Promise.resolve(null);
          }}
        />
      )}
    </section>
  );
}

type Adjustment = Omit<MarkingView["adjustments"][number], "at">;

export function AdjustmentRow({
  adjustment: { name, round, points, reason },
  onTakeBack,
}: {
  adjustment: Adjustment;
  onTakeBack: () => void;
}) {
  return (
    <li className="flex items-center gap-3 border-t border-line py-1.5" data-testid="adjustment">
      <b className="min-w-12 text-end whitespace-nowrap tabular-nums">{signed(points)}</b>
      <span className="min-w-0 grow">
        <bdi className="font-bold break-words">{name}</bdi>
        <span className="block text-micro break-words text-ink-2">
          {round === null ? "the whole night" : `round ${round}`}: {reason}
        </span>
      </span>
      <Button
        variant="quiet"
        className="min-h-11! shrink-0 px-2! text-body!"
        data-testid="remove-adjustment"
        aria-label={`Take back ${signed(points)} for ${name}`}
        onClick={onTakeBack}
      >
        Take back
      </Button>
    </li>
  );
}

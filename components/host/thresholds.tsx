"use client";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { Note } from "@/components/ui/note";
import type { LimitsInForce } from "@/lib/contracts/http";
import { countedPer, modeWords, policyLabel, rateWords } from "./room-words";
import { ThresholdQuestion } from "./threshold-question";

export type Threshold = LimitsInForce["thresholds"][number];

/** The limits in force, each with its reason. */
export function Thresholds({
  limits,
  onChanged,
}: {
  limits: LimitsInForce;
  onChanged: (limits: LimitsInForce) => void;
}) {
  const [editing, setEditing] = useState<Threshold | null>(null);
  return (
    <section className="flex flex-col gap-3 rounded-slab border border-line bg-panel p-4 sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-title">Thresholds in force</h2>
        <p className="text-ink-2">
          {modeWords[limits.mode]}. Room size {limits.roomSize}.
        </p>
      </div>
      {limits.file.problem && (
        <Note
          tone="bad"
          title="The limits file was not taken; the last good one stays."
          testId="limits-problem"
        >
          {limits.file.problem} <span className="break-all">({limits.file.path})</span>
        </Note>
      )}
      <ul>
        {limits.thresholds.map((threshold) => (
          <li
            key={threshold.policy}
            data-testid="threshold"
            data-policy={threshold.policy}
            className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 border-t border-line py-3 sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)_auto]"
          >
            <div className="min-w-0">
              <b>{policyLabel(threshold.policy)}</b>
              <span className="block text-ink-2">for each {countedPer(threshold.policy)}</span>
            </div>
            <div className="min-w-0 max-sm:order-3 max-sm:col-span-2">
              <p className="font-bold tabular-nums">
                {rateWords(threshold)}
                {threshold.changed && <Mark text="changed" />}
                {threshold.shadow && <Mark text="counts only" />}
              </p>
              <p className="text-ink-2">{threshold.because}</p>
            </div>
            {limits.canChange && (
              <button
                type="button"
                aria-label={`Change ${policyLabel(threshold.policy)}`}
                data-testid="change-threshold"
                className="grid size-12 place-items-center rounded-card border border-edge hover:bg-raised"
                onClick={() => setEditing(threshold)}
              >
                <Pencil aria-hidden size={20} />
              </button>
            )}
          </li>
        ))}
      </ul>
      <p className="text-ink-2">
        {limits.canChange
          ? "A change is in force within 3 seconds, without a restart. "
          : "You may look, not change. "}
        The same can be written in <code className="break-all">{limits.file.path}</code> on the laptop that
        runs Roomful.
      </p>
      {editing && (
        <ThresholdQuestion threshold={editing} onClose={() => setEditing(null)} onChanged={onChanged} />
      )}
    </section>
  );
}

function Mark({ text }: { text: string }) {
  return (
    <span className="ms-2 rounded-full border border-warn px-2 text-micro whitespace-nowrap text-warn">
      {text}
    </span>
  );
}

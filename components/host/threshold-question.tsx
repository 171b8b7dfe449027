"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { api } from "@/lib/client/api";
import type { LimitsInForce } from "@/lib/contracts/http";
import { AskDialog } from "./ask-dialog";
import { DialogFooter } from "./dialog-footer";
import { countedPer, policyLabel, typedSize } from "./room-words";
import type { Threshold } from "./thresholds";

type Change = { perMinute: number; burst: number; shadow: boolean } | null;

/** Three decimals are enough to type: ten in a quarter of an hour are 0.667 a minute. */
const shownNumber = (value: number) => String(Math.round(value * 1000) / 1000);

/** A limit's numbers, to be changed by somebody who knows why. */
export function ThresholdQuestion({
  threshold,
  onClose,
  onChanged,
}: {
  threshold: Threshold;
  onClose: () => void;
  onChanged: (limits: LimitsInForce) => void;
}) {
  const before = { perMinute: shownNumber(threshold.perMinute), burst: shownNumber(threshold.burst) };
  const [typed, setTyped] = useState(before);
  const [shadow, setShadow] = useState(threshold.shadow);
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);

  async function save(change: Change) {
    setBusy(true);
    setSaid("");
    const reply = await api<LimitsInForce>("/api/limits", {
      method: "PUT",
      json: { overrides: { [threshold.policy]: change } },
    });
    setBusy(false);
    if (!reply.ok) return setSaid(reply.error.message);
    onChanged(reply.value);
    onClose();
  }
  function submit() {
    // what was not typed goes back unrounded
    const sizeOf = (name: keyof typeof before) =>
      typed[name] === before[name] ? threshold[name] : typedSize(typed[name]);
    const perMinute = sizeOf("perMinute");
    const burst = sizeOf("burst");
    if (perMinute === null || burst === null) return setSaid("Both must be numbers above nothing.");
    void save({ perMinute, burst, shadow });
  }
  return (
    <AskDialog title={`Change “${policyLabel(threshold.policy)}”`} onClose={onClose}>
      <p className="text-ink-2">{threshold.because}</p>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          {(["perMinute", "burst"] as const).map((name) => (
            <Field
              key={name}
              label={
                name === "perMinute"
                  ? `A minute, each ${countedPer(threshold.policy)}`
                  : "At once, after a quiet time"
              }
              inputMode="decimal"
              value={typed[name]}
              data-testid={name}
              onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
            />
          ))}
        </div>
        <label className="flex min-h-12 items-center gap-3">
          <input
            type="checkbox"
            className="size-6 shrink-0 accent-amber"
            checked={shadow}
            data-testid="shadow"
            onChange={(event) => setShadow(event.target.checked)}
          />
          <span>
            <b>Count only.</b> Refusals are written down and nobody is refused.
          </span>
        </label>
        <DialogFooter said={said} send="Save" testId="save-threshold" busy={busy} onClose={onClose}>
          {threshold.changed && (
            <Button
              variant="quiet"
              disabled={busy}
              data-testid="computed-size"
              onClick={() => void save(null)}
            >
              Back to the computed size
            </Button>
          )}
        </DialogFooter>
      </form>
    </AskDialog>
  );
}

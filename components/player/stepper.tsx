import { Minus, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

/** A whole number for thumbs: a slider for the way there, two keys for the last step. */
export function Stepper({
  label,
  value,
  least,
  most,
  unit,
  testId,
  onValue,
}: {
  label: string;
  value: number;
  least: number;
  most: number;
  unit: ReactNode;
  testId: string;
  onValue: (value: number) => void;
}) {
  const set = (next: number) => onValue(Math.min(most, Math.max(least, next)));
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <Button
          variant="plain"
          className="min-h-14! min-w-14! px-0!"
          aria-label={`Less: ${label}`}
          data-testid={`${testId}-less`}
          disabled={value <= least}
          onClick={() => set(value - 1)}
        >
          <Minus aria-hidden size={26} />
        </Button>
        <p className="text-center leading-tight">
          {/* no tabular figures: the display face has a broken zero among them */}
          <b className="block font-display text-hero text-accent-ink" data-testid={`${testId}-value`}>
            {value}
          </b>
          <span className="text-ink-2">{unit}</span>
        </p>
        <Button
          variant="plain"
          className="min-h-14! min-w-14! px-0!"
          aria-label={`More: ${label}`}
          data-testid={`${testId}-more`}
          disabled={value >= most}
          onClick={() => set(value + 1)}
        >
          <Plus aria-hidden size={26} />
        </Button>
      </div>
      <input
        type="range"
        aria-label={label}
        min={least}
        max={most}
        step={1}
        value={value}
        data-testid={`${testId}-slider`}
        className="h-12 w-full accent-(--rf-accent-ink)"
        onChange={({ target }) => set(Number(target.value))}
      />
    </div>
  );
}

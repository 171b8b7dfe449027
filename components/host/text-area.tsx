import { useId } from "react";

export function TextArea({
  label,
  value,
  rows,
  maxLength,
  hint,
  testId,
  onText,
}: {
  label: string;
  value: string;
  rows: number;
  maxLength?: number;
  hint?: string;
  testId?: string;
  onText: (text: string) => void;
}) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-bold">
        {label}
      </label>
      <textarea
        id={id}
        rows={rows}
        maxLength={maxLength}
        value={value}
        data-testid={testId}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="w-full resize-y rounded-card border border-edge bg-sunken px-3 py-2 text-lead text-ink"
        onChange={(event) => onText(event.target.value)}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-ink-2">
          {hint}
        </p>
      )}
    </div>
  );
}

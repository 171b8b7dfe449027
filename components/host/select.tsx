import { useId } from "react";

export function Select<V extends string>({
  label,
  value,
  options,
  testId,
  onValue,
}: {
  label: string;
  value: V;
  options: { value: V; label: string }[];
  testId?: string;
  onValue: (value: V) => void;
}) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="font-bold">
        {label}
      </label>
      <select
        id={id}
        value={value}
        data-testid={testId}
        className="min-h-12 w-full min-w-0 rounded-card border border-edge bg-sunken px-3 text-lead text-ink"
        onChange={(event) => onValue(event.target.value as V)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

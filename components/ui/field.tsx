import { type InputHTMLAttributes, useId } from "react";

export function Field({
  label,
  hint,
  error,
  className = "",
  ...rest
}: { label: string; hint?: string; error?: string } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-bold">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-said` : undefined}
        className={`min-h-14 w-full rounded-card border bg-sunken px-4 text-choice text-ink ${error ? "border-bad" : "border-edge"} ${className}`}
        {...rest}
      />
      {(error || hint) && (
        <p id={`${id}-said`} role={error ? "alert" : undefined} className={error ? "text-bad" : "text-ink-2"}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

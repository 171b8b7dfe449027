import { type InputHTMLAttributes, type ReactNode, useId } from "react";

export function Field({
  label,
  hint,
  error,
  aside,
  className = "",
  ...rest
}: {
  label: string;
  hint?: string;
  error?: string;
  aside?: ReactNode;
} & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-bold">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-said` : undefined}
          className={`min-h-14 w-full min-w-0 rounded-card border bg-sunken px-4 text-choice text-ink ${error ? "border-bad" : "border-edge"} ${className}`}
          {...rest}
        />
        {aside}
      </div>
      {(error || hint) && (
        <p id={`${id}-said`} role={error ? "alert" : undefined} className={error ? "text-bad" : "text-ink-2"}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

import type { ReactNode } from "react";

/** The bar top with one line of who and where. */
export function PhoneFrame({
  title,
  aside,
  banner,
  phase,
  children,
}: {
  title: ReactNode;
  aside?: ReactNode;
  banner?: ReactNode;
  phase?: string;
  children: ReactNode;
}) {
  return (
    <main data-testid="phase" data-phase={phase} className="bar-top flex min-h-dvh flex-col">
      {banner}
      <header className="mx-auto flex w-full max-w-xl items-center justify-between gap-3 px-4 pt-3 font-bold">
        <span className="min-w-0 truncate">{title}</span>
        <span className="flex shrink-0 items-center gap-2 font-normal text-ink-2">{aside}</span>
      </header>
      <div className="mx-auto flex w-full max-w-xl grow flex-col gap-5 px-4 pb-6 pt-4">{children}</div>
    </main>
  );
}

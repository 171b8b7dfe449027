import type { ReactNode } from "react";
import { Wordmark } from "@/components/ui/wordmark";

export function HostFrame({
  aside,
  phase,
  children,
}: {
  aside?: ReactNode;
  phase?: string;
  children: ReactNode;
}) {
  return (
    <div data-testid="phase" data-phase={phase} className="min-h-dvh bg-ground">
      <header className="border-b-2 border-brass/40 bg-panel">
        <div className="mx-auto flex w-full max-w-7xl flex-wrap items-center justify-between gap-x-4 px-4 py-1.5">
          <Wordmark href="/host" />
          <div className="flex flex-wrap items-center gap-3">{aside}</div>
        </div>
      </header>
      <main className="mx-auto flex w-full max-w-7xl flex-col gap-6 px-4 py-6">{children}</main>
    </div>
  );
}

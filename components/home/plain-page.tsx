import type { ReactNode } from "react";
import { Wordmark } from "@/components/ui/wordmark";

/** One thing to say and one way on: dead ends of the site. */
export function PlainPage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-ground text-ink">
      <header className="flex min-h-14 items-center px-4 py-1">
        <Wordmark href="/" />
      </header>
      <main className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center gap-5 p-4 pb-16">
        <h1 className="font-display text-hero font-extrabold leading-tight">{title}</h1>
        <p className="text-lead text-ink-2">{text}</p>
        {children}
      </main>
    </div>
  );
}

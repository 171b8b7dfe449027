import type { ReactNode } from "react";
import "./phone.css";

/** The bar top with one line of who and where. */
export function PhoneFrame({
  title,
  mark,
  aside,
  banner,
  phase,
  children,
}: {
  title: ReactNode;
  /** stands before the title */
  mark?: ReactNode;
  aside?: ReactNode;
  banner?: ReactNode;
  phase?: string;
  children: ReactNode;
}) {
  return (
    <main data-testid="phase" data-phase={phase} className="phone flex min-h-dvh flex-col">
      {banner}
      <header className="mx-auto flex min-h-14 w-full max-w-xl items-center gap-3 px-4 pt-2 font-bold">
        {mark}
        <span className="min-w-0 grow truncate">{title}</span>
        <span className="max-w-[45%] shrink-0 truncate font-normal text-ink-2">{aside}</span>
      </header>
      <div className="mx-auto flex w-full max-w-xl grow flex-col gap-5 px-4 pb-6 pt-3">{children}</div>
    </main>
  );
}

/** What has the screen to itself: set in the middle, scrolled when it does not fit. */
export const Centred = ({ children }: { children: ReactNode }) => (
  <div className="my-auto flex flex-col gap-4">{children}</div>
);

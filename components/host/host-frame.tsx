import type { ReactNode } from "react";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import { Wordmark } from "@/components/ui/wordmark";
import "./host.css";

export type NavLink = { href: string; label: string; current?: boolean; count?: number };

/** The bar and the space under it. `fill`: from a laptop's width on the page scrolls inside, not as a whole. */
export function HostFrame({
  aside,
  nav = [],
  phase,
  fill = false,
  home = "/host",
  children,
}: {
  aside?: ReactNode;
  nav?: NavLink[];
  phase?: string;
  fill?: boolean;
  /** where the name of the house leads */
  home?: string;
  children: ReactNode;
}) {
  return (
    <div
      data-testid="phase"
      data-phase={phase}
      className={`flex min-h-dvh flex-col bg-ground ${fill ? "lg:h-dvh" : ""}`}
    >
      {/* the wood is dark in both themes, so everything on it is dressed for the night */}
      <header data-theme="dark" className="host-bar shrink-0 text-ink print:hidden">
        <div
          className={`mx-auto flex w-full flex-wrap items-center gap-x-2 px-4 sm:gap-x-4 lg:px-6 ${fill ? "" : "max-w-7xl"}`}
        >
          <div className="w-[30px] shrink-0 overflow-hidden py-1 sm:w-auto">
            <Wordmark href={home} />
          </div>
          {nav.length > 0 && (
            <nav aria-label="Pages" className="order-last flex basis-full sm:order-none sm:basis-auto">
              {nav.map(({ href, label, current, count = 0 }) => (
                <a
                  key={href}
                  href={href}
                  aria-current={current ? "page" : undefined}
                  className={`inline-flex min-h-12 items-center border-y-3 border-transparent px-2 font-bold sm:px-3 no-underline ${current ? "border-b-amber text-ink" : "text-ink-2 hover:text-ink"}`}
                >
                  {label}
                  {count > 0 && (
                    <span
                      className="ms-2 rounded-full bg-amber px-2 text-micro text-on-accent tabular-nums"
                      data-testid="nav-count"
                    >
                      {count}
                    </span>
                  )}
                </a>
              ))}
            </nav>
          )}
          <div className="ml-auto flex items-center gap-2 py-1 sm:gap-3">
            {aside}
            <ThemeToggle />
          </div>
        </div>
      </header>
      <main
        className={
          fill
            ? "flex flex-1 flex-col lg:min-h-0"
            : "mx-auto flex w-full max-w-7xl flex-col gap-6 px-4 py-6 lg:px-6"
        }
      >
        {children}
      </main>
    </div>
  );
}

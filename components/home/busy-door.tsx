"use client";

import { CircleCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { ButtonLink } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import { Pint } from "@/components/ui/pint";
import { Wordmark } from "@/components/ui/wordmark";
import { returnPath, wayBackPath } from "@/lib/contracts/return-path";
import { retryDelayMs } from "./retry-delay";

const memoryKey = "roomful:door-tries";
/** Refusals further apart than this are two different rushes. */
const forgetAfterMs = 120_000;
const tickMs = 200;

/** How often this tab has been turned away lately; storage may be forbidden, then every time is the first. */
function countAttempt(now: number): number {
  try {
    const [count = 0, at = 0] = (sessionStorage.getItem(memoryKey) ?? "").split(" ").map(Number);
    const attempt = now - at < forgetAfterMs ? count : 0;
    sessionStorage.setItem(memoryKey, `${attempt + 1} ${now}`);
    return attempt;
  } catch {
    return 0;
  }
}

type Wait = { path: string; until: number; totalMs: number };

/** The apology: explains, counts down, goes back by itself. It fetches nothing, so it cannot make things worse. */
export function BusyDoor() {
  const [wait, setWait] = useState<Wait | null>(null);
  const [leftMs, setLeftMs] = useState<number | null>(null);

  useEffect(() => {
    const now = Date.now();
    const totalMs = retryDelayMs(countAttempt(now), Math.random());
    setWait({
      // behind the hash, where no server sees it: it may hold a big screen's token
      path: returnPath(new URLSearchParams(window.location.hash.slice(1)).get("from")),
      until: now + totalMs,
      totalMs,
    });
    setLeftMs(totalMs);
  }, []);

  useEffect(() => {
    if (!wait) return;
    const timer = window.setInterval(() => {
      const left = Math.max(0, wait.until - Date.now());
      setLeftMs(left);
      if (left > 0) return;
      window.clearInterval(timer);
      window.location.replace(wait.path);
    }, tickMs);
    return () => window.clearInterval(timer);
  }, [wait]);

  const seconds = leftMs === null ? null : Math.ceil(leftMs / 1000);
  return (
    <div className="bar-top flex min-h-dvh flex-col text-ink">
      <header className="flex min-h-14 items-center px-4 py-1">
        <Wordmark href="/" />
      </header>
      <main
        className="mx-auto flex w-full max-w-md flex-1 flex-col items-center justify-center gap-5 p-4 text-center"
        data-testid="too-many-requests"
        data-path={wait?.path}
      >
        <Pint
          fraction={wait && leftMs !== null ? leftMs / wait.totalMs : 1}
          seconds={seconds}
          height="10.5rem"
          isCalm
        />
        <h1 className="text-balance font-display text-hero font-extrabold leading-tight">
          Sorry, the door’s busy
        </h1>
        <p className="text-lead text-ink-2">
          A lot of phones came in at once. You keep your place, and we try again by ourselves
          {seconds === null ? (
            " in a moment"
          ) : seconds === 0 ? (
            " right away"
          ) : (
            <>
              {" "}
              in{" "}
              <b className="text-ink">
                {seconds} {seconds === 1 ? "second" : "seconds"}
              </b>
            </>
          )}
          .
        </p>
        <div className="w-full text-start">
          <Note tone="good" icon={<CircleCheck aria-hidden="true" />} title="Anything you sent is safe">
            No need to reload.
          </Note>
        </div>
        <ButtonLink
          href={wayBackPath}
          variant="plain"
          wide
          data-testid="try-now"
          onClick={(event) => {
            if (!wait) return;
            event.preventDefault();
            window.location.replace(wait.path);
          }}
        >
          Try now
        </ButtonLink>
      </main>
    </div>
  );
}

import { Fragment } from "react";
import type { HostView } from "@/lib/contracts/views";
import { nightSteps, placeWords, roundPips } from "./night-steps";

const looks = {
  now: "rounded-full bg-amber px-3 py-0.5 text-on-accent",
  held: "rounded-full border border-amber px-3 text-ink-2",
  other: "text-ink-3",
};
const pipLooks = {
  done: "bg-brass",
  now: "bg-amber outline-2 outline-offset-1 outline-amber",
  next: "bg-line",
};

/** Where in the night we are: the phases in their order, and the questions of this round. */
export function StepsBar({ view }: { view: HostView }) {
  const { shared } = view;
  const steps = nightSteps(
    shared.phase,
    shared.phase === "paused" ? shared.pausedFrom : null,
    "round" in shared ? shared.round.pace : "question",
  );
  const pips = roundPips(view);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2" data-testid="steps">
      <h1 className="sr-only">{shared.title}</h1>
      <ol className="flex flex-wrap items-center gap-2 font-bold">
        {steps.map(({ phase, label, state, near }, index) => (
          <Fragment key={phase}>
            {index > 0 && (
              <li
                aria-hidden
                className={`h-0.5 w-3 bg-line ${near && steps[index - 1]?.near ? "" : "max-[1400px]:hidden"}`}
              />
            )}
            <li
              aria-current={state === "now" ? "step" : undefined}
              className={`whitespace-nowrap ${looks[state]} ${near ? "" : "max-[1400px]:hidden"}`}
            >
              {label}
            </li>
          </Fragment>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b>{placeWords(view)}</b>
        {pips.length > 0 && (
          <span aria-hidden className="flex gap-1">
            {pips.map((pip, index) => (
              <i key={index} className={`h-2 w-4 rounded-sm ${pipLooks[pip]}`} />
            ))}
          </span>
        )}
      </div>
    </div>
  );
}

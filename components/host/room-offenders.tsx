import { ChevronDown, CircleAlert } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import type { RoomPanel } from "@/lib/contracts/http";
import { andOthers, offenderSentence, offenderWords, policyLabel } from "./room-words";

type Offender = RoomPanel["offenders"][number];
/** A host reads a few lines in the middle of a night; the others stand behind one press. */
const shownAtOnce = 3;

/** Who is being turned away, or busy without being it, and below, toned down, who was and is not any more. */
export function RoomOffenders({ offenders }: { offenders: Offender[] }) {
  const active = offenders.filter((offender) => offender.active);
  const quiet = offenders.filter((offender) => !offender.active);
  const more = active.slice(shownAtOnce);
  if (offenders.length === 0) return null;
  return (
    <section aria-label="Who is being turned away, or busy" className="flex flex-col gap-2">
      <List offenders={active.slice(0, shownAtOnce)} />
      {more.length > 0 && (
        <Folded title={`${more.length} more now`}>
          <List offenders={more} />
        </Folded>
      )}
      {quiet.length > 0 && (
        <Folded title={`${quiet.length} earlier, not any more`}>
          <List offenders={quiet} />
        </Folded>
      )}
    </section>
  );
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group rounded-card border border-line bg-panel">
      <summary className="flex min-h-12 cursor-pointer items-center gap-3 px-4 font-bold text-ink-2">
        <ChevronDown aria-hidden size={20} className="shrink-0 group-open:rotate-180" />
        {title}
      </summary>
      <div className="px-2 pb-2">{children}</div>
    </details>
  );
}

function List({ offenders }: { offenders: Offender[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {offenders.map((offender) => {
        const isRefused = offender.active && !offender.busy && !offender.shadow;
        return (
          <li
            key={`${offender.policy} ${offender.who} ${offender.label} ${offender.active}`}
            data-testid="offender"
            data-active={offender.active}
            className={`flex items-start gap-3 rounded-card border px-4 py-3 ${isRefused ? "border-bad bg-bad-soft" : "border-line bg-panel"}`}
          >
            <CircleAlert
              aria-hidden
              size={24}
              className={`mt-0.5 shrink-0 ${isRefused ? "text-bad" : "text-ink-2"}`}
            />
            <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
              <p className="text-lead font-bold first-letter:uppercase">{offender.words}</p>
              {!offender.busy && (
                <p className="text-micro text-ink-2">limit: {policyLabel(offender.policy)}</p>
              )}
              <p className="basis-full text-ink-2">
                {offenderWords(offender)} <bdi className="text-ink">{offender.label}</bdi>,{" "}
                {offenderSentence(offender)}
              </p>
              {offender.names.length > 0 && (
                <p className="basis-full text-ink-2">
                  Among them{" "}
                  {offender.names.map((name, index) => (
                    <Fragment key={name}>
                      {index > 0 && ", "}
                      <bdi className="text-ink">{name}</bdi>
                    </Fragment>
                  ))}
                  {andOthers(offender)}
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

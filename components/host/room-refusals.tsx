import type { RoomPanel } from "@/lib/contracts/http";
import { policyLabel } from "./room-words";

/** How often each limit said no in the last five minutes. */
export function RoomRefusals({ panel }: { panel: RoomPanel }) {
  return (
    <section className="rounded-slab border border-line bg-panel p-4 sm:p-5">
      <h2 className="text-title">Turned away</h2>
      <p className="pb-2 text-ink-2">in the last 5 minutes</p>
      {panel.refusals.length === 0 && <p className="border-t border-line pt-3">No request.</p>}
      <ul>
        {panel.refusals.map(({ policy, perMinute, total, shadow }) => (
          <li
            key={policy}
            data-testid="refusals"
            className="flex items-baseline justify-between gap-4 border-t border-line py-2"
          >
            <span>
              <b>{policyLabel(policy)}</b>
              <span className="block text-ink-2">
                {shadow
                  ? "counted only, nobody refused"
                  : `${Math.round(perMinute).toLocaleString("en")} a minute now`}
              </span>
            </span>
            <b className={`text-lead tabular-nums ${shadow ? "text-ink-2" : "text-bad"}`}>
              {total.toLocaleString("en")}
            </b>
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { HostView, LateJoin } from "@/lib/contracts/views";
import { HandicapRule } from "./handicap-rule";
import { Select } from "./select";
import { StandingsShow } from "./standings-show";
import type { Order } from "./use-orders";

const lateOptions: { value: LateJoin; label: string }[] = [
  { value: "atOnce", label: "Answer it at once" },
  { value: "nextQuestion", label: "Wait for the next question" },
];

/** What holds for this session alone; it can be changed all night. */
export function SessionRules({ view, order }: { view: HostView; order: Order }) {
  return (
    <section
      className="grid gap-4 rounded-slab border border-line bg-panel px-5 py-4 md:grid-cols-2 lg:px-8"
      data-testid="session-rules"
    >
      <StandingsShow view={view} order={order} />
      <div className="flex flex-col gap-1.5">
        <Select
          label="Who joins while a question is open"
          testId="late-join"
          value={view.lateJoin}
          options={lateOptions}
          onValue={(policy) => void order({ type: "setLateJoin", policy })}
        />
        <p className="text-ink-2">
          {view.lateJoin === "atOnce"
            ? "They have what is left of its time."
            : "The question shows as joined later for them, not as unanswered."}
        </p>
      </div>
      <div className="flex flex-col gap-1.5">
        <Select
          label="Rude team names"
          testId="name-filter"
          value={view.filtersNames ? "refuse" : "allow"}
          options={[
            { value: "refuse", label: "Refuse them" },
            { value: "allow", label: "Let them through" },
          ]}
          onValue={(choice) => void order({ type: "setNameFilter", on: choice === "refuse" })}
        />
        <p className="text-ink-2">
          {view.filtersNames
            ? "An English word list keeps swear words off the big screen."
            : "Any name that can be read goes up on the big screen."}
        </p>
      </div>
      <HandicapRule view={view} order={order} />
    </section>
  );
}

import type { HostView, StandingsShow as Show } from "@/lib/contracts/views";
import { counted } from "./phase-words";
import { Select } from "./select";
import type { Order } from "./use-orders";

const options: { value: Show; label: string }[] = [
  { value: "all", label: "All at once" },
  { value: "staged", label: "Place by place, from the bottom" },
  { value: "hidden", label: "Kept secret until the end" },
];

/** What the room sees of the places; the host sees all of them. */
const words: Record<Show, string> = {
  all: "Big screen and phones show every place, and phones their own after each answer.",
  staged:
    "No phone knows its place before the big screen shows it: the large button shows one after the other.",
  hidden: "Big screen and phones show no places. The podium at the end shows them all.",
};

export function StandingsShow({ view, order }: { view: HostView; order: Order }) {
  return (
    <div className="flex flex-col gap-1.5" data-testid="standings-show">
      <Select
        label="How the room sees the places"
        testId="standings-show-choice"
        value={view.showsStandings}
        options={options}
        onValue={(show) => void order({ type: "setStandings", show })}
      />
      <p className="text-ink-2">{words[view.showsStandings]}</p>
    </div>
  );
}

/** Above the host's own list: what of it the room sees. */
export function RoomSees({ view: { shared } }: { view: HostView }) {
  if (shared.phase !== "standings" || shared.standings.coveredCount === 0) return null;
  const { coveredCount, playerCount } = shared.standings;
  return (
    <p className="font-bold text-warn" data-testid="room-sees">
      {coveredCount === playerCount
        ? "Only you see this list."
        : `The room sees ${counted(playerCount - coveredCount, "place")} of it, from the bottom.`}
    </p>
  );
}

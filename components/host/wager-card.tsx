import { Coins } from "lucide-react";
import type { HostView } from "@/lib/contracts/views";
import { counted } from "./phase-words";

/** How many have staked on a question of the round that is introduced: what each staked is shown to nobody yet. */
export function WagerCard({ view: { shared, live } }: { view: HostView }) {
  if (shared.phase !== "roundIntro" || !shared.round.wagers) return null;
  const { wagers, questionCount } = shared.round;
  const playing = live.players.filter(({ isPaper }) => !isPaper);
  const count = playing.filter(({ staked }) => staked).length;
  const about =
    questionCount === 1
      ? "the question"
      : wagers.length === 1
        ? `question ${wagers[0]?.number}`
        : `${wagers.length} questions`;
  return (
    <section
      data-testid="wagers"
      data-count={count}
      className="flex items-center gap-4 rounded-slab border border-line bg-panel px-5 py-3"
    >
      <Coins aria-hidden size={28} className="shrink-0 text-accent-ink" />
      <div className="min-w-0">
        <h2 className="font-bold">
          {count} of {counted(playing.length, "team")} {count === 1 ? "has" : "have"} staked on {about}
        </h2>
        <p className="text-ink-2">
          Stakes close with the first question of the round: leave them a moment. Whoever stakes nothing has
          nothing at stake.
        </p>
      </div>
    </section>
  );
}

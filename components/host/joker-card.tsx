import { Sparkles } from "lucide-react";
import type { HostView } from "@/lib/contracts/views";

/** Most names that are read out in one breath; more are counted. */
const mostNames = 8;

/** Who plays its joker in the round that is introduced, for the host to say. */
export function JokerCard({ view: { shared, live } }: { view: HostView }) {
  if (!("round" in shared) || !shared.round.hasJoker) return null;
  if (shared.phase !== "roundIntro" && shared.phase !== "standings") return null;
  const names = live.players.filter(({ joker }) => joker).map(({ name }) => name);
  return (
    <section
      data-testid="jokers"
      className="flex items-center gap-4 rounded-slab border border-line bg-panel px-5 py-3"
    >
      <Sparkles aria-hidden size={28} className="shrink-0 text-accent-ink" />
      <div className="min-w-0">
        <h2 className="font-bold">
          {names.length === 0
            ? "No joker yet"
            : `${names.length} ${names.length === 1 ? "joker" : "jokers"} played in this round`}
        </h2>
        <p className="break-words text-ink-2">
          {names.length === 0
            ? "Teams may play it until the first question: the round then counts double for them."
            : names.slice(0, mostNames).map((name, index) => (
                <span key={name}>
                  {index > 0 && ", "}
                  <bdi>{name}</bdi>
                </span>
              ))}
          {names.length > mostNames && ` and ${names.length - mostNames} more`}
        </p>
      </div>
    </section>
  );
}

"use client";
/** Who pressed first, second, third; the host hears the answer and says right or wrong to one after the other. */
import { Check, RotateCcw, X } from "lucide-react";
import { buzzReason } from "@/lib/contracts/buzz-reason";
import type { HostView } from "@/lib/contracts/views";
import type { Order } from "./use-orders";

export function BuzzCard({ view, order }: { view: HostView; order: Order }) {
  const { shared, live, question } = view;
  const isOn =
    question?.type === "buzzer" &&
    (shared.phase === "question" || shared.phase === "locked" || shared.phase === "reveal");
  if (!isOn) return null;
  const judge = (playerId: string, fraction: number | null) =>
    void order({ type: "overrideMark", questionId: question.id, playerId, fraction, reason: buzzReason });
  return (
    <section className="shrink-0 rounded-slab border border-line bg-panel px-4 py-3">
      <h2 className="font-bold" data-testid="buzz-order">
        {live.buzzes.length === 0 ? "Nobody has pressed yet" : "In the order they pressed"}
      </h2>
      <ol className="grid gap-x-6 xl:grid-cols-2">
        {live.buzzes.map(({ playerId, name, place, turn }) => {
          const isRight = turn === "right";
          const isWrong = turn === "missed";
          return (
            <li
              key={playerId}
              data-testid="buzz"
              data-turn={turn}
              className={`flex items-center gap-3 border-b border-line py-1.5 ${turn === "now" ? "text-accent-ink" : ""}`}
            >
              <b className="w-7 shrink-0 text-end font-display text-choice">{place}</b>
              <bdi
                className={`min-w-0 grow text-lead font-bold break-words ${isWrong ? "line-through" : ""}`}
              >
                {name}
              </bdi>
              {/* before the two: a second press in haste must not land on it */}
              {(isRight || isWrong) && (
                <button
                  type="button"
                  aria-label={`Take the mark back: ${name}`}
                  data-testid="buzz-take-back"
                  className="grid size-12 shrink-0 place-content-center rounded-card border border-line"
                  onClick={() => judge(playerId, null)}
                >
                  <RotateCcw aria-hidden size={18} />
                </button>
              )}
              <JudgeButton
                label="Right"
                name={name}
                chosen={isRight}
                look={isRight ? "border-good bg-good text-on-state" : "border-good text-good"}
                onPress={() => judge(playerId, 1)}
              />
              <JudgeButton
                label="Wrong"
                name={name}
                chosen={isWrong}
                look={isWrong ? "border-bad bg-bad text-on-state" : "border-bad text-bad"}
                onPress={() => judge(playerId, 0)}
              />
            </li>
          );
        })}
      </ol>
      {shared.phase === "question" && live.buzzes.length > 0 && (
        <p className="pt-2 text-micro text-ink-2">
          The others may still press until you lock it. Those who pressed keep their place in the line.
        </p>
      )}
    </section>
  );
}

function JudgeButton({
  label,
  name,
  chosen,
  look,
  onPress,
}: {
  label: "Right" | "Wrong";
  name: string;
  chosen: boolean;
  look: string;
  onPress: () => void;
}) {
  const Icon = label === "Right" ? Check : X;
  return (
    <button
      type="button"
      aria-pressed={chosen}
      aria-label={`${label}: ${name}`}
      data-testid={`buzz-${label.toLowerCase()}`}
      className={`inline-flex min-h-12 items-center gap-1.5 rounded-card border px-3 font-bold ${look}`}
      onClick={onPress}
    >
      <Icon aria-hidden size={18} strokeWidth={3} />
      <span className="max-sm:sr-only">{label}</span>
    </button>
  );
}

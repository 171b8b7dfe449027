import type { SharedView } from "@/lib/contracts/views";
import { counted } from "./counted";
import { Centred } from "./phone-frame";

export function RoundIntroPhase({ round }: { round: Extract<SharedView, { phase: "roundIntro" }>["round"] }) {
  return (
    <Centred>
      <p className="text-lead font-bold text-accent-ink">
        Round {round.number} of {round.count}
      </p>
      <h1 className="text-hero">{round.title}</h1>
      <p className="text-lead text-ink-2">
        {counted(round.questionCount, "question")}. The first one turns up here by itself.
      </p>
    </Centred>
  );
}

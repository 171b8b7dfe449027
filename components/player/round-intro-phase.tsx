import type { SheetEntry } from "@/lib/client/sheet-outbox";
import type { AnswerValue } from "@/lib/contracts/answers";
import type { MeView, SharedView } from "@/lib/contracts/views";
import { wagerIdOf } from "@/lib/contracts/wager-id";
import { counted } from "./counted";
import { JokerCard } from "./joker-card";
import { Centred } from "./phone-frame";
import { WagerCard } from "./wager-card";

type Props = {
  round: Extract<SharedView, { phase: "roundIntro" }>["round"];
  me: Pick<MeView, "joker" | "wagers">;
  entry: (questionId: string) => SheetEntry;
  onChange: (questionId: string, value: AnswerValue, basedOn: number | null) => void;
};

export function RoundIntroPhase({ round, me: { joker, wagers = [] }, entry, onChange }: Props) {
  const offerId = joker?.offer?.questionId ?? "";
  return (
    <Centred>
      <p className="text-lead font-bold text-accent-ink">
        Round {round.number} of {round.count}
      </p>
      <h1 className="text-hero">{round.title}</h1>
      <p className="text-lead text-ink-2">
        {counted(round.questionCount, "question")}.{" "}
        {round.pace === "sheet"
          ? "They turn up here as they are read out. Write and change your answers until the host calls time."
          : "The first one turns up here by itself."}
      </p>
      {joker && (
        <JokerCard
          joker={joker}
          roundNumber={round.number}
          isLastRound={round.number === round.count}
          entry={entry(offerId)}
          onChoose={(value, basedOn) => onChange(offerId, value, basedOn)}
        />
      )}
      {wagers.map((wager) => (
        <WagerCard
          key={wager.questionId}
          wager={wager}
          isOnly={round.questionCount === 1}
          entry={entry(wagerIdOf(wager.questionId))}
          onStake={(value, basedOn) => onChange(wagerIdOf(wager.questionId), value, basedOn)}
        />
      ))}
    </Centred>
  );
}

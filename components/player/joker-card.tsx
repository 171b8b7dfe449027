"use client";
/** The joker: played in one round of the night, which then counts double. Taken back until the first question. */
import { Sparkles } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { SheetEntry } from "@/lib/client/sheet-outbox";
import type { AnswerValue } from "@/lib/contracts/answers";
import type { MeView } from "@/lib/contracts/views";

type Props = {
  joker: NonNullable<MeView["joker"]>;
  roundNumber: number;
  isLastRound: boolean;
  /** what this phone knows of the choice, ahead of the view */
  entry: SheetEntry;
  onChoose: (value: AnswerValue, basedOn: number | null) => void;
};

export function JokerCard({ joker: { playedIn, offer }, roundNumber, isLastRound, entry, onChoose }: Props) {
  if (!offer)
    // there is no round left to keep it for
    return playedIn === null && isLastRound ? null : (
      <JokerLine playedIn={playedIn} roundNumber={roundNumber} />
    );
  const known = entry.sending?.value ?? entry.stored?.value;
  const isPlayed = known?.kind === "joker" ? known.played : playedIn === roundNumber;
  const basedOn = entry.stored?.revision ?? offer.revision;
  const choose = (played: boolean) => onChoose({ kind: "joker", played }, basedOn);
  return (
    <section
      data-testid="joker"
      data-played={isPlayed}
      data-status={entry.sending?.status ?? (entry.refusal ? "refused" : "saved")}
      className={`flex flex-col gap-3 rounded-slab border-2 p-4 ${isPlayed ? "border-accent bg-[color-mix(in_oklab,var(--rf-accent)_14%,var(--rf-panel))]" : "border-edge bg-panel"}`}
    >
      <p className="flex items-center gap-3">
        <Sparkles aria-hidden size={28} className="shrink-0 text-accent-ink" />
        <b className="font-display text-title">{isPlayed ? "Joker played" : "Your joker"}</b>
      </p>
      <p role="status">
        {isPlayed
          ? "This round counts double for your team. You can take it back until the first question."
          : "Play it and this round counts double for your team. Once per night."}
      </p>
      <Button
        wide
        variant={isPlayed ? "plain" : "primary"}
        data-testid={isPlayed ? "take-joker-back" : "play-joker"}
        onClick={() => choose(!isPlayed)}
      >
        {isPlayed ? "Take it back" : "Play the joker"}
      </Button>
      <JokerNote entry={entry} />
    </section>
  );
}

function JokerNote({ entry: { sending, refusal, lost } }: { entry: SheetEntry }) {
  if (sending?.status === "kept")
    return <p className="text-warn">Kept on this phone. We keep trying until the round begins.</p>;
  if (refusal) return <p className="text-bad">{refusal.message}</p>;
  // whoever of the team was quicker has decided; this phone shows it and offers the button again
  return lost ? <p className="text-ink-2">Somebody in your team decided just before you.</p> : null;
}

export function JokerLine({ playedIn, roundNumber }: { playedIn: number | null; roundNumber: number }) {
  const text =
    playedIn === null
      ? "You still have your joker for another round."
      : playedIn === roundNumber
        ? "Your joker is played: this round counts double."
        : `Your joker was played in round ${playedIn}.`;
  return (
    <p className="flex items-center gap-2.5 text-ink-2" data-testid="joker-line">
      <Sparkles aria-hidden size={20} className="shrink-0 text-accent-ink" /> {text}
    </p>
  );
}

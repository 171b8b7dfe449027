"use client";
/** Points staked on a question before it is known. Changed as often as the team likes, until the round begins. */
import { Coins } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { inFigures } from "@/components/ui/in-figures";
import { Note } from "@/components/ui/note";
import type { SheetEntry } from "@/lib/client/sheet-outbox";
import type { AnswerValue } from "@/lib/contracts/answers";
import type { MeView, SharedView } from "@/lib/contracts/views";
import { counted } from "./counted";
import { Stepper } from "./stepper";

type Wager = NonNullable<MeView["wagers"]>[number];
type Props = {
  wager: Wager;
  /** the round has no other question */
  isOnly: boolean;
  /** what this phone knows of the stake, ahead of the view */
  entry: SheetEntry;
  onStake: (value: AnswerValue, basedOn: number | null) => void;
};

export function WagerCard({ wager, isOnly, entry, onStake }: Props) {
  const [picked, setPicked] = useState<number | null>(null);
  const { number, max, offer } = wager;
  const about = isOnly ? "the question" : `question ${number}`;
  if (!offer) return <StakeLine wager={wager} about={about} />;
  const known = entry.sending?.value ?? entry.stored?.value;
  const staked = known?.kind === "wager" ? known.stake : wager.stake;
  const shown = picked ?? staked;
  return (
    <section
      data-testid="wager"
      data-staked={staked}
      data-status={entry.sending?.status ?? (entry.refusal ? "refused" : "saved")}
      className={`flex flex-col gap-3 rounded-slab border-2 p-4 ${staked > 0 ? "border-accent bg-[color-mix(in_oklab,var(--rf-accent)_14%,var(--rf-panel))]" : "border-edge bg-panel"}`}
    >
      <p className="flex items-center gap-3">
        <Coins aria-hidden size={28} className="shrink-0 text-accent-ink" />
        <b className="font-display text-title">
          {staked > 0 ? `${counted(staked, "point")} staked` : `Your wager on ${about}`}
        </b>
      </p>
      <p role="status">
        {staked > 0
          ? `On ${about}: right wins them on top, wrong or no answer loses them. You can change it until the first question.`
          : `Stake up to ${counted(max, "point")}: right wins them on top, wrong or no answer loses them.`}
      </p>
      <Stepper
        label={`Points to stake on ${about}`}
        value={shown}
        least={0}
        most={max}
        unit={`of ${counted(max, "point")}`}
        testId="stake"
        onValue={setPicked}
      />
      <Button
        wide
        data-testid="place-stake"
        disabled={shown === staked}
        onClick={() => {
          onStake({ kind: "wager", stake: shown }, entry.stored?.revision ?? offer.revision);
          setPicked(null);
        }}
      >
        {placeWords(shown, staked)}
      </Button>
      <WagerNote entry={entry} />
    </section>
  );
}

function placeWords(shown: number, staked: number): string {
  if (shown === staked) return staked === 0 ? "Nothing staked" : "Staked";
  return shown === 0 ? "Take it back" : `Stake ${inFigures(shown)}`;
}

function WagerNote({ entry: { sending, refusal, lost } }: { entry: SheetEntry }) {
  if (sending?.status === "kept")
    return <p className="text-warn">Kept on this phone. We keep trying until the round begins.</p>;
  if (refusal) return <p className="text-bad">{refusal.message}</p>;
  return lost ? <p className="text-ink-2">Somebody in your team staked just before you.</p> : null;
}

function StakeLine({ wager: { stake }, about }: { wager: Wager; about: string }) {
  return (
    <p className="flex items-center gap-2.5 text-ink-2" data-testid="stake-line">
      <Coins aria-hidden size={20} className="shrink-0 text-accent-ink" />
      {stake > 0 ? `You staked ${counted(stake, "point")} on ${about}.` : `You staked nothing on ${about}.`}
    </p>
  );
}

/** What is at stake on the question on show, or on those of the sheet. */
export function Stakes({ shared, wagers = [] }: { shared: SharedView } & Pick<MeView, "wagers">) {
  if (shared.phase !== "question" && shared.phase !== "locked") return null;
  const { question, sheet } = shared;
  const ids = new Set((sheet ?? [question]).map(({ id }) => id));
  return wagers
    .filter(({ questionId }) => ids.has(questionId))
    .map((wager) => (
      <StakeLine
        key={wager.questionId}
        wager={wager}
        about={sheet ? `question ${wager.number}` : "this question"}
      />
    ));
}

/** At the reveal: what the stake did to the points above. */
export function WagerOutcome({ result }: Pick<MeView, "result">) {
  if (!result?.wager) return null;
  const { stake, points } = result.wager;
  const title =
    points > 0
      ? `+${counted(points, "point")} won by your wager`
      : points < 0
        ? `−${counted(-points, "point")} lost by your wager`
        : "Your wager neither won nor lost";
  return (
    <Note
      tone={points > 0 ? "good" : points < 0 ? "bad" : "neutral"}
      icon={<Coins aria-hidden className="shrink-0 text-ink-2" />}
      title={title}
      testId="wager-outcome"
    >
      You had staked {counted(stake, "point")}.
    </Note>
  );
}

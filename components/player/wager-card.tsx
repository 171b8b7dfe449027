"use client";
/**
 * Points staked on a question before it is known. Changed as often as the team likes, until the round begins; what is
 * picked is saved by itself, since nobody knows when that is.
 */
import { Coins } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import type { SheetEntry } from "@/lib/client/sheet-outbox";
import type { AnswerValue } from "@/lib/contracts/answers";
import type { MeView, SharedView } from "@/lib/contracts/views";
import { wagerIdOf } from "@/lib/contracts/wager-id";
import { counted } from "./counted";
import { Stepper } from "./stepper";
import { useStakeDraft } from "./use-stake-draft";

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
  const { number, max, offer } = wager;
  const about = isOnly ? "the question" : `question ${number}`;
  const staked = stakeIn(entry.sending ?? entry.stored) ?? wager.stake;
  const draft = useStakeDraft({
    staked,
    isOpen: offer !== null,
    send: (stake, basedOn) => onStake({ kind: "wager", stake }, basedOn),
  });
  if (!offer) return <StakeLine wager={wager} about={about} entry={entry} />;
  const pick = (stake: number) => draft.pick(stake, entry.stored?.revision ?? offer.revision);
  const picked = draft.picked();
  const isWaiting = picked !== null && picked !== staked;
  // saved is said of nothing that waits
  const isStored = staked > 0 && entry.sending === null && !isWaiting;
  return (
    <section
      data-testid="wager"
      data-staked={staked}
      data-status={isWaiting ? "picked" : (entry.sending?.status ?? (entry.refusal ? "refused" : "saved"))}
      className={`flex flex-col gap-3 rounded-slab border-2 p-4 ${staked > 0 ? "border-accent bg-[color-mix(in_oklab,var(--rf-accent)_14%,var(--rf-panel))]" : "border-edge bg-panel"}`}
    >
      <p className="flex items-center gap-3">
        <Coins aria-hidden size={28} className="shrink-0 text-accent-ink" />
        <b className="font-display text-title">
          {isStored ? `${counted(staked, "point")} staked` : `Your wager on ${about}`}
        </b>
      </p>
      <p role="status">
        {isStored
          ? `On ${about}: right wins them on top, wrong or no answer loses them. You can change it until the first question.`
          : `Stake up to ${counted(max, "point")}: right wins them on top, wrong or no answer loses them.`}
      </p>
      <Stepper
        label={`Points to stake on ${about}`}
        value={picked ?? staked}
        least={0}
        most={max}
        unit={`of ${counted(max, "point")}`}
        testId="stake"
        onValue={pick}
      />
      <p role="status" data-testid="stake-note">
        <WagerNote entry={entry} isWaiting={isWaiting} isStaked={staked > 0} />
      </p>
      {staked > 0 && (
        <Button
          variant="plain"
          data-testid="take-stake-back"
          onClick={() => {
            pick(0);
            draft.commit();
          }}
        >
          Take it back
        </Button>
      )}
    </section>
  );
}

/** Null: none, or an answer of another kind. */
const stakeIn = (of: { value: AnswerValue } | null): number | null =>
  of?.value.kind === "wager" ? of.value.stake : null;

function WagerNote({
  entry: { sending, refusal, lost },
  isWaiting,
  isStaked,
}: {
  entry: SheetEntry;
  isWaiting: boolean;
  isStaked: boolean;
}) {
  if (isWaiting || sending?.status === "sending") return <span className="text-ink-2">Saving…</span>;
  if (sending)
    return <span className="text-warn">Kept on this phone. We keep trying until the round begins.</span>;
  if (refusal) return <span className="text-bad">{refusal.message}</span>;
  const mine = lost?.kind === "wager" ? lost.stake : 0;
  if (lost)
    return (
      <span className="text-ink-2">
        Somebody in your team staked just before you. Your {counted(mine, "point")} did not go in.
      </span>
    );
  return (
    <span className="text-ink-2">
      {isStaked ? "Saved. Your whole team sees it." : "What you pick is saved by itself."}
    </span>
  );
}

/** `entry`: picked in the last moment, it may be on its way still, or have come too late. */
function StakeLine({ wager: { stake }, about, entry }: { wager: Wager; about: string; entry: SheetEntry }) {
  const sent = stakeIn(entry.sending);
  const refused = stakeIn(entry.refusal);
  return (
    <p className="flex items-center gap-2.5 text-ink-2" data-testid="stake-line">
      <Coins aria-hidden size={20} className="shrink-0 text-accent-ink" />
      <span>
        {stake > 0 ? `You staked ${counted(stake, "point")} on ${about}.` : `You staked nothing on ${about}.`}
        {sent !== null && ` Your change to ${counted(sent, "point")} is not saved yet.`}
        {sent === null && refused !== null && (
          <span className="block text-bad" data-testid="stake-refused">
            Your change to {counted(refused, "point")} came too late and does not count.
          </span>
        )}
      </span>
    </p>
  );
}

/** The phases in which a stake is said above the question. */
export const saysStakes = ({ phase }: SharedView): boolean => phase === "question" || phase === "locked";

/** What is at stake on the question on show, or on those of the sheet; on others, a stake that did not go in. */
export function Stakes({
  shared,
  wagers = [],
  entry,
}: { shared: SharedView; entry: (questionId: string) => SheetEntry } & Pick<MeView, "wagers">) {
  if (shared.phase !== "question" && shared.phase !== "locked") return null;
  const { question, sheet } = shared;
  const ids = new Set((sheet ?? [question]).map(({ id }) => id));
  return wagers.flatMap((wager) => {
    const known = entry(wagerIdOf(wager.questionId));
    const isOnShow = ids.has(wager.questionId);
    if (!isOnShow && !known.sending && !known.refusal) return [];
    return (
      <StakeLine
        key={wager.questionId}
        wager={wager}
        about={sheet || !isOnShow ? `question ${wager.number}` : "this question"}
        entry={known}
      />
    );
  });
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

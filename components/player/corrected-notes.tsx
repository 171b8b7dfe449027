/** What the host marked by hand. A correction after the answer was shown: to the team it concerns with its points, to everybody else that there was one. */
import { PencilLine } from "lucide-react";
import { correctedWords, ownCorrectedWords } from "@/components/ui/correction-words";
import { Note } from "@/components/ui/note";
import type { Correction, MeView, OwnCorrection } from "@/lib/contracts/views";

const icon = <PencilLine aria-hidden className="shrink-0 text-ink-2" />;
const isSame = (one: Correction | OwnCorrection, other: Correction | OwnCorrection): boolean =>
  one.round === other.round && one.question === other.question;

/** Why the host marked this team's answer alone; not where the note of a correction says it already. */
export function MarkReason({
  me: { result, corrections = [] },
  round,
  question,
}: {
  me: MeView;
  round: number;
  question: number;
}) {
  const isSaid = corrections.some((mine) => isSame(mine, { round, question }) && "reason" in mine);
  if (!result?.reason || isSaid) return null;
  return (
    <Note tone="neutral" icon={icon} title="The host marked your answer:" testId="mark-reason">
      <bdi>{result.reason}</bdi>
    </Note>
  );
}

export function CorrectedNotes({
  corrections = [],
  me: { corrections: own = [] },
  round = null,
}: {
  corrections: Correction[] | undefined;
  me: MeView;
  /** number of the round on show */
  round?: number | null;
}) {
  const others = corrections.filter((correction) => !own.some((mine) => isSame(mine, correction)));
  return (
    <>
      {own.map((mine) => (
        <Note
          key={`${mine.round} ${mine.question}`}
          tone="warn"
          icon={icon}
          title={`${ownCorrectedWords(mine, round)}.`}
          testId="own-correction"
        >
          {"reason" in mine && mine.reason && <bdi>{mine.reason}</bdi>}
        </Note>
      ))}
      {others.length > 0 && (
        <Note tone="neutral" icon={icon} title={`${correctedWords(others, round)}.`} testId="correction">
          It changes none of your points.
        </Note>
      )}
    </>
  );
}

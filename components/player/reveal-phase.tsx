/** The answer, and what it did for this player: the verdict first, big enough for a glance across the table. */
import { ChevronsUp } from "lucide-react";
import { useId } from "react";
import { inFigures } from "@/components/ui/in-figures";
import { Note } from "@/components/ui/note";
import type { AnswerState } from "@/lib/client/outbox";
import type { MeView, Outcome, SharedView } from "@/lib/contracts/views";
import { Adjustments } from "./adjustments";
import { LateNote } from "./answer-note";
import { textOf } from "./answer-words";
import { CorrectedNotes, MarkReason } from "./corrected-notes";
import { counted } from "./counted";
import { ChoiceLines, MyAnswer, NumberedLines, PairLines } from "./my-answer";
import { Movement, Rank } from "./rank";
import { WagerOutcome } from "./wager-card";

type RevealView = Extract<SharedView, { phase: "reveal" }>;

export function RevealPhase({
  shared: { question, reveal, round, corrections },
  me,
  answer,
}: {
  shared: RevealView;
  me: MeView;
  answer: AnswerState | null;
}) {
  // the room's view may come a moment before this phone's own marks
  const marked = me.result?.outcome ?? (reveal.skipped ? "skipped" : "marking");
  const points = me.result?.points ?? 0;
  const mine =
    me.answer?.questionId === question.id
      ? me.answer.value
      : (me.sheet?.find(({ questionId }) => questionId === question.id)?.value ?? null);
  // who buzzed and was not asked has lost nothing, and did not say nothing
  const outcome = marked === "unanswered" && mine?.kind === "buzz" ? "slower" : marked;
  const isJoker = me.joker?.playedIn === round.number;
  return (
    <>
      <Verdict
        question={question}
        outcome={outcome}
        points={points}
        bonus={me.result?.bonus ?? 0}
        isJoker={isJoker}
      />
      <WagerOutcome result={me.result} />
      <MarkReason me={me} round={round.number} question={question.number} />
      <LateNote answer={answer} />
      {mine && mine.kind !== "buzz" && outcome !== "right" && (
        <MyAnswer question={question} value={mine} label="You said" />
      )}
      {!reveal.skipped && (
        <div className="rounded-slab border-2 border-good bg-panel px-4 py-3" data-testid="right-answer">
          <p className="text-ink-2">It was</p>
          <RightAnswer question={question} reveal={reveal} />
          <Winners question={question} winners={reveal.winners ?? []} me={me} />
          {reveal.explanation && <p className="mt-1.5 text-ink-2">{reveal.explanation}</p>}
        </div>
      )}
      <CorrectedNotes corrections={corrections} me={me} round={round.number} />
      <RankCard me={me} />
      <Adjustments standing={me.standing} />
    </>
  );
}

function RightAnswer({ question, reveal }: Pick<RevealView, "question" | "reveal">) {
  if (reveal.order) return <NumberedLines texts={reveal.order.map((id) => textOf(question.items, id))} />;
  if (reveal.pairs) return <PairLines question={question} pairs={reveal.pairs} />;
  return (
    <ChoiceLines
      question={question}
      choiceIds={reveal.correctChoiceIds}
      otherwise={<p className="text-choice font-bold">{reveal.answerText}</p>}
    />
  );
}

/** Closest number: who was nearest. Buzzer: whose answer was right. */
function Winners({
  question,
  winners,
  me,
}: {
  question: RevealView["question"];
  winners: NonNullable<RevealView["reveal"]["winners"]>;
  me: MeView;
}) {
  if (winners.length === 0) return null;
  return (
    <ul className="mt-2 border-t border-line pt-2" data-testid="winners">
      {winners.map(({ playerId, name, text }) => (
        <li key={playerId} className={playerId === me.playerId ? "font-bold text-good" : ""}>
          {question.type === "buzzer" ? "Got it: " : "Closest: "}
          <bdi>{name}</bdi>
          {text && question.type !== "buzzer" && ` (${text})`}
        </li>
      ))}
    </ul>
  );
}

type VerdictName = Outcome | "marking" | "slower";
const verdicts: Record<VerdictName, { title: string; text?: string; tone: string }> = {
  right: { title: "Right!", tone: "border-good bg-good-soft" },
  partly: { title: "Partly right", tone: "border-warn bg-warn-soft" },
  wrong: { title: "Not quite", tone: "border-bad bg-bad-soft" },
  unanswered: {
    title: "No answer",
    text: "Nothing came in from you this time.",
    tone: "border-line bg-panel",
  },
  slower: {
    title: "Not this time",
    text: "Another team was quicker. It costs you nothing.",
    tone: "border-line bg-panel",
  },
  joinedLater: {
    title: "You joined after this question",
    text: "It does not count against you. The next one is yours.",
    tone: "border-line bg-panel",
  },
  skipped: {
    title: "This one does not count",
    text: "The host took it out. Nobody gets points for it.",
    tone: "border-line bg-panel",
  },
  marking: { title: "Marking…", tone: "border-line bg-panel" },
};

/** 320 is not right where the tower has 330 metres, and may still be the nearest of the room. */
const contestTitles: Partial<Record<VerdictName, string>> = { right: "Closest!", wrong: "Not the closest" };

type VerdictProps = {
  question: RevealView["question"];
  outcome: VerdictName;
  points: number;
  bonus: number;
  isJoker: boolean;
};
function Verdict({ question, outcome, points, bonus, isJoker }: VerdictProps) {
  const { text, tone, ...words } = verdicts[outcome];
  const isContest = question.closestWins || question.isTieBreak;
  const title = (isContest && contestTitles[outcome]) || words.title;
  const isMarked = outcome === "right" || outcome === "partly" || outcome === "wrong";
  return (
    <section
      data-testid="verdict"
      data-outcome={outcome}
      className={`flex flex-col items-center justify-center gap-2 rounded-mat border-3 px-4 text-center ${outcome === "right" ? "min-h-56 grow max-h-96 py-6" : "py-6"} ${tone}`}
    >
      {isMarked && <ChalkMark outcome={outcome} />}
      <h1 className={isMarked ? "text-[clamp(2.5rem,13.5vw,3.5rem)] leading-none" : "text-hero"}>{title}</h1>
      {isMarked && (question.isTieBreak ? <TieBreakWords /> : <Points points={points} />)}
      {isMarked && bonus !== 0 && (
        <p data-testid="bonus">
          {isJoker ? "Doubled by your joker." : `${inFigures(bonus)} of them on top.`}
        </p>
      )}
      {text && <p className="text-lead text-ink-2">{text}</p>}
    </section>
  );
}

const Points = ({ points }: { points: number }) => (
  <p className="text-title font-bold">{pointsInWords(points)}</p>
);
const TieBreakWords = () => (
  <p className="text-lead text-ink-2">A tie-break: it only decides between equal totals.</p>
);

const pointsInWords = (points: number): string =>
  points > 0 ? `+${counted(points, "point")}` : points < 0 ? `−${counted(-points, "point")}` : "No points";

/** A tick, a wave, a cross. */
const marks = {
  right: { look: "size-24 text-good", path: "M6 34Q16 40 22 52Q34 22 56 8" },
  partly: { look: "size-18 text-warn", path: "M5 36Q17 14 30 30T55 24" },
  wrong: { look: "size-18 text-bad", path: "M10 10Q32 28 50 50M50 9Q30 30 10 51" },
};

/** At this size the grain of the chalk filter looks like mould: the edge alone is rough. */
function ChalkMark({ outcome }: { outcome: "right" | "partly" | "wrong" }) {
  const id = useId().replace(/\W/g, "");
  return (
    <svg
      viewBox="0 0 60 60"
      aria-hidden="true"
      className={marks[outcome].look}
      style={{ overflow: "visible" }}
    >
      <defs>
        <filter id={`${id}rough`} x="-30%" y="-30%" width="160%" height="160%">
          <feTurbulence type="fractalNoise" baseFrequency="0.35" numOctaves="2" seed="3" result="grain" />
          <feDisplacementMap in="SourceGraphic" in2="grain" scale="3" />
        </filter>
      </defs>
      <g
        fill="none"
        stroke="currentColor"
        strokeWidth="9"
        strokeLinecap="round"
        strokeLinejoin="round"
        filter={`url(#${id}rough)`}
      >
        <path d={marks[outcome].path} />
      </g>
    </svg>
  );
}

function RankCard({ me: { standing } }: { me: MeView }) {
  if (!standing) return null;
  return (
    <>
      <section
        className="flex items-center gap-4 rounded-slab border border-line bg-panel px-4 py-3"
        data-testid="rank"
        data-points={standing.points}
      >
        <Rank rank={standing.rank} className="text-[3.25rem] text-accent-ink" />
        <p className="text-lead leading-snug">
          of {standing.playerCount} <Movement by={standing.movement} />
          <b className="block">{counted(standing.points, "point")}</b>
        </p>
      </section>
      {standing.gapToNext !== null && standing.nextName && (
        <Note
          tone="neutral"
          icon={<ChevronsUp aria-hidden className="shrink-0 text-ink-2" />}
          title={`${counted(standing.gapToNext, "point")} to catch`}
        >
          <bdi className="line-clamp-2">{standing.nextName}</bdi>
        </Note>
      )}
    </>
  );
}

/** How far the marking is: what the amber button says, the questions of the round, and the keys. */
import { ArrowRight, Check } from "lucide-react";
import type { MarkingQuestion, MarkingView } from "@/lib/contracts/marking";
import { type MarkingCursor, toMarkIn } from "./marking-cursor";
import { counted } from "./phase-words";

const nextShape =
  "ml-auto flex min-h-14 flex-1 items-center justify-center gap-4 rounded-slab px-5 py-1.5 text-start text-choice leading-tight font-bold no-underline sm:min-w-68 lg:min-h-18 lg:max-w-sm lg:shrink-0 lg:grow-0 lg:text-title";
const nextLooks = {
  primary: "bg-amber text-on-accent shadow-key",
  plain: "border border-edge bg-panel text-ink hover:bg-raised",
  words: "text-ink-2",
};

/** The amber button of the desk: to the next question with something to mark, and after the last one back to Live. */
export function NextButton({
  view,
  question,
  next,
  livePath,
  onNext,
}: {
  view: MarkingView;
  question: MarkingQuestion;
  next: MarkingCursor | null;
  livePath?: string | undefined;
  onNext: () => void;
}) {
  const here = toMarkIn(question);
  const target = view.questions.find(({ questionId }) => questionId === next?.questionId);
  if (target)
    return (
      <button
        type="button"
        data-testid="next-to-mark"
        aria-keyshortcuts="m"
        className={`${nextShape} ${nextLooks.primary}`}
        onClick={onNext}
      >
        <span className="flex items-center gap-3">
          <span>
            {target.round === question.round
              ? `Question ${target.number}`
              : `Round ${target.round}, question ${target.number}`}
            <small className="block text-body font-semibold">
              {here > 0 ? `${here} to mark here` : "all marked here"}
            </small>
          </span>
          <ArrowRight aria-hidden size={24} className="shrink-0" />
        </span>
        <kbd className="host-key host-key-amber max-lg:hidden">M</kbd>
      </button>
    );
  const state = here > 0 ? `${here} to mark here, the last ${here === 1 ? "one" : "ones"}` : "All marked";
  if (!livePath)
    return (
      <p data-testid="next-to-mark" className={`${nextShape} ${nextLooks.words}`}>
        {here === 0 && <Check aria-hidden size={24} className="shrink-0 text-good" strokeWidth={3} />}
        {state}
      </p>
    );
  return (
    <a
      href={livePath}
      data-testid="next-to-mark"
      className={`${nextShape} ${here > 0 ? nextLooks.plain : nextLooks.primary}`}
    >
      <span>
        Back to Live
        <small className="block text-body font-semibold">{state}</small>
      </span>
      <ArrowRight aria-hidden size={24} className="shrink-0" />
    </a>
  );
}

/** The questions of this round: marked, on the desk, still with something to mark. */
export function RoundPips({ view, question }: { view: MarkingView; question: MarkingQuestion }) {
  const round = view.questions.filter((one) => one.round === question.round);
  const marked = round.filter((one) => toMarkIn(one) === 0).length;
  return (
    <section className="flex flex-col gap-2">
      <p className="flex justify-between gap-3">
        <b>Round {question.round}</b>
        <span className="text-ink-2">
          {marked} of {counted(round.length, "question")} marked
        </span>
      </p>
      <span aria-hidden className="flex gap-1">
        {round.map((one) => (
          <i
            key={one.questionId}
            className={`h-2 flex-1 rounded-sm ${one === question ? "bg-amber outline-2 outline-offset-1 outline-amber" : toMarkIn(one) === 0 ? "bg-brass" : "bg-line"}`}
          />
        ))}
      </span>
      <p className="text-micro text-ink-2">A new mark after the reveal corrects every table by itself.</p>
    </section>
  );
}

const legend = [
  { keys: "↑ ↓", words: "answer" },
  { keys: "Space", words: "right" },
  { keys: "H", words: "half" },
  { keys: "X", words: "wrong" },
  { keys: "A", words: "automatic" },
  { keys: "N P", words: "question" },
];

/** Of an answer in parts: Space lets the automatic count stand. */
const partsLegend = (parts: number) => [
  { keys: "↑ ↓", words: "answer" },
  { keys: "Space", words: "as counted" },
  { keys: `0 ${Math.min(9, parts)}`, words: "so many right" },
  { keys: "R", words: "all right" },
  { keys: "A", words: "automatic" },
  { keys: "N P", words: "question" },
];

export function KeyLegend({ question: { parts } }: { question: MarkingQuestion }) {
  return (
    <ul
      aria-label="Keys"
      className="hidden min-w-0 flex-1 content-center items-center gap-x-3 gap-y-1 lg:flex lg:flex-wrap"
    >
      {(parts === null ? legend : partsLegend(parts)).map(({ keys, words }) => (
        <li key={words} className="flex items-center gap-1.5 text-micro text-ink-2">
          {keys.split(" ").map((key) => (
            <kbd key={key} className="host-key">
              {key}
            </kbd>
          ))}
          {words}
        </li>
      ))}
    </ul>
  );
}

import type { AnswerCell, ResultsReply } from "@/lib/contracts/http";
import {
  type GivenAnswer,
  givenAnswers,
  mostMissed,
  outcomeParts,
  percent,
  type QuestionFigures,
} from "./results-figures";

/** How many questions are named as the hardest: what a host remembers for next week. */
const namedCount = 3;

/** gap-1 */
const barGapRem = 0.25;

const label = ({ question }: QuestionFigures) => `R${question.round} Q${question.number}`;

/** The share of teams that were right, question by question. */
export function QuestionChart({ figures }: { figures: QuestionFigures[] }) {
  const missed = mostMissed(figures, namedCount);
  const shown = figures.filter(({ rightShare }) => rightShare !== null);
  if (shown.length === 0) return null;
  return (
    <section className="flex flex-col gap-3 rounded-slab border border-line bg-panel p-4 sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-title">Which questions bit</h2>
        <p className="text-ink-2">share of teams in the room that were right; dashed line: half</p>
      </div>
      <div className="overflow-x-auto">
        <ol
          className="relative flex h-44 min-w-full items-end gap-1 border-b border-line before:absolute before:inset-x-0 before:bottom-[42.5%] before:border-t before:border-dashed before:border-line"
          style={{ width: `${shown.length * 1.5}rem` }}
        >
          {shown.map((figure) => {
            const isMissed = missed.includes(figure);
            return (
              <li
                key={figure.question.questionId}
                title={`${label(figure)}: ${percent(figure.rightShare)}. ${figure.question.text}`}
                className="flex h-full min-w-4 flex-1 flex-col justify-end"
              >
                <span className="sr-only">
                  {label(figure)}: {percent(figure.rightShare)}
                  {figure.partlyShare > 0 && `, ${percent(figure.partlyShare)} partly`}
                </span>
                {isMissed && (
                  <b aria-hidden className="text-center text-micro whitespace-nowrap">
                    {Math.round((figure.rightShare ?? 0) * 100)}
                  </b>
                )}
                {figure.partlyShare > 0 && (
                  <i
                    aria-hidden
                    className="host-striped mx-auto w-full max-w-8 rounded-t-sm"
                    style={{ height: `${figure.partlyShare * 85}%` }}
                  />
                )}
                <i
                  aria-hidden
                  className={`mx-auto min-h-1 w-full max-w-8 rounded-t-sm ${isMissed ? "bg-bad" : figure.question.round % 2 ? "bg-chart" : "bg-chart-2"}`}
                  style={{ height: `${(figure.rightShare ?? 0) * 85}%` }}
                />
              </li>
            );
          })}
        </ol>
        <BarLabels shown={shown} />
      </div>
      <Legend shown={shown} missed={missed} />
      {missed.length > 0 && (
        <ul className="flex flex-col gap-1" data-testid="most-missed">
          {missed.map((figure) => (
            <li key={figure.question.questionId}>
              <b className="text-bad tabular-nums">{percent(figure.rightShare)}</b>{" "}
              <span className="text-ink-2">{label(figure)}</span> {figure.question.text}{" "}
              <span className="text-ink-2">({figure.question.answerText})</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Under the bars: the number of each question, and below them which round they were. The bars name themselves to readers. */
function BarLabels({ shown }: { shown: QuestionFigures[] }) {
  const rounds = [...new Set(shown.map(({ question }) => question.round))];
  return (
    <div
      aria-hidden
      data-testid="bar-labels"
      className="flex min-w-full gap-1 pt-1 text-micro text-ink-2"
      style={{ width: `${shown.length * 1.5}rem` }}
    >
      {rounds.map((round) => {
        const own = shown.filter(({ question }) => question.round === round);
        return (
          <div
            key={round}
            className="flex min-w-0 flex-col"
            // as wide as its bars and the gaps between them, or the numbers drift from the bars
            style={{ flex: `${own.length} 0 ${(own.length - 1) * barGapRem}rem` }}
          >
            <span className="flex gap-1">
              {own.map(({ question }) => (
                <span key={question.questionId} className="min-w-4 flex-1 text-center tabular-nums">
                  {question.number}
                </span>
              ))}
            </span>
            <span className="mt-0.5 border-t border-line text-center whitespace-nowrap">
              {own.length > 2 ? `Round ${round}` : `R${round}`}
            </span>
          </div>
        );
      })}
    </div>
  );
}

/** What the colours say; only those that are there. */
function Legend({ shown, missed }: { shown: QuestionFigures[]; missed: QuestionFigures[] }) {
  const hasRound = (odd: number) =>
    shown.some((figure) => figure.question.round % 2 === odd && !missed.includes(figure));
  const entries = [
    { look: "bg-chart", words: "right, rounds 1, 3, 5 …", is: hasRound(1) },
    { look: "bg-chart-2", words: "right, rounds 2, 4, 6 …", is: hasRound(0) },
    { look: "bg-bad", words: "right, the hardest questions", is: missed.length > 0 },
    { look: "host-striped", words: "partly right", is: shown.some(({ partlyShare }) => partlyShare > 0) },
  ];
  return (
    <ul aria-label="Colours" className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2" data-testid="chart-legend">
      {entries
        .filter(({ is }) => is)
        .map(({ look, words }) => (
          <li key={words} className="inline-flex items-center gap-1.5">
            <i aria-hidden className={`size-3 rounded-sm ${look}`} />
            {words}
          </li>
        ))}
    </ul>
  );
}

const looks: Record<AnswerCell, string> = {
  right: "bg-good",
  "partly right": "bg-warn",
  wrong: "bg-bad",
  "refused late": "host-striped",
  unanswered: "bg-edge",
  "joined later": "bg-line",
  skipped: "bg-line",
  "not asked": "bg-line",
};

/** What became of every team's answer, for each question. */
export function QuestionList({ results, figures }: { results: ResultsReply; figures: QuestionFigures[] }) {
  return (
    <section className="flex flex-col rounded-slab border border-line bg-panel p-4 sm:p-5">
      <h2 className="pb-2 text-title">Every question</h2>
      <ol>
        {figures.map((figure, index) => {
          const parts = outcomeParts(figure.outcomes);
          return (
            <li
              key={figure.question.questionId}
              data-testid="question-figures"
              className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-t border-line py-3 sm:grid-cols-[4.5rem_1fr_4.5rem]"
            >
              <span className="text-ink-2 max-sm:col-span-2">{label(figure)}</span>
              <p className="min-w-0">
                <b>{figure.question.text}</b> <span className="text-ink-2">{figure.question.answerText}</span>
                {figure.question.corrected && <Corrected />}
              </p>
              <b className="text-end whitespace-nowrap tabular-nums">
                {figure.question.skipped ? "skipped" : percent(figure.rightShare)}
              </b>
              {parts.length > 0 && (
                <div className="flex flex-col gap-1 max-sm:col-span-2 sm:col-start-2">
                  {figure.rightShare !== null && (
                    <span aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full">
                      {parts.map(({ outcome, count }) => (
                        <i key={outcome} className={looks[outcome]} style={{ flex: count }} />
                      ))}
                    </span>
                  )}
                  <span className="flex flex-wrap gap-x-4 text-ink-2">
                    {parts.map(({ outcome, words }) => (
                      <span key={outcome} className="inline-flex items-center gap-1.5">
                        <i aria-hidden className={`size-2.5 rounded-sm ${looks[outcome]}`} />
                        {words}
                      </span>
                    ))}
                  </span>
                  <Answers answers={givenAnswers(results, index)} />
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** A table that changed after the room had seen it says so. */
function Corrected() {
  return (
    <span
      data-testid="corrected"
      className="ms-2 rounded-full border border-warn px-2 text-micro whitespace-nowrap text-warn"
    >
      corrected after the reveal
    </span>
  );
}

/** More different answers than this are a long tail of one team each. */
const mostAnswers = 8;

/** What the room said, the most common first. */
function Answers({ answers }: { answers: GivenAnswer[] }) {
  if (answers.length === 0) return null;
  const top = answers[0]?.count ?? 1;
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent-ink">
        What they said
      </summary>
      <ul className="flex flex-col gap-1 pb-1" data-testid="given-answers">
        {answers.slice(0, mostAnswers).map(({ text, count, outcome }) => (
          <li
            key={`${outcome} ${text}`}
            className="grid grid-cols-[minmax(0,14rem)_minmax(0,1fr)_2.5rem] items-center gap-3"
          >
            <bdi className="truncate">{text}</bdi>
            <span aria-hidden className="flex h-3 overflow-hidden rounded-full bg-sunken">
              <i className={looks[outcome]} style={{ width: `${(count / top) * 100}%` }} />
            </span>
            <span className="text-end tabular-nums">
              {count}
              <span className="sr-only"> {outcome}</span>
            </span>
          </li>
        ))}
      </ul>
      {answers.length > mostAnswers && <p className="text-ink-2">and {answers.length - mostAnswers} more</p>}
    </details>
  );
}

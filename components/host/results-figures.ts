/** What a night's table says about its questions. Pure. A removed team is in the table, not in the figures. */
import type { AnswerCell, ResultsReply } from "@/lib/contracts/http";

export type QuestionFigures = {
  question: ResultsReply["questions"][number];
  /** teams by what became of their answer */
  outcomes: Record<AnswerCell, number>;
  /** of every team that was in the room for it, answered or not; null: skipped, a contest, not asked, or nobody there */
  rightShare: number | null;
  /** of the same teams: some of it right; 0 where `rightShare` is null */
  partlyShare: number;
};

const outcomeOrder: AnswerCell[] = [
  "right",
  "partly right",
  "wrong",
  "refused late",
  "unanswered",
  "joined later",
  "skipped",
  "not asked",
];
/** A team that joined later had no chance at the question, so it says nothing about it. */
const wasThere: AnswerCell[] = ["right", "partly right", "wrong", "refused late", "unanswered"];

export function questionFigures(results: ResultsReply): QuestionFigures[] {
  const playing = results.players.filter((player) => !player.removed);
  return results.questions.map((question, index) => {
    const outcomes = Object.fromEntries(
      outcomeOrder.map((outcome) => [
        outcome,
        playing.filter((player) => player.cells[index]?.outcome === outcome).length,
      ]),
    ) as Record<AnswerCell, number>;
    const there = wasThere.reduce((sum, outcome) => sum + outcomes[outcome], 0);
    const counts = !question.skipped && !question.contest && there > 0;
    return {
      question,
      outcomes,
      rightShare: counts ? outcomes.right / there : null,
      partlyShare: counts ? outcomes["partly right"] / there : 0,
    };
  });
}

/** Right or partly right: who got something out of it. */
const gotShare = ({ rightShare, partlyShare }: QuestionFigures): number => (rightShare ?? 1) + partlyShare;

/** Hardest first; a question that everybody knew something of was missed by nobody. */
export function mostMissed(figures: QuestionFigures[], count: number): QuestionFigures[] {
  return figures
    .filter((figure) => figure.rightShare !== null && gotShare(figure) < 1)
    .sort((a, b) => gotShare(a) - gotShare(b))
    .slice(0, count);
}

/** "12 right, 3 wrong, 1 no answer": what there is of each, in a fixed order. */
const outcomeWords: Record<AnswerCell, string> = {
  right: "right",
  "partly right": "partly right",
  wrong: "wrong",
  "refused late": "too late",
  unanswered: "no answer",
  "joined later": "joined later",
  skipped: "skipped",
  "not asked": "not asked",
};
export const outcomeParts = (
  outcomes: Record<AnswerCell, number>,
): { outcome: AnswerCell; count: number; words: string }[] =>
  outcomeOrder
    .filter((outcome) => outcomes[outcome] > 0)
    .map((outcome) => ({
      outcome,
      count: outcomes[outcome],
      words: `${outcomes[outcome]} ${outcomeWords[outcome]}`,
    }));

export type NightFigures = { teams: number; given: number; possible: number; rightShare: number | null };

export function nightFigures(results: ResultsReply, figures: QuestionFigures[]): NightFigures {
  const sumOf = (counted: QuestionFigures[], ...wanted: AnswerCell[]) =>
    counted.reduce(
      (total, { outcomes }) => total + wanted.reduce((part, name) => part + outcomes[name], 0),
      0,
    );
  const played = figures.filter(({ question }) => !question.skipped);
  const markable = played.filter(({ question }) => !question.contest);
  const couldBeRight = sumOf(markable, ...wasThere);
  return {
    teams: results.players.filter((player) => !player.removed).length,
    given: sumOf(played, "right", "partly right", "wrong"),
    possible: sumOf(played, ...wasThere),
    rightShare: couldBeRight === 0 ? null : sumOf(markable, "right") / couldBeRight,
  };
}

type ResultsPlayer = ResultsReply["players"][number];

/** Points by hand that belong to no round. */
export const nightPoints = ({ adjustments }: Pick<ResultsPlayer, "adjustments">): number =>
  adjustments.reduce((sum, { round, points }) => (round === null ? sum + points : sum), 0);

export const bonusPoints = ({ cells }: Pick<ResultsPlayer, "cells">): number =>
  cells.reduce((sum, { bonus }) => sum + bonus, 0);

/** Won and lost by stakes, part of the rounds' points. */
export const wagerPoints = ({ cells }: Pick<ResultsPlayer, "cells">): number =>
  cells.reduce((sum, { wager }) => sum + (wager?.points ?? 0), 0);

export type GivenAnswer = { text: string; count: number; outcome: AnswerCell };

/** What the room said to a question, the most common first; spellings that differ only in case are one. */
export function givenAnswers(results: ResultsReply, index: number): GivenAnswer[] {
  const answers = new Map<string, GivenAnswer>();
  for (const player of results.players) {
    const cell = player.cells[index];
    if (player.removed || !cell || cell.text === "") continue;
    const name = `${cell.outcome} ${cell.text.normalize("NFKC").trim().toLowerCase()}`;
    const known = answers.get(name);
    if (known) known.count++;
    else answers.set(name, { text: cell.text, count: 1, outcome: cell.outcome });
  }
  return [...answers.values()].sort((a, b) => b.count - a.count);
}

export const percent = (share: number | null): string =>
  share === null ? "–" : `${Math.round(share * 100)} %`;

/** On paper a cell has room for a number or a sign. */
const signs: Record<AnswerCell, [sign: string, meaning: string]> = {
  right: ["0", "right"],
  "partly right": ["0", "partly right"],
  wrong: ["✗", "wrong"],
  unanswered: ["–", "no answer"],
  "refused late": ["late", "came too late"],
  "joined later": ["·", "joined later"],
  skipped: ["×", "skipped"],
  "not asked": ["", "not asked"],
};
export const printedSigns = (["wrong", "unanswered", "refused late", "joined later", "skipped"] as const).map(
  (outcome) => signs[outcome],
);
/** What it brought; where that is nothing, why. */
export const printedCell = (cell: ResultsPlayer["cells"][number] | undefined): string =>
  cell === undefined ? "" : cell.points === 0 ? signs[cell.outcome][0] : String(cell.points);

/**
 * The night as a table: derived from the same scores as every screen, never from a second calculation. What each team
 * did in all is kept; what became of a single answer is looked up when it is asked for, so that an export of 200,000
 * answers never holds them a second time.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { AnswerCell, ResultsReply } from "@/lib/contracts/http";
import type { Question } from "@/lib/contracts/quiz";
import { jokerRoundIndex } from "@/lib/game/jokers";
import { isContest, reasonIn, roundedPoints } from "@/lib/game/judging";
import { answerInWords, valueInWords } from "@/lib/game/questions";
import type { ScoreCell } from "@/lib/game/scoring";
import { mostToStake } from "@/lib/game/wagers";
import type { Container } from "./container";
import { isBot } from "./seat";
import type { SessionRoom } from "./session-room";

type ResultsPlayer = ResultsReply["players"][number];
export type ResultsCell = ResultsPlayer["cells"][number];
export type ResultsRow = Omit<ResultsPlayer, "cells">;
export type ResultsTable = Omit<ResultsReply, "players"> & {
  /** in the order of the standings, removed teams last */
  rows: ResultsRow[];
  /** somebody's answer was marked alone */
  hasOverrides: boolean;
  /** `at`: index into `questions` */
  cellAt(row: Pick<ResultsRow, "playerId">, at: number): ResultsCell;
};

/** Rows added up in one go: phones get their turn while a large night is prepared. */
export const rowsAtOnce = 100;

/** As it stands at this moment: what is corrected while it is being read belongs to the next one. */
export async function openResults(box: Container, room: SessionRoom): Promise<ResultsTable> {
  const late = new Set(
    (await box.committer.loadLateAnswers(room.sessionId)).map(
      ({ playerId, questionId }) => `${playerId} ${questionId}`,
    ),
  );
  const { state } = room;
  const scores = room.scores();
  const skipped = new Set([...state.skippedQuestionIds, ...state.voidedQuestionIds]);
  const corrected = new Set(
    state.asked.filter((entry) => entry.corrected).map(({ questionId }) => questionId),
  );
  const asked = state.quiz.rounds.flatMap((round, roundIndex) =>
    round.questions.flatMap((question, questionIndex) =>
      // a slide is nothing to answer
      question.type === "info" ? [] : [{ question, round: roundIndex + 1, number: questionIndex + 1 }],
    ),
  );
  const overridesBy = new Map<string, ResultsRow["overrides"]>();
  for (const override of state.overrides) {
    if (reasonIn(override).reason === undefined) continue;
    const { playerId, questionId, fraction, reason } = override;
    overridesBy.set(playerId, [...(overridesBy.get(playerId) ?? []), { questionId, fraction, reason }]);
  }
  const standing = new Map(scores.standings.map((row) => [row.playerId, row]));
  // bots that were sent away were practice and no part of the night
  const seats = [...room.seats.values()]
    .filter((seat) => seat.status === "active" || !isBot(seat))
    .map(({ playerId, name, source, status, heads }) => ({ playerId, name, source, status, heads }));

  const pointsAt = (
    playerId: string,
    question: Question,
  ): Pick<ResultsCell, "points" | "bonus" | "wager"> => {
    const cell = skipped.has(question.id) ? undefined : scores.cells.get(playerId)?.get(question.id);
    return {
      points: cell?.points ?? 0,
      bonus: cell?.bonus ?? 0,
      ...(cell?.wager ? { wager: cell.wager } : {}),
    };
  };
  const cellAt: ResultsTable["cellAt"] = ({ playerId }, at) => {
    const entry = asked[at];
    if (!entry) throw new Error(`there is no question ${at} in these results`);
    const { question } = entry;
    const stored = room.answerOf(question.id, playerId);
    const isLate = !stored && late.has(`${playerId} ${question.id}`);
    const cell = scores.cells.get(playerId)?.get(question.id);
    return {
      outcome: outcomeOf(cell, { isSkipped: skipped.has(question.id), isLate }),
      text: stored ? valueInWords(question, stored.value) : "",
      ...pointsAt(playerId, question),
    };
  };
  const rowOf = ({ playerId, name, source, status, heads }: (typeof seats)[number]): ResultsRow => {
    const adjustments = state.adjustments
      .filter((adjustment) => adjustment.playerId === playerId)
      .map(({ adjustmentId, round, points, reason }) => ({ adjustmentId, round, points, reason }));
    const sums = state.quiz.rounds.map((_, index) =>
      sumPoints(adjustments.filter(({ round }) => round === index + 1)),
    );
    for (const { question, round } of asked)
      sums[round - 1] = (sums[round - 1] ?? 0) + pointsAt(playerId, question).points;
    const roundPoints = sums.map(roundedPoints);
    const handicap = scores.handicaps.get(playerId)?.points ?? 0;
    const jokerRound = jokerRoundIndex(state, (id) => room.answerOf(id, playerId)?.value ?? null);
    return {
      playerId,
      name,
      rank: standing.get(playerId)?.rank ?? null,
      // a removed team stands in no standings
      points:
        standing.get(playerId)?.points ??
        roundedPoints(
          roundPoints.reduce((sum, points) => sum + points, pointsOfTheNight({ adjustments }) + handicap),
        ),
      removed: status !== "active",
      source,
      jokerRound: jokerRound === null ? null : jokerRound + 1,
      heads,
      handicap,
      adjustments,
      overrides: overridesBy.get(playerId) ?? [],
      roundPoints,
    };
  };
  const rows: ResultsRow[] = [];
  for (const seat of seats) {
    rows.push(rowOf(seat));
    if (rows.length % rowsAtOnce === 0) await nextTurn();
  }
  // inside a tie, too, in the order every screen shows
  const placeOf = new Map(scores.standings.map(({ playerId }, place) => [playerId, place]));
  const place = ({ playerId }: ResultsRow) => placeOf.get(playerId) ?? placeOf.size;
  rows.sort((a, b) => place(a) - place(b));
  return {
    sessionId: room.sessionId,
    title: room.stored.title,
    createdAt: room.stored.createdAt,
    finished: state.endedAt !== null,
    handicap: state.handicap,
    rounds: state.quiz.rounds.map(({ title }) => ({ title })),
    questions: asked.map(({ question, round, number }) => {
      const stats = scores.questionStats.get(question.id);
      return {
        questionId: question.id,
        round,
        number,
        text: question.text,
        answerText: answerInWords(question),
        skipped: skipped.has(question.id),
        wager: mostToStake(question),
        contest: isContest(question) || question.type === "buzzer",
        corrected: corrected.has(question.id),
        answeredCount: stats?.answeredCount ?? 0,
        rightCount: stats?.rightCount ?? 0,
      };
    }),
    rows,
    hasOverrides: overridesBy.size > 0,
    cellAt,
  };
}

export async function collectResults(box: Container, room: SessionRoom): Promise<ResultsReply> {
  const { rows, cellAt, hasOverrides: _, ...night } = await openResults(box, room);
  const players = rows.map((row) => ({ ...row, cells: night.questions.map((_, at) => cellAt(row, at)) }));
  return { ...night, players };
}

function outcomeOf(
  cell: ScoreCell | undefined,
  { isSkipped, isLate }: { isSkipped: boolean; isLate: boolean },
): AnswerCell {
  if (isSkipped) return "skipped";
  if (!cell) return "not asked";
  switch (cell.outcome) {
    case "joinedLater":
      return "joined later";
    case "partly":
      return "partly right";
    case "unanswered":
      return isLate ? "refused late" : "unanswered";
    default:
      return cell.outcome;
  }
}

const sumPoints = (entries: { points: number }[]) => entries.reduce((sum, { points }) => sum + points, 0);

/** Points by hand that belong to no round. */
const pointsOfTheNight = ({ adjustments }: Pick<ResultsRow, "adjustments">): number =>
  sumPoints(adjustments.filter(({ round }) => round === null));

/** A question that counted for the team: its points are a number, also where it is nought. */
export const isCounted: Record<AnswerCell, boolean> = {
  right: true,
  "partly right": true,
  wrong: true,
  unanswered: true,
  "refused late": true,
  "joined later": false,
  skipped: false,
  "not asked": false,
};

/** Behind the points of a question that could be staked on: what was staked, and what that won or lost, part of the points. */
export const wagerHeads = ["stake", "wager"] as const;
export const wagerCells = ({ wager }: ResultsCell): (string | number)[] =>
  wager ? [wager.stake, wager.points] : ["", ""];

const signed = (points: number): string => (points > 0 ? `+${points}` : String(points));

/**
 * What a team did in all, as every export tells it. The rounds, `Adjustments` and `Handicap` add up to `Points`; what was
 * given in a round is in that round. The size of the teams and their handicap are there on nights that have the rule, the
 * reasons of marks where an answer was marked alone.
 */
export const summaryHead = ({
  rounds,
  handicap,
  hasOverrides,
}: Pick<ResultsTable, "rounds" | "handicap" | "hasOverrides">): string[] => [
  "Rank",
  "Name",
  "Points",
  "Source",
  "Seat",
  ...rounds.map(({ title }, index) => `R${index + 1} ${title}`),
  ...(handicap ? ["Heads", "Handicap"] : []),
  "Adjustments",
  "Adjustment reasons",
  ...(hasOverrides ? ["Mark reasons"] : []),
  "Joker",
];
export const summaryOf = (
  row: ResultsRow,
  { handicap, questions, hasOverrides }: Pick<ResultsTable, "handicap" | "questions" | "hasOverrides">,
): (string | number)[] => [
  row.rank ?? "",
  row.name,
  row.points,
  row.source,
  row.removed ? "removed" : "active",
  ...row.roundPoints,
  ...(handicap ? [row.heads ?? "", row.handicap] : []),
  pointsOfTheNight(row),
  row.adjustments
    .map(
      ({ round, points, reason }) => `${signed(points)}${round === null ? "" : ` in R${round}`}: ${reason}`,
    )
    // no semicolon: many spreadsheets would split there
    .join(" / "),
  ...(hasOverrides ? [markReasons(row, questions)] : []),
  // the round it was played in; its points are doubled already
  row.jokerRound === null ? "" : `R${row.jokerRound}`,
];

const markReasons = ({ overrides }: ResultsRow, questions: ResultsTable["questions"]): string =>
  questions
    .flatMap(({ questionId, round, number }) =>
      overrides
        .filter((override) => override.questionId === questionId)
        .map(({ reason }) => `R${round} Q${number}: ${reason}`),
    )
    .join(" / ");

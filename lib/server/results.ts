/**
 * The night as a table: derived from the same scores as every screen, never from a second calculation. The CSV is
 * safe to open in a spreadsheet: text that could be a formula is neutralised, numbers stay numbers.
 */
import { stringify } from "csv-stringify/sync";
import type { AnswerCell, ResultsReply } from "@/lib/contracts/http";
import { inertCell } from "@/lib/formats/inert-cell";
import { jokerRoundIndex } from "@/lib/game/jokers";
import { roundedPoints } from "@/lib/game/judging";
import { answerInWords, valueInWords } from "@/lib/game/questions";
import type { ScoreCell } from "@/lib/game/scoring";
import type { Container } from "./container";
import { isBot, type SessionRoom } from "./session-room";

export async function collectResults(box: Container, room: SessionRoom): Promise<ResultsReply> {
  const { state } = room;
  const scores = room.scores();
  const late = new Set(
    (await box.committer.loadLateAnswers(room.sessionId)).map(
      ({ playerId, questionId }) => `${playerId} ${questionId}`,
    ),
  );
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
  const standing = new Map(scores.standings.map((row) => [row.playerId, row]));
  // bots that were sent away were practice and no part of the night
  const seats = [...room.seats.values()].filter((seat) => seat.status === "active" || !isBot(seat));
  const players = seats.map((seat) => {
    const { playerId } = seat;
    const scored = scores.cells.get(playerId);
    const adjustments = state.adjustments
      .filter((adjustment) => adjustment.playerId === playerId)
      .map(({ adjustmentId, round, points, reason }) => ({ adjustmentId, round, points, reason }));
    const cells = asked.map(({ question }) => {
      const cell = scored?.get(question.id);
      const stored = room.answerOf(question.id, playerId);
      const isLate = !stored && late.has(`${playerId} ${question.id}`);
      const outcome = outcomeOf(cell, { isSkipped: skipped.has(question.id), isLate });
      return {
        outcome,
        text: stored ? valueInWords(question, stored.value) : "",
        points: outcome === "skipped" ? 0 : (cell?.points ?? 0),
        bonus: outcome === "skipped" ? 0 : (cell?.bonus ?? 0),
      };
    });
    const roundPoints = state.quiz.rounds.map((_, roundIndex) =>
      roundedPoints(
        sumPoints(cells.filter((_cell, index) => asked[index]?.round === roundIndex + 1)) +
          sumPoints(adjustments.filter(({ round }) => round === roundIndex + 1)),
      ),
    );
    const jokerRound = jokerRoundIndex(state, (id) => room.answerOf(id, playerId)?.value ?? null);
    const ofTheNight = sumPoints(adjustments.filter(({ round }) => round === null));
    return {
      playerId,
      name: seat.name,
      rank: standing.get(playerId)?.rank ?? null,
      // a removed team stands in no standings
      points:
        standing.get(playerId)?.points ??
        roundedPoints(roundPoints.reduce((sum, points) => sum + points, ofTheNight)),
      removed: seat.status !== "active",
      source: seat.source,
      jokerRound: jokerRound === null ? null : jokerRound + 1,
      adjustments,
      roundPoints,
      cells,
    };
  });
  players.sort((a, b) => (a.rank ?? Number.MAX_SAFE_INTEGER) - (b.rank ?? Number.MAX_SAFE_INTEGER));
  return {
    sessionId: room.sessionId,
    title: room.stored.title,
    createdAt: room.stored.createdAt,
    finished: state.endedAt !== null,
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
        corrected: corrected.has(question.id),
        answeredCount: stats?.answeredCount ?? 0,
        rightCount: stats?.rightCount ?? 0,
      };
    }),
    players,
  };
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

/** A question that counted for the team: its points are a number, also where it is nought. */
const isCounted: Record<AnswerCell, boolean> = {
  right: true,
  "partly right": true,
  wrong: true,
  unanswered: true,
  "refused late": true,
  "joined later": false,
  skipped: false,
  "not asked": false,
};

const signed = (points: number): string => (points > 0 ? `+${points}` : String(points));

/**
 * UTF-8 with a byte order mark, CRLF lines (RFC 4180): the form every spreadsheet opens rightly. The rounds and
 * `Adjustments` add up to `Points`; what was given in a round is in that round.
 */
export function resultsCsv(results: ResultsReply): string {
  const header = ["Rank", "Name", "Points", "Source", "Seat"];
  for (const [index, { title }] of results.rounds.entries()) header.push(inertCell(`R${index + 1} ${title}`));
  header.push("Adjustments", "Adjustment reasons");
  for (const q of results.questions) {
    const label = `R${q.round} Q${q.number}`;
    header.push(inertCell(`${label} ${q.text}`), `${label} answer`, `${label} points`);
  }
  const rows = results.players.map((player) => [
    player.rank ?? "",
    inertCell(player.name),
    player.points,
    inertCell(player.source),
    player.removed ? "removed" : "active",
    ...player.roundPoints,
    sumPoints(player.adjustments.filter(({ round }) => round === null)),
    inertCell(
      player.adjustments
        .map(
          ({ round, points, reason }) =>
            `${signed(points)}${round === null ? "" : ` in R${round}`}: ${reason}`,
        )
        .join("; "),
    ),
    ...player.cells.flatMap((cell) => [
      cell.outcome,
      inertCell(cell.text),
      isCounted[cell.outcome] ? cell.points : "",
    ]),
  ]);
  const csv = stringify([header, ...rows], { record_delimiter: "\r\n", quoted_string: true });
  return `\uFEFF${csv}`;
}

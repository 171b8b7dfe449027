/**
 * The night as a table: derived from the same scores as every screen, never from a second calculation. The CSV is
 * safe to open in a spreadsheet: text that could be a formula is neutralised, numbers stay numbers.
 */
import { stringify } from "csv-stringify/sync";
import type { AnswerCell, ResultsReply } from "@/lib/contracts/http";
import { inertCell } from "@/lib/formats/inert-cell";
import { answerInWords, valueInWords } from "@/lib/game/questions";
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
  const skipped = new Set(state.skippedQuestionIds);
  const asked = state.quiz.rounds.flatMap((round, roundIndex) =>
    round.questions.map((question, questionIndex) => ({
      question,
      round: roundIndex + 1,
      number: questionIndex + 1,
    })),
  );
  const standing = new Map(scores.standings.map((row) => [row.playerId, row]));
  // bots that were sent away were practice and no part of the night
  const seats = [...room.seats.values()].filter((seat) => seat.status === "active" || !isBot(seat));
  const players = seats.map((seat) => {
    const cells = scores.cells.get(seat.playerId);
    return {
      playerId: seat.playerId,
      name: seat.name,
      rank: standing.get(seat.playerId)?.rank ?? null,
      points: standing.get(seat.playerId)?.points ?? sumPoints(cells),
      removed: seat.status !== "active",
      source: seat.source,
      cells: asked.map(({ question }) => {
        const cell = cells?.get(question.id);
        const stored = room.answerOf(question.id, seat.playerId);
        const isLate = !stored && late.has(`${seat.playerId} ${question.id}`);
        let outcome: AnswerCell = "not asked";
        if (skipped.has(question.id)) outcome = "skipped";
        else if (cell?.outcome === "joinedLater") outcome = "joined later";
        else if (cell) outcome = cell.outcome === "unanswered" && isLate ? "refused late" : cell.outcome;
        return {
          outcome,
          text: stored ? valueInWords(question, stored.value) : "",
          points: outcome === "skipped" ? 0 : (cell?.points ?? 0),
        };
      }),
    };
  });
  players.sort((a, b) => (a.rank ?? Number.MAX_SAFE_INTEGER) - (b.rank ?? Number.MAX_SAFE_INTEGER));
  return {
    sessionId: room.sessionId,
    title: room.stored.title,
    createdAt: room.stored.createdAt,
    finished: state.endedAt !== null,
    questions: asked.map(({ question, round, number }) => {
      const stats = scores.questionStats.get(question.id);
      return {
        questionId: question.id,
        round,
        number,
        text: question.text,
        answerText: answerInWords(question),
        skipped: skipped.has(question.id),
        answeredCount: stats?.answeredCount ?? 0,
        rightCount: stats?.rightCount ?? 0,
      };
    }),
    players,
  };
}

const sumPoints = (cells: Map<string, { points: number }> | undefined) =>
  [...(cells?.values() ?? [])].reduce((sum, cell) => sum + cell.points, 0);

const cellsWithValue = new Set<AnswerCell>(["right", "wrong"]);

/** UTF-8 with a byte order mark, CRLF lines (RFC 4180): the form every spreadsheet opens rightly. */
export function resultsCsv(results: ResultsReply): string {
  const header = ["Rank", "Name", "Points", "Source", "Seat"];
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
    ...player.cells.flatMap((cell) => [
      cell.outcome,
      inertCell(cell.text),
      cellsWithValue.has(cell.outcome) || cell.outcome === "unanswered" || cell.outcome === "refused late"
        ? cell.points
        : "",
    ]),
  ]);
  const csv = stringify([header, ...rows], { record_delimiter: "\r\n", quoted_string: true });
  return `\uFEFF${csv}`;
}

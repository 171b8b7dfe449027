/**
 * Scores, derived and never incremented: state × answers through a pure function, so that every screen, the export
 * and a later correction agree by construction. Only questions whose answer has been shown count.
 */
import type { AnswerValue } from "@/lib/contracts/answers";
import type { Question } from "@/lib/contracts/quiz";
import type { Outcome, StandingRow } from "@/lib/contracts/views";
import { markerFor } from "./marking";
import type { SessionState } from "./state";

export type PlayerRecord = {
  playerId: string;
  name: string;
  joinedAt: number;
  joinOrder: number;
  removed: boolean;
};
/** `receivedAt`: epoch ms, server clock. Jokers are records too, with the id `joker:<round id>`. */
export type AnswerRecord = { playerId: string; questionId: string; value: AnswerValue; receivedAt: number };

/** `bonus`: the part of `points` that came from speed and joker */
export type ScoreCell = { outcome: Outcome; points: number; bonus: number };
export type QuestionStats = {
  answeredCount: number;
  rightCount: number;
  distribution: { choiceId: string; count: number }[];
};
export type SessionScores = {
  /** without removed players; 1, 2, 2, 4; inside a tie by earlier total answer time, then by joining */
  standings: StandingRow[];
  /** player id → question id */
  cells: Map<string, Map<string, ScoreCell>>;
  questionStats: Map<string, QuestionStats>;
};

type Asked = {
  question: Question;
  roundIndex: number;
  openedAt: number;
  lockedAt: number | null;
  skipped: boolean;
};

function shownQuestions(state: SessionState): Asked[] {
  const byId = new Map<string, { question: Question; roundIndex: number }>();
  for (const [roundIndex, round] of state.quiz.rounds.entries())
    for (const question of round.questions) byId.set(question.id, { question, roundIndex });
  const skipped = new Set(state.skippedQuestionIds);
  return state.asked.flatMap(({ questionId, openedAt, lockedAt, revealed }) => {
    const found = byId.get(questionId);
    const isSkipped = skipped.has(questionId);
    return found && (revealed || isSkipped) ? [{ ...found, openedAt, lockedAt, skipped: isSkipped }] : [];
  });
}

export function scoreSession(
  state: SessionState,
  players: PlayerRecord[],
  answers: AnswerRecord[],
): SessionScores {
  const shown = shownQuestions(state);
  const byQuestion = new Map<string, Map<string, AnswerRecord>>();
  for (const answer of answers) {
    const byPlayer = byQuestion.get(answer.questionId) ?? new Map<string, AnswerRecord>();
    byQuestion.set(answer.questionId, byPlayer);
    byPlayer.set(answer.playerId, answer);
  }

  const cells = new Map<string, Map<string, ScoreCell>>(players.map(({ playerId }) => [playerId, new Map()]));
  const questionStats = new Map<string, QuestionStats>();
  const totals = new Map(
    players.map(({ playerId }) => [playerId, { points: 0, round: 0, before: 0, timeMs: 0 }]),
  );
  const { roundIndex } = state.position;

  for (const { question, roundIndex: asRound, openedAt, lockedAt, skipped } of shown) {
    const given = byQuestion.get(question.id);
    const mark = markerFor(question);
    const picks = new Map("choices" in question ? question.choices.map((choice) => [choice.id, 0]) : []);
    let answeredCount = 0;
    let rightCount = 0;
    for (const player of players) {
      const answer = given?.get(player.playerId);
      const fraction = answer && !skipped ? mark(answer.value) : null;
      const cell = cellFor(question, player, { fraction, lockedAt, skipped });
      cells.get(player.playerId)?.set(question.id, cell);
      const total = totals.get(player.playerId);
      if (total) {
        total.points += cell.points;
        if (asRound === roundIndex) total.round += cell.points;
        else total.before += cell.points;
        if (answer && !skipped) total.timeMs += Math.max(0, answer.receivedAt - openedAt);
      }
      if (!answer || player.removed) continue;
      answeredCount += 1;
      if (cell.outcome === "right") rightCount += 1;
      for (const id of pickedIds(answer.value)) picks.set(id, (picks.get(id) ?? 0) + 1);
    }
    const distribution = [...picks].map(([choiceId, count]) => ({ choiceId, count }));
    questionStats.set(question.id, { answeredCount, rightCount, distribution });
  }

  const active = players.filter((player) => !player.removed);
  const of = (player: PlayerRecord) =>
    totals.get(player.playerId) ?? { points: 0, round: 0, before: 0, timeMs: 0 };
  const now = ranked(
    active,
    (player) => of(player).points,
    (player) => of(player).timeMs,
  );
  const before = new Map(
    ranked(
      active,
      (player) => of(player).before,
      () => 0,
    ).map(({ player, rank }) => [player.playerId, rank]),
  );
  // who joined after the earlier rounds stood in none of their standings, so has not moved
  const earlierRounds = shown.filter((entry) => entry.roundIndex < roundIndex);
  const earlierEndedAt = Math.max(...earlierRounds.map((entry) => entry.lockedAt ?? entry.openedAt));
  const standings = now.map(({ player, rank }) => ({
    playerId: player.playerId,
    name: player.name,
    rank,
    points: of(player).points,
    roundPoints: of(player).round,
    movement: player.joinedAt <= earlierEndedAt ? (before.get(player.playerId) ?? rank) - rank : 0,
  }));
  return { standings, cells, questionStats };
}

/** `fraction`: how much of the answer is right; null where there is none. */
function cellFor(
  question: Question,
  player: PlayerRecord,
  given: { fraction: number | null; lockedAt: number | null; skipped: boolean },
): ScoreCell {
  const { fraction, lockedAt, skipped } = given;
  if (skipped) return { outcome: "skipped", points: 0 };
  if (fraction !== null)
    return { outcome: fraction > 0 ? "right" : "wrong", points: fraction * question.points };
  const joinedLater = lockedAt !== null && player.joinedAt > lockedAt;
  return { outcome: joinedLater ? "joinedLater" : "unanswered", points: 0 };
}

const pickedIds = (value: AnswerValue): string[] =>
  value.kind === "choice" ? [value.choiceId] : value.kind === "choices" ? value.choiceIds : [];

/** Competition ranking (1, 2, 2, 4) by points; the order inside a tie does not change the number (ANS-08). */
function ranked(
  players: PlayerRecord[],
  pointsOf: (player: PlayerRecord) => number,
  timeOf: (player: PlayerRecord) => number,
): { player: PlayerRecord; rank: number }[] {
  const sorted = [...players].sort(
    (a, b) => pointsOf(b) - pointsOf(a) || timeOf(a) - timeOf(b) || a.joinOrder - b.joinOrder,
  );
  let rank = 0;
  let previous: number | null = null;
  return sorted.map((player, index) => {
    if (pointsOf(player) !== previous) rank = index + 1;
    previous = pointsOf(player);
    return { player, rank };
  });
}

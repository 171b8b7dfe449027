/**
 * Scores, derived and never incremented: state × answers through a pure function, so that every screen, the export
 * and a later correction agree by construction. Only questions whose answer has been shown count.
 */
import type { AnswerValue } from "@/lib/contracts/answers";
import type { Question, Round } from "@/lib/contracts/quiz";
import type { Outcome, StandingRow } from "@/lib/contracts/views";
import { jokerRoundIndex, takesJokers } from "./jokers";
import { byReceipt, distanceTo, isContest, type Judgment, judge, pointsFor, roundedPoints } from "./judging";
import { valueInWords } from "./questions";
import { type Contender, ranked } from "./ranking";
import { openMs, speedBonuses } from "./speed-bonus";
import type { AskedQuestion, SessionState } from "./state";

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
  /** closest number and tie-break: who was nearest; buzzer: who got the points. In order of receipt, at most five. */
  winners: { playerId: string; name: string; text: string }[];
};
export type SessionScores = {
  /** without removed players; 1, 2, 2, 4; inside a tie by earlier total answer time, then by joining */
  standings: StandingRow[];
  /** player id → question id; slides have none */
  cells: Map<string, Map<string, ScoreCell>>;
  questionStats: Map<string, QuestionStats>;
};

const mostWinners = 5;

type Shown = { question: Question; round: Round; roundIndex: number; asked: AskedQuestion; isVoid: boolean };
type AnswersByPlayer = ReadonlyMap<string, AnswerRecord>;
const noAnswers: AnswersByPlayer = new Map();

function shownQuestions(state: SessionState): Shown[] {
  const byId = new Map<string, { question: Question; round: Round; roundIndex: number }>();
  for (const [roundIndex, round] of state.quiz.rounds.entries())
    for (const question of round.questions)
      if (question.type !== "info") byId.set(question.id, { question, round, roundIndex });
  const voided = new Set([...state.skippedQuestionIds, ...state.voidedQuestionIds]);
  return state.asked.flatMap((asked) => {
    const found = byId.get(asked.questionId);
    const isVoid = voided.has(asked.questionId);
    return found && (asked.revealed || isVoid) ? [{ ...found, asked, isVoid }] : [];
  });
}

export function scoreSession(
  state: SessionState,
  players: PlayerRecord[],
  answers: AnswerRecord[],
): SessionScores {
  const shown = shownQuestions(state);
  const byQuestion = groupByQuestion(answers);
  const totals = new Map(players.map((player) => [player.playerId, newTotal(player)]));
  const jokers = jokerRounds(state, players, byQuestion);
  const cells = new Map<string, Map<string, ScoreCell>>(players.map(({ playerId }) => [playerId, new Map()]));
  const questionStats = new Map<string, QuestionStats>();
  const { roundIndex } = state.position;

  for (const entry of shown) {
    const { question, asked, isVoid } = entry;
    const given = byQuestion.get(question.id) ?? noAnswers;
    const judgments: ReadonlyMap<string, Judgment> = isVoid
      ? new Map()
      : judge(state, question, players, given);
    const bonuses = isVoid
      ? new Map<string, number>()
      : speedBonuses(entry.round, question, asked, activeAnswers(players, given), judgments);
    for (const total of totals.values()) {
      const { playerId } = total.player;
      const answer = given.get(playerId);
      const factor = jokers.get(playerId) === entry.roundIndex ? 2 : 1;
      const cell = cellFor(entry, total.player, { answer, judgment: judgments.get(playerId) });
      const base = cell.points;
      cell.points = roundedPoints((base + (bonuses.get(playerId) ?? 0)) * factor);
      cell.bonus = roundedPoints(cell.points - base);
      cells.get(playerId)?.set(question.id, cell);
      if (entry.roundIndex === roundIndex) total.round += cell.points;
      else total.before += cell.points;
      if (isVoid) continue;
      if (answer) total.timeMs += openMs(asked, answer.receivedAt);
      if (question.type === "number" && question.isTieBreak) {
        const isOut = judgments.get(playerId)?.fraction === 0 && judgments.get(playerId)?.judged;
        const distance = isOut ? Number.POSITIVE_INFINITY : distanceTo(question, answer);
        total.distances.push(distance);
        if (entry.roundIndex !== roundIndex) total.distancesBefore.push(distance);
      }
    }
    questionStats.set(question.id, statsOf(question, players, given, judgments, cells));
  }

  adjust(state, totals);
  return { standings: standingsOf(state, shown, [...totals.values()]), cells, questionStats };
}

function groupByQuestion(answers: AnswerRecord[]): Map<string, Map<string, AnswerRecord>> {
  const byQuestion = new Map<string, Map<string, AnswerRecord>>();
  for (const answer of answers) {
    const byPlayer = byQuestion.get(answer.questionId) ?? new Map<string, AnswerRecord>();
    byQuestion.set(answer.questionId, byPlayer);
    byPlayer.set(answer.playerId, answer);
  }
  return byQuestion;
}

const activeAnswers = (players: PlayerRecord[], given: AnswersByPlayer): AnswerRecord[] =>
  players.flatMap((player) => {
    const answer = player.removed ? undefined : given.get(player.playerId);
    return answer ? [answer] : [];
  });

/** player id → 0-based round that counts double */
function jokerRounds(
  state: SessionState,
  players: PlayerRecord[],
  byQuestion: ReadonlyMap<string, AnswersByPlayer>,
): Map<string, number> {
  const rounds = new Map<string, number>();
  if (!takesJokers(state)) return rounds;
  for (const { playerId } of players) {
    const index = jokerRoundIndex(state, (id) => byQuestion.get(id)?.get(playerId)?.value ?? null);
    if (index !== null) rounds.set(playerId, index);
  }
  return rounds;
}

/** Without bonus and joker. LAT-02, EXP-06: none, wrong, joined later and skipped are different things. */
function cellFor(
  { question, asked, isVoid }: Shown,
  player: PlayerRecord,
  { answer, judgment }: { answer: AnswerRecord | undefined; judgment: Judgment | undefined },
): ScoreCell {
  if (isVoid) return { outcome: "skipped", points: 0, bonus: 0 };
  const points = pointsFor(question, judgment, answer !== undefined);
  return { outcome: outcomeOf(question, player, asked, answer, judgment), points, bonus: 0 };
}

function outcomeOf(
  question: Question,
  player: PlayerRecord,
  { lockedAt }: AskedQuestion,
  answer: AnswerRecord | undefined,
  judgment: Judgment | undefined,
): Outcome {
  if (judgment && judgment.fraction >= 1) return "right";
  if (judgment && judgment.fraction > 0) return "partly";
  // a buzz behind the first says nothing yet
  const isWrong = answer && judgment && (question.type !== "buzzer" || judgment.judged);
  if (isWrong) return "wrong";
  return !answer && lockedAt !== null && player.joinedAt > lockedAt ? "joinedLater" : "unanswered";
}

const pickedIds = (value: AnswerValue): string[] =>
  value.kind === "choice" ? [value.choiceId] : value.kind === "choices" ? value.choiceIds : [];

function statsOf(
  question: Question,
  players: PlayerRecord[],
  given: AnswersByPlayer,
  judgments: ReadonlyMap<string, Judgment>,
  cells: SessionScores["cells"],
): QuestionStats {
  const picks = new Map("choices" in question ? question.choices.map((choice) => [choice.id, 0]) : []);
  let answeredCount = 0;
  let rightCount = 0;
  for (const player of players) {
    const answer = given.get(player.playerId);
    if (!answer || player.removed) continue;
    answeredCount += 1;
    if (cells.get(player.playerId)?.get(question.id)?.outcome === "right") rightCount += 1;
    for (const id of pickedIds(answer.value)) picks.set(id, (picks.get(id) ?? 0) + 1);
  }
  const distribution = [...picks].map(([choiceId, count]) => ({ choiceId, count }));
  return { answeredCount, rightCount, distribution, winners: winnersOf(question, players, given, judgments) };
}

function winnersOf(
  question: Question,
  players: PlayerRecord[],
  given: AnswersByPlayer,
  judgments: ReadonlyMap<string, Judgment>,
): QuestionStats["winners"] {
  if (question.type !== "buzzer" && !isContest(question)) return [];
  const names = new Map(players.map(({ playerId, name }) => [playerId, name]));
  return activeAnswers(players, given)
    .filter(({ playerId }) => (judgments.get(playerId)?.fraction ?? 0) > 0)
    .sort(byReceipt)
    .slice(0, mostWinners)
    .map(({ playerId, value }) => ({
      playerId,
      name: names.get(playerId) ?? "",
      text: valueInWords(question, value),
    }));
}

// ---- standings -----------------------------------------------------------------------------------------------

type Total = {
  player: PlayerRecord;
  /** won in the current round, and before it */
  round: number;
  before: number;
  /** given by hand for the night as a whole since the current round began */
  sinceRound: number;
  timeMs: number;
  distances: number[];
  distancesBefore: number[];
};
const newTotal = (player: PlayerRecord): Total => ({
  player,
  round: 0,
  before: 0,
  sinceRound: 0,
  timeMs: 0,
  distances: [],
  distancesBefore: [],
});

function adjust(state: SessionState, totals: Map<string, Total>): void {
  const { roundIndex } = state.position;
  const ids = new Set(state.quiz.rounds[roundIndex]?.questions.map(({ id }) => id));
  const roundBeganAt = state.asked.find(({ questionId }) => ids.has(questionId))?.openedAt;
  for (const { playerId, round, points, at } of state.adjustments) {
    const total = totals.get(playerId);
    if (!total) continue;
    if (round !== null) {
      if (round - 1 === roundIndex) total.round += points;
      else total.before += points;
    } else if (roundBeganAt !== undefined && at >= roundBeganAt) total.sinceRound += points;
    else total.before += points;
  }
}

function standingsOf(state: SessionState, shown: Shown[], totals: Total[]): StandingRow[] {
  const active = totals.filter(({ player }) => !player.removed);
  const contenders = (pointsOf: (total: Total) => number, distancesOf: (total: Total) => number[]) =>
    active.map((total): Contender & { total: Total } => ({
      total,
      points: roundedPoints(pointsOf(total)),
      distances: distancesOf(total),
      timeMs: total.timeMs,
      joinOrder: total.player.joinOrder,
    }));
  const now = contenders(
    ({ before, round, sinceRound }) => before + round + sinceRound,
    (total) => total.distances,
  );
  const earlier = contenders(
    (total) => total.before,
    (total) => total.distancesBefore,
  );
  const earlierRank = new Map(
    ranked(earlier).map(({ contender, rank }) => [contender.total.player.playerId, rank]),
  );
  // who joined after the earlier rounds stood in none of their standings, so has not moved
  const earlierRounds = shown.filter((entry) => entry.roundIndex < state.position.roundIndex);
  const earlierEndedAt = Math.max(...earlierRounds.map(({ asked }) => asked.lockedAt ?? asked.openedAt));
  return ranked(now).map(({ contender, rank }) => {
    const { player, round } = contender.total;
    return {
      playerId: player.playerId,
      name: player.name,
      rank,
      points: contender.points,
      roundPoints: roundedPoints(round),
      movement: player.joinedAt <= earlierEndedAt ? (earlierRank.get(player.playerId) ?? rank) - rank : 0,
    };
  });
}

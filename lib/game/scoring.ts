/**
 * Scores, derived and never incremented: state × answers through a pure function, so that every screen, the export
 * and a later correction agree by construction. Only questions whose answer has been shown count.
 */
import { type AnswerValue, wagerIdOf } from "@/lib/contracts/answers";
import type { Question, Round } from "@/lib/contracts/quiz";
import type { TeamHandicap } from "@/lib/contracts/team-size";
import type { Outcome, StandingRow } from "@/lib/contracts/views";
import { handicapRounds } from "./handicaps";
import { jokerRoundIndex, takesJokers } from "./jokers";
import {
  byReceipt,
  distanceTo,
  isContest,
  type Judgment,
  judge,
  pointsFor,
  roundedPoints,
  worth,
} from "./judging";
import { isJoinedAfter } from "./late-join";
import { valueInWords } from "./questions";
import { ScoreCells } from "./score-cells";
import { openMs, speedBonuses } from "./speed-bonus";
import { addAdjustments, addHandicaps, newTally, standingsOf, type Tally } from "./standings";
import type { AskedQuestion, SessionState } from "./state";
import { streakOf } from "./streak";
import type { ToldCorrections } from "./told-corrections";
import { mostToStake, stakeIn, wonByWager } from "./wagers";

export type PlayerRecord = {
  playerId: string;
  name: string;
  joinedAt: number;
  joinOrder: number;
  removed: boolean;
  /** has no phone to answer with: where it has no answer it was not asked. Absent: it has one */
  onPaper?: boolean;
  /** how many the team is; null or absent: nobody has said so */
  heads?: number | null;
};
/** `receivedAt`: epoch ms, server clock. Jokers and wagers are records too: `joker:<round id>`, `wager:<question id>`. */
export type AnswerRecord = { playerId: string; questionId: string; value: AnswerValue; receivedAt: number };

/**
 * `bonus`: the part of `points` that came from speed, streak and joker. `wager`: the part that was won (+) or lost (−) by a
 * stake; absent: none was made.
 */
export type ScoreCell = {
  readonly outcome: Outcome;
  readonly points: number;
  readonly bonus: number;
  readonly wager?: { stake: number; points: number };
};
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
  cells: ReadonlyMap<string, ScoreCells>;
  questionStats: Map<string, QuestionStats>;
  /** what the screens say of corrections; absent where no screen is drawn of it */
  told?: () => ToldCorrections;
  /** by player id, of teams that give points away for being many */
  handicaps: Map<string, TeamHandicap>;
};

const mostWinners = 5;

export type Shown = {
  question: Question;
  round: Round;
  roundIndex: number;
  asked: AskedQuestion;
  isVoid: boolean;
};
export type AnswersByPlayer = ReadonlyMap<string, AnswerRecord>;
/**
 * The answers of a night: in a list as they are read, or question id → player id → answer, which is how a room keeps them. A
 * whole night is scored at every reveal; to list and group 60,000 answers each time would leave megabytes behind.
 */
export type Answers = readonly AnswerRecord[] | ReadonlyMap<string, AnswersByPlayer>;
export const noAnswers: AnswersByPlayer = new Map();

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

export function scoreSession(state: SessionState, players: PlayerRecord[], answers: Answers): SessionScores {
  const shown = shownQuestions(state);
  const byQuestion = groupByQuestion(answers);
  const places = new Map(shown.map(({ question }, place) => [question.id, place]));
  const tallies = new Map(
    players.map((player) => [player.playerId, newTally(player, new ScoreCells(places))]),
  );
  const jokers = jokerRounds(state, players, byQuestion);
  const questionStats = new Map<string, QuestionStats>();
  for (const entry of shown) {
    const { id } = entry.question;
    const given = byQuestion.get(id) ?? noAnswers;
    const stakes = (mostToStake(entry.question) && byQuestion.get(wagerIdOf(id))) || noAnswers;
    questionStats.set(id, scoreQuestion(state, entry, { given, stakes, players }, tallies, jokers));
  }
  addAdjustments(state, tallies);
  const handicaps = addHandicaps(
    state,
    tallies,
    handicapRounds(state, shown, ({ question }) => worth(question) > 0),
  );
  const cells = new Map([...tallies].map(([playerId, tally]) => [playerId, tally.cells]));
  return { standings: standingsOf(state, shown, [...tallies.values()]), cells, questionStats, handicaps };
}

/** Enters one question into every player's tally. */
function scoreQuestion(
  state: SessionState,
  entry: Shown,
  { given, stakes, players }: { given: AnswersByPlayer; stakes: AnswersByPlayer; players: PlayerRecord[] },
  tallies: Map<string, Tally>,
  jokers: ReadonlyMap<string, number>,
): QuestionStats {
  const { question, asked, isVoid, round, roundIndex } = entry;
  const judgments = isVoid ? noJudgments : judge(state, question, players, given);
  const active = () => activeAnswers(players, given);
  const bonuses =
    round.speedBonus && !isVoid ? speedBonuses(round, question, asked, active(), judgments) : noBonuses;
  const isTieBreak = question.type === "number" && question.isTieBreak && !isVoid;
  const cellOf = sharedCells();
  const picks = new Map("choices" in question ? question.choices.map((choice) => [choice.id, 0]) : []);
  let answeredCount = 0;
  let rightCount = 0;
  for (const tally of tallies.values()) {
    const { playerId, removed } = tally.player;
    const answer = given.get(playerId);
    const judgment = judgments.get(playerId);
    const outcome = outcomeFor(entry, tally.player, answer, judgment);
    const base = pointsFor(question, judgment, answer !== undefined);
    const factor = jokers.get(playerId) === roundIndex ? 2 : 1;
    const streak = streakOf(entry, outcome, tally.streakAt);
    tally.streakAt = streak.after;
    const points = roundedPoints((base + (bonuses.get(playerId) ?? 0) + streak.points) * factor);
    const stake = stakeIn(stakes.get(playerId)?.value);
    const cell = withWager(cellOf(outcome, points, roundedPoints(points - base)), stake, judgment);
    if (answer || judgment || isVoid || stake > 0 || !tally.player.onPaper)
      tally.cells.set(question.id, cell);
    const isNow = roundIndex === state.position.roundIndex;
    if (isNow) tally.round += cell.points;
    else tally.before += cell.points;
    if (isTieBreak) {
      const isOut = judgment?.judged && judgment.fraction === 0;
      const distance = isOut ? Number.POSITIVE_INFINITY : distanceTo(question, answer);
      tally.distances.push(distance);
      if (!isNow) tally.distancesBefore.push(distance);
    }
    if (!answer) continue;
    if (!isVoid) tally.timeMs += openMs(asked, answer.receivedAt);
    if (removed) continue;
    answeredCount += 1;
    if (outcome === "right") rightCount += 1;
    for (const id of pickedIds(answer.value)) picks.set(id, (picks.get(id) ?? 0) + 1);
  }
  const distribution = [...picks].map(([choiceId, count]) => ({ choiceId, count }));
  const hasWinners = question.type === "buzzer" || isContest(question);
  const winners = hasWinners ? winnersOf(question, players, active(), judgments) : [];
  return { answeredCount, rightCount, distribution, winners };
}

/** After joker and bonuses, which leave it alone. */
function withWager(cell: ScoreCell, stake: number, judgment: Judgment | undefined): ScoreCell {
  const won = wonByWager(stake, cell.outcome, judgment?.fraction ?? 0);
  if (won === null) return cell;
  const wager = { stake, points: roundedPoints(won) };
  return { ...cell, points: roundedPoints(cell.points + wager.points), wager };
}

/**
 * Most teams' cells of a question are one of two or three, and each of them is one object: of 60,000 of their own a night
 * would leave megabytes behind at every reveal. Of the cells with the same outcome and points only the last is known, so
 * that no speed bonus makes this a search.
 */
function sharedCells(): (outcome: Outcome, points: number, bonus: number) => ScoreCell {
  const byOutcome = new Map<Outcome, Map<number, ScoreCell>>();
  return (outcome, points, bonus) => {
    const byPoints = byOutcome.get(outcome) ?? new Map<number, ScoreCell>();
    byOutcome.set(outcome, byPoints);
    const known = byPoints.get(points);
    if (known?.bonus === bonus) return known;
    const cell: ScoreCell = { outcome, points, bonus };
    byPoints.set(points, cell);
    return cell;
  };
}

const noJudgments: ReadonlyMap<string, Judgment> = new Map();
const noBonuses: ReadonlyMap<string, number> = new Map();

export function groupByQuestion(answers: Answers): ReadonlyMap<string, AnswersByPlayer> {
  if (!isList(answers)) return answers;
  const byQuestion = new Map<string, Map<string, AnswerRecord>>();
  for (const answer of answers) {
    const byPlayer = byQuestion.get(answer.questionId) ?? new Map<string, AnswerRecord>();
    byQuestion.set(answer.questionId, byPlayer);
    byPlayer.set(answer.playerId, answer);
  }
  return byQuestion;
}

const isList = (answers: Answers): answers is readonly AnswerRecord[] => Array.isArray(answers);

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

/** LAT-02, EXP-06: none, wrong, joined later and skipped are different things. */
function outcomeFor(
  { question, asked, isVoid }: Shown,
  player: PlayerRecord,
  answer: AnswerRecord | undefined,
  judgment: Judgment | undefined,
): Outcome {
  if (isVoid) return "skipped";
  if (judgment && judgment.fraction >= 1) return "right";
  if (judgment && judgment.fraction > 0) return "partly";
  // a buzz behind the first says nothing yet
  const isWrong = answer && judgment && (question.type !== "buzzer" || judgment.judged);
  if (isWrong) return "wrong";
  const { lockedAt } = asked;
  const isLater = (lockedAt !== null && player.joinedAt > lockedAt) || isJoinedAfter(asked, player.joinedAt);
  return !answer && isLater ? "joinedLater" : "unanswered";
}

const pickedIds = (value: AnswerValue): string[] =>
  value.kind === "choice" ? [value.choiceId] : value.kind === "choices" ? value.choiceIds : [];

function winnersOf(
  question: Question,
  players: PlayerRecord[],
  active: AnswerRecord[],
  judgments: ReadonlyMap<string, Judgment>,
): QuestionStats["winners"] {
  const names = new Map(players.map(({ playerId, name }) => [playerId, name]));
  return active
    .filter(({ playerId }) => (judgments.get(playerId)?.fraction ?? 0) > 0)
    .sort(byReceipt)
    .slice(0, mostWinners)
    .map(({ playerId, value }) => ({
      playerId,
      name: names.get(playerId) ?? "",
      text: valueInWords(question, value),
    }));
}
